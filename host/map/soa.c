/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions between structures and arrays of their fields. */
#include "map/aos_step.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct conversion {
    cliv_array structures;
    const cliv_field *fields;
    size_t field_count, n;
    cliv_access access;                           /* of the fields */
    const cliv_array *lengths[CLIV_MOST_LENGTHS]; /* of the arrays that are read; the smallest is used */
    size_t length_count;
} conversion;

/* The count of fields of a launch: several fields in buffers, or one generated field. */
static size_t launch_size(const conversion *c, size_t first)
{
    size_t count = 0;
    while (first + count < c->field_count && count < CLIV_MOST_FIELDS &&
           !cliv_is_generated(&c->fields[first + count].array))
        ++count;
    return count ? count : 1;
}

static cliv_status check_fields(const conversion *c)
{
    const size_t size = c->structures.type->size;
    for (size_t k = 0; k < c->field_count; ++k) {
        const cliv_field *f = &c->fields[k];
        if (f->offset > size || f->array.type->size > size - f->offset)
            return cliv_fail(CLIV_OUT_OF_RANGE,
                             "fields[%zu] has %zu bytes at offset %zu, past the structure's end: %s has %zu bytes", k,
                             f->array.type->size, f->offset, c->structures.type->name, size);
        for (size_t j = 0; j < k && c->access == CLIV_READ; ++j) {
            const cliv_field *g = &c->fields[j];
            if (f->offset < g->offset + g->array.type->size && g->offset < f->offset + f->array.type->size)
                return cliv_fail(CLIV_INVALID_ARGUMENT, "fields[%zu] overlaps fields[%zu] in the structure", k, j);
        }
    }
    return CLIV_SUCCESS;
}

static cliv_use use_of(const char *name, const cliv_array *array, cliv_access access, size_t n)
{
    return (cliv_use){
        .name = name, .array = *array, .access = access, .needed = n, .counts = access == CLIV_READ, .moved = true};
}

static cliv_status validate(cliv_call *call, const conversion *c)
{
    cliv_status status = CLIV_SUCCESS;
    char(*names)[48] = NULL;
    cliv_use *uses = NULL;
    if (!c->fields && c->field_count)
        return cliv_fail(CLIV_INVALID_ARGUMENT, "fields is NULL, but field_count is %s",
                         cliv_size_text(c->field_count).text);
    if (c->field_count > SIZE_MAX / sizeof *uses - 1)
        return cliv_fail(CLIV_OUT_OF_RANGE, "field_count is %s, more than any memory holds",
                         cliv_size_text(c->field_count).text);
    names = calloc(c->field_count + 1, sizeof *names);
    uses = calloc(c->field_count + 1, sizeof *uses);
    CLIV_TRY_MEMORY(names && uses);
    for (size_t k = 0; k < c->field_count; ++k) {
        snprintf(names[k], sizeof names[k], "fields[%zu].array", k);
        uses[k] = use_of(names[k], &c->fields[k].array, c->access, c->n);
    }
    uses[c->field_count] = use_of("structures", &c->structures, c->access == CLIV_READ ? CLIV_WRITE : CLIV_READ, c->n);
    CLIV_TRY(cliv_validate(call, uses, c->field_count + 1));
    CLIV_TRY(cliv_whole_words("structures", &c->structures));
    if (cliv_is_generated(&c->structures) && c->structures.type->size > CLIV_LARGEST_ITEM)
        CLIV_TRY(cliv_fail(CLIV_UNSUPPORTED,
                           "structures: the type %s has %zu bytes, but generated structures have at most %d",
                           c->structures.type->name, c->structures.type->size, CLIV_LARGEST_ITEM));
    CLIV_TRY(check_fields(c));
done:
    free(uses);
    free(names);
    return status;
}

/* Takes the length of an array that is read. A checked call has resolved the length; otherwise kernels read it. */
static cliv_status take_length(const cliv_call *call, conversion *c, const cliv_array *read)
{
    const cliv_array a = cliv_resolved(call, *read);
    c->n = cliv_min_size(c->n, a.count);
    if (!a.length)
        return CLIV_SUCCESS;
    for (size_t k = 0; k < c->length_count; ++k)
        if (cliv_is_same_length(c->lengths[k], a.length))
            return CLIV_SUCCESS;
    if (c->length_count == CLIV_MOST_LENGTHS)
        return cliv_fail(CLIV_UNSUPPORTED, "fields have more than %d different lengths", CLIV_MOST_LENGTHS);
    c->lengths[c->length_count++] = a.length;
    return CLIV_SUCCESS;
}

