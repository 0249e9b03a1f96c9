/* SPDX-License-Identifier: Apache-2.0 */
/* The library's operations for a caller that passes all arguments in blocks of memory and receives the event as the
 * return value. If ctypes passed every argument separately, most of the time of a call would be argument conversion,
 * above all of structures by value. Each cliv_by_address_x() calls cliv_x(). */
#include <clinterval/clinterval.h>

#include <stdbool.h>

typedef cliv_array array;
typedef const cliv_op *op;
typedef const cliv_order *order;
typedef const char *text;
typedef size_t number; /* also for enumerations, so that all members consist of words and a block has no padding */

struct where {
    cliv_context *ctx;
    cl_command_queue queue;
    number waits; /* NO_EVENT: no wait list, and the call returns no event, because it is recorded */
    cl_event wait_list[];
};
#define NO_EVENT ((number)-1)

/* The status of the thread's last call of a function in this file. */
static _Thread_local cliv_status last_status;

CLIV_API cliv_status cliv_by_address_status(void);
cliv_status cliv_by_address_status(void) { return last_status; }

/* Store the status, and return the event. Return NULL if there is no event or the call failed. */
static cl_event answer(cliv_status status, cl_event event)
{
    last_status = status;
    if (status && event) {
        clReleaseEvent(event);
        event = NULL;
    }
    return event;
}

/* The block of each operation: its arguments in the order of the C function, with the types that the letters in
 * _operations.py give. A list can have any length, so it is a separate block. */
/* clang-format off */
#define BLOCK(name, ...) struct name##_call { __VA_ARGS__ };
#define OPERATION(name, suite, arguments, ...) BLOCK(name, arguments)
#define SNIPPET(name, suite, arguments) BLOCK(name, arguments)
#define UNDESCRIBED(name, arguments) BLOCK(name, arguments)
#define ARRAY(name, ...) array name;
#define LEFT_OUT(name) array name;
#define OP(name) op name;
#define ORDER(name) order name;
#define EXPRESSION(name) text name, source; number array_count;
#define TEXT(name) text name;
#define HOST(name) number *name;
#define MOVES(name) number name;
#define NUMBER(name, value) number name;
#define CHOICE(type, name, value) number name;
#define FIELDS(name, count, value, number_) number count;
#define ADDRESS(type, name, value) type name;
#include "operations.def"

#define FUNCTION(name, ...) \
    CLIV_API cl_event cliv_by_address_##name(const struct where *, const struct name##_call *, const void *); \
    cl_event cliv_by_address_##name(const struct where *at, const struct name##_call *c, const void *list) \
    { \
        (void)list; \
        cl_event event = NULL; \
        const bool told = at->waits != NO_EVENT; \
        const cl_uint waits = told ? (cl_uint)at->waits : 0; \
        const cliv_status status = cliv_##name(at->ctx, at->queue, __VA_ARGS__ waits, waits ? at->wait_list : NULL, \
                                               told ? &event : NULL); \
        return answer(status, event); \
    }
#define OPERATION(name, suite, arguments, ...) FUNCTION(name, arguments)
#define SNIPPET(name, suite, arguments) FUNCTION(name, arguments)
#define UNDESCRIBED(name, arguments) FUNCTION(name, arguments)
#define ARRAY(name, ...) c->name,
#define LEFT_OUT(name) c->name,
#define OP(name) c->name,
#define ORDER(name) c->name,
#define EXPRESSION(name) c->name, c->source, list, c->array_count,
#define TEXT(name) c->name,
#define HOST(name) c->name,
#define MOVES(name) c->name,
#define NUMBER(name, value) c->name,
#define CHOICE(type, name, value) (type)c->name,
#define LIST(name, value) list,
#define FIELDS(name, count, value, number_) list, c->count,
#define STRUCTURE(type, name, value) list,
#define ADDRESS(type, name, value) c->name,
#include "operations.def"
/* clang-format on */

/* `ctx` is the address of a recording. */
CLIV_API cl_event cliv_by_address_recording_run(const struct where *, const void *, const void *);
cl_event cliv_by_address_recording_run(const struct where *at, const void *nothing, const void *list)
{
    (void)nothing, (void)list;
    cl_event event = NULL;
    const cliv_status status = cliv_recording_run((cliv_recording *)(void *)at->ctx, at->queue, (cl_uint)at->waits,
                                                  at->waits ? at->wait_list : NULL, &event);
    return answer(status, event);
}
