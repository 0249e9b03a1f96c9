/* SPDX-License-Identifier: Apache-2.0 */
/* Records kernel launches through the linker's --wrap, in programs that link test_launches. */
#ifndef CLINTERVAL_TESTS_LAUNCHES_H
#define CLINTERVAL_TESTS_LAUNCHES_H

#include <stddef.h>

typedef struct test_launches {
    unsigned count;
    char names[1024];   /* kernel names in launch order, separated by spaces */
    size_t last_groups; /* groups of the last launch */
    const char *watched;
    size_t groups, local_bytes; /* of the last launch of the kernel named `watched` */
} test_launches;

extern test_launches launches;
void forget_launches(void); /* does not change `watched` */

#endif
