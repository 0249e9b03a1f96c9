/* SPDX-License-Identifier: Apache-2.0 */
/* A build describes one instantiation of a program: its types, arrays and operators. Later calls find the program by
 * the description, so no text is written again. Names are literals of the library. The programs are in the cache of
 * their context. */
#ifndef CLIV_PROGRAM_H
#define CLIV_PROGRAM_H

#include "runtime/prelude.h"
#include "runtime/tuning.h"

#include <clinterval/aos.h>

#include <stdint.h>

typedef struct cliv_build {
    cliv_context *ctx;
    cliv_tuning tuning;
    cliv_description description;
    cliv_array arrays[CLIV_MAX_ARRAYS]; /* the arrays that are present, for launches */
    unsigned array_count;
    struct cliv_program *program; /* set by cliv_program_for() */
    bool wide;                    /* 64-bit indices */
    bool shared;                  /* an output may be an input: pointers are not restrict */
    bool partitioned;             /* set by cliv_build_cut(): a kernel cuts the tiles */
} cliv_build;
typedef struct cliv_tiles { /* the sizes of a program's tiles, which determine the group shape */
    cliv_family family;
    size_t bytes;           /* of an element, as the table counts them */
    size_t local_item;      /* bytes of local memory per item */
    size_t local_work_item; /* bytes of local memory per work-item, in addition to its items */
    /* NULL, or a function that returns the additional bytes of local memory of a group of the build's shape,
     * such as cliv_local_bytes_of_scan(). It is called for each shape that is tried. */
    size_t (*local_group)(const cliv_build *, size_t local_item);
    size_t largest; /* the largest value that an index must hold; 0: `items` */
    size_t items;   /* the item count of the call, as the table counts items */
} cliv_tiles;
/* In bytes. */
static inline size_t cliv_index_bytes(const cliv_build *b) { return b->wide ? sizeof(cl_ulong) : sizeof(cl_uint); }
void cliv_build_begin(cliv_build *, cliv_context *, cliv_tiles);
void cliv_build_begin_small(cliv_build *, cliv_context *, size_t items); /* for kernels of groups of any size */
void cliv_build_define(cliv_build *, const char *name, unsigned value);
void cliv_build_type(cliv_build *, const char *alias, const cliv_type *);
/* Declares a type whose values no kernel handles, so that the compiler checks it. */
void cliv_build_declare(cliv_build *, const cliv_type *);
/* Adds CLIV_HAS_<NAME>, a type cliv_<name>, cliv_load_<name>() or cliv_store_<name>(), and a member of cliv_arrays.
 * For CLIV_NONE, too: loads return 0, and stores do nothing. */
void cliv_build_array(cliv_build *, const char *name, const cliv_array *, cliv_access);
/* Arrays and lengths of a program. */
typedef struct cliv_parameter {
    enum { CLIV_LAST_PARAMETER, CLIV_READ_ARRAY, CLIV_WRITTEN_ARRAY, CLIV_LENGTH } kind;
    const char *name;
    const cliv_array *array; /* or the length; NULL: no array */
    bool counted;
} cliv_parameter;
#define READ(name, array) ((cliv_parameter){CLIV_READ_ARRAY, name, array, false})
#define WRITTEN(name, array) ((cliv_parameter){CLIV_WRITTEN_ARRAY, name, array, false})
#define COUNTED(name, array) ((cliv_parameter){CLIV_READ_ARRAY, name, array, true})
#define COUNTED_WRITTEN(name, array) ((cliv_parameter){CLIV_WRITTEN_ARRAY, name, array, true})
#define LENGTH(name, length) ((cliv_parameter){CLIV_LENGTH, name, length, true})
/* Defines CLIV_COUNT_<NAME>(most) for the body of a kernel: the element count of an array with at most `most`
 * elements. Without a device-side length it is `most`. With one, kernels get the length as an argument after the
 * arguments declared before. Calls of checked contexts read the length first and continue with that count. */
void cliv_build_count(cliv_build *, const char *name, const cliv_array *);
/* Calls cliv_build_array() for the arrays, then cliv_build_count() for counted arrays and for lengths. */
#define cliv_build_arrays(build, ...) \
    cliv_build_parameters(build, (const cliv_parameter[]){__VA_ARGS__, {.kind = CLIV_LAST_PARAMETER}})
