/* SPDX-License-Identifier: Apache-2.0 */
/* Descriptions of programs. Every call makes at least one, by copying some hundred bytes without an allocation. */
#include "runtime/description.h"
#include "runtime/numbers.h"

#include <stdlib.h>
#include <string.h>

static unsigned char *bytes_of(cliv_description *d) { return d->large ? d->large : d->small; }

const unsigned char *cliv_description_bytes(const cliv_description *d) { return d->large ? d->large : d->small; }

void cliv_description_free(cliv_description *d)
{
    free(d->large);
    *d = (cliv_description){0};
}

static unsigned char *grow(cliv_description *d, size_t bytes)
{
    const size_t held = d->large ? d->capacity : sizeof d->small;
    if (d->failed || bytes <= held - d->length)
        return d->failed ? NULL : bytes_of(d);
    const size_t capacity = cliv_max_size(2 * held, d->length + bytes);
    unsigned char *large = realloc(d->large, capacity);
    if (!large) {
        d->failed = true;
        return NULL;
    }
    if (!d->large)
        memcpy(large, d->small, d->length);
    d->large = large;
    d->capacity = capacity;
    return large;
}

void cliv_put(cliv_description *d, const void *data, size_t bytes)
{
    unsigned char *const to = grow(d, bytes);
    if (!to)
        return;
    memcpy(to + d->length, data, bytes);
    d->length += bytes;
}

void cliv_put_again(cliv_description *d, const void *data, size_t bytes)
{
    if (!d->failed)
        memcpy(bytes_of(d), data, bytes);
}

void cliv_put_writer(cliv_description *d, cliv_writer *writer) { cliv_put(d, &writer, sizeof writer); }

void cliv_put_number(cliv_description *d, size_t number) { cliv_put(d, &number, sizeof number); }

void cliv_put_name(cliv_description *d, const char *literal) { cliv_put(d, &literal, sizeof literal); }

void cliv_put_string(cliv_description *d, const char *string)
{
    const size_t bytes = string ? strlen(string) + 1 : 0;
    cliv_put_number(d, bytes);
    if (bytes)
        cliv_put(d, string, bytes);
}

void cliv_put_type(cliv_description *d, const cliv_type *type)
{
    cliv_put_string(d, type->name);
    cliv_put_number(d, type->size);
    cliv_put_string(d, type->source);
}

void cliv_take(cliv_reader *r, void *data, size_t bytes)
{
    memcpy(data, r->at, bytes);
    r->at += bytes;
}

#define TAKE(type, function)        \
    type function(cliv_reader *r)   \
    {                               \
        type x;                     \
        cliv_take(r, &x, sizeof x); \
        return x;                   \
    }
TAKE(cliv_writer *, cliv_take_writer)
TAKE(size_t, cliv_take_number)
TAKE(const char *, cliv_take_name)
#undef TAKE

const char *cliv_take_string(cliv_reader *r)
{
    const size_t bytes = cliv_take_number(r);
    const char *const string = bytes ? (const char *)r->at : NULL;
    r->at += bytes;
    return string;
}

cliv_type cliv_take_type(cliv_reader *r)
{
    cliv_type type;
    type.name = cliv_take_string(r);
    type.size = cliv_take_number(r);
    type.source = cliv_take_string(r);
    return type;
}
