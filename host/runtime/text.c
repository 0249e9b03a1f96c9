/* SPDX-License-Identifier: Apache-2.0 */
/* Growing strings, and the contents of files. */
#include "runtime/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool grow(cliv_text *text, size_t more)
{
    if (text->failed)
        return false;
    if (text->capacity - text->length > more)
        return true;
    const size_t capacity = cliv_max_size(2 * text->capacity, text->length + more + 2048);
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void cliv_text_append(cliv_text *text, const char *data, size_t length)
{
    if (!grow(text, length))
        return;
    memcpy(text->data + text->length, data, length);
    text->length += length;
    text->data[text->length] = '\0';
}

/* Adds the argument of one conversion. Returns the rest of the format. */
static const char *add_argument(cliv_text *text, const char *conversion, va_list *arguments)
{
    char digits[24];
    const bool is_size = *conversion == 'z', is_part = strncmp(conversion, ".*", 2) == 0;
    conversion += is_size ? 1 : is_part ? 2 : 0;
    if (*conversion == 's') {
        const int length = is_part ? va_arg(*arguments, int) : 0;
        const char *const string = va_arg(*arguments, const char *);
        cliv_text_append(text, string, is_part ? (size_t)length : strlen(string));
    } else if (*conversion == 'd') {
        cliv_text_append(text, digits, (size_t)snprintf(digits, sizeof digits, "%d", va_arg(*arguments, int)));
    } else if (*conversion == 'u') {
        const size_t number = is_size ? va_arg(*arguments, size_t) : va_arg(*arguments, unsigned);
        cliv_text_append(text, digits, (size_t)snprintf(digits, sizeof digits, "%zu", number));
    } else if (*conversion == '%') {
        cliv_text_append(text, conversion, 1);
    } else {
        text->failed = true; /* other conversions are not supported */
    }
    return conversion + (*conversion != 0);
}

/* Not vsnprintf(), which took half the time of a call: a call adds some hundred pieces to find its programs. */
void cliv_text_add(cliv_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    while (*format) {
        const size_t plain = strcspn(format, "%");
        cliv_text_append(text, format, plain);
        format += plain;
        if (*format)
            format = add_argument(text, format + 1, &arguments);
    }
    va_end(arguments);
}

void cliv_text_free(cliv_text *text)
{
    free(text->data);
    *text = (cliv_text){0};
}

cliv_status cliv_read_file(const char *path, const char *what, cliv_text *text)
{
    enum { MOST_BYTES = 1 << 20 };
    char block[4096];
    const char *reason = NULL;
    size_t got = 0;
    cliv_status status = CLIV_SUCCESS;
    FILE *const file = cliv_open_file(path, &reason);
    if (!file)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "%s: %s", what, reason));
    while (text->length <= MOST_BYTES && !text->failed && (got = fread(block, 1, sizeof block, file)) > 0)
        cliv_text_append(text, block, got);
    if (ferror(file))
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "%s: %s", what, strerror(errno)));
    if (text->length > MOST_BYTES)
        CLIV_TRY(cliv_fail(CLIV_INVALID_ARGUMENT, "%s: longer than %d bytes", what, MOST_BYTES));
    cliv_text_append(text, "", 0);
    CLIV_TRY_MEMORY(!text->failed);
done:
    if (file)
        fclose(file);
    return status;
}
