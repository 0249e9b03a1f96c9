/* SPDX-License-Identifier: Apache-2.0 */
/** @file test.h
 *  One descriptor per operation: how its data is made, how it is called, what is right, how much it must move.
 *
 *  The test runner (run_operations.c) and the bench are written against this file and know no operation by name. Only
 * the library's public headers are used here.
 *
 *  The life of one measurement or test:
 *      test_work_create()   host data from the case's seed, buffers, upload
 *      test_work_poison()   outputs (and what an in-place call destroyed) back to the state before the call
 *      test_work_run()      the call itself: enqueues, returns its status
 *      test_work_check()    reads everything back and compares with the serial reference
 *      test_work_destroy()
 *  A function that returns bool leaves a sentence in work->message when it answers false. */
#ifndef CLIV_TEST_H
#define CLIV_TEST_H

#include <clinterval/clinterval.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- element types ------------------------------------------------------------------------------------------- */

typedef enum test_kind { TEST_SIGNED, TEST_UNSIGNED, TEST_FLOAT, TEST_STRUCT } test_kind;

/* Which values to draw: any; few small ones (sums of floats stay exact); factors whose products stay in range;
 * mostly zeros. Structures ignore it. */
typedef enum test_flavour { TEST_PLAIN, TEST_SMALL, TEST_PRODUCT, TEST_SPARSE } test_flavour;

typedef struct test_type {
    const cliv_type *type;
    test_kind kind;
    size_t unit;          /* structures: bytes of a word: 4 or 8, or 1 where no word fits */
    const char *make;     /* structures: the expression that makes element i */
    const char *affine;   /* structures of words: source of affine_<name>(a, b), not commutative; or NULL */
    const char *identity; /* its identity */
    size_t significant;   /* bytes from the front that mean something; the rest is padding */
    bool fp64;            /* needs a device with fp64 */
} test_type;

extern const test_type *const test_types[]; /* of every size from 1 to 84 bytes; NULL ends the list */
extern const test_type test_int, test_uint, test_long, test_ulong, test_char, test_uchar, test_float, test_float4;
const test_type *test_type_find(const char *name); /* NULL when there is none */
/* A property that half of all elements have, whatever the type, as an OpenCL C expression of x. */
bool test_half(const test_type *, const void *element);
const char *test_half_expression(const test_type *, char *text, size_t size);

/* Element `i` of the endless sequence of that type and flavour, and the OpenCL C expression that makes the same. */
void test_element(const test_type *, test_flavour, uint64_t i, void *element);
const char *test_generator(const test_type *, test_flavour, char *text, size_t size);

uint64_t test_load_integer(const cliv_type *, const void *array, size_t i); /* sign-extended */
void test_store_integer(const cliv_type *, void *array, size_t i, uint64_t value);
bool test_has_fp64(cl_device_id);

/* ---- operators of scans and reductions ----------------------------------------------------------------------- */

typedef struct test_operator {
    const char *name;
    bool integers, floats, structures; /* what it works on */
    test_flavour flavour;              /* the values it is tested with */
    /* The operator for this type, NULL for "no operator given"; `storage` keeps it. */
    const cliv_op *(*make)(const test_type *, cliv_op *storage);
    void (*combine)(const test_type *, void *result, const void *a, const void *b); /* result may be a or b */
    void (*identity)(const test_type *, void *result);
} test_operator;

extern const test_operator test_operators[];
extern const size_t test_operator_count;
bool test_operator_fits(const test_operator *, const test_type *);

/* ---- orders of keys ------------------------------------------------------------------------------------------- */

typedef struct test_order {
    const char *name;
    bool numbers, structures; /* what it works on; of structures it sees one member only */
    bool built_in, descending;
    unsigned coarse; /* numbers: bits that it does not see */
} test_order;

extern const test_order test_orders[];
extern const size_t test_order_count;
bool test_order_fits(const test_order *, const test_type *);
unsigned test_order_find(const char *name); /* test_order_count: none of that name */

/* ---- cases --------------------------------------------------------------------------------------------------- */

