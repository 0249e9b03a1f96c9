/* SPDX-License-Identifier: Apache-2.0 */
/* Conversion of structures to arrays and back: padding, members of every kind, parts of structures, invalid fields. */
#include "fixture.h"

enum { N = 333 };

/* Members of many types with padding between them. */
typedef struct {
    cl_char a;
    cl_float b;
    cl_short c;
    cl_uchar d[3];
    cl_long e;
    cl_float4 f;
    cl_double g; /* not read as a double, because some devices have none */
    cl_int h;
} mixed;
static const cliv_type mixed_type = {
    "mixed", sizeof(mixed),
    "typedef struct { char a; float b; short c; uchar d[3]; long e; float4 f; ulong g; int h; } mixed;\n"};
static const cliv_type three_type = {"three", 3, "typedef struct { uchar of[3]; } three;\n"};
static const cliv_type float4_type = {"float4", 16, NULL};

static const struct {
    const cliv_type *type;
    size_t offset;
} members[] = {{&cliv_char, offsetof(mixed, a)},  {&cliv_float, offsetof(mixed, b)}, {&cliv_short, offsetof(mixed, c)},
               {&three_type, offsetof(mixed, d)}, {&cliv_long, offsetof(mixed, e)},  {&float4_type, offsetof(mixed, f)},
               {&cliv_ulong, offsetof(mixed, g)}, {&cliv_int, offsetof(mixed, h)}};
enum { MEMBERS = sizeof members / sizeof members[0] };

static void fill(unsigned char *bytes, size_t count, uint32_t seed)
{
    for (size_t i = 0; i < count; ++i)
        bytes[i] = (unsigned char)random_number(&seed);
}

static void apart_and_together(void **state)
{
    (void)state;
    enum { BYTES = N * sizeof(mixed) };
    unsigned char *data = malloc(BYTES), *got = malloc(BYTES), *wanted = malloc(BYTES);
    assert_true(data && got && wanted);
    fill(data, BYTES, 7);
    const cliv_array structures = in_the_middle(&mixed_type, data, N), copy = in_the_middle(&mixed_type, NULL, N);
    cliv_field fields[MEMBERS];
    for (int k = 0; k < MEMBERS; ++k)
        fields[k] = (cliv_field){in_the_middle(members[k].type, NULL, N), members[k].offset};
    assert_success(cliv_aos_to_soa(fx.ctx, fx.queue, structures, fields, MEMBERS, 0, NULL, NULL));
    for (int k = 0; k < MEMBERS; ++k) {
        const size_t size = members[k].type->size;
        take(fields[k].array, got, "a field");
        for (size_t i = 0; i < N; ++i)
            assert_memory_equal(got + i * size, data + i * sizeof(mixed) + members[k].offset, size);
    }
    /* Back to structures: padding stays poisoned. */
    assert_success(cliv_soa_to_aos(fx.ctx, fx.queue, fields, MEMBERS, copy, 0, NULL, NULL));
    take(copy, got, "structures");
    memset(wanted, 0xA5, BYTES);
    for (size_t i = 0; i < N; ++i)
        for (int k = 0; k < MEMBERS; ++k)
            memcpy(wanted + i * sizeof(mixed) + members[k].offset, data + i * sizeof(mixed) + members[k].offset,
                   members[k].type->size);
    assert_memory_equal(got, wanted, BYTES);
    /* Three fields only. */
    const cliv_array part = in_the_middle(&mixed_type, NULL, N);
    const cliv_field some[] = {fields[2], fields[5], fields[0]};
    assert_success(cliv_soa_to_aos(fx.ctx, fx.queue, some, 3, part, 0, NULL, NULL));
    take(part, got, "part of structures");
    memset(wanted, 0xA5, BYTES);
    for (size_t i = 0; i < N; ++i)
        for (int k = 0; k < MEMBERS; k += k == 0 ? 2 : 3)
            memcpy(wanted + i * sizeof(mixed) + members[k].offset, data + i * sizeof(mixed) + members[k].offset,
                   members[k].type->size);
    assert_memory_equal(got, wanted, BYTES);
    free(wanted);
    free(got);
    free(data);
}

