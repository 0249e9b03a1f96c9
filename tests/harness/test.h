/* SPDX-License-Identifier: Apache-2.0 */
/** @file test.h
 * One descriptor per operation: how to make its data, call it, check the result, and count the bytes that it must
 * move.
 *
 * The test runner (run_operations.c) and the bench use this file and treat all operations alike. The file uses only
 * the library's public headers.
 *
 * The calls of one measurement or test:
 *      test_work_create()   makes host data from the case's seed and buffers, and uploads the data
 *      test_work_poison()   resets outputs and overwritten arrays to the state before the call
 *      test_work_run()      makes the call: enqueues it and returns its status
 *      test_work_check()    reads all buffers and compares them with the serial reference
 *      test_work_destroy()
 * A function that returns false stores a sentence in work->message. */
#ifndef CLIV_TEST_H
#define CLIV_TEST_H

#include <clinterval/clinterval.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- element types ------------------------------------------------------------------------------------------- */

typedef enum test_kind { TEST_SIGNED, TEST_UNSIGNED, TEST_FLOAT, TEST_STRUCT } test_kind;

/* The values to draw: any; small ones, so that sums of floats stay exact; factors whose products stay in range; mostly
 * zeros. Structures ignore the flavour. */
typedef enum test_flavour { TEST_PLAIN, TEST_SMALL, TEST_PRODUCT, TEST_SPARSE } test_flavour;

typedef struct test_type {
    const cliv_type *type;
    test_kind kind;
    size_t unit;          /* structures: bytes of a word, 4 or 8, or 1 if no word fits */
    const char *make;     /* structures: the expression that makes element i */
    const char *affine;   /* structures of words: source of affine_<name>(a, b), not commutative; or NULL */
    const char *identity; /* its identity */
    size_t significant;   /* the first so many bytes hold data; the rest is padding */
    bool fp64;            /* needs a device with fp64 */
} test_type;

extern const test_type *const test_types[]; /* sizes from 1 to 84 bytes; NULL ends the list */
extern const test_type test_int, test_uint, test_long, test_ulong, test_char, test_uchar, test_float, test_float4;
const test_type *test_type_find(const char *name); /* NULL if no type has the name */
/* A property of half of all elements of any type, as an OpenCL C expression of x. */
bool test_half(const test_type *, const void *element);
const char *test_half_expression(const test_type *, char *text, size_t size);

/* Element `i` of the endless sequence of the type and flavour, and the OpenCL C expression of the same element. */
void test_element(const test_type *, test_flavour, uint64_t i, void *element);
const char *test_generator(const test_type *, test_flavour, char *text, size_t size);

uint64_t test_load_integer(const cliv_type *, const void *array, size_t i); /* sign-extended */
void test_store_integer(const cliv_type *, void *array, size_t i, uint64_t value);
bool test_has_fp64(cl_device_id);

/* ---- operators of scans and reductions ----------------------------------------------------------------------- */

typedef struct test_operator {
    const char *name;
    bool integers, floats, structures; /* the kinds of types that it accepts */
    test_flavour flavour;              /* the values of its tests */
    /* Returns the operator for the type; NULL means "no operator given". The operator may be in `storage`. */
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
    bool numbers, structures; /* the kinds of types that it accepts; of a structure it compares one member */
    bool built_in, descending;
    unsigned coarse; /* numbers: count of low bits that the order ignores */
} test_order;

extern const test_order test_orders[];
extern const size_t test_order_count;
bool test_order_fits(const test_order *, const test_type *);
unsigned test_order_find(const char *name); /* test_order_count: no order has the name */

/* ---- cases --------------------------------------------------------------------------------------------------- */

typedef enum test_shape {               /* how n outputs are cut into intervals; L is the mean size */
                          TEST_UNIFORM, /* sizes uniform in 0 … 2L */
                          TEST_EXACT,   /* L each */
                          TEST_SKEWED,  /* half of all outputs in one interval in the middle, the rest uniform */
                          TEST_EMPTIES, /* uniform, with n/32 empty intervals in a row in the middle */
                          TEST_ONE,     /* one interval holds all outputs, with empty intervals around it */
                          TEST_WORST,   /* seven empty intervals before each of size L, so 8 times as many per tile */
                          TEST_BURSTS,  /* L each, with 4096 empty intervals after every 4096 outputs */
                          TEST_EDGES,   /* uniform, with 1000 empty intervals at the front and 1000 at the end */
                          TEST_SHAPE_COUNT
} test_shape;