typedef enum test_shape {               /* how n outputs are cut into intervals */
                          TEST_UNIFORM, /* sizes uniform in 0 … 2L */
                          TEST_EXACT,   /* L each */
                          TEST_SKEWED,  /* half of all outputs in one interval in the middle, the rest uniform */
                          TEST_EMPTIES, /* uniform, with n/32 empty intervals in a row in the middle */
                          TEST_ONE,     /* one interval holds everything, empty ones around it */
                          TEST_WORST,  /* seven empty intervals before every one of size L: every tile faces eight times
                                          the usual */
                          TEST_BURSTS, /* L each, with 4096 empty intervals after every 4096 outputs */
                          TEST_EDGES,  /* uniform, with 1000 empty intervals at the front and 1000 at the end */
                          TEST_SHAPE_COUNT
} test_shape;

typedef enum test_place {                 /* where intervals lie in the other array of gather, scatter and move */
                          TEST_PERMUTED,  /* side by side in a random order */
                          TEST_IN_ORDER,  /* where they come */
                          TEST_SCATTERED, /* a random order with gaps; for reading, also overlapping */
                          TEST_PLACE_COUNT
} test_place;

typedef enum test_keys { /* what keys there are; of merges and searches, how those of a and of b lie to each other */
                         TEST_KEYS_UNIFORM,
                         TEST_KEYS_FEW, /* five distinct ones */
                         TEST_KEYS_EQUAL,
                         TEST_KEYS_SPECIAL, /* uniform, many of them the type's least and greatest; floats: infinities,
                                               both zeros, and NaNs under a built-in order */
                         TEST_KEYS_SORTED,  /* sorts only, as the next two */
                         TEST_KEYS_REVERSED,
                         TEST_KEYS_NEARLY,    /* within 4096 of their place, and within n / 16 */
                         TEST_KEYS_A_BELOW_B, /* merges and searches only, as the next two */
                         TEST_KEYS_B_BELOW_A,
                         TEST_KEYS_INTERLEAVED,
                         TEST_KEYS_DRAWN, /* each drawn from so many that one of a equals L of b on average */
                         TEST_KEYS_COUNT
} test_keys;

typedef enum test_source { TEST_BUFFERS, TEST_GENERATED_VALUES, TEST_GENERATED_ALL, TEST_SOURCE_COUNT } test_source;

typedef struct test_case {
    size_t n;    /* elements of a scan or reduction, else outputs (move_count) */
    size_t mean; /* L, the mean interval size */
    test_shape shape;
    test_place place;
    const test_type *type;  /* of the elements */
    const test_type *from;  /* NULL, or a type that differs: of the input of scans and reductions (else: type), of
                               gather and scatter (else: index), of the values of pairs (else: type) */
    const test_type *index; /* of offsets, gather, scatter, segments, ranks, partitions, rows, counts: int, uint, long
                               or ulong */
    unsigned operator_;     /* of scans and reductions: into test_operators; works on `type`, of pairs on the values */
    unsigned order;         /* of keys: into test_orders */
    test_keys keys;
    size_t split;       /* two sides: thousandths of n that are a, the rest is b */
    unsigned variant;   /* of the operation's own list */
    test_source source; /* TEST_GENERATED_ALL: shape becomes TEST_EXACT with L = 4, in order */
    size_t first;       /* 0, or where the first array begins; further arrays begin one element later each */
    size_t slack;       /* elements by which arrays, the first excepted, are longer than needed */
    size_t extra;       /* 0, or lengths are on the device, and capacities so much longer; operations that take them */
    uint64_t seed;
} test_case;

enum { TEST_EXTRA_BEYOND = 1000000 }; /* as `extra`: no longer, but lengths pass them */

bool test_is_index(const test_type *); /* int, uint, long or ulong */

/* Defaults: int, 32-bit offsets, L = 8, uniform, permuted, sum, uniform keys in no order given, of which half are a,
 * buffers from their first element. */
test_case test_case_default(size_t n);
/* "n=100,L=8,shape=uniform,place=permuted,type=int,…", and back (missing keys keep their value; false: bad text). */
const char *test_case_print(const test_case *, char *text, size_t size);
bool test_case_parse(test_case *, const char *text);
/* The default case of 2^26 elements, changed as the text says; an empty text changes nothing. */
bool test_bench_case(test_case *, const char *text);
const char *test_shape_name(test_shape);
const char *test_keys_name(test_keys);
test_keys test_keys_find(const char *name); /* TEST_KEYS_COUNT: none of that name */

/* ---- operations ---------------------------------------------------------------------------------------------- */

typedef struct test_work test_work;

