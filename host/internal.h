/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources of the library share. The layers, each using those above it only:
 *   error, text      sentences and growing strings
 *   device, tuning   which device, and the shape of groups on it
 *   context, scratch what lives as long as a context
 *   array            validation of arrays
 *   source, program  from arrays, types and operators to compiled kernels
 *   call             one public call: its queue, wait list, scratch and events */
#ifndef CLIV_INTERNAL_H
#define CLIV_INTERNAL_H

#include <clinterval/clinterval.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CLIV_TRY(expression)              \
    do {                                  \
        if ((status = (expression)) != 0) \
            goto done;                    \
    } while (0)

#if defined(__GNUC__)
#define CLIV_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define CLIV_PRINTF(at, first)
#endif

/* ---- error.c: every failure passes through one of these, which answer the status they were given */
cliv_status cliv_fail(cliv_status status, const char *format, ...) CLIV_PRINTF(2, 3);
cliv_status cliv_fail_cl(cl_int code, const char *function); /* 0 for CL_SUCCESS */
cliv_status cliv_fail_memory(void);

/* ---- text.c: a string that grows; after a failed allocation it is `failed` and takes no more */
typedef struct cliv_text {
    char *data;
    size_t length, capacity;
    bool failed;
} cliv_text;
void cliv_text_add(cliv_text *, const char *format, ...) CLIV_PRINTF(2, 3);
void cliv_text_append(cliv_text *, const char *data, size_t length);
void cliv_text_free(cliv_text *);
cliv_status cliv_read_file(const char *path, cliv_text *);

/* ---- device.c */
typedef struct cliv_device {
    cl_platform_id platform;
    cl_device_id id;
    unsigned platform_index, device_index; /* as `clinfo -l` counts */
    char platform_name[128], platform_version[128], name[128], vendor[128];
    cl_device_type type;
    cl_uint units;
    size_t work_group_limit;
    cl_ulong local_memory;
    bool fp64, fp16, int64_atomics;
    bool ptx;      /* NVIDIA's compiler, sm_70 or later */
    char arch[16]; /* "sm_90", or "" */
} cliv_device;

typedef struct cliv_device_spec {
    enum { CLIV_SPEC_DEFAULT, CLIV_SPEC_INDEX, CLIV_SPEC_KIND, CLIV_SPEC_NAME } kind;
    unsigned platform, device; /* INDEX */
    cl_device_type type;       /* KIND */
    const char *name;          /* NAME: the text itself */
} cliv_device_spec;

cliv_device_spec cliv_device_spec_parse(const char *text); /* NULL: default */
bool cliv_device_matches(const cliv_device *, const cliv_device_spec *);
cliv_status cliv_device_list(cliv_device **devices, size_t *count); /* of all platforms; free() it */
cliv_status cliv_device_describe(cl_device_id, cliv_device *);
cliv_status cliv_device_pick(const char *spec, cliv_device *); /* spec as CLINTERVAL_DEVICE */

/* ---- tuning.c */
typedef struct cliv_tuning {
    char family[16]; /* as tuning.h names them */
    char device[48]; /* "any", "cpu", "gpu", "accelerator", "vendor:…", "arch:…" or "name:…", which may end in "*" */
    unsigned bytes; /* rows of the same device: the first whose bytes are not below the element's */
    unsigned nt, vt;
    unsigned mode; /* as tuning.h says */
} cliv_tuning;

typedef struct cliv_tuning_table {
    cliv_tuning *rows;
    size_t count;
} cliv_tuning_table;

cliv_status cliv_tuning_parse(const char *text, const char *file, cliv_tuning_table *); /* the caller frees rows */
/* The row for a device; never NULL: the built-in table ends with rows for any. `table` may be NULL. */
const cliv_tuning *cliv_tuning_find(const cliv_tuning_table *table, const cliv_device *, const char *family,
                                    size_t bytes);

unsigned cliv_tuning_step(const char *family); /* what vt is a multiple of: interval tiles count in fours */

/* ---- context.c */
typedef struct cliv_program cliv_program;
typedef struct cliv_scratch cliv_scratch;

struct cliv_context {
    cl_context cl;
    cliv_device device;
    cl_command_queue queue;
    unsigned flags;
    cliv_tuning_table tuning;
    cl_mem (*scratch_create)(cl_context, size_t, void *);
    void (*scratch_release)(cl_mem, void *);
    void *user;
    pthread_mutex_t lock;   /* of what follows */
    cliv_program *programs; /* program.c */
    cliv_scratch *scratch;  /* scratch.c */
};

