/* SPDX-License-Identifier: Apache-2.0 */
/* Detects forks by a handler that runs in the child. */
#include "runtime/process.h"
#include "runtime/error.h"

#include <pthread.h>

static bool is_forked;
static bool is_watched;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void note_fork(void) { is_forked = true; }

static void watch(void) { is_watched = pthread_atfork(NULL, NULL, note_fork) == 0; }

bool cliv_process_is_forked(void) { return is_forked; }

cliv_status cliv_check_process(void)
{
    if (!is_forked)
        return CLIV_SUCCESS;
    return cliv_fail(
        CLIV_INVALID_ARGUMENT,
        "this process was forked after its parent had used OpenCL, whose drivers do not work in the child: "
        "fork before the first context is created, or start another program with exec");
}

cliv_status cliv_process_begin(void)
{
    CLIV_PASS(cliv_check_process());
    return pthread_once(&once, watch) == 0 && is_watched ? CLIV_SUCCESS : cliv_fail_memory();
}
