/* SPDX-License-Identifier: Apache-2.0 */
/* What compilers say of programs that compile. */
#ifndef BUILD_LOGS_H
#define BUILD_LOGS_H

#include <clinterval/clinterval.h>

#include <stdbool.h>

extern size_t test_builds;     /* programs built */
extern size_t test_build_logs; /* how many programs PoCL had something to say of */

#endif