void cliv_build_parameters(cliv_build *, const cliv_parameter *);
void cliv_build_pass(cliv_build *, const cliv_array *); /* passes the array to kernels; CLIV_NONE is not passed */
/* As cliv_build_array(), but messages name the array after another parameter of the public function. */
void cliv_build_parameter(cliv_build *, const char *name, const char *parameter, const cliv_array *, cliv_access);
void cliv_build_alias(cliv_build *, const char *name, const char *of); /* a second name for reads of an array */
/* Conversions to the type of an array; NULL, the type of CLIV_NONE, adds none. */
void cliv_build_index_conversion(cliv_build *, const char *name, const cliv_type *); /* cliv_to_<name>(index) */
void cliv_build_row_conversion(cliv_build *, const char *name, const cliv_type *);   /* as above; -1 stays -1 */
void cliv_build_no_conversion(cliv_build *, const char *name);                       /* defines no conversion */
cliv_status cliv_build_op(cliv_build *, const cliv_op *, const cliv_type *, bool need_identity);
/* Saturating sums of sizes. */
cliv_status cliv_build_sum(cliv_build *, const cliv_type *input, const cliv_type *output);
cliv_status cliv_build_order(cliv_build *, const cliv_order *, const cliv_type *); /* cliv_key and cliv_less() */
void cliv_build_same(cliv_build *, const char *same); /* cliv_is_same(a, b) for keys; after cliv_build_order() */
void cliv_build_radix(cliv_build *, const cliv_order *, const cliv_type *); /* cliv_radix_word() for a cliv_key */
/* Adds cliv_<name>_word() for an element of that array, which is a number. */
void cliv_build_column_word(cliv_build *, const char *name, const cliv_order *, const cliv_type *);
/* The built-in operator with the text of `op`, or of NULL; NULL: the operator is user-defined. */
const cliv_op *cliv_built_in_op(const cliv_op *);
bool cliv_order_is_built_in(const cliv_order *, bool *descending);
void cliv_build_conversions(cliv_build *, const cliv_type *input, const cliv_type *output);
void cliv_build_saturation(cliv_build *, const char *name, const cliv_type *); /* cliv_to_<name>(ulong) */
/* Adds cliv_is_kept(handle, x, i). Messages call the expression `name`. */
void cliv_build_predicate(cliv_build *, const char *name, const char *keep, const char *source, const cliv_type *,
                          const cliv_array *arrays, size_t count);
typedef struct cliv_body {
    const char *variables; /* its parameters other than the arrays, as OpenCL C declares them */
    const char *text, *source;
    const cliv_array *arrays; /* must live as long as the build */
    size_t array_count;
    bool apart; /* no two of the arrays overlap */
} cliv_body;
void cliv_build_body(cliv_build *, const cliv_body *); /* cliv_body(handle, variables) */
/* A structure of pointers a0, a1 … to the first elements of buffers. `arrays` must live as long as the build. */
void cliv_build_handle(cliv_build *, const char *name, const cliv_array *arrays, size_t count, const char *constant);
/* The handle with a0_count, a1_count …. No array of these handles overlaps an array that the program writes. */
void cliv_build_columns(cliv_build *, const char *name, const cliv_array *arrays, size_t count, const char *constant);
/* cliv_build_include() includes a device header at this position of the declarations. cliv_build_composed() declares
 * an array that the header composes of arrays declared before: kernels get the parts, not the array. */
void cliv_build_include(cliv_build *, const char *header);
void cliv_build_composed(cliv_build *, const char *name);
/* Ends the expressions: headers that are included after this do not see the caller's macros. */
void cliv_build_end_expressions(cliv_build *);
/* Limits the registers per work-item, if the compiler supports a limit, so that more groups run at a time. */
void cliv_build_registers(cliv_build *, unsigned most);
void cliv_build_passes_values(cliv_build *); /* of structures that the device code defines */
/* True for built-in operators on integers: the result does not depend on the order. */
bool cliv_op_is_exact(const cliv_op *, const cliv_type *);
bool cliv_op_rounds(const cliv_type *); /* true if operators on the type may round: all types but integers */
void cliv_build_free(cliv_build *);     /* also releases the program (cache.c) */

/* ---- structures and their fields */
enum { CLIV_MOST_FIELDS = CLIV_MAX_USER_ARRAYS }; /* the maximum of one program */
/* Writes the type cliv_item and the macros that cliv_aos.clh requires. */
void cliv_build_item(cliv_build *, const cliv_type *, bool by_units);
typedef struct cliv_members { /* the fields of a structure that a program moves */
    const cliv_type *structure;
    const cliv_field *fields; /* fields in buffers, or one generated field */
    size_t count;
    cliv_access access; /* of the fields' arrays */
    bool in_local;      /* the structure is in local memory; false: in global memory */
} cliv_members;
/* Writes cliv_store_fields(), or for CLIV_READ cliv_load_fields(), between the fields' arrays and a structure.
 * `buffers`: the arrays of the fields in buffers; they must live as long as the build. */