typedef enum test_place {                 /* positions of intervals in the other array of gather, scatter, move */
                          TEST_PERMUTED,  /* contiguous, in a random order */
                          TEST_IN_ORDER,  /* contiguous, in order */
                          TEST_SCATTERED, /* a random order with gaps; inputs may also overlap */
                          TEST_PLACE_COUNT
} test_place;

typedef enum test_keys { /* the distribution of keys; for merges and searches, the relation of a's keys to b's */
                         TEST_KEYS_UNIFORM,
                         TEST_KEYS_FEW, /* five distinct keys */
                         TEST_KEYS_EQUAL,
                         TEST_KEYS_SPECIAL, /* often the least or greatest value; floats: infinities, zeros, NaNs */
                         TEST_KEYS_SORTED,  /* TEST_KEYS_SORTED to TEST_KEYS_NEARLY: sorts only */
                         TEST_KEYS_REVERSED,
                         TEST_KEYS_NEARLY,    /* at most 4096 and n / 16 positions from the sorted position */
                         TEST_KEYS_A_BELOW_B, /* from here on merges and searches only */
                         TEST_KEYS_B_BELOW_A,
                         TEST_KEYS_INTERLEAVED,
                         TEST_KEYS_DRAWN, /* drawn from a range in which a key of a equals L keys of b on average */
                         TEST_KEYS_COUNT
} test_keys;

typedef enum test_source { TEST_BUFFERS, TEST_GENERATED_VALUES, TEST_GENERATED_ALL, TEST_SOURCE_COUNT } test_source;

typedef struct test_case {
    size_t n;    /* elements of a scan or reduction, otherwise outputs (move_count) */
    size_t mean; /* L, the mean interval size */
    test_shape shape;
    test_place place;
    const test_type *type; /* the elements' type */
    /* NULL, or another type: of the input of scans and reductions (NULL: type), of gather and scatter (NULL: index),
     * of the values of pairs (NULL: type) */
    const test_type *from;
    const test_type *index; /* type of offsets, ranks, rows and other indices: int, uint, long or ulong */
    unsigned operator_;     /* scans and reductions: index in test_operators; combines `type`, or the values of pairs */
    unsigned order;         /* keys: index in test_orders */
    test_keys keys;
    size_t split;       /* two inputs: a has this many thousandths of n, b has the rest */
    unsigned variant;   /* index in the operation's variants */
    test_source source; /* TEST_GENERATED_ALL: shape becomes TEST_EXACT with L = 4, in order */
    size_t first;       /* 0, or the first array's index in its buffer; each further array begins 1 later */
    size_t slack;       /* additional elements of all arrays but the first */
    size_t extra;       /* 0, or the elements by which capacities exceed device-side lengths */
    uint64_t seed;
} test_case;

enum { TEST_EXTRA_BEYOND = 1000000 }; /* a value of `extra`: the device-side lengths exceed the capacities */

bool test_is_index(const test_type *); /* int, uint, long or ulong */

/* Defaults: int, 32-bit offsets, L = 8, uniform, permuted, sum, uniform keys without an order, half of them in a,
 * arrays at the start of their buffers. */
test_case test_case_default(size_t n);
/* Writes and parses "n=100,L=8,shape=uniform,place=permuted,type=int,…". Missing keys keep their value. False: invalid
 * text. */
const char *test_case_print(const test_case *, char *text, size_t size);
bool test_case_parse(test_case *, const char *text);
/* The default case of 2^26 elements with the changes of the text; an empty text changes nothing. */
bool test_bench_case(test_case *, const char *text);
const char *test_shape_name(test_shape);
const char *test_keys_name(test_keys);
test_keys test_keys_find(const char *name); /* TEST_KEYS_COUNT: no distribution has the name */

/* ---- operations ---------------------------------------------------------------------------------------------- */

typedef struct test_work test_work;

enum {                          /* the fields of a case that an operation uses */
       TEST_USES_INTERVALS = 1, /* mean, shape, index */
       TEST_USES_PLACE = 2,
       TEST_USES_OPERATOR = 4, /* operator_, from */
       TEST_USES_TYPE = 8,
       TEST_USES_SOURCE = 16,
       TEST_USES_INDEX = 32,     /* index, without intervals */
       TEST_USES_KEYS = 64,      /* order, keys */
       TEST_USES_SIDES = 128,    /* split, keys: the relation of a to b; with TEST_USES_KEYS two sorted arrays */
       TEST_USES_VALUES = 256,   /* from, the type of values */
       TEST_USES_FROM = 1024,    /* from, the type of an input that is converted */
       TEST_USES_LENGTHS = 2048, /* extra: every input may have a device-side length */
       TEST_IS_TIMED_ALONE = 512 /* one kernel of the tests, timed by its event, not a library call */
};

