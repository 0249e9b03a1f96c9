/* SPDX-License-Identifier: Apache-2.0 */
/* The element types of the tests, and the sequence of values that host and device compute from an index. All values
 * come from one product, so the device's expression is short:
 *     p = i * MULTIPLIER, of which the high bits are the well-mixed ones. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#define MULTIPLIER UINT64_C(0x9E3779B97F4A7C15)
#define P "(i * 0x9E3779B97F4A7C15ul)"

/* A structure of `n` words. Word j is (p >> 32) * (2j+1) + j. Word 0 is odd, so that products of it never become 0.
 * The operator composes affine maps x -> w0 * x + (w1 …): it is associative, but not commutative. The operator changes
 * its parameter, which some drivers do not copy; callers must not notice. */
#define WORDS_SOURCE(name, n)                                                                    \
    "typedef struct " name " { uint w[" #n "]; } " name ";\n"                                    \
    "inline " name " make_" name "(ulong i) {\n"                                                 \
    "    uint p = (uint)(" P " >> 32);\n"                                                        \
    "    " name " r;\n"                                                                          \
    "    for (uint j = 0; j < " #n "; ++j) r.w[j] = (p * (2u * j + 1u) + j) | (uint)(j == 0);\n" \
    "    return r;\n"                                                                            \
    "}\n"
#define WORDS_AFFINE(name, n)                                                    \
    "inline " name " affine_" name "(" name " a, " name " b) {\n"                \
    "    a.w[0] *= b.w[0];\n"                                                    \
    "    for (uint j = 1; j < " #n "; ++j) a.w[j] = a.w[j] * b.w[0] + b.w[j];\n" \
    "    return a;\n"                                                            \
    "}\n"                                                                        \
    "inline " name " one_" name "(void) {\n"                                     \
    "    " name " r;\n"                                                          \
    "    for (uint j = 0; j < " #n "; ++j) r.w[j] = (uint)(j == 0);\n"           \
    "    return r;\n"                                                            \
    "}\n"

#define LONGS_SOURCE                                                                            \
    "typedef struct longs24 { ulong w[3]; } longs24;\n"                                         \
    "inline longs24 make_longs24(ulong i) {\n"                                                  \
    "    ulong p = " P ";\n"                                                                    \
    "    longs24 r;\n"                                                                          \
    "    for (ulong j = 0; j < 3; ++j) r.w[j] = (p * (2ul * j + 1ul) + j) | (ulong)(j == 0);\n" \
    "    return r;\n"                                                                           \
    "}\n"
#define LONGS_AFFINE                                                 \
    "inline longs24 affine_longs24(longs24 a, longs24 b) {\n"        \
    "    a.w[0] *= b.w[0];\n"                                        \
    "    a.w[1] = a.w[1] * b.w[0] + b.w[1];\n"                       \
    "    a.w[2] = a.w[2] * b.w[0] + b.w[2];\n"                       \
    "    return a;\n"                                                \
    "}\n"                                                            \
    "inline longs24 one_longs24(void) {\n"                           \
    "    longs24 r; r.w[0] = 1; r.w[1] = 0; r.w[2] = 0; return r;\n" \
    "}\n"

#define QUADS_SOURCE                                                   \
    "typedef struct quads48 { uint4 a, b, c; } quads48;\n"             \
    "inline quads48 make_quads48(ulong i) {\n"                         \
    "    uint p = (uint)(" P " >> 32);\n"                              \
    "    quads48 r;\n"                                                 \
    "    r.a = p * (uint4)(1, 3, 5, 7) + (uint4)(0, 1, 2, 3);\n"       \
    "    r.b = p * (uint4)(9, 11, 13, 15) + (uint4)(4, 5, 6, 7);\n"    \
    "    r.c = p * (uint4)(17, 19, 21, 23) + (uint4)(8, 9, 10, 11);\n" \
    "    r.a = r.a | (uint4)(1, 0, 0, 0);\n"                           \
    "    return r;\n"                                                  \
    "}\n"
#define QUADS_AFFINE                                                                            \
    "inline quads48 affine_quads48(quads48 a, quads48 b) {\n"                                   \
    "    uint m = b.a.x;\n"                                                                     \
    "    a.a = a.a * m + b.a * (uint4)(0, 1, 1, 1);\n"                                          \
    "    a.b = a.b * m + b.b;\n"                                                                \
    "    a.c = a.c * m + b.c;\n"                                                                \
    "    return a;\n"                                                                           \
    "}\n"                                                                                       \
    "inline quads48 one_quads48(void) {\n"                                                      \
    "    quads48 r; r.a = (uint4)(1, 0, 0, 0); r.b = (uint4)(0); r.c = (uint4)(0); return r;\n" \
    "}\n"

