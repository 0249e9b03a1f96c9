/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* popen */
#include "lines.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char word_list[] = "/usr/share/dict/words";

/* Allocates memory for `size` bytes and one more. */
static int grow(lines *text, size_t size)
{
    char *grown = size < SIZE_MAX ? realloc(text->bytes, size + 1) : NULL;
    if (!grown) {
        app_error("no memory for a text of %zu bytes", size);
        return APP_FAILED;
    }
    text->bytes = grown;
    return APP_OK;
}

/* Stores the start of each line. Adds an end of line if the last line has none. */
static int cut(lines *text)
{
    const char *zero = text->size > 0 ? memchr(text->bytes, 0, text->size) : NULL;
    if (zero) {
        app_error("'%s' is not a text: byte %zu is a zero", text->origin, (size_t)(zero - text->bytes));
        return APP_FAILED;
    }
    if (text->size > 0 && text->bytes[text->size - 1] != '\n')
        text->bytes[text->size++] = '\n'; /* grow() allocated this byte */

    const char *const end = text->bytes + text->size;
    for (const char *at = text->bytes; at < end; ++text->count)
        at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
    if (text->count >= UINT32_MAX) {
        app_error("%s has %zu lines, but at most 2^32 - 2 are supported", text->origin, text->count);
        return APP_FAILED;
    }
    if (!(text->starts = app_allocate(text->count + 1, sizeof *text->starts)))
        return APP_FAILED;
    const char *at = text->bytes;
    for (size_t k = 0; k < text->count; ++k) {
        const char *next = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
        const size_t length = (size_t)(next - at) - 1;
        text->longest = length > text->longest ? length : text->longest;
        text->starts[k + 1] = (cl_ulong)(next - text->bytes);
        at = next;
    }
    return APP_OK;
}

static int read_all(FILE *in, lines *text)
{
    size_t room = 0;
    do {
        if (text->size == room) {
            room = 2 * room + 65536;
            if (grow(text, room) != APP_OK)
                return APP_FAILED;
        }
        text->size += fread(text->bytes + text->size, 1, room - text->size, in);
    } while (!feof(in) && !ferror(in));
    if (ferror(in)) {
        app_error("'%s': %s", text->origin, strerror(errno));
        return APP_FAILED;
    }
    return APP_OK;
}

int lines_read_file(const char *file, lines *text)
{
    FILE *in = app_open(file, "rb");
    if (!in)
        return APP_FAILED;
    text->origin = in == stdin ? "standard input" : file;
    const int code = read_all(in, text);
    if (in != stdin)
        fclose(in);
    return code == APP_OK ? cut(text) : code;
}

/* The names of the packages in the lists of apt, or of the installed packages. */
static int read_packages(lines *text)
{
    static const char *const commands[] = {"LC_ALL=C apt-cache pkgnames 2>/dev/null",
                                           "LC_ALL=C dpkg-query -W -f='${Package}\\n' 2>/dev/null"};
    int code = APP_OK;
    text->origin = "the names of packages";
    for (size_t c = 0; c < sizeof commands / sizeof *commands && code == APP_OK && text->size == 0; ++c) {
        fflush(NULL); /* the child must not inherit unwritten output */
        FILE *in = popen(commands[c], "r");
        if (!in)
            continue;
        code = read_all(in, text);
        pclose(in); /* a missing or failing tool has no output, which is detected below */
    }
    if (code == APP_OK && text->size == 0) {
        app_error("%s does not exist, and apt-cache and dpkg-query list no packages; pass a file", word_list);
        return APP_FAILED;
    }
    return code == APP_OK ? cut(text) : code;
}

int lines_read_default(lines *text)
{
    FILE *in = fopen(word_list, "rb");
    if (!in)
        return read_packages(text);
    fclose(in);
    return lines_read_file(word_list, text);
}

void lines_release(lines *text)
{
    free(text->starts);
    free(text->bytes);
    *text = (lines){0};
}

int lines_write(const lines *text, const cl_uint *order, size_t count, const char *file)
{
    FILE *out = app_open(file, "wb");
    bool failed = false;
    if (!out)
        return APP_FAILED;
    for (size_t k = 0; k < count && !failed; ++k) {
        const cl_ulong start = text->starts[order[k]];
        const size_t length = (size_t)(text->starts[order[k] + 1] - start);
        failed = fwrite(text->bytes + start, 1, length, out) != length;
    }
    return app_close(out, file, failed);
}

/* ---- the serial sort ---- */

typedef struct line {
    const char *bytes;
    size_t length;
    cl_uint number;
} line;

static int compare_lines(const void *left, const void *right)
{
    const line *a = left, *b = right;
    const int order = memcmp(a->bytes, b->bytes, a->length < b->length ? a->length : b->length);
    if (order != 0)
        return order;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

int lines_qsort(const lines *text, cl_uint *order, double *seconds)
{
    line *all = app_allocate(text->count, sizeof *all);
    if (!all)
        return APP_FAILED;
    const double begin = app_now();
    for (size_t k = 0; k < text->count; ++k)
        all[k] = (line){text->bytes + text->starts[k], (size_t)(text->starts[k + 1] - text->starts[k]) - 1, (cl_uint)k};
    qsort(all, text->count, sizeof *all, compare_lines);
    *seconds = app_now() - begin;
    for (size_t k = 0; k < text->count; ++k)
        order[k] = all[k].number;
    free(all);
    return APP_OK;
}
