/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the operating system. platform.h describes them. */
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#define _POSIX_C_SOURCE 200809L /* open, fstat, fdopen */
#endif
#include "runtime/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char not_regular[] = "not a regular file";

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

bool cliv_mutex_begin(cliv_mutex *mutex)
{
    InitializeSRWLock((PSRWLOCK)&mutex->lock);
    return true;
}
void cliv_mutex_end(cliv_mutex *mutex) { (void)mutex; }
void cliv_lock(cliv_mutex *mutex) { AcquireSRWLockExclusive((PSRWLOCK)&mutex->lock); }
void cliv_unlock(cliv_mutex *mutex) { ReleaseSRWLockExclusive((PSRWLOCK)&mutex->lock); }

bool cliv_condition_begin(cliv_condition *condition)
{
    InitializeConditionVariable((PCONDITION_VARIABLE)&condition->variable);
    return true;
}
void cliv_condition_end(cliv_condition *condition) { (void)condition; }
void cliv_condition_wait(cliv_condition *condition, cliv_mutex *mutex)
{
    SleepConditionVariableSRW((PCONDITION_VARIABLE)&condition->variable, (PSRWLOCK)&mutex->lock, INFINITE, 0);
}
void cliv_condition_signal(cliv_condition *condition)
{
    WakeAllConditionVariable((PCONDITION_VARIABLE)&condition->variable);
}

/* ---- strings of threads, in fiber-local storage, which calls a function when the thread ends */
static INIT_ONCE once = INIT_ONCE_STATIC_INIT;
static DWORD string_slot = FLS_OUT_OF_INDEXES;

static void CALLBACK free_string(void *string) { free(string); }

/* In a DLL, atexit() registers a function for the end of the DLL. */
static void free_slot(void)
{
    if (string_slot != FLS_OUT_OF_INDEXES)
        FlsFree(string_slot); /* frees the strings of all threads */
    string_slot = FLS_OUT_OF_INDEXES;
}

static BOOL CALLBACK make_slot(PINIT_ONCE of, void *parameter, void **context)
{
    (void)of, (void)parameter, (void)context;
    string_slot = FlsAlloc(free_string);
    if (string_slot != FLS_OUT_OF_INDEXES && atexit(free_slot) != 0)
        free_slot();
    return TRUE;
}

bool cliv_thread_has_string(void)
{
    return InitOnceExecuteOnce(&once, make_slot, NULL, NULL) && string_slot != FLS_OUT_OF_INDEXES;
}
char *cliv_thread_string(void) { return FlsGetValue(string_slot); }
bool cliv_thread_set_string(char *string) { return FlsSetValue(string_slot, string); }

/* ---- there are no forks */
bool cliv_watch_forks(void) { return true; }
bool cliv_process_is_forked(void) { return false; }

/* ---- UTF-8 and UTF-16. The results are on the heap; NULL if there is no memory or the text is invalid. */
static wchar_t *wide_of(const char *text)
{
    const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *const wide = length > 0 ? malloc((size_t)length * sizeof *wide) : NULL;
    if (wide)
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    return wide;
}

static char *utf8_of(const wchar_t *wide)
{
    const int length = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *const text = length > 0 ? malloc((size_t)length) : NULL;
    if (text)
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, length, NULL, NULL);
    return text;
}

bool cliv_variable(const char *name, char **value)
{
    wchar_t *const wide_name = wide_of(name), *wide = NULL;
    const DWORD size = wide_name ? GetEnvironmentVariableW(wide_name, NULL, 0) : 0; /* with the end; 0: not set */
    const bool is_set = size > 1;
    *value = NULL;
    if (is_set && (wide = malloc(size * sizeof *wide))) {
        wide[0] = L'\0';
        GetEnvironmentVariableW(wide_name, wide, size);
        *value = utf8_of(wide);
    }
    free(wide);
    const bool has_memory = wide_name && (!is_set || *value);
    free(wide_name);
    return has_memory;
}

