/* SPDX-License-Identifier: Apache-2.0 */
/* Cases as text: a failing test prints its case, and the text replays the test. */
#include "test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const shape_names[] = {"uniform", "exact",  "skewed", "empties", "one",
                                          "worst",   "bursts", "edges",  NULL};
static const char *const place_names[] = {"permuted", "in-order", "scattered", NULL};
static const char *const keys_names[] = {"uniform", "few",       "equal",     "special",     "sorted", "reversed",
                                         "nearly",  "a-below-b", "b-below-a", "interleaved", "drawn",  NULL};
static const char *const source_names[] = {"buffers", "values", "all", NULL};

const char *test_shape_name(test_shape shape) { return shape_names[shape]; }
const char *test_keys_name(test_keys keys) { return keys_names[keys]; }

test_case test_case_default(size_t n)
{
    return (test_case){.n = n, .mean = 8, .type = &test_int, .index = &test_int, .split = 500, .seed = 1};
}

const char *test_case_print(const test_case *c, char *text, size_t size)
{
    snprintf(text, size,
             "n=%zu,L=%zu,shape=%s,place=%s,type=%s,from=%s,index=%s,op=%s,order=%s,keys=%s,split=%zu,variant=%u,"
             "source=%s,first=%zu,slack=%zu,extra=%zu,seed=%" PRIu64,
             c->n, c->mean, shape_names[c->shape], place_names[c->place], c->type->type->name,
             c->from ? c->from->type->name : "same", c->index->type->name, test_operators[c->operator_].name,
             test_orders[c->order].name, keys_names[c->keys], c->split, c->variant, source_names[c->source], c->first,
             c->slack, c->extra, c->seed);
    return text;
}

bool test_bench_case(test_case *c, const char *text)
{
    *c = test_case_default((size_t)1 << 26);
    return !*text || test_case_parse(c, text);
}

static int find(const char *const *names, const char *value)
{
    for (int k = 0; names[k]; ++k)
        if (strcmp(names[k], value) == 0)
            return k;
    return -1;
}

test_keys test_keys_find(const char *name)
{
    int k = find(keys_names, name);
    return k < 0 ? TEST_KEYS_COUNT : (test_keys)k;
}

static bool set_number(const char *value, uint64_t *number)
{
    char *end;
    *number = strtoull(value, &end, 10);
    return *value >= '0' && *value <= '9' && *end == '\0';
}

static bool set_type(const char *value, const test_type **type)
{
    *type = strcmp(value, "same") == 0 ? NULL : test_type_find(value);
    return *type || strcmp(value, "same") == 0;
}

static bool set_operator(const char *value, unsigned *operator_)
{
    for (unsigned k = 0; k < test_operator_count; ++k)
        if (strcmp(test_operators[k].name, value) == 0) {
            *operator_ = k;
            return true;
        }
    return false;
}

static bool set(test_case *c, const char *key, const char *value)
{
    uint64_t number = 0;
    bool is_number = set_number(value, &number);
    int k;
    if (strcmp(key, "type") == 0)
        return set_type(value, &c->type) && c->type;
    if (strcmp(key, "from") == 0)
        return set_type(value, &c->from);
    if (strcmp(key, "index") == 0)
        return set_type(value, &c->index) && c->index;
    if (strcmp(key, "op") == 0)
        return set_operator(value, &c->operator_);
    if (strcmp(key, "shape") == 0)
        return (k = find(shape_names, value)) >= 0 && (c->shape = (test_shape)k, true);
    if (strcmp(key, "place") == 0)
        return (k = find(place_names, value)) >= 0 && (c->place = (test_place)k, true);
    if (strcmp(key, "source") == 0)
        return (k = find(source_names, value)) >= 0 && (c->source = (test_source)k, true);
    if (strcmp(key, "keys") == 0)
        return (c->keys = test_keys_find(value)) != TEST_KEYS_COUNT;
    if (strcmp(key, "order") == 0)
        return (c->order = test_order_find(value)) != test_order_count;
    if (strcmp(key, "n") == 0)
        c->n = (size_t)number;
    else if (strcmp(key, "L") == 0)
        c->mean = (size_t)number;
    else if (strcmp(key, "variant") == 0)
        c->variant = (unsigned)number;
    else if (strcmp(key, "first") == 0)
        c->first = (size_t)number;
    else if (strcmp(key, "split") == 0 && number <= 1000)
        c->split = (size_t)number;
    else if (strcmp(key, "slack") == 0)
        c->slack = (size_t)number;
    else if (strcmp(key, "extra") == 0)
        c->extra = (size_t)number;
    else if (strcmp(key, "seed") == 0)
        c->seed = number;
    else
        return false;
    return is_number;
}

bool test_case_parse(test_case *c, const char *text)
{
    char copy[512];
    if (strlen(text) >= sizeof copy)
        return false;
    strcpy(copy, text);
    for (char *part = copy; part;) {
        char *next = strchr(part, ','), *value = strchr(part, '=');
        if (next)
            *next++ = '\0';
        if (!value)
            return false;
        *value++ = '\0';
        if (!set(c, part, value))
            return false;
        part = next;
    }
    return true;
}
