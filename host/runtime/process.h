/* SPDX-License-Identifier: Apache-2.0 */
/* Detection of forks. OpenCL drivers do not survive a fork: their threads do not exist in the child. */
#ifndef CLIV_PROCESS_H
#define CLIV_PROCESS_H

#include <clinterval/status.h>

#include <stdbool.h>

/* Called before the library uses OpenCL for the first time; detects later forks. Fails in a forked child. */
cliv_status cliv_process_begin(void);
/* True if this process was forked after cliv_process_begin(). Then no OpenCL function may be called. */
bool cliv_process_is_forked(void);
cliv_status cliv_check_process(void); /* fails in a forked child */

#endif
