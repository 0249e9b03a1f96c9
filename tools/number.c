/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers among the options of `clinterval demo`. */
#include "tool.h"

#include <errno.h>
#include <stdlib.h>

int demo_number(const char *what, const char *text, int least, int most)
{
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    if (errno == 0 && end != text && *end == 0 && number >= least && number <= most)
        return (int)number;
    app_error("demo: --%s is '%s', but must be a number from %d to %d", what, text, least, most);
    return -1;
}