typedef struct test_operation {
    const char *name; /* the public function's name without "cliv_" */
    unsigned uses;
    const char *const *variants;     /* names with a NULL at the end; the first is the default */
    bool (*fits)(const test_case *); /* is the case valid for the operation? NULL: always */
    const char *const *bench_cases;  /* NULL, or texts for test_bench_case() with a NULL at the end */
    bool (*prepare)(test_work *);    /* declares the arrays, fills the inputs */
    void (*reference)(test_work *);  /* fills the expected outputs serially */
    cliv_status (*run)(test_work *, cliv_context *, cl_command_queue, cl_uint, const cl_event *, cl_event *);
} test_operation;

/* Defines a `run` that is one call. The arguments are those between the queue and the wait list, as expressions of
 * work and its arrays, a. */
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
    cliv_array array; /* the argument of the call */
    bool output;
    size_t touched;         /* elements that the operation must read or write at least; for the byte count */
    size_t bytes;           /* size of the buffer with guards, first and slack; 0 for a generated array */
    unsigned char *image;   /* the whole buffer: an input's contents, or an output's expected contents */
    test_flavour flavour;   /* the flavour of test_input_values() */
    bool any_order;         /* an output of uints in any order; it is sorted before the comparison */
    bool stays;             /* its capacity stays exact in cases with device-side lengths */
    bool counts;            /* an output whose length the call reads: it equals `touched` */
    bool in_place;          /* an output in the buffer of input 0, with the contents of the input */
    unsigned char *initial; /* the whole buffer before the call if the call overwrites its input; or NULL */
    cl_mem backup;          /* the copy for test_work_restore(), or NULL */
    uint64_t step, run;     /* generated keys: distance between keys, count of equal adjacent keys */
} test_array;

/* Results whose size depends on the data: the arguments of the call. The first form is the default. */
typedef enum test_form {
    TEST_ROOMY,           /* capacity for the largest possible result, counted on the device */
    TEST_EXACT_ROOM,      /* exact capacity, counted on the host */
    TEST_COUNT_ONLY,      /* counted on the host and on the device */
    TEST_SHORT,           /* capacity too small, counted on the host and on the device */
    TEST_SHORT_ON_DEVICE, /* capacity too small, counted on the device */
    TEST_UNCOUNTED,
    TEST_FORM_COUNT
} test_form;

typedef struct test_result {
    test_form form;
    size_t size, capacity; /* size of the result; capacity of its arrays */
    size_t counter;        /* the array of the count on the device; 0: none */
} test_result;

#define TEST_MAX_ARRAYS 24
#define TEST_MAX_ELEMENT 96 /* bytes of the largest type, rounded up */

typedef struct test_kernel { /* the kernel of an operation that is a kernel of the tests */
    cliv_context *ctx;       /* the context that built it; NULL before */
    cl_kernel kernel;
    size_t group; /* work-items of a group */
    size_t most;  /* the largest count of work-items, which then take several items each; 0: one work-item per item */
} test_kernel;

struct test_work {
    const test_operation *operation;
    test_case c;
    cliv_context *ctx;
    test_array arrays[TEST_MAX_ARRAYS]; /* in the order of declaration */
    size_t array_count;
    cliv_array length[TEST_MAX_ARRAYS]; /* the device-side lengths, as arrays */
    uint64_t lengths[TEST_MAX_ARRAYS];  /* the contents of the lengths' buffer */
    cl_mem lengths_mem;                 /* the lengths' buffer; NULL: no array has a device-side length */
    size_t interval_count;
    uint32_t *sizes; /* sizes of the intervals */
    size_t least;    /* 0, or 1: test_make_intervals() makes no empty intervals */
    test_result result;
    test_kernel kernel;
    cliv_pool *pool;       /* NULL, or a pool that is emptied when outputs are poisoned or contents restored */
    cliv_counter *counter; /* NULL, or a counter: cleared at the same time, read into arrays[0] before a check */
    cliv_status answer;    /* the status that the call must return */
    cliv_op op_storage;
    const cliv_op *op;
    cliv_order order_storage;
    const cliv_order *order;
    char order_text[256];                  /* the text of order_storage.source */
    char generators[TEST_MAX_ARRAYS][256]; /* the texts of generated arrays, by array index */
    size_t host, expected_host;            /* the host output of the operation, and its expected value */
    bool has_host, referenced;
    char message[1024]; /* message of the last failure */
};

