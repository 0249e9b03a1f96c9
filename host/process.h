/* SPDX-License-Identifier: Apache-2.0 */
/* Processes. OpenCL drivers do not survive a fork: their threads do not exist in the child. */
#ifndef CLIV_PROCESS_H
#define CLIV_PROCESS_H

#include <clinterval/status.h>

#include <stdbool.h>

/* Called before the library uses OpenCL for the first time: notes forks from then on. Fails in a child. */
cliv_status cliv_process_begin(void);
/* Is this process a child, forked after cliv_process_begin()? Then nothing of OpenCL may be called. */
bool cliv_process_is_forked(void);
cliv_status cliv_check_process(void); /* fails in such a child */

#endif