#define RGB_SOURCE                                                                                         \
    "typedef struct rgb { uchar w[3]; } rgb;\n"                                                            \
    "inline rgb make_rgb(ulong i) {\n"                                                                     \
    "    uint p = (uint)(" P " >> 32);\n"                                                                  \
    "    rgb r; r.w[0] = (uchar)(p | 1u); r.w[1] = (uchar)(p * 3u + 1u); r.w[2] = (uchar)(p * 5u + 2u);\n" \
    "    return r;\n"                                                                                      \
    "}\n"
#define RGB_AFFINE                                                               \
    "inline rgb affine_rgb(rgb a, rgb b) {\n"                                    \
    "    uint m = b.w[0];\n"                                                     \
    "    a.w[0] = (uchar)(a.w[0] * m); a.w[1] = (uchar)(a.w[1] * m + b.w[1]);\n" \
    "    a.w[2] = (uchar)(a.w[2] * m + b.w[2]);\n"                               \
    "    return a;\n"                                                            \
    "}\n"                                                                        \
    "inline rgb one_rgb(void) { rgb r; r.w[0] = 1; r.w[1] = 0; r.w[2] = 0; return r; }\n"

/* Three bytes of padding at the end, which hold no data. */
#define PADDED_SOURCE                                                          \
    "typedef struct padded { uint key; uchar flag; } padded;\n"                \
    "inline padded make_padded(ulong i) {\n"                                   \
    "    uint p = (uint)(" P " >> 32);\n"                                      \
    "    padded r; r.key = p | 1u; r.flag = (uchar)(p * 3u + 1u); return r;\n" \
    "}\n"

#define UINT4_AFFINE "inline uint4 affine_uint4(uint4 a, uint4 b) { return a * b.x + b * (uint4)(0, 1, 1, 1); }\n"

#define SCALAR(name, k, wide)                                         \
    {                                                                 \
        &cliv_##name, k, 0, NULL, NULL, NULL, sizeof(cl_##name), wide \
    }
#define WORDS(name, n)                                                                                               \
    {                                                                                                                \
        &name##_type, TEST_STRUCT, 4, "make_" #name "(i)", WORDS_AFFINE(#name, n), "one_" #name "()", 4 * (n), false \
    }

static const cliv_type words8_type = {"words8", 8, WORDS_SOURCE("words8", 2)};
static const cliv_type words12_type = {"words12", 12, WORDS_SOURCE("words12", 3)};
static const cliv_type words20_type = {"words20", 20, WORDS_SOURCE("words20", 5)};
static const cliv_type words36_type = {"words36", 36, WORDS_SOURCE("words36", 9)};
static const cliv_type words64_type = {"words64", 64, WORDS_SOURCE("words64", 16)};
static const cliv_type words84_type = {"words84", 84, WORDS_SOURCE("words84", 21)};
static const cliv_type longs24_type = {"longs24", 24, LONGS_SOURCE};
static const cliv_type quads48_type = {"quads48", 48, QUADS_SOURCE};
static const cliv_type rgb_type = {"rgb", 3, RGB_SOURCE};
static const cliv_type padded_type = {"padded", 8, PADDED_SOURCE};
static const cliv_type uint4_type = {"uint4", 16, NULL};
static const cliv_type float4_type = {"float4", 16, NULL};
static const cliv_type float3_type = {"float3", 16, NULL};

const test_type test_char = SCALAR(char, TEST_SIGNED, false), test_uchar = SCALAR(uchar, TEST_UNSIGNED, false),
                test_int = SCALAR(int, TEST_SIGNED, false), test_uint = SCALAR(uint, TEST_UNSIGNED, false),
                test_long = SCALAR(long, TEST_SIGNED, false), test_ulong = SCALAR(ulong, TEST_UNSIGNED, false),
                test_float = SCALAR(float, TEST_FLOAT, false);
static const test_type test_short = SCALAR(short, TEST_SIGNED, false),
                       test_ushort = SCALAR(ushort, TEST_UNSIGNED, false),
                       test_double = SCALAR(double, TEST_FLOAT, true);
static const test_type words8 = WORDS(words8, 2), words12 = WORDS(words12, 3), words20 = WORDS(words20, 5),
                       words36 = WORDS(words36, 9), words64 = WORDS(words64, 16), words84 = WORDS(words84, 21);
/* The other structures of 3 to 16 words, which the bench copies. */
#define MORE_WORDS(name, n)                                                        \
    static const cliv_type name##_type = {#name, 4 * (n), WORDS_SOURCE(#name, n)}; \
    static const test_type name = WORDS(name, n)
