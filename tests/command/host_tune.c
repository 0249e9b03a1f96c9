/* SPDX-License-Identifier: Apache-2.0 */
/* The output of `clinterval tune`: rows for its measurements, each for the sizes that were measured, and additional
 * rows that preserve the shapes of all other sizes. */
#include "../bench/tune_rows.h"
#include "runtime/tuning.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 1 << 25, BYTES = 256 };

static const cliv_device gpu = {.type = CL_DEVICE_TYPE_GPU, .name = "Other H100"};
static const cliv_device nvidia = {
    .type = CL_DEVICE_TYPE_GPU, .ptx = true, .name = "NVIDIA H100", .arch = "sm_90", .promises = {true, true}};

static FILE *begin(void)
{
    FILE *f = tmpfile();
    assert_non_null(f);
    return f;
}

/* Parses the written rows like the library. */
static cliv_tuning_table end(FILE *f)
{
    char text[8192] = "";
    cliv_tuning_table table = {0};
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    assert_int_equal(fclose(f), 0);
    assert_int_equal(cliv_tuning_parse(text, "rows", &table, NULL), CLIV_SUCCESS);
    return table;
}

/* The rows of a file; the last row was measured. */
static cliv_tuning_table rows_of(cliv_family family, bool look_back, size_t size)
{
    FILE *f = begin();
    tune_keep_small(f, family, "name:H100", look_back, size);
    fprintf(f, "%s name:H100 %u 64 8\n", cliv_family_name(family), BYTES);
    return end(f);
}

static void check_small_calls(const cliv_device *device, cliv_family family, size_t size)
{
    cliv_tuning_table table = rows_of(family, device->ptx, size);
    for (size_t bytes = 1; bytes <= BYTES; ++bytes) {
        const cliv_tuning *row;
        for (size_t items = 0;; items = (size_t)row->items + 1) {
            row = cliv_tuning_find(NULL, device, family, bytes, items);
            if (!row->items || row->items >= size)
                break;
            const cliv_tuning *const kept = cliv_tuning_find(&table, device, family, bytes, items);
            if (kept->nt != row->nt || kept->vt != row->vt || kept->variant != row->variant ||
                kept->items != row->items)
                fail_msg("%s, %zu bytes, %zu items: nt %u vt %u variant %u items %u, should be %u %u %u %u",
                         cliv_family_name(family), bytes, items, kept->nt, kept->vt, kept->variant, kept->items,
                         row->nt, row->vt, row->variant, row->items);
        }
    }
    assert_ptr_equal(cliv_tuning_find(&table, device, family, BYTES, size), &table.rows[table.count - 1]);
    free(table.rows);
}

static void small_calls_keep_their_shapes(void **state)
{
    (void)state;
    cliv_device cpu = gpu;
    cpu.type = CL_DEVICE_TYPE_CPU;
    for (cliv_family f = 0; f < CLIV_FAMILY_COUNT; ++f) {
        check_small_calls(&nvidia, f, SIZE);
        check_small_calls(&nvidia, f, 200000);
        check_small_calls(&gpu, f, SIZE);
        check_small_calls(&cpu, f, SIZE);
    }
}

/* The measured row applies to calls with as many items as were measured, or more. */
static void only_small_ones(void **state)
{
    (void)state;
    cliv_tuning_table all = rows_of(CLIV_FAMILY_MERGE, true, SIZE), few = rows_of(CLIV_FAMILY_MERGE, true, 131072);
    assert_true(all.count > 1);
    assert_int_equal(few.count, 1);
    free(all.rows);
    free(few.rows);
}

/* ---- outcomes at several sizes ---- */

static const tune_target small_elements = {.family = CLIV_FAMILY_SORT, .bytes = 4};
static const tune_target large_elements = {.family = CLIV_FAMILY_SORT, .bytes = 8};
enum { SIZES = 3, LITTLE = 1024, SOME = 16384, MANY = 1 << 22, HALF_WAY = 4096 /* between LITTLE and SOME */ };

static tune_file begin_file(void)
{
    return (tune_file){.out = begin(), .device = "name:H100", .sizes = {LITTLE, SOME, MANY}, .size_count = SIZES};
}

/* An upper-case letter: at this size a shape is faster than the shape in use. A lower-case letter: it is slower. "-":
 * no shape works. The letters name shapes. */
