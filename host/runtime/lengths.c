/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays with a device-side length: the macros by which kernels read it, and the reads of a checked call. */
#include "runtime/call.h"
#include "runtime/captures.h"

static void write_count(cliv_prelude *p, cliv_reader *r)
{
    cliv_declared a;
    cliv_declare(&a, cliv_take_name(r));
    const char *const name = a.name, *const NAME = a.NAME;
    if (!cliv_take_number(r)) {
        cliv_text_add(&p->text, "#define CLIV_COUNT_%s(most) (most)\n", NAME);
        return;
    }
    const cliv_type type = cliv_take_type(r);
    const bool begins_later = cliv_take_number(r) != 0;
    p->counted = true;
    cliv_text_add(&p->text,
                  "#define CLIV_COUNT_%s(most) min((ulong)(most), convert_ulong_sat(%s_length[%s%s]))\n"
                  "#define CLIV_%s_LENGTH_PARAMS , __global const %s *%s_length%s%s%s\n",
                  NAME, name, begins_later ? name : "0", begins_later ? "_length_first" : "", NAME, type.name, name,
                  begins_later ? ", ulong " : "", begins_later ? name : "", begins_later ? "_length_first" : "");
    cliv_text_add(&p->params, " CLIV_%s_LENGTH_PARAMS", NAME);
}

void cliv_build_count(cliv_build *b, const char *name, const cliv_array *a)
{
    cliv_description *const d = &b->description;
    cliv_put_writer(d, write_count);
    cliv_put_name(d, name);
    cliv_put_number(d, a->length != NULL);
    if (!a->length)
        return;
    cliv_put_type(d, a->length->type);
    cliv_put_number(d, a->length->first != 0);
    cliv_build_pass(b, a->length);
}

void cliv_build_parameters(cliv_build *b, const cliv_parameter *parameters)
{
    const cliv_parameter *p;
    for (p = parameters; p->kind != CLIV_LAST_PARAMETER; ++p)
        if (p->kind != CLIV_LENGTH)
            cliv_build_array(b, p->name, p->array, p->kind == CLIV_READ_ARRAY ? CLIV_READ : CLIV_WRITE);
    for (p = parameters; p->kind != CLIV_LAST_PARAMETER; ++p)
        if (p->counted)
            cliv_build_count(b, p->name, p->kind == CLIV_LENGTH ? &(cliv_array){.length = p->array} : p->array);
}

bool cliv_is_same_length(const cliv_array *a, const cliv_array *b)
{
    return a->buffer == b->buffer && a->first == b->first && a->type == b->type;
}

cliv_status cliv_resolve(cliv_call *call, const cliv_array *length)
{
    cliv_status status = CLIV_SUCCESS;
    for (unsigned k = 0; k < call->length_count; ++k)
        if (cliv_is_same_length(call->lengths[k].length, length))
            return status;
    if (call->length_count == CLIV_MOST_LENGTHS)
        return cliv_fail(CLIV_UNSUPPORTED, "a call of a checked context can have at most %d different lengths",
                         CLIV_MOST_LENGTHS);
    size_t number = SIZE_MAX;
    CLIV_PASS(cliv_call_read_length(call, length, &number));
    call->lengths[call->length_count].length = length;
    call->lengths[call->length_count++].number = number;
    return status;
}

cliv_array cliv_resolved(const cliv_call *call, cliv_array a)
{
    for (unsigned k = 0; a.length && k < call->length_count; ++k)
        if (cliv_is_same_length(call->lengths[k].length, a.length)) {
            a.count = cliv_min_size(a.count, call->lengths[k].number);
            a.length = NULL;
        }
    return a;
}