/* Without a queue the buffers stay unwritten, for compile-only calls. */
bool test_work_create(test_work *, const test_operation *, const test_case *, cliv_context *, cl_command_queue);
/* Sets all bytes of a buffer to `value`, and blocks. The host writes them, because Oclgrind loses some kernel writes
 * to memory that only a fill initialised. */
cl_int test_fill(cl_command_queue, cl_mem, size_t bytes, unsigned char value);
bool test_work_poison(test_work *, cl_command_queue); /* blocks until done */
cliv_status test_work_run(test_work *, cl_command_queue, cl_uint, const cl_event *, cl_event *);
bool test_work_check(test_work *, cl_command_queue); /* waits for the queue, then compares */
void test_work_destroy(test_work *);                 /* valid after a failed test_work_create(), too */
double test_work_bytes(const test_work *);           /* the fewest bytes that the operation must move */
size_t test_work_items(const test_work *);           /* c.n */
/* Does a call overwrite its inputs? Then a second call requires test_work_restore() first, which enqueues copies on
 * the device and does not wait. The first restore makes the backup that the copies read. */
bool test_work_overwrites(const test_work *);
bool test_work_restore(test_work *, cl_command_queue);

/* For descriptors. Each function returns the host memory of element 0. NULL: out of memory, with a message in
 * `message`. */
void *test_input(test_work *, const char *name, const test_type *, size_t count, size_t touched);
void *test_output(test_work *, const char *name, const test_type *, size_t count, size_t touched);
void *test_output_in_place(test_work *, const char *name, const test_type *,
                           size_t count); /* in the buffer of input 0 */
void *test_in_out(test_work *, const char *name, const test_type *, size_t count,
                  size_t touched); /* see test_array.initial */
void *test_initial(
    const test_array *); /* element 0 of an array that the call overwrites; the expected image starts as its copy */
const unsigned char *test_contents(const test_array *); /* the whole buffer before the call */
bool test_generated(test_work *, const char *name, const test_type *, const char *expression, uint64_t first,
                    size_t count);
void *test_elements(const test_array *); /* element 0 of the array in the image */

/* lengths.c: do arrays of the case have device-side lengths, and by how many elements do capacities exceed them?
 * test_make_lengths() follows the declarations: it makes lengths for the arrays that the call reads, and enlarges
 * capacities. The functions write the lengths to the device, or zeros. */
bool test_counts(const test_work *);
size_t test_extra(const test_work *);
/* Declares that the call reads the length of the last array, an output. */
bool test_output_counts(test_work *);
cl_int test_make_lengths(test_work *, cl_command_queue); /* queue NULL: writes nothing to the device */
cl_int test_write_lengths(test_work *, cl_command_queue, bool poison, cl_uint, const cl_event *, cl_event *);

/* Declares an input, a generated array if `generated`. Element k is test_element(base + k). */
bool test_input_values(test_work *, const char *name, const test_type *, test_flavour, bool generated, size_t count,
                       size_t touched);
bool test_in_out_values(test_work *, const char *name, const test_type *, size_t count);
/* Element i of an array; `storage` holds it if the array is generated. For an array that the call overwrites: the
 * element before the call. */
const void *test_value(const test_work *, const test_array *, size_t i, void *storage);

/* keys.c: keys of a sort, which overwrites them; keys of one input (side 0 = a, 1 = b), sorted; runs of equal keys,
 * one run per interval. The arrays have no slack, because the call uses their count. */
bool test_in_out_keys(test_work *, const char *name);
bool test_input_side(test_work *, const char *name, unsigned side, bool generated);
bool test_input_runs(test_work *, const char *name, bool generated);
bool test_input_sorted_runs(test_work *, const char *name, bool generated); /* sorted runs, one per interval */
size_t test_side_count(const test_case *, unsigned side);
void test_generated_key(const test_case *, const test_array *, size_t i, void *key);
void test_order_make(test_work *); /* sets work->order */
bool test_keys_fit(
    const test_case *); /* does the order accept the type, and can its keys be generated if they must be? */