static tune_outcome outcome_of(const tune_target *target, const char *letters)
{
    tune_outcome o = {.target = target};
    for (size_t s = 0; s < SIZES; ++s) {
        o.before[s] = 1;
        o.ms[s] = letters[s] == '-' ? 0 : letters[s] < 'a' ? 0.9 : 0.99;
        o.best[s] = (tune_shape){64, 5 + (unsigned)(letters[s] & 31), 0};
    }
    return o;
}

/* The letter of the shape for calls with `items` items; 0: the built-in shape. */
static unsigned letter_of(const cliv_tuning_table *table, size_t bytes, size_t items)
{
    const cliv_tuning *const row = cliv_tuning_find(table, &gpu, CLIV_FAMILY_SORT, bytes, items);
    return row >= table->rows && row < table->rows + table->count ? row->vt - 5 + 'A' - 1 : 0;
}

static void check_sizes(const cliv_tuning_table *table, size_t bytes, const char *letters)
{
    const size_t items[SIZES] = {LITTLE, SOME, MANY};
    for (size_t s = 0; s < SIZES; ++s)
        assert_int_equal(letter_of(table, bytes, items[s]), letters[s] == '-' ? 0 : letters[s]);
}

static cliv_tuning_table table_of(const char *small, const char *large)
{
    tune_file file = begin_file();
    const tune_outcome a = outcome_of(&small_elements, small), b = outcome_of(&large_elements, large);
    tune_write(&file, &a);
    tune_write(&file, &b);
    return end(file.out);
}

static void each_size_has_its_row(void **state)
{
    (void)state;
    cliv_tuning_table table = table_of("ABC", "DEF");
    check_sizes(&table, 4, "ABC");
    check_sizes(&table, 8, "DEF");
    assert_int_equal(table.count, 6);
    assert_int_equal(letter_of(&table, 4, HALF_WAY), 'A');
    assert_int_equal(letter_of(&table, 4, HALF_WAY + 1), 'B');
    assert_int_equal(letter_of(&table, 4, SIZE_MAX), 'C');
    free(table.rows);
}

/* If a size gains, smaller sizes need rows, too. Larger sizes have none. */
static void rows_end_where_nothing_gains(void **state)
{
    (void)state;
    cliv_tuning_table table = table_of("aBc", "abc"), none = table_of("abc", "---"), last = table_of("a-C", "---");
    check_sizes(&table, 4, "AB-");
    check_sizes(&table, 8, "---");
    assert_int_equal(none.count, 0);
    check_sizes(&last, 4, "ACC");
    free(table.rows);
    free(none.rows);
    free(last.rows);
}

/* A row also applies to smaller elements that have no row at its size, so smaller elements get their own rows. */
static void rows_of_greater_elements_hide_nothing(void **state)
{
    (void)state;
    cliv_tuning_table some = table_of("Abc", "deF"), all = table_of("abc", "dEf");
    check_sizes(&some, 4, "ABC");
    check_sizes(&some, 8, "DEF");
    check_sizes(&all, 4, "AB-");
    check_sizes(&all, 8, "DE-");
    free(some.rows);
    free(all.rows);
}

static void sizes_of_one_shape_share_a_row(void **state)
{
    (void)state;
    cliv_tuning_table table = table_of("AAA", "BBC");
    assert_int_equal(table.count, 3);
    check_sizes(&table, 4, "AAA");
    check_sizes(&table, 8, "BBC");
    free(table.rows);
}

/* If a shape is faster overall, but much slower in one case, the shape in use stays. It also stays in a row that is
 * needed so that a row of larger elements does not replace it. */
static void no_case_gets_worse(void **state)
{
    (void)state;
    tune_file file = begin_file();
    tune_outcome small = outcome_of(&small_elements, "ABC");
    const tune_outcome large = outcome_of(&large_elements, "DEF");
    for (size_t s = 0; s < SIZES; ++s) {
        small.used[s] = (tune_shape){64, 5 + 'Z' - 'A' + 1, 0};
        small.worst[s] = s == 1 ? 1.04 : 1.02;
    }
    assert_true(tune_gains(&small, 0) && !tune_gains(&small, 1) && tune_gains(&small, 2));
    tune_write(&file, &small);
    tune_write(&file, &large);
    cliv_tuning_table table = end(file.out);
    check_sizes(&table, 4, "AZC");
    check_sizes(&table, 8, "DEF");
    free(table.rows);
}