MORE_WORDS(words16, 4);
MORE_WORDS(words24, 6);
MORE_WORDS(words28, 7);
MORE_WORDS(words32, 8);
MORE_WORDS(words40, 10);
MORE_WORDS(words44, 11);
MORE_WORDS(words48, 12);
MORE_WORDS(words52, 13);
MORE_WORDS(words56, 14);
MORE_WORDS(words60, 15);
static const test_type longs24 = {&longs24_type, TEST_STRUCT,     8,  "make_longs24(i)",
                                  LONGS_AFFINE,  "one_longs24()", 24, false};
static const test_type quads48 = {&quads48_type, TEST_STRUCT,     4,  "make_quads48(i)",
                                  QUADS_AFFINE,  "one_quads48()", 48, false};
static const test_type rgb = {&rgb_type, TEST_STRUCT, 1, "make_rgb(i)", RGB_AFFINE, "one_rgb()", 3, false};
static const test_type padded = {&padded_type, TEST_STRUCT, 4, "make_padded(i)", NULL, NULL, 5, false};
static const test_type test_uint4 = {&uint4_type,
                                     TEST_STRUCT,
                                     4,
                                     "((uint)(" P
                                     " >> 32) * (uint4)(1, 3, 5, 7) + (uint4)(0, 1, 2, 3)) | (uint4)(1, 0, 0, 0)",
                                     UINT4_AFFINE,
                                     "(uint4)(1, 0, 0, 0)",
                                     16,
                                     false};
/* Vectors of floats: words of the same values as numbers, so that no bit pattern is a NaN. The significand holds 24
 * bits. */
const test_type test_float4 = {&float4_type,
                               TEST_STRUCT,
                               4,
                               "convert_float4(((uint)(" P
                               " >> 32) * (uint4)(1, 3, 5, 7) + (uint4)(0, 1, 2, 3) | (uint4)(1, 0, 0, 0)) >> 8)",
                               NULL,
                               NULL,
                               16,
                               false};
static const test_type test_float3 = {&float3_type,
                                      TEST_STRUCT,
                                      4,
                                      "convert_float3(((uint)(" P
                                      " >> 32) * (uint3)(1, 3, 5) + (uint3)(0, 1, 2) | (uint3)(1, 0, 0)) >> 8)",
                                      NULL,
                                      NULL,
                                      12,
                                      false};

const test_type *const test_types[] = {&test_int,   &test_uchar,  &words12,     &test_long, &test_float4, &test_ushort,
                                       &words84,    &longs24,     &test_float,  &words20,   &quads48,     &test_uint4,
                                       &rgb,        &test_double, &padded,      &test_char, &test_short,  &test_uint,
                                       &test_ulong, &words8,      &test_float3, &words36,   &words64,     NULL};

/* Types that are available by name only. The tests draw their rows from the types above. */
static const test_type *const more_types[] = {&words16, &words24, &words28, &words32, &words40, &words44,
                                              &words48, &words52, &words56, &words60, NULL};

static const test_type *find(const test_type *const *t, const char *name)
{
    while (*t && strcmp((*t)->type->name, name) != 0)
        ++t;
    return *t;
}

const test_type *test_type_find(const char *name)
{
    const test_type *type = find(test_types, name);
    return type ? type : find(more_types, name);
}

/* ---- values ---- */

static bool is_vector_of_floats(const test_type *t) { return t == &test_float4 || t == &test_float3; }

static void make_structure(const test_type *t, uint64_t p, unsigned char *element)
{
    memset(element, 0, t->type->size);
    if (t == &padded) {
        uint32_t key = (uint32_t)(p >> 32) | 1u;
        memcpy(element, &key, 4);
        element[4] = (unsigned char)((uint32_t)(p >> 32) * 3u + 1u);
        return;
    }
    for (size_t j = 0; j * t->unit < t->significant; ++j) {
        uint64_t base = t->unit == 8 ? p : p >> 32;
        uint64_t word = (base * (2 * j + 1) + j) | (j == 0);
        uint32_t word32 = (uint32_t)word;
        float number = (float)(word32 >> 8);
        if (t->unit == 8)
            memcpy(element + 8 * j, &word, 8);
        else if (t->unit == 1)
            element[j] = (unsigned char)word;
        else if (is_vector_of_floats(t))
            memcpy(element + 4 * j, &number, 4);
        else
            memcpy(element + 4 * j, &word32, 4);
    }
}