/* ---- scratch.c: device memory that a call needs until its last command has ended */
struct cliv_scratch {
    cl_mem mem;
    size_t bytes;
    cl_uint call;           /* look-back states: how many calls used it since it was cleared; 0 = must be cleared */
    cl_command_queue queue; /* the in-order queue of its last use, retained, or NULL */
    cl_event last;          /* the last command that uses it, or NULL */
    bool states;            /* reserved for look-back states */
    bool cleared;           /* and a call that cleared them is known to have ended well */
    cliv_scratch *next;
};
cliv_status cliv_scratch_take(cliv_context *, cl_command_queue in_order, size_t bytes, bool states, cliv_scratch **);
/* Give it back: to be reused after `last`, or at once when `last` is NULL. */
void cliv_scratch_give(cliv_context *, cl_command_queue in_order, cliv_scratch *, cl_event last);
void cliv_scratch_trim(cliv_context *); /* what has ended */
void cliv_scratch_end(cliv_context *);  /* everything; nobody else uses the context any more */

/* ---- array.c */
typedef enum cliv_access { CLIV_READ, CLIV_WRITE } cliv_access;
typedef struct cliv_use { /* one array argument of a call */
    const char *name;
    cliv_array array;
    cliv_access access;
    size_t needed; /* elements that the operation touches */
    bool optional; /* may be CLIV_NONE */
    bool in_place; /* may be the same elements as an input */
} cliv_use;

bool cliv_is_none(const cliv_array *);
/* Everything that api.md calls "validated" about arrays. */
cliv_status cliv_validate(const cliv_context *, const cliv_use *uses, size_t count);
cliv_status cliv_validate_buffers(const cliv_context *, const char *name, const cliv_array *arrays, size_t count);
cliv_status cliv_same_type(const char *name, const cliv_type *, const char *other_name, const cliv_type *other);
cliv_status cliv_index_type(const char *name, const cliv_array *); /* CLIV_NONE passes */
/* Do both counts have a sum? */
cliv_status cliv_check_together(const char *a_name, const cliv_array *a, const char *b_name, const cliv_array *b);
cliv_status cliv_convertible(const char *name, const cliv_type *from, const char *to_name, const cliv_type *to);

typedef struct cliv_scalar { /* what a type's name says */
    enum { CLIV_SIGNED, CLIV_UNSIGNED, CLIV_FLOATING, CLIV_OTHER } kind;
    size_t size;    /* of one component */
    unsigned width; /* 1, or 2 … 16 for vectors */
} cliv_scalar;
cliv_scalar cliv_scalar_of(const cliv_type *);

/* ---- source.c: expands #include of embedded device headers, with #line */
typedef struct cliv_embedded_file {
    const char *name, *text;
} cliv_embedded_file;
extern const cliv_embedded_file cliv_embedded_files[];
extern const size_t cliv_embedded_count;
cliv_status cliv_source_expand(const char *text, const char *name, cliv_text *expanded);

/* ---- program.c: one program is one instantiation; its prelude declares types, arrays and operators */
enum { CLIV_MAX_ARRAYS = 8, CLIV_MAX_USER_ARRAYS = 64, CLIV_MAX_TYPES = CLIV_MAX_ARRAYS * (CLIV_MAX_USER_ARRAYS + 1) };
typedef struct cliv_build {
    cliv_context *ctx;
    cliv_tuning tuning;
    cliv_text sources;   /* the users' declarations of types, each once */
    cliv_text functions; /* and those that operators and bodies need */
    cliv_text prelude;
    cliv_text params; /* of all arrays */
    const char *seen[CLIV_MAX_TYPES + 16];
    unsigned seen_count;
    cliv_type types[CLIV_MAX_TYPES]; /* structures, whose sizes are to be explained when the build fails */
    unsigned type_count;
    cliv_array arrays[CLIV_MAX_ARRAYS];
    unsigned array_count;
    bool wide;   /* 64-bit indices */
    bool shared; /* an output may be an input: pointers are not restrict */
} cliv_build;
/* Begin: the shape of groups for `family` and elements of `bytes`, whose tiles need `local_item` bytes of local
 * memory an item and `local_group` a work-item beside them. `largest`: the greatest number that an index must hold. */