enum {                          /* what of a case matters to an operation */
       TEST_USES_INTERVALS = 1, /* mean, shape, index */
       TEST_USES_PLACE = 2,
       TEST_USES_OPERATOR = 4, /* operator_, from */
       TEST_USES_TYPE = 8,
       TEST_USES_SOURCE = 16,
       TEST_USES_INDEX = 32,     /* index, without intervals */
       TEST_USES_KEYS = 64,      /* order, keys */
       TEST_USES_SIDES = 128,    /* split, keys: how a lies in b; with the above keys come in two sorted arrays */
       TEST_USES_VALUES = 256,   /* from, the type of values */
       TEST_USES_FROM = 1024,    /* from, the type of an input that converts */
       TEST_USES_LENGTHS = 2048, /* extra: whatever it reads may be counted */
       TEST_IS_TIMED_ALONE = 512 /* one kernel of the test's own, whose event has the time, instead of a call of the
                                    library's */
};

typedef struct test_operation {
    const char *name; /* the public function without "cliv_" */
    unsigned uses;
    const char *const *variants;     /* NULL-ended names; the first is the usual one */
    bool (*fits)(const test_case *); /* does the combination make sense? NULL: always */
    const char *const *bench_cases;  /* NULL, or texts for test_bench_case(), with a NULL at the end */
    bool (*prepare)(test_work *);    /* declares the arrays, fills the inputs */
    void (*reference)(test_work *);  /* serial: fills the expected outputs */
    cliv_status (*run)(test_work *, cliv_context *, cl_command_queue, cl_uint, const cl_event *, cl_event *);
} test_operation;

/* A `run` that is one call: the arguments between the queue and the wait list, in terms of work and its arrays, a. */
#define TEST_RUN(name, function, ...)                                                                       \
    static cliv_status name(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count, \
                            const cl_event *wait, cl_event *event)                                          \
    {                                                                                                       \
        const test_array *const a = work->arrays;                                                           \
        return function(ctx, queue, __VA_ARGS__, wait_count, wait, event);                                  \
    }

extern const test_operation *const test_operations[]; /* NULL ends the list */
const test_operation *test_operation_find(const char *name);

/* ---- work: one operation on one case, with its data ------------------------------------------------------------ */

typedef struct test_array {
    const char *name;
    const test_type *type;
    cliv_array array; /* what the call is given */
    bool output;
    size_t touched;         /* elements that the operation must read or write at least, for the count of bytes */
    size_t bytes;           /* of the buffer: guards, first, slack and all; 0 for a generated array */
    unsigned char *image;   /* of the whole buffer: an input's contents, an output's expected contents */
    test_flavour flavour;   /* of test_input_values() */
    bool any_order;         /* an output of uints whose order may be any: it is sorted before it is compared */
    bool stays;             /* where others have capacities beyond what there is, it has not */
    bool counts;            /* an output whose length is looked at: it is that of what is touched */
    bool in_place;          /* an output that begins with the contents of input 0, in the same buffer */
    unsigned char *initial; /* what is read and overwritten: the whole buffer's contents before the call; else NULL */
    cl_mem backup;          /* of test_work_restore(); else NULL */
    uint64_t step, run;     /* generated keys: how far apart they are, how many in a row are equal; else 0 */
} test_array;

/* Results whose size depends on the data: what a call is given for them. The first is the usual one. */
typedef enum test_form {
    TEST_ROOMY,           /* room for the most there can be, counted on the device */
    TEST_EXACT_ROOM,      /* counted on the host */
    TEST_COUNT_ONLY,      /* on both */
    TEST_SHORT,           /* too little room, counted on both */
    TEST_SHORT_ON_DEVICE, /* too little room, counted on the device */
    TEST_UNCOUNTED,
    TEST_FORM_COUNT
} test_form;

typedef struct test_result {
    test_form form;
    size_t size, room; /* elements that there are, and for which there is room */
    size_t counter;    /* the array that counts it on the device; 0: none */
} test_result;

#define TEST_MAX_ARRAYS 24
#define TEST_MAX_ELEMENT 96 /* bytes of the largest type, rounded up */

typedef struct test_kernel { /* of an operation that is a kernel of the test's own */
    cliv_context *ctx;       /* that built it, NULL before */
    cl_kernel kernel;
    size_t group; /* work-items */
    size_t most;  /* work-items in all, each of which then takes several items; 0: one for each item */
} test_kernel;

