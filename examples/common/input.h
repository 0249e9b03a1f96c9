/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that open input files and check the sizes in the first line of a matrix. Include this header before system
 * headers, because it requests POSIX functions. */
#ifndef INPUT_H
#define INPUT_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* fstat, fdopen */
#endif

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#if !defined(_WIN32)
#include <unistd.h>
#endif

/* Opens a file for reading: a regular file, or a pipe of the shell (/dev/stdin or /dev/fd/N). On failure returns NULL
 * and sets *reason. Other files are refused: a named pipe blocks until another process writes, and a device may never
 * end. */
#if defined(_WIN32)
static inline FILE *open_input(const char *file, const char **reason)
{
    struct stat is;
    FILE *in = NULL;
    *reason = NULL;
    if (stat(file, &is) == 0 && S_ISDIR(is.st_mode))
        *reason = strerror(EISDIR);
    else if (!(in = fopen(file, "rb")) || fstat(fileno(in), &is) != 0)
        *reason = strerror(errno);
    else if (!S_ISREG(is.st_mode))
        *reason = "Not a regular file";
    if (in && *reason) {
        fclose(in);
        in = NULL;
    }
    return in;
}
#else
static inline FILE *open_input(const char *file, const char **reason)
{
    struct stat is;
    const int handle = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *in = NULL;
    if (handle < 0 || fstat(handle, &is) != 0)
        *reason = strerror(errno);
    else if (S_ISDIR(is.st_mode))
        *reason = strerror(EISDIR);
    else if (!S_ISREG(is.st_mode) && !(S_ISFIFO(is.st_mode) && strncmp(file, "/dev/", 5) == 0))
        *reason = "Not a regular file";
    else if (fcntl(handle, F_SETFL, fcntl(handle, F_GETFL) & ~O_NONBLOCK) < 0 || !(in = fdopen(handle, "rb")))
        *reason = strerror(errno);
    if (!in && handle >= 0)
        close(handle);
    return in;
}
#endif

/* Checks the sizes in a Matrix Market file before CHOLMOD reads it, because CHOLMOD allocates memory by the numbers in
 * the first line that is not a comment. Returns the reason for refusing the file, or NULL. Each entry needs a line of
 * the file. The function reads from the start of the file and rewinds it. */
static inline const char *matrix_is_refused(FILE *in)
{
    enum { NUMBERS = 3 };
    const double most = 1 << 28;
    struct stat is;
    char line[1100];
    if (fstat(fileno(in), &is) != 0 || !S_ISREG(is.st_mode))
        return "Not a regular file";
    bool begins = true; /* at the start of a line; a line may be longer than the array */
    while (fgets(line, sizeof line, in)) {
        const bool is_first = begins;
        begins = strchr(line, '\n') != NULL;
        char *at = line + strspn(line, " \t\r\n");
        if (!is_first || *at == '%' || !*at)
            continue;
        double number[NUMBERS] = {0, 0, 0};
        for (int k = 0; k < NUMBERS; ++k)
            number[k] = strtod(at, &at);
        rewind(in);
        if (!(number[0] <= most && number[1] <= most))
            return "more than 268435456 rows or columns";
        return number[2] <= (double)is.st_size / 2 ? NULL : "more entries than the file can hold";
    }
    const bool failed = ferror(in) != 0;
    rewind(in);
    return failed ? "cannot be read" : NULL; /* the reader reports an empty file */
}

#endif
