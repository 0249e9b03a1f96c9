/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX functions that the tests use and Windows lacks. Each test includes this header first. */
#ifndef TEST_POSIX_H
#define TEST_POSIX_H

#include <direct.h>
#include <io.h>
#include <stdlib.h>

#define SIGALRM 14
static inline unsigned alarm(unsigned seconds) { return 0 * seconds; } /* ctest ends a test that hangs */

/* An empty value removes the variable, and the test of an empty variable has none. */
static inline int setenv(const char *name, const char *value, int overwrite)
{
    return overwrite || !getenv(name) ? _putenv_s(name, value ? value : "") : 0;
}
static inline int unsetenv(const char *name) { return _putenv_s(name, ""); }

static inline char *mkdtemp(char *name) { return _mktemp(name) && _mkdir(name) == 0 ? name : NULL; }
/* Windows has no named pipes in folders. */
static inline int mkfifo(const char *name, int mode) { return name ? -1 : mode; }

#endif
