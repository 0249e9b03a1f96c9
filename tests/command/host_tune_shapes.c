/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes that `clinterval tune` tries. */
#include "../bench/tune_shapes.h"
#include "runtime/tuning.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const cliv_device gpu = {.type = CL_DEVICE_TYPE_GPU, .name = "Other H100"};
static const cliv_device nvidia = {
    .type = CL_DEVICE_TYPE_GPU, .ptx = true, .name = "NVIDIA H100", .arch = "sm_90", .promises = {true, true}};

static bool has(const tune_shape *rows, size_t count, tune_shape shape)
{
    for (size_t i = 0; i < count; ++i)
        if (rows[i].nt == shape.nt && rows[i].vt == shape.vt && rows[i].variant == shape.variant)
            return true;
    return false;
}

/* The shape in use must be one of the tried shapes. */
static void check_in_use(const tune_target *target, const cliv_device *device, const tune_shape *rows, size_t count)
{
    const cliv_tuning *const row = cliv_tuning_find(NULL, device, target->family, target->bytes, SIZE_MAX);
    if (!has(rows, count, (tune_shape){row->nt, row->vt, row->variant}))
        fail_msg("%s, %u bytes, on %s: nt %u vt %u %s is not tried", cliv_family_name(target->family), target->bytes,
                 device->name, row->nt, row->vt, cliv_variant_column(row->family, row->variant));
}

/* No shape is tried twice. Variants that need promises are tried only if the promises hold. */
static void shapes_are_tried_once(void **state)
{
    (void)state;
    for (size_t k = 0; k < tune_target_count; ++k)
        for (unsigned serial = 0; serial < 2; ++serial) {
            tune_shape rows[2][128];
            const size_t counts[2] = {tune_shapes(&tune_targets[k], serial, false, rows[0], 128),
                                      tune_shapes(&tune_targets[k], serial, true, rows[1], 128)};
            assert_in_range(counts[0], 1, 127); /* the capacity suffices */
            assert_in_range(counts[1], counts[0], 127);
            for (size_t i = 0; i < counts[1]; ++i)
                assert_false(has(rows[1], i, rows[1][i]));
            if (serial)
                continue;
            check_in_use(&tune_targets[k], &gpu, rows[0], counts[0]);
            check_in_use(&tune_targets[k], &nvidia, rows[1], counts[1]);
        }
}

static bool is_row(const tune_target *target, const tune_shape *row)
{
    char text[128];
    cliv_tuning_table table = {0};
    snprintf(text, sizeof text, "%s any %u %u %u %s\n", cliv_family_name(target->family), target->bytes, row->nt,
             row->vt, tune_variant(target->family, *row));
    const bool good =
        cliv_tuning_parse(text, "row", &table, NULL) == CLIV_SUCCESS && table.rows[0].variant == row->variant;
    free(table.rows);
    return good;
}

/* All shapes that a search can reach: the tried shapes, their neighbours, and the neighbours of those. Returns the
 * count. */
static size_t all_shapes(const tune_target *target, bool serial, bool look_back, tune_shape *all, size_t capacity)
{
    size_t count = tune_shapes(target, serial, look_back, all, capacity);
    for (size_t i = 0; i < count; ++i) {
        tune_shape next[32];
        const size_t nexts = tune_neighbours(target, look_back, all[i], next, 32);
        assert_in_range(nexts, 1, 31);
        assert_false(has(next, nexts, all[i]));
        for (size_t j = 0; j < nexts; ++j)
            if (!has(all, count, next[j])) {
                assert_true(count < capacity);
                all[count++] = next[j];
            }
    }
    return count;
}

/* The variants that rows for groups may have, as bits. Without promises: the variants that need no promise. With
 * promises: all variants except the fallback. */
static unsigned variants_of(const cliv_family_facts *f, bool look_back)
{
    const unsigned promising = 1 << CLIV_VARIANT_LAST_GROUP | 1 << CLIV_VARIANT_COOPERATIVE | 1 << CLIV_VARIANT_PREFIX;
    return !f->variants ? 1 << CLIV_VARIANT_NOTHING
                        : f->variants & ~(look_back ? 1u << CLIV_VARIANT_FALLBACK : promising);
}

/* Every shape that a search reaches must be a valid row of a file: serial or not, odd if the family prefers odd
 * values, and with a variant that the device allows. The searches must reach all variants. */
static void searches_come_to_rows(void **state)
{
    (void)state;
    for (size_t k = 0; k < tune_target_count; ++k)
        for (unsigned which = 0; which < 4; ++which) {
            const tune_target *const target = &tune_targets[k];
            const cliv_family_facts *const f = cliv_family_of(target->family);
            const bool serial = which & 1, look_back = which & 2;
            tune_shape all[1024];
            unsigned variants = 0;
            const size_t count = all_shapes(target, serial, look_back, all, 1024);
            for (size_t i = 0; i < count; ++i) {
                if (!is_row(target, &all[i]))
                    fail_msg("%s: no row has nt %u vt %u %s", f->name, all[i].nt, all[i].vt,
                             tune_variant(target->family, all[i]));
                if (f->odd && !serial && all[i].vt % 2 == 0)
                    fail_msg("%s: nt %u vt %u is even", f->name, all[i].nt, all[i].vt);
                assert_true((all[i].nt == 1) == serial);
                variants |= 1u << all[i].variant;
            }
            if (!serial && variants != variants_of(f, look_back))
                fail_msg("%s: variants %x are tried, should be %x", f->name, variants, variants_of(f, look_back));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shapes_are_tried_once),
                                       cmocka_unit_test(searches_come_to_rows)};
    return cmocka_run_group_tests_name("shapes", tests, NULL, NULL) != 0;
}
