/* SPDX-License-Identifier: Apache-2.0 */
#include "tool.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool parse(const char *text, cl_ulong *number)
{
    const bool is_power = strncmp(text, "2^", 2) == 0;
    const char *digits = is_power ? text + 2 : text;
    char *end;
    if (*digits < '0' || *digits > '9')
        return false;
    errno = 0;
    *number = strtoull(digits, &end, 10);
    if (*end != 0 || errno != 0 || (is_power && *number > 62))
        return false;
    if (is_power)
        *number = (cl_ulong)1 << *number;
    return true;
}

cl_ulong option_number(const char *command, const char *option, const char *text, cl_ulong least, cl_ulong most)
{
    cl_ulong number;
    int rank;
    if (parse(text, &number) && number >= least && number <= most)
        return number;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        app_error("%s: --%s is '%s', but must be a number from %" PRIu64 " to %" PRIu64 ", or 2^K", command, option,
                  text, (uint64_t)least, (uint64_t)most);
    return 0;
}