/* Rows of element sizes that are not measured must not be hidden by a row for larger elements. */
static bench_table_row row_in_use(const void *ctx, unsigned family, size_t bytes, size_t items)
{
    const cliv_tuning *const row = cliv_tuning_find(NULL, ctx, family, bytes, items);
    return (bench_table_row){row->bytes, row->nt, row->vt, row->variant, row->items};
}

static void rows_between_are_kept(void **state)
{
    (void)state;
    static const tune_target targets[] = {{.family = CLIV_FAMILY_RADIX, .bytes = 4},
                                          {.family = CLIV_FAMILY_RADIX, .bytes = 9}};
    for (int gains = 0; gains < 2; ++gains) {
        tune_file file = begin_file();
        file.in_use = row_in_use;
        file.ctx = &nvidia;
        file.size_count = 1;
        file.sizes[0] = SIZE;
        const tune_outcome small = outcome_of(&targets[0], gains ? "AAA" : "aaa"),
                           large = outcome_of(&targets[1], "BBB");
        tune_write(&file, &small);
        tune_write(&file, &large);
        cliv_tuning_table table = end(file.out);
        for (size_t bytes = 1; bytes < 9; ++bytes) {
            const cliv_tuning *const was = cliv_tuning_find(NULL, &nvidia, CLIV_FAMILY_RADIX, bytes, SIZE);
            const cliv_tuning *const is = cliv_tuning_find(&table, &nvidia, CLIV_FAMILY_RADIX, bytes, SIZE);
            if (bytes == 4)
                assert_int_equal(is->vt, 6);
            else
                assert_true(is->nt == was->nt && is->vt == was->vt && is->variant == was->variant);
        }
        assert_int_equal(cliv_tuning_find(&table, &nvidia, CLIV_FAMILY_RADIX, 9, SIZE)->vt, 7);
        free(table.rows);
    }
}

/* ---- whole families, at any size ---- */

enum { MEASURED_NT = 1024 }; /* no built-in row has it */

/* Calls with as many elements as were measured, or more, have the measured shape. Smaller calls have the measured
 * shape, too, or their shape without the file. */
static void check_calls(const cliv_tuning_table *table, const tune_target *target, unsigned vt, size_t size)
{
    const size_t n = tune_elements(target, size), at[] = {n, n + 1, 4 * n, SIZE_MAX};
    for (size_t m = 1; m < n; m += m / 7 + 1) {
        const cliv_tuning *const was = cliv_tuning_find(NULL, &nvidia, target->family, target->bytes, m);
        const cliv_tuning *const is = cliv_tuning_find(table, &nvidia, target->family, target->bytes, m);
        if ((is->nt != MEASURED_NT || is->vt != vt) &&
            (is->nt != was->nt || is->vt != was->vt || is->variant != was->variant))
            fail_msg("%s, %u bytes, measured at %zu: a call of %zu gets nt %u vt %u variant %u, without %u %u %u",
                     cliv_family_name(target->family), target->bytes, n, m, is->nt, is->vt, is->variant, was->nt,
                     was->vt, was->variant);
    }
    for (size_t k = 0; k < sizeof at / sizeof *at; ++k) {
        const cliv_tuning *const is = cliv_tuning_find(table, &nvidia, target->family, target->bytes, at[k]);
        if (is->nt != MEASURED_NT || is->vt != vt)
            fail_msg("%s, %u bytes, measured at %zu: a row of %u bytes and up to %u items hides it from a call of %zu",
                     cliv_family_name(target->family), target->bytes, n, is->bytes, is->items, at[k]);
    }
}

static void all_that_is_measured_is_used(void **state)
{
    (void)state;
    static const size_t sizes[] = {1024,    4096,    100000,  200000,  1 << 19, 1000000, 1 << 20,
                                   2000000, 1 << 21, 1 << 22, 1 << 23, 1 << 24, SIZE,    1 << 30};
    for (size_t z = 0; z < sizeof sizes / sizeof *sizes; ++z)
        for (size_t first = 0, next = 0; first < tune_target_count; first = next) {
            tune_file file = begin_file();
            file.look_back = true;
            file.size_count = 1;
            file.sizes[0] = sizes[z];
            for (; next < tune_target_count && tune_targets[next].family == tune_targets[first].family; ++next) {
                tune_shape tried[64];
                assert_in_range(tune_shapes(&tune_targets[next], false, true, tried, 64), 1, 64);
                const tune_shape best = {MEASURED_NT, 4 * (unsigned)(next - first + 1), tried[0].variant};
                const tune_outcome o = {
                    .target = &tune_targets[next], .before = {1}, .ms = {0.5}, .best = {best}, .worst = {1}};
                tune_write(&file, &o);
            }
            cliv_tuning_table table = end(file.out);
            for (size_t k = first; k < next; ++k)
                check_calls(&table, &tune_targets[k], 4 * (unsigned)(k - first + 1), sizes[z]);
            free(table.rows);
        }
}

