/* SPDX-License-Identifier: Apache-2.0 */
/* Growing strings. */
#include "internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

static bool make_room(cliv_text *text, size_t more)
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
    if (!make_room(text, length))
        return;
    memcpy(text->data + text->length, data, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void cliv_text_add(cliv_text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    if (make_room(text, 0)) { /* most often it fits what there is, and is formatted once */
        const size_t room = text->capacity - text->length;
        const int length = vsnprintf(text->data + text->length, room, format, arguments);
        if (length < 0)
            text->failed = true;
        else if ((size_t)length < room || make_room(text, (size_t)length))
            text->length += (size_t)length;
        if (!text->failed && (size_t)length >= room)
            vsnprintf(text->data + text->length - (size_t)length, (size_t)length + 1, format, again);
    }
    va_end(again);
    va_end(arguments);
}

void cliv_text_free(cliv_text *text)
{
    free(text->data);
    *text = (cliv_text){0};
}

cliv_status cliv_read_file(const char *path, cliv_text *text)
{
    char block[4096];
    FILE *file = fopen(path, "rb");
    if (!file)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: %s", path, strerror(errno));
    for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
        cliv_text_append(text, block, got);
    const bool bad = ferror(file) != 0;
    fclose(file);
    if (bad)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "%s: cannot be read", path);
    cliv_text_append(text, "", 0);
    return text->failed ? cliv_fail_memory() : CLIV_SUCCESS;
}