static cliv_status take_lengths(const cliv_call *call, conversion *c)
{
    if (c->access == CLIV_WRITE)
        return take_length(call, c, &c->structures);
    for (size_t k = 0; k < c->field_count; ++k)
        CLIV_PASS(take_length(call, c, &c->fields[k].array));
    return CLIV_SUCCESS;
}

/* Converts fields first … first + count - 1. */
static cliv_status convert(cliv_call *call, const conversion *c, size_t first, size_t count)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_build build = {0};
    cliv_array buffers[CLIV_MOST_FIELDS];
    const cliv_type *type = c->structures.type;
    const bool apart = c->access == CLIV_WRITE;
    for (size_t k = 0; k < count; ++k)
        buffers[k] = c->fields[first + k].array;
    cliv_build_begin(
        &build, call->ctx,
        (cliv_tiles){
            .family = CLIV_FAMILY_SOA, .bytes = type->size, .local_work_item = type->size + 16, .items = c->n});
    /* Otherwise each work-item converts its structures directly in global memory. */
    const bool by_units = (build.tuning.variant == CLIV_VARIANT_WORDS && type->size <= CLIV_LARGEST_ITEM) ||
                          cliv_is_generated(&c->structures);
    cliv_build_item(&build, type, by_units);
    cliv_build_define(&build, "CLIV_APART", apart);
    cliv_array structures = c->structures;
    if (!cliv_is_generated(
            &structures)) { /* as bytes: some compilers restrict a structure's pointer to its first member */
        structures.type = &cliv_uchar;
        structures.first *= type->size;
        structures.count *= type->size;
    }
    cliv_build_array(&build, "structures", &structures, apart ? CLIV_READ : CLIV_WRITE);
    cliv_build_fields(
        &build,
        &(cliv_members){
            .structure = type, .fields = c->fields + first, .count = count, .access = c->access, .in_local = by_units},
        buffers);
    static const char *const names[CLIV_MOST_LENGTHS] = {"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7"};
    for (size_t k = 0; k < CLIV_MOST_LENGTHS; ++k)
        cliv_build_count(&build, names[k], &(cliv_array){.length = c->lengths[k]});
    CLIV_TRY(cliv_program_for(&build, "soa.cl"));
    if (c->n)
        CLIV_TRY(cliv_launch(call, &build, apart ? "aos_to_soa" : "soa_to_aos", cliv_tiles_for(c->n),
                             first + count == c->field_count, U64(c->n), ALL_ARRAYS));
done:
    cliv_build_free(&build);
    return status;
}

static cliv_status convert_all(cliv_call *call, const conversion *c)
{
    for (size_t k = 0, count; k < c->field_count; k += count) {
        count = launch_size(c, k);
        CLIV_PASS(convert(call, c, k, count));
    }
    return CLIV_SUCCESS;
}

static cliv_status run(cliv_context *ctx, cl_command_queue queue, conversion *c, cl_uint wait_count,
                       const cl_event *wait_list, cl_event *event)
{
    cliv_status status = CLIV_SUCCESS;
    cliv_call call = {0};
    CLIV_TRY(cliv_call_begin(&call, ctx, queue, wait_count, wait_list, event));
    CLIV_TRY(validate(&call, c));
    CLIV_TRY(take_lengths(&call, c));
    CLIV_TRY(CLIV_COMPILE(&call, convert_all(&call, c)));
    CLIV_TRY(convert_all(&call, c));
done:
    return cliv_call_end(&call, status);
}

cliv_status cliv_aos_to_soa(cliv_context *ctx, cl_command_queue queue, cliv_array structures, const cliv_field *fields,
                            size_t field_count, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    conversion c = {structures, fields, field_count, structures.count, CLIV_WRITE, .length_count = 0};
    return run(ctx, queue, &c, wait_count, wait_list, event);
}

cliv_status cliv_soa_to_aos(cliv_context *ctx, cl_command_queue queue, const cliv_field *fields, size_t field_count,
                            cliv_array structures, cl_uint wait_count, const cl_event *wait_list, cl_event *event)
{
    CLIV_ENTER();
    conversion c = {structures, fields,           field_count, fields && field_count ? fields[0].array.count : 0,
                    CLIV_READ,  .length_count = 0};
    return run(ctx, queue, &c, wait_count, wait_list, event);
}