/* The code of a key. Codes compare like the keys in the case's order, and equal codes mean equal keys. */
uint64_t test_code(const test_work *, const void *key);
typedef struct test_entry {
    uint64_t code, index;
} test_entry;
/* The codes of an array's first elements, each with its index. NULL: out of memory. The caller frees the entries. */
test_entry *test_entries(const test_work *, const test_array *, size_t count);
bool test_sort_entries(test_entry *,
                       size_t count); /* entries.c: stable; false: out of memory, and the entries are unsorted */

/* results.c: a walk over the groups of equal keys in the sorted arrays 0 and 1, in order. */
typedef struct test_groups {
    const test_work *work;
    size_t begin[2], end[2]; /* the group's elements in a and in b; one of the two may be empty */
    size_t count[2];
    uint64_t code[2]; /* codes of the keys at `end`, if end is below count */
} test_groups;
test_groups test_groups_of(const test_work *);
bool test_next_group(test_groups *);

/* results.c: test_expect() sets the result's size and its upper bound `most`. The next functions declare the arrays of
 * the result and its counter (of type index), if the form has them. The last functions return the call's arguments. */
void test_expect(test_work *, test_form, size_t size, size_t most);
bool test_output_result(test_work *, const char *name, const test_type *, unsigned k,
                        unsigned of); /* the k-th of one or two arrays */
bool test_output_count(test_work *);
/* The outputs of a join with `size` result rows: the row arrays that there are, then the count. The call must not write
 * b's rows if the join is one-sided. */
typedef struct test_row_outputs {
    bool a, b, one_sided;
} test_row_outputs;
bool test_output_rows(test_work *, test_form, size_t size, test_row_outputs);
cliv_array test_result_array(const test_work *, size_t k); /* arrays[k], or CLIV_NONE if the form has no arrays */
cliv_array test_count_array(const test_work *);
size_t *test_host_count(test_work *);

/* kernels.c: operations of the tests that are kernels with the library's building blocks. A kernel is built at the
 * first call and again for another context. The operation sets the kernel's arguments after each build; they stay
 * set. */
bool test_kernel_is_built(const test_work *, const cliv_context *);
cliv_status test_kernel_build(test_work *, cliv_context *, const char *source, const char *options, const char *name,
                              size_t group); /* the largest size, a power of two, unless the source has a size */
cliv_status test_kernel_array(test_work *, cl_uint argument,
                              const test_array *); /* sets two arguments: buffer, and ulong first */
cliv_status test_kernel_enqueue(test_work *, cl_command_queue, size_t items, cl_uint, const cl_event *, cl_event *);
bool test_make_pool(test_work *, size_t capacity); /* a pool of uints */
bool test_make_counter(test_work *, size_t bins);

/* Counts how often each of `grid` positions occurs in `count` random draws. NULL: out of memory. The caller frees the
 * counts. */
uint32_t *test_draws(uint64_t *random, size_t count, size_t grid);

/* operators.c: scans and reductions of array 0. `output` may be NULL; `total` is the reduction of all. */
test_flavour test_fold_flavour(const test_case *);
/* Converts a number to another type like C. For equal types it copies any value. */
void test_convert(const test_type *from, const void *value, const test_type *to, void *result);
bool test_converts(const test_case *);  /* can the input's type `from`, if any, be converted? */
bool test_fold_fits(const test_case *); /* does the operator accept the type, and can the input be converted? */
void test_fold(const test_work *, unsigned char *output, bool inclusive, void *total);
/* Combines elements begin … end-1 of an input, in the type of the case's operator. */
void test_fold_range(const test_work *, const test_array *, size_t begin, size_t end, void *result);
const test_type *test_folded_type(const test_operation *, const test_case *); /* the type that the operator combines */

/* intervals.c: cuts c.n into work->sizes; declares their exclusive scan as offsets. */
bool test_make_intervals(test_work *);
bool test_input_offsets(test_work *);
/* Returns the starts of the intervals in the other array, and the extent of that array. `writing`: intervals must not
 * overlap. The caller frees the starts. */
uint64_t *test_place_intervals(const test_work *, bool writing, uint64_t salt, size_t *extent);

/* ---- random numbers
 * ----------------------------------------------------------------------------------------------- */

uint64_t test_random(uint64_t *state);                   /* 64 bits, fast */
uint64_t test_random_below(uint64_t *state, uint64_t n); /* 0 … n-1; 0 for n = 0 */

#endif
