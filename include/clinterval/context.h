/* SPDX-License-Identifier: Apache-2.0 */
/** @file context.h
 *  A context: one OpenCL device, the programs compiled for it, and its scratch memory.
 *
 *  OpenCL drivers do not survive a fork. If the library has used OpenCL in the parent, every function that needs OpenCL
 *  returns CLIV_INVALID_ARGUMENT immediately in the child (cliv_context_queue() returns NULL), even for a new context.
 *  Functions that destroy or release have no effect there. Fork before the program creates the first context or lists
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

/** Flags of cliv_context_options. */
enum {
    /** Look at the data before each operation; a call whose data breaks a precondition returns CLIV_CHECK_FAILED,
     *  with a sentence that names the array and the first bad index, and writes nothing. Every call then blocks until
     *  its wait list and its checks have ended. */
    CLIV_CHECKED = 1u << 0,
    /** The context's own queue (cliv_context_queue()) records event times. */
    CLIV_PROFILING = 1u << 1,
    /** Calls compile what they need, and do nothing else, until cliv_context_compile_only() ends that. */
    CLIV_COMPILE_ONLY = 1u << 2
};

/** What a context is made with. Zero-initialise; every field is optional. */
typedef struct cliv_context_options {
    /** Which device, in the words of the environment variable CLINTERVAL_DEVICE, which it overrides:
     *  - "1:0": platform 1, device 0, as `clinfo -l` counts;
     *  - "gpu", "cpu", "accelerator": the first device of that kind;
     *  - anything else: a part, in any case, of a platform's name or version or of a device's name ("pocl", "nvidia").
     *
     *  NULL or "": the variable; where that is unset or empty too, the first GPU, else the first CPU, else any device.
     *  A value that matches nothing is CLIV_NO_DEVICE, and the message lists what there is. */
    const char *device;
    /** A tuning file as `clinterval tune` describes it; NULL: the one that CLINTERVAL_TUNING names, else the built-in
     *  table. With a bad file no context is made, and the message names the line. */
    const char *tuning_file;
    /** CLIV_CHECKED, CLIV_PROFILING, CLIV_COMPILE_ONLY. */
    unsigned flags;
    /** Allocates scratch memory instead of the context's own pool. Set both callbacks or neither. `scratch_create`
     *  returns a buffer of this OpenCL context with at least `bytes` bytes that kernels can read and write, or NULL
     *  (CLIV_OUT_OF_MEMORY). A smaller buffer is CLIV_OUT_OF_RANGE; any other memory object is CLIV_INVALID_ARGUMENT.
     *  `scratch_release` is called after the work that used the memory has ended, possibly on a thread of OpenCL. For a
     *  refused buffer it is called immediately. Both may be called concurrently. */
    cl_mem (*scratch_create)(cl_context, size_t bytes, void *user);
    void (*scratch_release)(cl_mem, void *user); /**< @see scratch_create */
    /** Passed to both of them. Must outlive the last work of the context: call clFinish() on every queue that the
     *  context was used with before freeing it. */
    void *user;
} cliv_context_options;

/** Make a context on the device that the options or CLINTERVAL_DEVICE select.
 *  @param options  may be NULL
 *  @param context  receives the context; untouched on failure
 *  @return CLIV_NO_DEVICE, CLIV_INVALID_ARGUMENT (also for a bad tuning file), CLIV_OUT_OF_MEMORY, or OpenCL's code. */
CLIV_API cliv_status cliv_context_create(const cliv_context_options *options, cliv_context **context);

/** The devices among which cliv_context_create() takes the first: those of one platform, in its order, that the
 *  options or CLINTERVAL_DEVICE select. Where nothing says which, they are of the kind of the one that it takes. So
 *  programs that use all GPUs of a machine make a context on each by cliv_context_create_with().
 *  @param options   may be NULL; its `device` counts
 *  @param devices   receives the first `capacity` of them, not retained; may be NULL where that is 0
 *  @param count     receives how many there are
 *  @code
 *  size_t count;
 *  cl_device_id devices[8];
 *  cliv_context_devices(NULL, devices, 8, &count);    // on a machine with two GPUs, both
 *  @endcode
 *  @return CLIV_NO_DEVICE, CLIV_INVALID_ARGUMENT, CLIV_OUT_OF_MEMORY, or OpenCL's code. */
CLIV_API cliv_status cliv_context_devices(const cliv_context_options *options, cl_device_id *devices, size_t capacity,
                                          size_t *count);

/** Make a context on an OpenCL context and device of the caller's, both retained. CLINTERVAL_DEVICE is ignored. */
CLIV_API cliv_status cliv_context_create_with(cl_context cl, cl_device_id device, const cliv_context_options *options,
                                              cliv_context **context);

/** Destroy a context. NULL is fine. Work in flight goes on: what it needs lives until it ends. */
CLIV_API void cliv_context_destroy(cliv_context *context);

/** The OpenCL context; NULL for NULL. Not retained for the caller. */
CLIV_API cl_context cliv_context_cl(const cliv_context *context);
/** The OpenCL device; NULL for NULL. */
CLIV_API cl_device_id cliv_context_device(const cliv_context *context);
/** The context's own in-order queue, made on first use; NULL for NULL or where none could be made
 *  (cliv_last_error() tells why). Not retained for the caller. */
CLIV_API cl_command_queue cliv_context_queue(cliv_context *context);

/** Give back the scratch memory that no work uses at present, or that OpenCL keeps until the work in a queue has ended,
 *  and the compiled programs that no call holds: the next call that needs one compiles it again. Without it a context
 *  keeps its scratch, and with it the queues that used it last, and the 256 programs used last. */
CLIV_API cliv_status cliv_context_trim(cliv_context *context);

/** Compile ahead: from now on (`on` is not 0), or no longer (0), the operations of this context only compile.
 *
 *  Such a call validates its arguments and compiles all programs that the same call needs later, those of the checks of
 *  a CLIV_CHECKED context among them; its status says what failed. It launches nothing, neither reads nor writes any
 *  array, leaves a host output as it is, and does not block: data need not be there yet. Its event, where one is asked
 *  for, is that of a marker: it waits for the wait list or, without one, for what is in the queue.
 *
 *  The later call finds the programs where it is the same call: the same options, which arrays and host outputs are
 *  there, the arrays' types, counts, generators and whether they begin with their buffers (`first` is 0 or not), the
 *  same order, operator and other snippets. The buffers may be others, as long as those that are one and the same
 *  remain so; queue, wait list and event may, too. For cliv_copy() `first` itself counts, and where the memory of a
 *  buffer of CL_MEM_USE_HOST_PTR lies.
 *
 *  Pools are made, allocated from and mapped as ever, and so are counters; cliv_pool_reset(), cliv_pool_pack(),
 *  cliv_counter_set() and cliv_counter_read() only compile. cliv_program_build() is no operation: it always compiles.
 *  Some drivers leave a part of their work to the first launch, PoCL about half.
 *
 *  Call it while no other thread uses the context.
 *  @code
 *  cliv_context_compile_only(ctx, 1);
 *  cliv_sort_pairs(ctx, queue, keys, values, NULL, 0, NULL, NULL);  // compiles
 *  cliv_context_compile_only(ctx, 0);
 *  …
 *  cliv_sort_pairs(ctx, queue, keys, values, NULL, 0, NULL, NULL);  // sorts at once
 *  @endcode */
CLIV_API cliv_status cliv_context_compile_only(cliv_context *context, int on);

#ifdef __cplusplus
}
#endif
#endif
