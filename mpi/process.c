/* SPDX-License-Identifier: Apache-2.0 */
/* Checks for forked processes: a child of a process that has used the library cannot use it. */
#define _POSIX_C_SOURCE 200809L /* getpid */
#include "world.h"

#include <stdatomic.h>
#include <unistd.h>

/* The process that first used the library: OpenCL drivers and MPI do not survive a fork. */
static _Atomic pid_t process;

bool world_is_forked(void) { return process && process != getpid(); }

cliv_status world_check_process(void)
{
    return world_is_forked()
               ? world_fail(CLIV_INVALID_ARGUMENT, "this process was forked after its parent had used OpenCL and MPI, "
                                                   "neither of which works in the child: start processes with mpirun")
               : CLIV_SUCCESS;
}

cliv_status world_begin_process(void)
{
    if (!process)
        process = getpid();
    return world_check_process();
}