void cliv_build_fields(cliv_build *, const cliv_members *, const cliv_array *buffers);
/* Writes cliv_copy_row(), which copies one row from each column of `inputs` to the same column of `outputs`, up to the
 * length of the column. */
void cliv_build_row_copy(cliv_build *, size_t count);

/* ---- the local memory of the parts of a tile, in bytes, for the group shape that a build has so far. Each function
 * returns the size that the device code of that name requires. Unless sub-groups are certain, the functions return the
 * size without sub-groups, which is larger. */
size_t cliv_local_bytes_of_group(const cliv_build *, const cliv_tiles *); /* the total of the group */
size_t cliv_local_bytes_of_scan(const cliv_build *, size_t value); /* cliv_wg_scan.inl, `value`: bytes of a value */
size_t cliv_local_bytes_of_segmented_scan(const cliv_build *, size_t value); /* cliv_wg_scan_headed.clh */
size_t cliv_local_bytes_of_ranks(const cliv_build *);                        /* cliv_wg_rank.clh */
size_t cliv_local_bytes_of_bits(const cliv_build *);                         /* cliv_bits.clh */

/* ---- the cache of compiled programs of a context. It keeps up to CLIV_CACHED_PROGRAMS programs, and more while calls
 * hold them. */
enum { CLIV_SMALL_GROUP = 64 };
typedef struct cliv_program {
    cl_program program;
    cl_kernel *kernels;
    cl_uint kernel_count;
    cliv_mutex lock; /* only one thread at a time may set arguments of the kernels */
    size_t limit;    /* the largest group size that the kernels support */
    /* The group size of kernels without a required size: CLIV_SMALL_GROUP, or a smaller power of two if the device's
     * limit is lower. */
    size_t small_group;
    unsigned lanes; /* the sub-group size. 0: the program uses no sub-groups, even if cliv_lanes() is not 0 */
    /* The lock of the cache protects the following fields. */
    uint64_t hash;
    uint64_t last_use;
    unsigned users; /* builds that hold the program, and threads that wait for it */
    enum { CLIV_BUILDING, CLIV_BUILT, CLIV_BUILD_HAS_FAILED } state;
    cliv_status status; /* the failure, for all threads that waited */
    char *sentence;
    struct cliv_program *next; /* the next program of the bucket */
    size_t length;
    unsigned char key[]; /* the description, of `length` bytes */
} cliv_program;

enum { CLIV_CACHED_PROGRAMS = 256, CLIV_CACHE_BUCKETS = 64 };
typedef struct cliv_cache {
    cliv_mutex lock;
    cliv_condition built; /* signalled when a compilation ends */
    cliv_program *buckets[CLIV_CACHE_BUCKETS];
    size_t count, most;
    uint64_t uses;
} cliv_cache;
cliv_status cliv_cache_begin(cliv_cache *); /* the cache must be zero-initialised */
void cliv_cache_end(cliv_cache *);          /* no other thread may use the cache */
void cliv_cache_trim(cliv_cache *);         /* releases all programs that no call holds */

/* Gets the program of the build from the cache, or compiles it. The build holds it until cliv_build_free(). Threads
 * compile different programs in parallel; a thread that needs a program under compilation waits for it. */
cliv_status cliv_program_for(cliv_build *, const char *file);
cliv_status cliv_program_kernel(cliv_program *, const char *name, cl_kernel *); /* under the program's lock */
/* Creates a separate kernel object. The caller releases it and is the only one that sets its arguments. */
cliv_status cliv_program_new_kernel(cliv_program *, const char *name, cl_kernel *);
unsigned cliv_program_lanes(const cliv_program *); /* p->lanes */

/* The folder of the compiler's cache, for messages about failures that the cache may cause. */
#define CLIV_CACHE_FOLDER "for PoCL: POCL_CACHE_DIR, by default HOME/.cache/pocl"
/* Compiles a description. `sub_groups`: use sub-groups if the device and the program allow them. A build that fails is
 * repeated without sub-groups. *lanes: the sub-group size of the program; 0: no sub-groups. */
cliv_status cliv_compile_description(const cliv_context *, const unsigned char *description, size_t length,
                                     bool sub_groups, unsigned *lanes, cl_program *);

#endif
