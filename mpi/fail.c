/* SPDX-License-Identifier: Apache-2.0 */
/* Failures of this rank: their message texts. */
#include "world.h"

#include <stdarg.h>
#include <stdio.h>

cliv_status world_fail(cliv_status status, const char *format, ...)
{
    char sentence[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return cliv_set_last_error(status, sentence);
}

cliv_status world_fail_cl(cl_int code, const char *function)
{
    return code == CL_SUCCESS ? CLIV_SUCCESS : world_fail(code, "%s failed: %s", function, cliv_status_string(code));
}

cliv_status world_fail_memory(void) { return world_fail(CLIV_OUT_OF_MEMORY, "the host has no memory left"); }

cliv_status world_fail_mpi_on(bool *broken, int code, const char *function)
{
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (code == MPI_SUCCESS)
        return CLIV_SUCCESS;
    if (broken)
        *broken = true;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS)
        snprintf(text, sizeof text, "error %d", code);
    return world_fail(CLIV_MPI_FAILED, "%s failed: %s", function, text);
}

cliv_status world_fail_mpi(cliv_world *world, int code, const char *function)
{
    return world_fail_mpi_on(&world->is_broken, code, function);
}
