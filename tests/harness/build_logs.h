/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of programs that compile with a build log, or do not compile with sub-groups. */
#ifndef BUILD_LOGS_H
#define BUILD_LOGS_H

#include <clinterval/clinterval.h>

#include <stdbool.h>

extern size_t test_builds;     /* programs built */
extern size_t test_build_logs; /* programs for which PoCL wrote a build log, or that do not compile with sub-groups */

#endif
