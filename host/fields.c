/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the prelude that takes structures apart: their units, and their fields. */
#include "fields.h"

void cliv_build_item(cliv_build *b, const cliv_type *type, bool by_units)
{
    cliv_build_type(b, "cliv_item", type);
    cliv_build_define(b, "CLIV_BY_UNITS", by_units);
    if (by_units)
        cliv_text_add(&b->prelude, "#define CLIV_AOS cliv_item\n#define CLIV_AOS_WORDS %zu\n", type->size / 4);
}

/* The greatest power of two up to 16 that divides all three. */
static unsigned common_unit(size_t offset, size_t size, size_t whole)
{
    unsigned unit = 16;
    while ((offset | size | whole) % unit)
        unit /= 2;
    return unit;
}

/* The bytes of a structure that fields cover, as one number of four bits for each of its words. */
static void add_covered(cliv_build *b, const cliv_type *item, const cliv_field *fields, size_t count)
{
    const size_t words = item->size / 4;
    bool all = true;
    cliv_text bits = {0};
    for (size_t w = 0; w < words; ++w) {
        unsigned word = 0;
        for (size_t k = 0; k < count; ++k)
            for (unsigned byte = 0; byte < 4; ++byte)
                if (4 * w + byte >= fields[k].offset && 4 * w + byte - fields[k].offset < fields[k].array.type->size)
                    word |= 1u << byte;
        all = all && word == 15;
        cliv_text_add(&bits, "%s%u", w ? ", " : "", word);
    }
    b->prelude.failed = b->prelude.failed || bits.failed;
    cliv_build_define(b, "CLIV_ALL_COVERED", all);
    if (!all && !bits.failed)
        cliv_text_add(&b->prelude, "__constant uchar cliv_covered[%zu] = {%s};\n", words, bits.data);
    cliv_text_free(&bits);
}

void cliv_build_fields(cliv_build *b, bool in_local, const cliv_type *item, const cliv_field *fields,
                       const cliv_array *buffers, size_t count, cliv_access access)
{
    static const char *const units[] = {"uchar", "ushort", "uint", "uint2", "uint4"};
    const bool generated = fields[0].array.generator != NULL, write = access == CLIV_WRITE;
    const char *constant = write ? "const " : "", *space = in_local ? "__local" : "__global";
    if (generated)
        cliv_build_array(b, "field", &fields[0].array, CLIV_READ);
    else
        cliv_build_handle(b, "fields", buffers, count, write ? "" : "const ");
    if (generated)
        cliv_text_add(&b->prelude, "typedef cliv_field cliv_fields;\n#define CLIV_FIELDS_ARRAY CLIV_FIELD_ARRAY\n");
    cliv_text_add(
        &b->prelude,
        "/* Work-item. Fields number i, %s a structure. No local memory, no barriers. */\n"
        "static inline void cliv_%s_fields(const cliv_fields cliv_self, const ulong i, %s %suchar *item)\n{\n",
        write ? "out of" : "into", write ? "store" : "load", space, constant);
    for (size_t k = 0; k < count; ++k) {
        const cliv_type *type = fields[k].array.type;
        const size_t offset = fields[k].offset;
        const unsigned unit = common_unit(offset, type->size, item->size);
        const char *name = units[unit == 1 ? 0 : unit == 2 ? 1 : unit == 4 ? 2 : unit == 8 ? 3 : 4];
        cliv_text_add(&b->prelude, "    {\n        union { %s field; %s unit[%zu]; } x;\n", type->name, name,
                      type->size / unit);
        if (!write && generated)
            cliv_text_add(&b->prelude, "        x.field = cliv_load_field(cliv_self, i);\n");
        else if (!write)
            cliv_text_add(&b->prelude, "        x.field = cliv_self.a%zu[i];\n", k);
        cliv_text_add(&b->prelude, "        for (uint j = 0; j < %zu; ++j)\n            ", type->size / unit);
        if (write)
            cliv_text_add(
                &b->prelude,
                "x.unit[j] = *(%s const %s *)(item + %zu + j * sizeof(%s));\n        cliv_self.a%zu[i] = x.field;\n",
                space, name, offset, name, k);
        else
            cliv_text_add(&b->prelude, "*(%s %s *)(item + %zu + j * sizeof(%s)) = x.unit[j];\n", space, name, offset,
                          name);
        cliv_text_add(&b->prelude, "    }\n");
    }
    cliv_text_add(&b->prelude, "}\n");
    if (!write && in_local)
        add_covered(b, item, fields, count);
}