void cliv_build_begin(cliv_build *, cliv_context *, const char *family, size_t bytes, size_t local_item,
                      size_t local_group, size_t largest);
void cliv_build_define(cliv_build *, const char *name, unsigned value);
void cliv_build_type(cliv_build *, const char *alias, const cliv_type *);
void cliv_build_array(cliv_build *, const char *name, const cliv_array *, cliv_access); /* CLIV_HAS_… 0 for none */
void cliv_build_index_conversion(cliv_build *, const char *name, const cliv_type *);    /* cliv_to_<name>(index) */
void cliv_build_row_conversion(cliv_build *, const char *name, const cliv_type *);      /* the same; -1 stays -1 */
cliv_status cliv_build_op(cliv_build *, const cliv_op *, const cliv_type *, bool need_identity);
cliv_status cliv_build_sum(cliv_build *, const cliv_type *input, const cliv_type *output); /* of sizes, saturating */
cliv_status cliv_build_order(cliv_build *, const cliv_order *, const cliv_type *); /* cliv_key and cliv_less() */
void cliv_build_radix(cliv_build *, const cliv_order *, const cliv_type *);        /* cliv_key and cliv_radix_word() */
bool cliv_order_is_built_in(const cliv_order *, bool *descending);
void cliv_build_conversions(cliv_build *, const cliv_type *input, const cliv_type *output);
void cliv_build_saturation(cliv_build *, const char *name, const cliv_type *); /* cliv_to_<name>(ulong) */
/* cliv_is_kept(handle, x, i) */
void cliv_build_predicate(cliv_build *, const char *keep, const char *source, const cliv_type *,
                          const cliv_array *arrays, size_t count);
void cliv_build_body(cliv_build *, const char *body, const char *source, const cliv_array *arrays, size_t count);
/* A structure of pointers a0, a1 … to the first elements of buffers. `arrays` must live as long as the build. */
void cliv_build_handle(cliv_build *, const char *name, const cliv_array *arrays, size_t count, const char *constant);
cliv_status cliv_build_program(cliv_build *, const char *file, cliv_program **); /* compiled or from the cache */
void cliv_build_free(cliv_build *);
bool cliv_op_is_exact(const cliv_op *, const cliv_type *); /* a built-in on integers: any order, same result */
void cliv_programs_free(cliv_program *);

/* ---- call.c: one public call */
enum { CLIV_MOST_SCRATCH = 24 }; /* pieces that a call may take */
typedef struct cliv_call {
    cliv_context *ctx;
    cl_command_queue queue;
    bool in_order;
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_event last; /* of the last command, if it has one */
    bool enqueued;
    cliv_scratch *scratch[CLIV_MOST_SCRATCH];
    unsigned scratch_count;
} cliv_call;
cliv_status cliv_call_begin(cliv_call *, cliv_context *, cl_command_queue, cl_uint, const cl_event *);
cliv_status cliv_call_scratch(cliv_call *, size_t bytes, bool states, cliv_scratch **);
/* For commands that are not launches: what the next one waits for, the caller's events at first, then, out of order,
 * the command before; and, once it is enqueued, its event, which may be NULL in order. */
void cliv_call_waits(const cliv_call *, cl_uint *count, const cl_event **list);
void cliv_call_enqueued(cliv_call *, cl_event);
/* Read a few bytes back and wait for them. */
cliv_status cliv_call_read(cliv_call *, cl_mem, size_t bytes, void *);
/* The call's one exit: sets *event on success, gives scratch back; answers `status`, or what failed here. */
cliv_status cliv_call_end(cliv_call *, cliv_status status, cl_event *event);

typedef struct cliv_launch { /* setting arguments and enqueuing, one thread at a time for each program */
    cliv_call *call;
    cliv_program *program;
    cl_kernel kernel;
    cl_uint next;
    cliv_status status;
} cliv_launch;
cliv_launch cliv_launch_begin(cliv_call *, cliv_program *, const char *kernel);
void cliv_launch_ulong(cliv_launch *, cl_ulong);
void cliv_launch_uint(cliv_launch *, cl_uint);
void cliv_launch_mem(cliv_launch *, cl_mem);
void cliv_launch_array(cliv_launch *, const cliv_array *);  /* nothing for CLIV_NONE */
void cliv_launch_arrays(cliv_launch *, const cliv_build *); /* all arrays of the build, in order */
cliv_status cliv_launch_end(cliv_launch *, size_t groups, size_t group_size, bool last);
cliv_status cliv_program_kernel(cliv_program *, const char *name, cl_kernel *); /* call with its lock held */
pthread_mutex_t *cliv_program_lock(cliv_program *);

