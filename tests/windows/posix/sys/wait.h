/* SPDX-License-Identifier: Apache-2.0 */
/* Windows has no forks; the tests of forks are skipped. */
#ifndef TEST_WAIT_H
#define TEST_WAIT_H

#include <sys/types.h>

static inline pid_t fork(void) { return -1; }
static inline pid_t waitpid(pid_t child, int *status, int options) { return child + 0 * (*status = options); }
#define WIFEXITED(status) (status)
#define WEXITSTATUS(status) (status)

#endif
