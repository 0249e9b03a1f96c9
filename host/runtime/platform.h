/* SPDX-License-Identifier: Apache-2.0 */
/* The operating system: threads, forks, environment variables and files. The library has no other code for a certain
 * system. The functions set no message. */
#ifndef CLIV_PLATFORM_H
#define CLIV_PLATFORM_H

#include <stdbool.h>
#include <stdio.h>

#if defined(_WIN32)
typedef struct cliv_mutex { /* an SRWLOCK */
    void *lock;
} cliv_mutex;
typedef struct cliv_condition { /* a CONDITION_VARIABLE */
    void *variable;
} cliv_condition;
#define CLIV_MUTEX_INITIALIZER \
    {                          \
        0                      \
    }
#else
#include <pthread.h>
typedef pthread_mutex_t cliv_mutex;
typedef pthread_cond_t cliv_condition;
#define CLIV_MUTEX_INITIALIZER PTHREAD_MUTEX_INITIALIZER
#endif

bool cliv_mutex_begin(cliv_mutex *); /* false if there is no memory */
void cliv_mutex_end(cliv_mutex *);
void cliv_lock(cliv_mutex *);
void cliv_unlock(cliv_mutex *);
bool cliv_condition_begin(cliv_condition *); /* false if there is no memory */
void cliv_condition_end(cliv_condition *);
void cliv_condition_wait(cliv_condition *, cliv_mutex *);
void cliv_condition_signal(cliv_condition *); /* wakes all waiting threads */

/* A string of the calling thread, on the heap. It is freed when the thread ends, or the library is unloaded. */
bool cliv_thread_has_string(void); /* false if there is no memory for strings of threads */
char *cliv_thread_string(void);
bool cliv_thread_set_string(char *); /* does not free the previous string; false if there is no memory */

/* Detects later forks. False if there is no memory. */
bool cliv_watch_forks(void);
/* True if this process was forked after cliv_watch_forks(). */
bool cliv_process_is_forked(void);

/* A copy of an environment variable, in UTF-8 on Windows; NULL if the variable is not set or empty. False if there is
 * no memory. */
bool cliv_variable(const char *name, char **value);
/* Opens a regular file for reading. On Windows, the path is UTF-8. On failure returns NULL and sets *reason. */
FILE *cliv_open_file(const char *path, const char **reason);

#endif