/* ---- scan.c: scan, or without output reduce, once the build knows operator and conversions. `append`: the index in
 * the output that gets the total as well, or SIZE_MAX */
cliv_status cliv_run_scan(cliv_call *, cliv_build *, const cliv_array *total, const cliv_array *input,
                          const cliv_array *output, const cliv_type *acc, bool may_look_back, size_t append);

/* Offsets, and where wanted their total, from sizes, saturating; the same array may be both. `append` as above. */
cliv_status cliv_scan_counts(cliv_call *, const cliv_array *counts, const cliv_array *offsets, const cliv_array *total,
                             size_t append);
/* The sum of numbers, to be stored in a one-element array. */
cliv_status cliv_add_up(cliv_call *, const cliv_array *numbers, const cliv_array *result);

/* ---- look_back.c: the states of one pass with look-back over `words` 64-bit words; states->call is this call's number
 */
size_t cliv_running_groups(const cliv_context *, size_t group_size); /* how many the device runs at a time, about */
cliv_status cliv_look_back_states(cliv_call *, size_t words, cliv_scratch **states);

/* ---- counted.c: operations whose number of outputs only the data tells. Their kernels take the numbers, what
 * CLIV_PLACES_PARAMS says, the memory objects and the arrays of the build. */
typedef struct cliv_counted {
    cliv_array count;   /* CLIV_NONE, or where the number goes */
    size_t *host_count; /* and NULL or the same */
    bool has_output;
    size_t capacity;          /* outputs there is room for */
    size_t most;              /* 0, or how many there are at most, of right data */
    const cliv_scratch *base; /* NULL, or a ulong: where outputs begin */
    size_t tiles;
    const char *count_kernel, *fill_kernel;
    cl_ulong numbers[3];
    unsigned number_count;
    cl_mem mems[2];
    unsigned mem_count;
    bool last;    /* the fill kernel is the call's last command */
    bool streams; /* with look-back, its groups draw tile after tile */
    /* its own */
    bool look_back;
    cliv_scratch *places, *total;
    cl_ulong value;
} cliv_counted;
cliv_use cliv_counted_use(const cliv_counted *); /* how the count array is used */
/* How many tiles a group that streams has in local memory, by its row of the tuning table. */
unsigned cliv_counted_tiles(const cliv_tuning *);
/* What the prelude of its kernels says; after cliv_build_begin(). */
void cliv_counted_describe(cliv_counted *, cliv_build *);
cliv_status cliv_counted_scratch(cliv_call *, cliv_counted *, const cliv_build *); /* once the tiles are known */
cliv_status cliv_counted_run(cliv_call *, cliv_counted *, const cliv_build *, cliv_program *);
cliv_status cliv_counted_read(cliv_call *, cliv_counted *);
/* After the call's end: what the host is told. */
cliv_status cliv_counted_answer(const cliv_counted *, cliv_status);

/* ---- compact.c */
typedef struct cliv_compacting {
    cliv_array input;
    const char *keep, *source;
    const cliv_array *arrays;
    size_t array_count;
    cliv_array output, blanks; /* blanks: CLIV_NONE, or gets -1 wherever the output is written */
    cliv_counted counted;
} cliv_compacting;
/* Numbers are read once, and wait for their place. Structures that are generated lose parts on the way: PoCL 3.1 shifts
 * those of 3 bytes, llvmpipe drops those with padding. */
bool cliv_is_held(const cliv_type *);
cliv_status cliv_run_compact(cliv_call *, cliv_compacting *);

/* ---- interval.c */
typedef enum cliv_interval_kind { CLIV_EXPAND, CLIV_SEARCH, CLIV_TRANSFORM, CLIV_MOVE } cliv_interval_kind;
typedef struct cliv_interval_call {
    cliv_interval_kind kind;
    size_t move_count;
    cliv_array offsets, values, gather, scatter, input, output, segments, ranks;
    const char *body, *source; /* transform */
    const cliv_array *arrays;
    size_t array_count;
    cliv_array firsts;         /* search: where ranks count from; -1 for an interval of one, which has none */
    const cliv_scratch *limit; /* NULL, or a ulong: how many outputs there are, of which move_count are wanted */
} cliv_interval_call;
cliv_status cliv_run_intervals(cliv_context *, cl_command_queue, const cliv_interval_call *, cl_uint, const cl_event *,
                               cl_event *);

