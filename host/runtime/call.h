/* SPDX-License-Identifier: Apache-2.0 */
/* One public call: its queue, wait list, scratch memory and events, and the launches of its kernels. The sources of
 * operations include this header, which includes the headers that most of them need. */
#ifndef CLIV_CALL_H
#define CLIV_CALL_H

#include "runtime/context_inside.h"
#include "runtime/recorded.h"

enum { CLIV_MOST_SCRATCH = 31 }; /* pieces of scratch memory per call */
enum { CLIV_MOST_LENGTHS = 8 };  /* lengths that a checked call may read */
typedef struct cliv_call {
    cliv_context *ctx;
    cl_command_queue queue;
    bool in_order;
    bool compile_only;         /* nothing is launched or read; see cliv_context_compile_only() */
    cliv_recording *recording; /* NULL, or the recording that gets the launches instead of the queue */
    cliv_commands commands;    /* the recorded launches so far */
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_uint caller_events; /* the number of events from the caller; a run of a recording may add one */
    bool pending;          /* some events of the list were not complete at the last check */
    cl_event *event;       /* NULL: no event is requested */
    bool marks;            /* the last command needs an event, for the caller or to return scratch memory */
    cl_event last;         /* the event of the last command, or NULL */
    bool enqueued;
    cliv_scratch *scratch[CLIV_MOST_SCRATCH];
    unsigned scratch_count;
    cliv_scratch *unused; /* a list of pieces that a compile-only part of the call has taken */
    cl_uint idle;         /* bit k: scratch[k] is free for later commands of the call */
    struct {
        unsigned depth;
        bool compile_only; /* the values before the outermost CLIV_COMPILE, as the next two */
        cl_uint in_use;
        unsigned scratch_count;
    } compiling;
    struct {
        const cliv_array *length;
        size_t number;
    } lengths[CLIV_MOST_LENGTHS]; /* the lengths that a call of a checked context has read */
    unsigned length_count;
    /* The largest array without memory, and the largest counted array: no buffer bounds their counts. The name is NULL
     * if there is no such array. */
    struct cliv_wide {
        const char *name;
        size_t count;
        bool counted;
    } widest, widest_counted;
    /* The expressions to check before the first launch, and the function that checks them (check.h). NULL: none. */
    struct cliv_bounds *bounds;
    cliv_status (*check_bounds)(struct cliv_call *);
} cliv_call;
cliv_status cliv_call_begin(cliv_call *, cliv_context *, cl_command_queue, cl_uint, const cl_event *, cl_event *);
cliv_status cliv_call_scratch(cliv_call *, size_t bytes, bool states, cliv_scratch **);
/* An array of `count` elements in scratch memory. */
cliv_status cliv_call_array(cliv_call *, const cliv_type *, size_t count, cliv_array *);
/* cliv_call_in_use() returns the set of pieces in use. cliv_call_reuse() makes all other pieces free for later
 * commands of the call, which run after the earlier commands. */
cl_uint cliv_call_in_use(const cliv_call *);
void cliv_call_reuse(cliv_call *, cl_uint in_use);
/* Evaluates a call of a function that compiles programs and launches kernels, without the launches. Invalid source
 * then fails before the first command. Frees the scratch memory that the function took. The value is a cliv_status. */
#define CLIV_COMPILE(call, expression) (cliv_call_compile_begin(call), cliv_call_compile_end(call, expression))
void cliv_call_compile_begin(cliv_call *);
cliv_status cliv_call_compile_end(cliv_call *, cliv_status);
/* Notes an array without memory that has `count` elements. */
void cliv_call_has_wide(cliv_call *, const char *name, size_t count, bool counted);
/* Functions for commands that are not launches. cliv_call_waits() returns the wait list of the next command: the
 * caller's events, or, in an out-of-order queue after the first command, the previous command. It fails if one of the
 * caller's events has failed; then the call must not enqueue anything. cliv_call_enqueued() takes the event of the
 * enqueued command, which may be NULL in an in-order queue. */
cliv_status cliv_call_waits(cliv_call *, cl_uint *count, const cl_event **list);
void cliv_call_enqueued(cliv_call *, cl_event);
/* Reads a few bytes and waits for them. A compile-only call leaves `data` unchanged, and a recorded call fails. */
cliv_status cliv_call_read(cliv_call *, cl_mem, size_t bytes, void *);
/* Reads one int, uint, long or ulong. A negative number becomes 0, a number above SIZE_MAX becomes SIZE_MAX. A
 * compile-only call leaves `*number` unchanged. */
cliv_status cliv_call_read_length(cliv_call *, const cliv_array *, size_t *);
/* Reads a device-side length, once per call. */
cliv_status cliv_resolve(cliv_call *, const cliv_array *length);
/* Returns the array for the call: a length that has been read becomes its count. */
cliv_array cliv_resolved(const cliv_call *, cliv_array);
/* True if both are the same element of the same buffer; several arrays may share a length. */
bool cliv_is_same_length(const cliv_array *, const cliv_array *);
/* Ends the call: sets the caller's event on success, returns scratch memory to the pool, and returns `status`, or the
 * first failure. */
