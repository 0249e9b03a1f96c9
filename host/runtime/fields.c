/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the prelude for structures: their units and fields; and copies of rows of several columns. */
#include "runtime/program.h"

static void write_units(cliv_prelude *p, cliv_reader *r)
{
    cliv_text_add(&p->text, "#define CLIV_AOS cliv_item\n#define CLIV_AOS_WORDS %zu\n", cliv_take_number(r));
}

void cliv_build_item(cliv_build *b, const cliv_type *type, bool by_units)
{
    cliv_build_type(b, "cliv_item", type);
    cliv_build_define(b, "CLIV_BY_UNITS", by_units);
    if (!by_units)
        return;
    cliv_put_writer(&b->description, write_units);
    cliv_put_number(&b->description, type->size / 4);
}

/* The largest power of two up to 16 that divides all three sizes. */
static unsigned common_unit(size_t offset, size_t size, size_t whole)
{
    unsigned unit = 16;
    while ((offset | size | whole) % unit)
        unit /= 2;
    return unit;
}

typedef struct member {
    size_t offset;
    cliv_type type;
} member;

/* Writes the bytes of a structure that fields cover, as one number with four bits for each word. */
static void add_covered(cliv_prelude *p, size_t words, const member *members, size_t count)
{
    bool all = true;
    cliv_text bits = {0};
    for (size_t w = 0; w < words; ++w) {
        unsigned word = 0;
        for (size_t k = 0; k < count; ++k)
            for (unsigned byte = 0; byte < 4; ++byte)
                if (4 * w + byte >= members[k].offset && 4 * w + byte - members[k].offset < members[k].type.size)
                    word |= 1u << byte;
        all = all && word == 15;
        cliv_text_add(&bits, "%s%u", w ? ", " : "", word);
    }
    p->text.failed = p->text.failed || bits.failed;
    cliv_prelude_define(p, "CLIV_ALL_COVERED", all);
    if (!all && !bits.failed)
        cliv_text_add(&p->text, "__constant uchar cliv_covered[%zu] = {%s};\n", words, bits.data);
    cliv_text_free(&bits);
}

static void write_fields(cliv_prelude *p, cliv_reader *r)
{
    static const char *const units[] = {"uchar", "ushort", "uint", "uint2", "uint4"};
    const bool generated = cliv_take_number(r), write = cliv_take_number(r) == CLIV_WRITE,
               in_local = cliv_take_number(r);
    const size_t size = cliv_take_number(r), count = cliv_take_number(r);
    const char *const constant = write ? "const " : "", *const space = in_local ? "__local" : "__global";
    member members[CLIV_MOST_FIELDS];
    if (generated)
        cliv_text_add(&p->text, "typedef cliv_field cliv_fields;\n#define CLIV_FIELDS_ARRAY CLIV_FIELD_ARRAY\n");
    cliv_text_add(
        &p->text,
        "/* Work-item. Fields number i, %s a structure. No local memory, no barriers. */\n"
        "static inline void cliv_%s_fields(const cliv_fields cliv_self, const ulong i, %s %suchar *item)\n{\n",
        write ? "out of" : "into", write ? "store" : "load", space, constant);
    for (size_t k = 0; k < count; ++k) {
        members[k].offset = cliv_take_number(r);
        members[k].type = cliv_take_type(r);
        const cliv_type *const type = &members[k].type;
        const size_t offset = members[k].offset;
        const unsigned unit = common_unit(offset, type->size, size);
        const char *name = units[cliv_log2(unit)];
        cliv_text_add(&p->text, "    {\n        union { %s field; %s unit[%zu]; } x;\n", type->name, name,
                      type->size / unit);
        if (!write && generated)
            cliv_text_add(&p->text, "        x.field = cliv_load_field(cliv_self, i);\n");
        else if (!write)
            cliv_text_add(&p->text, "        x.field = cliv_self.a%zu[i];\n", k);
        cliv_text_add(&p->text, "        for (uint j = 0; j < %zu; ++j)\n            ", type->size / unit);
        if (write)
            cliv_text_add(
                &p->text,
                "x.unit[j] = *(%s const %s *)(item + %zu + j * sizeof(%s));\n        cliv_self.a%zu[i] = x.field;\n",
                space, name, offset, name, k);
        else
            cliv_text_add(&p->text, "*(%s %s *)(item + %zu + j * sizeof(%s)) = x.unit[j];\n", space, name, offset,
                          name);
        cliv_text_add(&p->text, "    }\n");
    }
    cliv_text_add(&p->text, "}\n");
    if (!write && in_local)
        add_covered(p, size / 4, members, count);
}

void cliv_build_fields(cliv_build *b, const cliv_members *m, const cliv_array *buffers)
{
    cliv_description *const d = &b->description;
    const bool generated = cliv_is_generated(&m->fields[0].array);
    if (generated)
        cliv_build_array(b, "field", &m->fields[0].array, CLIV_READ);
    else
        cliv_build_handle(b, "fields", buffers, m->count, m->access == CLIV_WRITE ? "" : "const ");
    cliv_put_writer(d, write_fields);
    cliv_put_number(d, generated);
    cliv_put_number(d, m->access);
    cliv_put_number(d, m->in_local);
    cliv_put_number(d, m->structure->size);
    cliv_put_number(d, m->count);
    for (size_t k = 0; k < m->count; ++k) {
        cliv_put_number(d, m->fields[k].offset);
        cliv_put_type(d, m->fields[k].array.type);
    }
}

static void write_row_copy(cliv_prelude *p, cliv_reader *r)
{
    const size_t count = cliv_take_number(r);
    cliv_text_add(
        &p->text,
        "/* Work-item. Row `from` of the inputs to row `to` of the outputs. No local memory, no barriers. */\n"
        "static inline void cliv_copy_row(const cliv_inputs inputs, const cliv_outputs outputs,\n"
        "                                 const cliv_index from, const cliv_index to)\n{\n");
    for (size_t k = 0; k < count; ++k)
        cliv_text_add(&p->text, "    if (from < inputs.a%zu_count)\n        outputs.a%zu[to] = inputs.a%zu[from];\n", k,
                      k, k);
    cliv_text_add(&p->text, "}\n");
}

void cliv_build_row_copy(cliv_build *b, size_t count)
{
    cliv_put_writer(&b->description, write_row_copy);
    cliv_put_number(&b->description, count);
}
