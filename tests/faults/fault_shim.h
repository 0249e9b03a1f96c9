/* SPDX-License-Identifier: Apache-2.0 */
/** @file fault_shim.h
 * A shim between the library and OpenCL and the allocator. It counts calls, makes the n-th call fail, and counts live
 * objects.
 *
 * The linker's --wrap inserts the shim (fault.cmake). fault_wraps.txt lists the wrapped functions, and a test fails if
 * the library uses a function that is not listed. */
#ifndef CLIV_FAULT_SHIM_H
#define CLIV_FAULT_SHIM_H

#include <stdbool.h>

typedef enum fault_object {
    FAULT_CONTEXT,
    FAULT_DEVICE,
    FAULT_QUEUE,
    FAULT_MEMORY,
    FAULT_PROGRAM,
    FAULT_KERNEL,
    FAULT_EVENT,
    FAULT_BYTES,
    FAULT_OBJECTS
} fault_object;

extern const char *const fault_object_names[FAULT_OBJECTS];

void fault_arm(long nth); /* the nth call from now on fails (1 is the next); 0: no call fails, but calls are counted */
void fault_disarm(void);  /* calls pass and are not counted; objects are still counted */
long fault_calls(void);   /* calls since fault_arm() */
const char *fault_hit(void);   /* the function that failed, or NULL */
long fault_live(fault_object); /* created and retained minus released; FAULT_BYTES: allocations minus frees */

#endif