/* Structures of 1 to 21 words, converted to words and back with another order of words. */
static void every_size(void **state)
{
    (void)state;
    for (unsigned words = 1; words <= 21; words += fx.simulator ? 5 : 1) {
        char source[80];
        snprintf(source, sizeof source, "typedef struct { uint w[%u]; } item;\n", words);
        const cliv_type item = {"item", 4 * words, source};
        const size_t n = fx.simulator ? 37 : 150 + words;
        cl_uint *data = malloc(n * words * 4), *got = malloc(n * words * 4);
        assert_true(data && got);
        for (size_t i = 0; i < n * words; ++i)
            data[i] = (cl_uint)(i * 2654435761u);
        const cliv_array in = in_the_middle(&item, data, n), out = in_the_middle(&item, NULL, n);
        cliv_field fields[21];
        for (unsigned k = 0; k < words; ++k)
            fields[k] = (cliv_field){OUTPUT(uint, n), 4 * k};
        assert_success(cliv_aos_to_soa(fx.ctx, fx.queue, in, fields, words, 0, NULL, NULL));
        for (unsigned k = 0; k < words; ++k)
            fields[k].offset = 4 * (words - 1 - k);
        assert_success(cliv_soa_to_aos(fx.ctx, fx.queue, fields, words, out, 0, NULL, NULL));
        take(out, got, "structures");
        for (size_t i = 0; i < n; ++i)
            for (unsigned k = 0; k < words; ++k)
                assert_int_equal(got[i * words + k], data[i * words + words - 1 - k]);
        free(got);
        free(data);
    }
}

/* More fields than a kernel accepts, of single bytes. */
static void many_fields(void **state)
{
    (void)state;
    enum { BYTES = 84, COUNT = 40 };
    static const cliv_type item = {"item84", BYTES, "typedef struct { uint w[21]; } item84;\n"};
    unsigned char data[COUNT * BYTES], got[COUNT * BYTES];
    fill(data, sizeof data, 3);
    const cliv_array in = in_the_middle(&item, data, COUNT), out = in_the_middle(&item, NULL, COUNT);
    cliv_field fields[BYTES];
    for (int k = 0; k < BYTES; ++k)
        fields[k] = (cliv_field){OUTPUT(uchar, COUNT), (size_t)k};
    assert_success(cliv_aos_to_soa(fx.ctx, fx.queue, in, fields, BYTES, 0, NULL, NULL));
    assert_success(cliv_soa_to_aos(fx.ctx, fx.queue, fields, BYTES, out, 0, NULL, NULL));
    take(out, got, "structures");
    assert_memory_equal(got, data, sizeof data);
}

typedef struct {
    cl_int id;
    cl_float x, y;
} point;
static const cliv_type point_type = {"point", 12, "typedef struct { int id; float x, y; } point;\n"};

static void generated(void **state)
{
    (void)state;
    const cliv_array points = in_the_middle(&point_type, NULL, 100);
    const cl_float weights[] = {1, 2, 4, 8};
    const cliv_array table = cliv_buffer(make_buffer(sizeof weights, weights), &cliv_float, 0, 4);
    const cliv_field fields[] = {{cliv_slice(cliv_generate(&cliv_int, "3 * i", 110), 5, 100), 0},
                                 {cliv_generate_from(&cliv_float, "a0[i % 4]", 100, &table, 1), 4},
                                 {cliv_generate(&cliv_float, "0.5f", 100), 8}};
    point got[100];
    assert_success(cliv_soa_to_aos(fx.ctx, fx.queue, fields, 3, points, 0, NULL, NULL));
    take(points, got, "points");
    for (int i = 0; i < 100; ++i) {
        assert_int_equal(got[i].id, 3 * (i + 5));
        assert_true(got[i].x == weights[i % 4] && got[i].y == 0.5f);
    }
    static const cliv_type made = {
        "made", 12,
        "typedef struct { int id; float x, y; } made;\n"
        "inline made make(ulong i) { made m; m.id = (int)i; m.x = i * 0.25f; m.y = -1.0f; return m; }\n"};
    const cliv_field to[] = {{OUTPUT(int, 60), 0}, {OUTPUT(float, 60), 4}};
    assert_success(cliv_aos_to_soa(fx.ctx, fx.queue, cliv_generate(&made, "make(i)", 60), to, 2, 0, NULL, NULL));
    cl_int ids[60];
    cl_float x[60];
    read_buffer(to[0].array.buffer, 0, sizeof ids, ids);
    read_buffer(to[1].array.buffer, 0, sizeof x, x);
    for (int i = 0; i < 60; ++i)
        assert_true(ids[i] == i && x[i] == i * 0.25f);
}

