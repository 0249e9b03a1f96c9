/* SPDX-License-Identifier: Apache-2.0 */
/** @file context.h
 *  A context: one OpenCL device, the programs compiled for it, and its scratch memory.
 *
 *  OpenCL drivers do not survive a fork. If the library has used OpenCL in the parent, every function that needs OpenCL
 *  returns CLIV_INVALID_ARGUMENT immediately in the child (cliv_context_queue() returns NULL), even for a new context.
 *  Functions that destroy or release have no effect there. Fork before the program creates its first context or lists
 *  devices. */
#ifndef CLINTERVAL_CONTEXT_H
#define CLINTERVAL_CONTEXT_H

#include "status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A context; its members are private. */
typedef struct cliv_context cliv_context;

/** The flags of cliv_context_options. */
enum {
    /** The device checks the data before each operation. If the data breaks a precondition, the call returns
     *  CLIV_CHECK_FAILED and writes nothing. The message names the array and the first bad index. Every call blocks
     *  until its wait list and its checks have completed. */
    CLIV_CHECKED = 1u << 0,
    /** The context's own queue (cliv_context_queue()) records event times. */
    CLIV_PROFILING = 1u << 1,
    /** Calls only compile their programs, until cliv_context_compile_only() ends this mode. */
    CLIV_COMPILE_ONLY = 1u << 2
};

/** The options of a context. Initialise the structure with zeros; every field is optional. */
typedef struct cliv_context_options {
    /** The device. It overrides the environment variable CLINTERVAL_DEVICE, which has the same syntax:
     *  - "1:0": platform 1, device 0, in the order of `clinfo -l`;
     *  - "gpu", "cpu", "accelerator": the first device of that kind;
     *  - anything else: a case-insensitive part of a platform's name or version, or of a device's name ("pocl",
     *    "nvidia").
     *
     *  NULL or "" means the value of the variable. If the variable is also unset or empty, the device is the first
     *  GPU, otherwise the first CPU, otherwise any device. A value that matches nothing is CLIV_NO_DEVICE, and the
     *  message lists the devices. */
    const char *device;
    /** A tuning file, see `clinterval tune`. NULL means the file that CLINTERVAL_TUNING names, otherwise the built-in
     *  table. For an invalid file no context is created, and the message names the line. */
    const char *tuning_file;
    /** A combination of CLIV_CHECKED, CLIV_PROFILING and CLIV_COMPILE_ONLY. */
    unsigned flags;
    /** Allocates scratch memory instead of the context's own pool. Set both callbacks or neither.
     *
     *  The callback returns a buffer of this OpenCL context with at least `bytes` bytes, which kernels can read and
     *  write, or NULL (CLIV_OUT_OF_MEMORY). A smaller buffer is CLIV_OUT_OF_RANGE; any other memory object is
     *  CLIV_INVALID_ARGUMENT. Several threads may call both callbacks concurrently. */
    cl_mem (*scratch_create)(cl_context, size_t bytes, void *user);
    /** Releases scratch memory after the work that used it has completed.
     *
     *  OpenCL may call it on a thread of its own. A refused buffer is released immediately. */
    void (*scratch_release)(cl_mem, void *user);
    /** Passed to both callbacks. It must outlive the last work of the context: before you free it, call clFinish() on
     *  every queue that the context was used with. */
    void *user;
} cliv_context_options;

/** Creates a context on the device that the options or CLINTERVAL_DEVICE select.
 *
 *  @param options  may be NULL
 *  @param context  receives the context; not changed on failure
 *  @return CLIV_NO_DEVICE, CLIV_INVALID_ARGUMENT (also for an invalid tuning file), CLIV_OUT_OF_MEMORY, or OpenCL's
 *          code. */
CLIV_API cliv_status cliv_context_create(const cliv_context_options *options, cliv_context **context);

/** Lists the devices that the options or CLINTERVAL_DEVICE select.
 *
 *  @param options   may be NULL; only its `device` is used
 *  @param devices   receives the first `capacity` devices, not retained; may be NULL if capacity is 0
 *  @param capacity  the size of `devices`
 *  @param count     receives the number of devices
 *  @return CLIV_NO_DEVICE, CLIV_INVALID_ARGUMENT, CLIV_OUT_OF_MEMORY, or OpenCL's code.
 *
 *  All devices of the list belong to one platform, and have the order of that platform. cliv_context_create() uses the
 *  first device. If neither the options nor the variable selects a device, the list has all devices of the kind that
 *  cliv_context_create() uses. A program that uses all GPUs of a machine creates a context on each device of the list
 *  with cliv_context_create_with().
 *
 *  @code
 *  size_t count;
 *  cl_device_id devices[8];
 *  cliv_context_devices(NULL, devices, 8, &count);    // on a machine with two GPUs, both
 *  @endcode */
