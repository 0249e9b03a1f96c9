/* SPDX-License-Identifier: Apache-2.0 */
/* What `clinterval tune` writes beside a row that it has measured: with the file, small calls have the shapes that they
 * have without. */
#include "../bench/tune.h"
#include "../host/tuning.h"
#include "../host/tuning_row.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SIZE = 1 << 25, BYTES = 256 };

static const char *const families[] = {
#define NAME(name, step, most, odd, mode_1) #name,
    CLIV_TUNING_FAMILIES(NAME)
#undef NAME
};

/* The rows of a file, of which the last is the one that was measured. */
static cliv_tuning_table rows_of(const char *family, bool look_back, size_t size)
{
    char text[8192] = "";
    cliv_tuning_table table = {0};
    FILE *f = tmpfile();
    assert_non_null(f);
    tune_keep_small(f, family, "name:H100", look_back, size);
    fprintf(f, "%s name:H100 %d 64 8 0\n", family, BYTES);
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    assert_int_equal(fclose(f), 0);
    assert_int_equal(cliv_tuning_parse(text, "rows", &table), CLIV_SUCCESS);
    return table;
}

static void check_small_calls(const cliv_device *device, const char *family, size_t size)
{
    cliv_tuning_table table = rows_of(family, device->ptx, size);
    for (size_t bytes = 1; bytes <= BYTES; ++bytes) {
        const cliv_tuning *row;
        for (size_t items = 0;; items = (size_t)row->items + 1) {
            row = cliv_tuning_find(NULL, device, family, bytes, items);
            if (!row->items || row->items >= size)
                break;
            const cliv_tuning *const kept = cliv_tuning_find(&table, device, family, bytes, items);
            if (kept->nt != row->nt || kept->vt != row->vt || kept->mode != row->mode || kept->items != row->items)
                fail_msg("%s, %zu bytes, %zu items: nt %u vt %u mode %u items %u, should be %u %u %u %u", family, bytes,
                         items, kept->nt, kept->vt, kept->mode, kept->items, row->nt, row->vt, row->mode, row->items);
        }
    }
    assert_ptr_equal(cliv_tuning_find(&table, device, family, BYTES, size), &table.rows[table.count - 1]);
    free(table.rows);
}

static void small_calls_keep_their_shapes(void **state)
{
    (void)state;
    cliv_device nvidia = {.type = CL_DEVICE_TYPE_GPU, .ptx = true, .name = "NVIDIA H100", .arch = "sm_90"};
    cliv_device gpu = {.type = CL_DEVICE_TYPE_GPU, .name = "Other H100"}, cpu = gpu;
    cpu.type = CL_DEVICE_TYPE_CPU;
    for (size_t k = 0; k < sizeof families / sizeof *families; ++k) {
        check_small_calls(&nvidia, families[k], SIZE);
        check_small_calls(&nvidia, families[k], 200000);
        check_small_calls(&gpu, families[k], SIZE);
        check_small_calls(&cpu, families[k], SIZE);
    }
}

/* Of as many items as were measured, or more, the measured row says the shape. */
static void only_small_ones(void **state)
{
    (void)state;
    cliv_tuning_table all = rows_of("merge", true, SIZE), few = rows_of("merge", true, 131072);
    assert_true(all.count > 1);
    assert_int_equal(few.count, 1);
    free(all.rows);
    free(few.rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_calls_keep_their_shapes),
                                       cmocka_unit_test(only_small_ones)};
    return cmocka_run_group_tests_name("tune", tests, NULL, NULL) != 0;
}