static void both_shapes_are_shown(void **state)
{
    (void)state;
    tune_file file = begin_file();
    tune_outcome outcomes[] = {outcome_of(&small_elements, "Abc"), {0}, outcome_of(&large_elements, "---")};
    char text[4096] = "";
    outcomes[0].used[0] = (tune_shape){128, 7, CLIV_VARIANT_COOPERATIVE};
    tune_print_outcomes(file.out, &file, outcomes, 3);
    rewind(file.out);
    text[fread(text, 1, sizeof text - 1, file.out)] = 0;
    fclose(file.out);
    assert_non_null(
        strstr(text, "128 x 7, cooperative       1.0000   64 x 6, launches           0.9000    0.900  a row\n"));
    assert_non_null(strstr(text, "0.9900    0.990  kept\n"));
    assert_non_null(strstr(text, "\n1 of 6 rows are faster, 10.0 % on average; the others stay as they are\n"));
}

/* Calls search the rows that were selected for the device once. */
static void check_chosen(const cliv_tuning_table *table, const cliv_device *device)
{
    static const size_t bytes[] = {1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 256, 257, 1000};
    cliv_tuning_choice choice = {0};
    assert_int_equal(cliv_tuning_choose(table, device, &choice), CLIV_SUCCESS);
    for (cliv_family f = 0; f < CLIV_FAMILY_COUNT; ++f)
        for (size_t b = 0; b < sizeof bytes / sizeof *bytes; ++b)
            for (size_t items = 1; items; items *= 2)
                for (size_t n = items - 1; n <= items; ++n) {
                    cliv_tuning found = *cliv_tuning_find(table, device, f, bytes[b], n);
                    found.variant = cliv_tuning_variant(&found, device->promises);
                    assert_memory_equal(cliv_tuning_row(&choice, f, bytes[b], n), &found, sizeof found);
                }
    cliv_tuning_choice_free(&choice);
}

static void what_is_chosen_is_what_is_found(void **state)
{
    (void)state;
    static const cliv_device devices[] = {
        {.type = CL_DEVICE_TYPE_GPU, .name = "Other H100"},
        {.type = CL_DEVICE_TYPE_GPU, .name = "Some H200", .vendor = "NVIDIA Corporation", .arch = "sm_90", .ptx = true},
        {.type = CL_DEVICE_TYPE_CPU, .name = "llvmpipe (LLVM 15)", .platform_name = "rusticl"},
        {.type = CL_DEVICE_TYPE_CPU, .name = "Oclgrind Simulator"},
        {.type = CL_DEVICE_TYPE_ACCELERATOR, .name = "Board"}};
    const cliv_tuning_table none = {0};
    FILE *f = begin();
    fprintf(
        f,
        "merge any 8 64 5 items=1024\nmerge name:h 4 32 5 items=32768\nmerge gpu 4 16 5 items=65536\nmerge vendor:nv 2 "
        "8 5\n"
        "sort arch:sm_9* 256 8 5\nsort name:h200 8 64 5 items=4096\nscan cpu 256 1 77\nscan any 16 32 4 items=512\n");
    cliv_tuning_table rows = end(f);
    for (size_t k = 0; k < sizeof devices / sizeof *devices; ++k) {
        check_chosen(&none, &devices[k]);
        check_chosen(&rows, &devices[k]);
    }
    free(rows.rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_chosen_is_what_is_found),
                                       cmocka_unit_test(small_calls_keep_their_shapes),
                                       cmocka_unit_test(only_small_ones),
                                       cmocka_unit_test(each_size_has_its_row),
                                       cmocka_unit_test(rows_end_where_nothing_gains),
                                       cmocka_unit_test(rows_of_greater_elements_hide_nothing),
                                       cmocka_unit_test(sizes_of_one_shape_share_a_row),
                                       cmocka_unit_test(no_case_gets_worse),
                                       cmocka_unit_test(rows_between_are_kept),
                                       cmocka_unit_test(all_that_is_measured_is_used),
                                       cmocka_unit_test(both_shapes_are_shown)};
    return cmocka_run_group_tests_name("tune", tests, NULL, NULL) != 0;
}
