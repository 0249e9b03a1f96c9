/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* P_tmpdir */
#include "temporary.h"

#include <stdio.h>
#include <stdlib.h>

void test_temporary_name(char *name, size_t size, const char *what)
{
    const char *folder = getenv("TMPDIR");
    snprintf(name, size, "%.200s/clinterval-%s-XXXXXX", folder && *folder ? folder : P_tmpdir, what);
}