CLIV_API cliv_status cliv_context_devices(const cliv_context_options *options, cl_device_id *devices, size_t capacity,
                                          size_t *count);

/** Creates a context on the caller's OpenCL context and device.
 *
 *  @param cl       an OpenCL context, which is retained
 *  @param device   a device of that context, which is retained
 *  @param options  may be NULL
 *  @param context  receives the context; not changed on failure
 *  @return CLIV_INVALID_ARGUMENT (also for a device of another OpenCL context, or for an invalid tuning file),
 *          CLIV_OUT_OF_MEMORY, or OpenCL's code.
 *
 *  CLINTERVAL_DEVICE and the option `device` are ignored. */
CLIV_API cliv_status cliv_context_create_with(cl_context cl, cl_device_id device, const cliv_context_options *options,
                                              cliv_context **context);

/** Destroys a context. Work in flight continues; its resources exist until it completes.
 *
 *  @param context  may be NULL */
CLIV_API void cliv_context_destroy(cliv_context *context);

/** Returns the OpenCL context of a context, not retained for the caller; NULL for NULL.
 *
 *  @param context  may be NULL */
CLIV_API cl_context cliv_context_cl(const cliv_context *context);
/** Returns the OpenCL device of a context, not retained for the caller; NULL for NULL.
 *
 *  @param context  may be NULL */
CLIV_API cl_device_id cliv_context_device(const cliv_context *context);
/** Returns the context's own in-order queue, not retained for the caller.
 *
 *  @param context  may be NULL
 *  @return the queue; NULL for NULL or on failure (cliv_last_error() has the reason).
 *
 *  The first call creates the queue. */
CLIV_API cl_command_queue cliv_context_queue(cliv_context *context);

/** Releases cached scratch memory and compiled programs.
 *
 *  @param context  the context
 *
 *  The function releases scratch memory that no work uses. It also releases memory that commands in an in-order queue
 *  may still use: OpenCL keeps this memory until the commands have completed. Programs that no call uses at the moment
 *  are released, too; the next call that needs such a program compiles it again.
 *
 *  Without this function, a context keeps its scratch memory, the queues that used the scratch memory last, and the
 *  256 most recently used programs. */
CLIV_API cliv_status cliv_context_trim(cliv_context *context);

/** Turns on or off a mode in which the operations of a context only compile their programs.
 *
 *  @param context  the context; no other thread may use it during the call
 *  @param on       not 0: only compile; 0: execute
 *
 *  A compile-only call validates its arguments and compiles all programs that the same call needs later, including the
 *  checks of a CLIV_CHECKED context. Its status reports failures. It launches nothing, reads and writes no array, does
 *  not change a host output, and does not block. The data need not exist yet. Its event, if requested, is a marker: it
 *  waits for the wait list or, without a wait list, for the commands in the queue.
 *
 *  @code
 *  cliv_context_compile_only(ctx, 1);
 *  cliv_sort_pairs(ctx, queue, keys, values, NULL, 0, NULL, NULL);  // compiles
 *  cliv_context_compile_only(ctx, 0);
 *  …
 *  cliv_sort_pairs(ctx, queue, keys, values, NULL, 0, NULL, NULL);  // sorts, without compiling
 *  @endcode
 *
 *  A later call uses the compiled programs if it is the same call. These properties must agree:
 *  - the options, and which arrays and host outputs are passed;
 *  - the order, the operator and other snippets;
 *  - the types, counts and generators of arrays;
 *  - which arrays start at the beginning of their buffers (`first` is 0), and which arrays share a buffer;
 *  - for cliv_copy(), the value of `first` and, for a buffer of CL_MEM_USE_HOST_PTR, the memory address.
 *
 *  The buffers themselves, the queue, the wait list and the event may differ.
 *
 *  Pools and counters are created as usual, and pools are allocated from and mapped as usual. cliv_pool_reset(),
 *  cliv_pool_pack(), cliv_counter_set() and cliv_counter_read() only compile. cliv_program_build() is not an operation
 *  and always compiles. Some drivers leave a part of their work to the first launch, PoCL about half. */
CLIV_API cliv_status cliv_context_compile_only(cliv_context *context, int on);

#ifdef __cplusplus
}
#endif
#endif
