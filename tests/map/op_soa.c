/* SPDX-License-Identifier: Apache-2.0 */
/* Conversion from structures to arrays of fields and back. A field is a word of the structure. Arrays: the structures
 * and the fields, inputs first. */
#include "test.h"

#include <string.h>

enum { EVERY_WORD, SOME_WORDS };
static const char *const variants[] = {"every word", "some words, shuffled", NULL};

enum { WORD = 4, MOST_WORDS = 21, MOST_LENGTHS = 8 /* the limits of a call */ };

static bool fits(const test_case *c)
{
    const size_t size = c->type->type->size;
    return size % WORD == 0 && size <= MOST_WORDS * WORD && c->type->significant == size &&
           c->source != TEST_GENERATED_ALL;
}

/* The fields are floats, so the words must be made as floats: other bit patterns may change in a copy. */
static bool apart_fits(const test_case *c)
{
    return fits(c) && (c->variant == SOME_WORDS || c->source == TEST_BUFFERS);
}

static const test_type *field_type(const test_case *c) { return c->variant == EVERY_WORD ? &test_float : &test_uint; }
static size_t words_of(const test_case *c) { return c->type->type->size / WORD; }

/* Selects the word of each field; returns the field count. */
static size_t choose_fields(const test_case *c, size_t words[MOST_WORDS])
{
    const size_t all = words_of(c);
    uint64_t random = c->seed + 9;
    for (size_t k = 0; k < all; ++k)
        words[k] = k;
    if (c->variant == EVERY_WORD)
        return all;
    for (size_t k = 0; k < all; ++k) {
        const size_t j = k + test_random_below(&random, all - k), word = words[j];
        words[j] = words[k];
        words[k] = word;
    }
    return 1 + test_random_below(&random, all);
}

static size_t touched(const test_case *c, size_t fields)
{
    return c->n * fields / words_of(c);
} /* the structures that count as touched */

/* ---- structures to fields: array 0 contains the structures */

static bool input_structures(test_work *work, size_t fields)
{
    const test_case *c = &work->c;
    if (c->variant == SOME_WORDS)
        return test_input_values(work, "structures", c->type, TEST_PLAIN, c->source != TEST_BUFFERS, c->n,
                                 touched(c, fields));
    const size_t count = c->n * words_of(c);
    unsigned char *structures = test_input(work, "structures", c->type, c->n, touched(c, fields));
    for (size_t k = 0; structures && k < count; ++k)
        test_element(&test_float, TEST_PLAIN, c->seed * 977 + k, structures + k * WORD);
    return structures != NULL;
}

static bool apart_prepare(test_work *work)
{
    size_t words[MOST_WORDS], fields = choose_fields(&work->c, words);
    bool good = input_structures(work, fields);
    for (size_t k = 0; good && k < fields; ++k)
        good = test_output(work, "a field", field_type(&work->c), work->c.n, work->c.n);
    return good;
}

static void apart_reference(test_work *work)
{
    size_t words[MOST_WORDS], fields = choose_fields(&work->c, words);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t i = 0; i < work->c.n; ++i) {
        const unsigned char *structure = test_value(work, &work->arrays[0], i, storage);
        for (size_t k = 0; k < fields; ++k)
            memcpy((unsigned char *)test_elements(&work->arrays[1 + k]) + i * WORD, structure + words[k] * WORD, WORD);
    }
}

static size_t list_fields(const test_work *work, const test_array *arrays, cliv_field fields[MOST_WORDS])
{
    size_t words[MOST_WORDS], count = choose_fields(&work->c, words);
    for (size_t k = 0; k < count; ++k)
        fields[k] = (cliv_field){cliv_counted(arrays[k].array, arrays[k % MOST_LENGTHS].array.length), words[k] * WORD};
    return count;
}

static cliv_status apart_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                             const cl_event *wait, cl_event *event)
{
    cliv_field fields[MOST_WORDS];
    const size_t count = list_fields(work, &work->arrays[1], fields);
    return cliv_aos_to_soa(ctx, queue, work->arrays[0].array, fields, count, wait_count, wait, event);
}

/* ---- fields to structures: the last array contains the structures; bytes outside the fields stay unchanged */

static bool together_prepare(test_work *work)
{
    const test_case *c = &work->c;
    size_t words[MOST_WORDS], fields = choose_fields(c, words);
    bool good = true;
    for (size_t k = 0; good && k < fields;
         ++k) { /* a generated field needs a separate program, so only one field in eight is generated */
        const bool generated = c->source != TEST_BUFFERS && k % 8 == 1;
        good = test_input_values(work, "a field", field_type(c), TEST_PLAIN, generated, c->n, c->n);
    }
    return good && test_output(work, "structures", c->type, c->n, touched(c, fields));
}

static void together_reference(test_work *work)
{
    size_t words[MOST_WORDS], fields = choose_fields(&work->c, words);
    unsigned char *structure = test_elements(&work->arrays[fields]);
    uint64_t storage[TEST_MAX_ELEMENT / 8];
    for (size_t i = 0; i < work->c.n; ++i, structure += work->c.type->type->size)
        for (size_t k = 0; k < fields; ++k)
            memcpy(structure + words[k] * WORD, test_value(work, &work->arrays[k], i, storage), WORD);
}

static cliv_status together_run(test_work *work, cliv_context *ctx, cl_command_queue queue, cl_uint wait_count,
                                const cl_event *wait, cl_event *event)
{
    cliv_field fields[MOST_WORDS];
    const size_t count = list_fields(work, &work->arrays[0], fields);
    return cliv_soa_to_aos(ctx, queue, fields, count, work->arrays[count].array, wait_count, wait, event);
}

/* 2^28 bytes of structures. */
static const char *const bench_cases[] = {"n=13421772,type=words20", "n=7456540,type=words36", "n=5592405,type=words48",
                                          "n=4194304,type=words64", NULL};

enum { USES = TEST_USES_TYPE | TEST_USES_SOURCE | TEST_USES_LENGTHS };

const test_operation op_aos_to_soa = {"aos_to_soa", USES,          variants,        apart_fits,
                                      bench_cases,  apart_prepare, apart_reference, apart_run};
const test_operation op_soa_to_aos = {"soa_to_aos",       USES,        variants, fits, bench_cases, together_prepare,
                                      together_reference, together_run};