FILE *cliv_open_file(const char *path, const char **reason)
{
    wchar_t *const wide = wide_of(path);
    const DWORD attributes = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    struct _stat64 is;
    FILE *file = NULL;
    *reason = NULL;
    if (attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY)
        *reason = strerror(EISDIR);
    else if (!wide)
        *reason = strerror(ENOENT);
    else if (!(file = _wfopen(wide, L"rb")) || _fstat64(_fileno(file), &is) != 0)
        *reason = strerror(errno);
    else if ((is.st_mode & _S_IFMT) != _S_IFREG)
        *reason = not_regular;
    free(wide);
    if (file && *reason) {
        fclose(file);
        file = NULL;
    }
    return file;
}

#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

bool cliv_mutex_begin(cliv_mutex *mutex) { return pthread_mutex_init(mutex, NULL) == 0; }
void cliv_mutex_end(cliv_mutex *mutex) { pthread_mutex_destroy(mutex); }
void cliv_lock(cliv_mutex *mutex) { pthread_mutex_lock(mutex); }
void cliv_unlock(cliv_mutex *mutex) { pthread_mutex_unlock(mutex); }
bool cliv_condition_begin(cliv_condition *condition) { return pthread_cond_init(condition, NULL) == 0; }
void cliv_condition_end(cliv_condition *condition) { pthread_cond_destroy(condition); }
void cliv_condition_wait(cliv_condition *condition, cliv_mutex *mutex) { pthread_cond_wait(condition, mutex); }
void cliv_condition_signal(cliv_condition *condition) { pthread_cond_broadcast(condition); }

/* ---- strings of threads */
static pthread_key_t string_key;
static pthread_once_t string_once = PTHREAD_ONCE_INIT;
static bool has_key;

static void make_key(void) { has_key = pthread_key_create(&string_key, free) == 0; }

bool cliv_thread_has_string(void) { return pthread_once(&string_once, make_key) == 0 && has_key; }
char *cliv_thread_string(void) { return pthread_getspecific(string_key); }
bool cliv_thread_set_string(char *string) { return pthread_setspecific(string_key, string) == 0; }

/* Frees the string of the main thread if the library is unloaded before the thread ends. */
#if defined(__GNUC__)
__attribute__((destructor)) static void free_string(void)
{
    if (has_key) {
        free(cliv_thread_string());
        (void)cliv_thread_set_string(NULL);
        pthread_key_delete(string_key);
        has_key = false;
    }
}
#endif

/* ---- forks: a handler runs in the child */
static bool is_forked;
static bool is_watched;
static pthread_once_t fork_once = PTHREAD_ONCE_INIT;

static void note_fork(void) { is_forked = true; }

static void watch(void) { is_watched = pthread_atfork(NULL, NULL, note_fork) == 0; }

bool cliv_watch_forks(void) { return pthread_once(&fork_once, watch) == 0 && is_watched; }
bool cliv_process_is_forked(void) { return is_forked; }

bool cliv_variable(const char *name, char **value)
{
    const char *const found = getenv(name);
    const bool is_set = found && *found;
    *value = is_set ? malloc(strlen(found) + 1) : NULL;
    if (*value)
        strcpy(*value, found);
    return *value || !is_set;
}

FILE *cliv_open_file(const char *path, const char **reason)
{
    struct stat is;
    FILE *file = NULL;
    const int handle = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a named pipe without a writer would block */
    if (handle < 0 || fstat(handle, &is) != 0)
        *reason = strerror(errno);
    else if (S_ISDIR(is.st_mode))
        *reason = strerror(EISDIR);
    else if (!S_ISREG(is.st_mode))
        *reason = not_regular;
    else if (!(file = fdopen(handle, "rb")))
        *reason = strerror(errno);
    if (!file && handle >= 0)
        close(handle);
    return file;
}
#endif