struct test_work {
    const test_operation *operation;
    test_case c;
    cliv_context *ctx;
    test_array arrays[TEST_MAX_ARRAYS]; /* in the order of declaration */
    size_t array_count;
    cliv_array length[TEST_MAX_ARRAYS]; /* of arrays that are counted */
    uint64_t lengths[TEST_MAX_ARRAYS];  /* what they hold, */
    cl_mem lengths_mem;                 /* in memory, or NULL: nothing is counted */
    size_t interval_count;
    uint32_t *sizes; /* of the intervals */
    size_t least;    /* interval, 0 or 1: test_make_intervals() leaves no empty ones */
    test_result result;
    test_kernel kernel;
    cliv_pool *pool;       /* NULL, or emptied whenever outputs are poisoned or contents restored */
    cliv_counter *counter; /* NULL, or set to 0 then, and read into arrays[0] before it is compared */
    cliv_status answer;    /* what the call has to answer */
    cliv_op op_storage;
    const cliv_op *op;
    cliv_order order_storage;
    const cliv_order *order;
    char order_text[256];                  /* of order_storage.source */
    char generators[TEST_MAX_ARRAYS][256]; /* texts of generated arrays, by array */
    size_t host, expected_host;            /* an operation's host output */
    bool has_host, referenced;
    char message[1024]; /* of the last failure */
};

/* Without a queue nothing is written to the buffers: for calls that only compile. */
bool test_work_create(test_work *, const test_operation *, const test_case *, cliv_context *, cl_command_queue);
/* All bytes of a buffer are `value`. Written by the host, not filled: Oclgrind forgets some of what kernels write where
 * the host wrote nothing. Blocks. */
cl_int test_fill(cl_command_queue, cl_mem, size_t bytes, unsigned char value);
bool test_work_poison(test_work *, cl_command_queue); /* blocks until done */
cliv_status test_work_run(test_work *, cl_command_queue, cl_uint, const cl_event *, cl_event *);
bool test_work_check(test_work *, cl_command_queue); /* waits for the queue, then compares */
void test_work_destroy(test_work *);                 /* also after a create that failed */
double test_work_bytes(const test_work *);           /* the fewest that the operation must move */
size_t test_work_items(const test_work *);           /* c.n */
/* Does a call overwrite what it reads? Then it runs once, until test_work_restore() has brought the contents back: it
 * enqueues copies on the device (of a copy made at the first such call) and does not wait. */
bool test_work_overwrites(const test_work *);
bool test_work_restore(test_work *, cl_command_queue);

/* For descriptors. Each gives the memory of element 0 on the host (NULL: out of memory, reported in message). */
void *test_input(test_work *, const char *name, const test_type *, size_t count, size_t touched);
void *test_output(test_work *, const char *name, const test_type *, size_t count, size_t touched);
void *test_output_in_place(test_work *, const char *name, const test_type *, size_t count);        /* over input 0 */
void *test_in_out(test_work *, const char *name, const test_type *, size_t count, size_t touched); /* see initial */
void *test_initial(const test_array *); /* element 0 of what is read and overwritten; the expected image is its copy */
const unsigned char *test_contents(const test_array *); /* of the whole buffer, before the call */
bool test_generated(test_work *, const char *name, const test_type *, const char *expression, uint64_t first,
                    size_t count);
void *test_elements(const test_array *); /* element 0 in the image */

/* lengths.c: are arrays of this case counted, and by how much are they longer then? After they are declared: lengths
 * for those that are read, and room in all. The contents are written to the device, or nothing but zeros. */
bool test_counts(const test_work *);
size_t test_extra(const test_work *);
/* Makes the length of the last array, an output, count. */
bool test_output_counts(test_work *);
cl_int test_make_lengths(test_work *, cl_command_queue); /* NULL: nothing is written */
cl_int test_write_lengths(test_work *, cl_command_queue, bool poison, cl_uint, const cl_event *, cl_event *);

/* Declares the elements an operation reads, generated if `generated`: element k is test_element(base + k). */
bool test_input_values(test_work *, const char *name, const test_type *, test_flavour, bool generated, size_t count,
                       size_t touched);
bool test_in_out_values(test_work *, const char *name, const test_type *, size_t count);
/* Element i of such an array; `storage` holds it where the array is generated. Of what is overwritten: as it was. */
const void *test_value(const test_work *, const test_array *, size_t i, void *storage);

/* keys.c: keys to sort, overwritten; keys of one side, 0 = a or 1 = b, in order; runs of equal keys, as long as the
 * intervals. These have no slack: their count counts. */