cliv_status cliv_call_end(cliv_call *, cliv_status status);

/* The work-items of a launch. */
typedef struct cliv_grid {
    size_t groups;     /* 0: enough groups for `positions` or `items` */
    size_t group_size; /* 0: the size that the build chose */
    size_t positions;  /* each group processes a tile of the positions */
    size_t items;      /* work-items of a kernel that works with groups of any size: the groups are small */
    bool shared;       /* the last work-item of a small group handles the same item as the first of the next group */
    size_t tiles;      /* the next launch has a group per tile; its group count is checked, too */
} cliv_grid;
static inline cliv_grid cliv_groups(size_t groups) { return (cliv_grid){.groups = groups}; }
static inline cliv_grid cliv_groups_of(size_t group_size, size_t groups)
{
    return (cliv_grid){.groups = groups, .group_size = group_size};
}
static inline cliv_grid cliv_tiles_for(size_t positions) { return (cliv_grid){.positions = positions}; }
static inline cliv_grid cliv_items(size_t items) { return (cliv_grid){.items = items}; }
static inline cliv_grid cliv_shared_items(size_t items) { return (cliv_grid){.items = items, .shared = true}; }
/* For a kernel that cuts `tiles` tiles. The launch fails if the next launch would have too many groups, so that the
 * failure precedes the first command. */
static inline cliv_grid cliv_cuts(size_t tiles, size_t items) { return (cliv_grid){.items = items, .tiles = tiles}; }

typedef struct cliv_argument { /* one or more parameters of a kernel */
    enum {
        CLIV_END_OF_ARGUMENTS,
        CLIV_NOTHING, /* no parameter */
        CLIV_VALUE_INSIDE,
        CLIV_VALUE, /* NULL: local memory */
        CLIV_MEM,
        CLIV_NUMBER_OF_CALL,
        CLIV_CLEARED,
        CLIV_ARRAYS,
        CLIV_ARRAYS_OF_BUILD,
        CLIV_LIST
    } kind;
    union {
        cl_ulong of_ulong;
        cl_uint of_uint;
        const void *value;
        cl_mem mem;
        cliv_scratch *states;
        const cliv_array *array;
        const struct cliv_argument *list;
    };
    size_t count; /* the count of arrays, of bytes of a value or of local memory, or of words of states */
    bool is_split;
} cliv_argument;
#define U64(x) ((cliv_argument){CLIV_VALUE_INSIDE, .of_ulong = (cl_ulong)(x), .count = sizeof(cl_ulong)})
#define U32(x) ((cliv_argument){CLIV_VALUE_INSIDE, .of_uint = (cl_uint)(x), .count = sizeof(cl_uint)})
/* A structure of a header that host and device share. */
#define VALUE(x) ((cliv_argument){CLIV_VALUE, .value = &(x), .count = sizeof(x)})
#define MEM(x) ((cliv_argument){CLIV_MEM, .mem = (x)})
#define SCRATCH(x) MEM((x) ? (x)->mem : NULL) /* a cliv_scratch, or NULL */
#define LOCAL(bytes) ((cliv_argument){CLIV_VALUE, .count = (bytes)})
#define NUMBER(x) ((cliv_argument){CLIV_NUMBER_OF_CALL, .states = (x)}) /* the call number for look-back states, or 0 */
/* Look-back states that the kernel clears for the next calls. */
#define CLEARED(x, words, split) ((cliv_argument){CLIV_CLEARED, .states = (x), .count = (words), .is_split = (split)})
/* The arrays at `x`, in order. CLIV_NONE takes no parameter. */
#define ARRAYS(x, length) ((cliv_argument){CLIV_ARRAYS, .array = (x), .count = (length)})
#define ALL_ARRAYS ((cliv_argument){.kind = CLIV_ARRAYS_OF_BUILD}) /* all arrays of the build, in order */
#define IF(condition, argument) ((condition) ? (argument) : (cliv_argument){.kind = CLIV_NOTHING})
/* A list of arguments, and an argument that inserts such a list; NULL inserts nothing. */
#define LIST(...) ((const cliv_argument[]){__VA_ARGS__, {.kind = CLIV_END_OF_ARGUMENTS}})
#define MORE(arguments) ((cliv_argument){CLIV_LIST, .list = (arguments)})

/* Launches a kernel of the build's program. The arguments follow, in the order of the kernel's parameters. Fails if
 * the grid has more groups than a launch can have; the message names the widest array. */
#define cliv_launch(call, build, kernel, grid, last, ...) \
    cliv_launch_list(call, build, kernel, grid, last, LIST(__VA_ARGS__))
cliv_status cliv_launch_list(cliv_call *, const cliv_build *, const char *kernel, cliv_grid, bool last,
                             const cliv_argument *);
cliv_status cliv_call_enqueue(cliv_call *, const cliv_command *, bool last);

#endif