static void make_integer(const test_type *t, test_flavour flavour, uint64_t p, void *element)
{
    uint64_t bits = p >> (64 - 8 * t->type->size), v = bits;
    if (flavour == TEST_SMALL)
        v = p >> 62;
    else if (flavour == TEST_PRODUCT)
        v = bits | 1;
    else if (flavour == TEST_SPARSE)
        v = (p >> 32 & 15) ? 0 : bits | 1;
    test_store_integer(t->type, element, 0, v);
}

static void make_float(const test_type *t, test_flavour flavour, uint64_t i, uint64_t p, void *element)
{
    double v = (double)(int32_t)((p >> 40) - (1 << 23));
    if (flavour == TEST_SMALL)
        v = (int32_t)((p >> 62) & 1) * ((p >> 61) & 1 ? -1 : 1); /* as integers, to avoid a negative zero */
    else if (flavour == TEST_PRODUCT)
        v = ((i & 1) ? 0.5 : 2.0) * ((p >> 61) & 1 ? -1.0 : 1.0);
    else if (flavour == TEST_SPARSE)
        v = (p >> 32 & 15) ? 0 : v + 0.5;
    if (t->type->size == 4)
        *(float *)element = (float)v;
    else
        *(double *)element = v;
}

void test_element(const test_type *t, test_flavour flavour, uint64_t i, void *element)
{
    uint64_t p = i * MULTIPLIER;
    if (t->kind == TEST_STRUCT)
        make_structure(t, p, element);
    else if (t->kind == TEST_FLOAT)
        make_float(t, flavour, i, p, element);
    else
        make_integer(t, flavour, p, element);
}

const char *test_generator(const test_type *t, test_flavour flavour, char *text, size_t size)
{
    const char *name = t->type->name;
    unsigned down = (unsigned)(64 - 8 * t->type->size);
    if (t->kind == TEST_STRUCT)
        snprintf(text, size, "%s", t->make);
    else if (t->kind == TEST_FLOAT && flavour == TEST_SMALL)
        snprintf(text, size, "(%s)((int)(" P " >> 62 & 1) * ((" P " >> 61 & 1) ? -1 : 1))", name);
    else if (t->kind == TEST_FLOAT && flavour == TEST_PRODUCT)
        snprintf(text, size, "((i & 1) ? 0.5f : 2.0f) * ((" P " >> 61 & 1) ? -1 : 1)");
    else if (t->kind == TEST_FLOAT && flavour == TEST_SPARSE)
        snprintf(text, size, "(" P " >> 32 & 15) ? 0 : (%s)((int)(" P " >> 40) - (1 << 23)) + 0.5f", name);
    else if (t->kind == TEST_FLOAT)
        snprintf(text, size, "(%s)((int)(" P " >> 40) - (1 << 23))", name);
    else if (flavour == TEST_SMALL)
        snprintf(text, size, "(%s)(" P " >> 62)", name);
    else if (flavour == TEST_PRODUCT)
        snprintf(text, size, "(%s)(" P " >> %u | 1)", name, down);
    else if (flavour == TEST_SPARSE)
        snprintf(text, size, "(%s)((" P " >> 32 & 15) ? 0 : " P " >> %u | 1)", name, down);
    else
        snprintf(text, size, "(%s)(" P " >> %u)", name, down);
    return text;
}

/* ---- integers by type ---- */

bool test_is_index(const test_type *t)
{
    return t == &test_int || t == &test_uint || t == &test_long || t == &test_ulong;
}

uint64_t test_load_integer(const cliv_type *t, const void *array, size_t i)
{
    bool is_signed = t->name[0] != 'u';
    switch (t->size) {
    case 1:
        return is_signed ? (uint64_t)((const int8_t *)array)[i] : ((const uint8_t *)array)[i];
    case 2:
        return is_signed ? (uint64_t)((const int16_t *)array)[i] : ((const uint16_t *)array)[i];
    case 4:
        return is_signed ? (uint64_t)((const int32_t *)array)[i] : ((const uint32_t *)array)[i];
    default:
        return ((const uint64_t *)array)[i];
    }
}

void test_store_integer(const cliv_type *t, void *array, size_t i, uint64_t value)
{
    switch (t->size) {
    case 1:
        ((uint8_t *)array)[i] = (uint8_t)value;
        break;
    case 2:
        ((uint16_t *)array)[i] = (uint16_t)value;
        break;
    case 4:
        ((uint32_t *)array)[i] = (uint32_t)value;
        break;
    default:
        ((uint64_t *)array)[i] = value;
        break;
    }
}

bool test_has_fp64(cl_device_id device)
{
    cl_device_fp_config config = 0;
    return clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, NULL) == CL_SUCCESS &&
           config != 0;
}