bool test_in_out_keys(test_work *, const char *name);
bool test_input_side(test_work *, const char *name, unsigned side, bool generated);
bool test_input_runs(test_work *, const char *name, bool generated);
bool test_input_sorted_runs(test_work *, const char *name, bool generated); /* as long as the intervals */
size_t test_side_count(const test_case *, unsigned side);
void test_generated_key(const test_case *, const test_array *, size_t i, void *key);
void test_order_make(test_work *);     /* fills work->order */
bool test_keys_fit(const test_case *); /* does the order work on the type, can such keys be generated? */

/* A number for a key: a stands before b when its code is less, and they are equal in the order when the codes are. */
uint64_t test_code(const test_work *, const void *key);
typedef struct test_entry {
    uint64_t code, index;
} test_entry;
/* The codes of an array's first elements, each with its index; NULL: out of memory. The caller frees. */
test_entry *test_entries(const test_work *, const test_array *, size_t count);
bool test_sort_entries(test_entry *, size_t count); /* entries.c: stable; false: out of memory, nothing is sorted */

/* results.c: sorted keys in arrays 0 and 1, group by group of equal ones, in order. */
typedef struct test_groups {
    const test_work *work;
    size_t begin[2], end[2]; /* the group in a and in b; one of both may be empty */
    size_t count[2];
    uint64_t code[2]; /* at end, where that is below count */
} test_groups;
test_groups test_groups_of(const test_work *);
bool test_next_group(test_groups *);

/* results.c: a result of `size` elements, of which there cannot be more than `most`; then its arrays, and its counter
 * (of type index), as far as the form has them; and what the call gets. */
void test_expect(test_work *, test_form, size_t size, size_t most);
bool test_output_result(test_work *, const char *name, const test_type *, unsigned k, unsigned of); /* of one or two */
bool test_output_count(test_work *);
cliv_array test_result_array(const test_work *, size_t k); /* arrays[k]; CLIV_NONE where the form has no arrays */
cliv_array test_count_array(const test_work *);
size_t *test_host_count(test_work *);

/* kernels.c: operations that are kernels of the test's own, made of the library's building blocks. A kernel is built at
 * the first call, and anew for another context; its arguments, which stay, are then to be set. */
bool test_kernel_is_built(const test_work *, const cliv_context *);
cliv_status
test_kernel_build(test_work *, cliv_context *, const char *source, const char *options, const char *name,
                  size_t group); /* a power of two, the most; a kernel whose source asks for a group gets that */
cliv_status test_kernel_array(test_work *, cl_uint argument,
                              const test_array *); /* two arguments: buffer, ulong first */
cliv_status test_kernel_enqueue(test_work *, cl_command_queue, size_t items, cl_uint, const cl_event *, cl_event *);
bool test_make_pool(test_work *, size_t capacity); /* of uints */
bool test_make_counter(test_work *, size_t bins);

/* How often each of `grid` places is drawn in `count` draws; NULL: out of memory. The caller frees. */
uint32_t *test_draws(uint64_t *random, size_t count, size_t grid);

/* operators.c: scans and reductions of array 0. `output` may be NULL; `total` is the reduction of all. */
test_flavour test_fold_flavour(const test_case *);
/* A number as one of another type, as C does it; of the same type anything. */
void test_convert(const test_type *from, const void *value, const test_type *to, void *result);
bool test_converts(const test_case *);  /* from `from`, if there is one */
bool test_fold_fits(const test_case *); /* does the operator work on the type, does the input convert? */
void test_fold(const test_work *, unsigned char *output, bool inclusive, void *total);
/* Elements begin … end-1 of an input, combined in the type of the case's operator. */
void test_fold_range(const test_work *, const test_array *, size_t begin, size_t end, void *result);
const test_type *test_folded_type(const test_operation *, const test_case *); /* what the operator works on */

/* intervals.c: cut c.n into work->sizes; exclusive scan; starts of the intervals in the other array. */
bool test_make_intervals(test_work *);
bool test_input_offsets(test_work *);
/* Answers the starts (the caller frees) and the elements spanned. `writing`: they must not overlap. */
uint64_t *test_place_intervals(const test_work *, bool writing, uint64_t salt, size_t *extent);

/* ---- small things -------------------------------------------------------------------------------------------- */

uint64_t test_random(uint64_t *state);                   /* 64 bits, fast */
uint64_t test_random_below(uint64_t *state, uint64_t n); /* 0 … n-1; 0 for n = 0 */

#endif