static void nothing(void **state)
{
    (void)state;
    const cliv_array none = cliv_buffer(NULL, &point_type, 0, 0), points = in_the_middle(&point_type, NULL, 5);
    const cliv_field field = {OUTPUT(int, 0), 0};
    cl_event event = NULL;
    assert_success(cliv_aos_to_soa(fx.ctx, fx.queue, none, &field, 1, 0, NULL, &event));
    wait_and_release(&event);
    assert_success(cliv_aos_to_soa(fx.ctx, fx.queue, points, NULL, 0, 0, NULL, &event));
    wait_and_release(&event);
    assert_success(cliv_soa_to_aos(fx.ctx, fx.queue, &field, 1, points, 0, NULL, &event));
    wait_and_release(&event);
    take(points, NULL, "points");
}

static void bad_fields(void **state)
{
    (void)state;
    const cliv_array points = cliv_buffer(make_buffer(12 * 8, NULL), &point_type, 0, 8);
    cliv_field fields[] = {{OUTPUT(int, 8), 0}, {OUTPUT(float, 8), 4}, {OUTPUT(float, 8), 8}};
    fx.event = SENTINEL;
#define REFUSED(wanted, message)                                                                         \
    do {                                                                                                 \
        assert_status(wanted, cliv_aos_to_soa(fx.ctx, fx.queue, points, fields, 3, 0, NULL, &fx.event)); \
        assert_message(message);                                                                         \
        assert_true(fx.event == SENTINEL);                                                               \
    } while (0)
    fields[2].offset = 9;
    REFUSED(CLIV_OUT_OF_RANGE, "fields[2] has 4 bytes at offset 9");
    fields[2].offset = SIZE_MAX;
    REFUSED(CLIV_OUT_OF_RANGE, "fields[2]");
    fields[2].offset = 8;
    fields[1].array.count = 7;
    REFUSED(CLIV_OUT_OF_RANGE, "fields[1].array");
    fields[1].array.count = 8;
    fields[1].array.type = NULL;
    REFUSED(CLIV_INVALID_ARGUMENT, "fields[1].array");
    fields[1].array = cliv_generate(&cliv_float, "i", 8);
    REFUSED(CLIV_INVALID_ARGUMENT, "generated");
    fields[1].array = fields[0].array;
    REFUSED(CLIV_INVALID_ARGUMENT, "overlaps");
    fields[1].array = CLIV_NONE;
    REFUSED(CLIV_INVALID_ARGUMENT, "fields[1].array");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_aos_to_soa(fx.ctx, fx.queue, points, NULL, 3, 0, NULL, &fx.event));
    assert_message("fields is NULL");
    assert_status(CLIV_INVALID_ARGUMENT, cliv_aos_to_soa(fx.ctx, NULL, points, fields, 1, 0, NULL, &fx.event));
    assert_status(CLIV_INVALID_ARGUMENT, cliv_aos_to_soa(fx.ctx, fx.queue, CLIV_NONE, fields, 1, 0, NULL, &fx.event));
    fields[1].array = OUTPUT(float, 8);
    fields[1].offset = 2;
    assert_status(CLIV_INVALID_ARGUMENT, cliv_soa_to_aos(fx.ctx, fx.queue, fields, 3, points, 0, NULL, &fx.event));
    assert_message("fields[1] overlaps fields[0]");
    fields[1].offset = 4;
    const cliv_array few = cliv_slice(points, 0, 7);
    assert_status(CLIV_OUT_OF_RANGE, cliv_soa_to_aos(fx.ctx, fx.queue, fields, 3, few, 0, NULL, &fx.event));
    assert_message("structures has 7 elements, but 8 are needed");
    static const cliv_type wrong = {"point", 16, "typedef struct { int id; float x, y; } point;\n"};
    const cliv_array wide = cliv_buffer(make_buffer(16 * 8, NULL), &wrong, 0, 8);
    assert_status(CLIV_TYPE_MISMATCH, cliv_soa_to_aos(fx.ctx, fx.queue, fields, 3, wide, 0, NULL, &fx.event));
    assert_message("16");
    assert_message("12");
    assert_true(fx.event == SENTINEL);
    assert_poisoned(points.buffer, 0, 96, __FILE__, __LINE__);
}

int main(void)
{
    return RUN_TESTS("fields of structures", open_device, close_device, apart_and_together, every_size, many_fields,
                     generated, nothing, bad_fields);
}
