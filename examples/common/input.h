/* SPDX-License-Identifier: Apache-2.0 */
/* Files of data: what is opened, and what the first line of a matrix may say. To be included before other headers, as
 * it asks for POSIX. */
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
#include <unistd.h>

/* A file to be read; NULL, and the reason, on failure. It is a regular file, or a pipe that the shell made: /dev/stdin
 * or /dev/fd/N. A named pipe would block until somebody writes to it, and a device may have no end. */
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

/* NULL, or why a matrix in Matrix Market format is not given to CHOLMOD's reader, which allocates by the numbers of the
 * first line that is no comment. A row, a column and an entry take memory; an entry takes a line of the file, too. The
 * file is read from its beginning on, and is there again afterwards. */
static inline const char *matrix_is_refused(FILE *in)
{
    enum { NUMBERS = 3 };
    const double most = 1 << 28;
    struct stat is;
    char line[1100];
    if (fstat(fileno(in), &is) != 0 || !S_ISREG(is.st_mode))
        return "Not a regular file";
    bool begins = true; /* the line, of which there may be more than fits */
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
        return number[2] <= (double)is.st_size / 2 ? NULL : "more entries than the file has room for";
    }
    const bool failed = ferror(in) != 0;
    rewind(in);
    return failed ? "cannot be read" : NULL; /* an empty one is the reader's to explain */
}

#endif