cliv_status cliv_enqueue_intervals(cliv_call *, const cliv_interval_call *); /* what was validated */

/* ---- search.c */
typedef struct cliv_searching { /* lower bounds of a in b, and upper bounds of b in a */
    cliv_array a, b;
    cliv_search_outputs out;
    cliv_array a_counts; /* or CLIV_NONE: how many keys of b equal each of a */
    bool only_matches;   /* a_indices are -1 where b has no equal key */
} cliv_searching;
cliv_status cliv_run_search(cliv_call *, const cliv_searching *, const cliv_order *, bool last);
/* What operations on two sorted arrays ask of them. */
cliv_status cliv_check_sides(cliv_call *, const cliv_array *a, const cliv_array *b, const cliv_order *);

/* ---- merge.c: merges of two arrays, and the passes of sorts */
typedef struct cliv_merge {
    cliv_build build;
    cliv_program *program;
    cliv_scratch *partitions, *state; /* state: a uint, set where an order contradicts itself */
} cliv_merge;
enum { CLIV_LOCAL_VALUE = 8 }; /* bytes up to which values go through local memory, beside their keys */
/* Begin the program of merges of `n` outputs; the arrays are the caller's to add. `value` is NULL without values. */
cliv_status cliv_merge_describe(cliv_build *, cliv_context *, const char *family, const cliv_order *,
                                const cliv_type *key, const cliv_type *value, size_t n, bool one_source);
cliv_status cliv_merge_scratch(cliv_call *, cliv_merge *, size_t n); /* before the first launch */
/* Merge two arrays (run = 0), or pairs of neighbouring runs of one of a_keys->count; of `arrays` the first `inputs`
 * hold keys. */
cliv_status cliv_merge_launch(cliv_call *, cliv_merge *, size_t a_count, size_t b_count, size_t run,
                              const cliv_array *arrays, size_t array_count, size_t inputs, bool last);

/* ---- sort.c, segmented_sort.c, radix_sort.c */
typedef struct cliv_sort_call { /* what a sort is called with; what it does without is CLIV_NONE */
    cliv_array keys, values, indices;
    cliv_array starts, flags; /* of segments */
    bool pairs, to_indices, by_starts, by_flags, local;
    const cliv_order *order;
} cliv_sort_call;
cliv_status cliv_run_sort(cliv_context *, cl_command_queue, const cliv_sort_call *, cl_uint, const cl_event *,
                          cl_event *);

typedef struct cliv_sorting {  /* what is sorted: keys, and up to 8 bytes that go along with each */
    cliv_array keys, values;   /* the caller's; values may be CLIV_NONE */
    cliv_array keys2, values2; /* copies in scratch memory */
    bool iota;                 /* values begin as the places of their keys */
    cliv_array starts, flags;
    const cliv_order *order;
    size_t n;
} cliv_sorting;
cliv_status cliv_sort_segments(cliv_call *, const cliv_sorting *); /* without segments, a locality sort */
bool cliv_radix_is_better(const cliv_context *, const cliv_sorting *);
cliv_status cliv_radix_sort(cliv_call *, const cliv_sorting *);

/* ---- check.c: what checked contexts look for */
/* `end` says what move_count is */
cliv_status cliv_check_intervals(cliv_call *, const char *end, size_t move_count, const cliv_array *offsets,
                                 const cliv_array *gather, const cliv_array *scatter, size_t input_count,
                                 size_t output_count);
cliv_status cliv_check_counts(cliv_call *, const cliv_array *counts);
cliv_status cliv_check_sorted(cliv_call *, const char *name, const cliv_array *keys, const cliv_order *);
cliv_status cliv_check_starts(cliv_call *, const char *name, const cliv_array *starts, size_t limit);
cliv_status cliv_check_places(cliv_call *, const char *name, const cliv_array *places, size_t count); /* each once */
cliv_status cliv_check_indices(cliv_call *, const cliv_array *indices, const char *name,
                               size_t count); /* into `name` */

/* ---- numbers */
static inline size_t cliv_ceil_div(size_t a, size_t b) { return a / b + (a % b != 0); }
static inline size_t cliv_min_size(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t cliv_max_size(size_t a, size_t b) { return a > b ? a : b; }

#endif
