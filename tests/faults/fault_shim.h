/* SPDX-License-Identifier: Apache-2.0 */
/** @file fault_shim.h
 *  Between the library and OpenCL and the allocator: counts calls, makes the n-th fail, and keeps count of objects.
 *
 *  The linker's --wrap puts it there (fault.cmake); fault_wraps.txt lists the functions, and a test finds out when the
 *  library begins to use one that is not listed. */
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

void fault_arm(long nth);      /* the nth call from now on fails (1 is the next); 0: none, but calls are counted */
void fault_disarm(void);       /* calls pass and are not counted; objects are, always */
long fault_calls(void);        /* counted since fault_arm() */
const char *fault_hit(void);   /* the function that failed, or NULL */
long fault_live(fault_object); /* created and retained minus released; FAULT_BYTES: allocations minus frees */

#endif
