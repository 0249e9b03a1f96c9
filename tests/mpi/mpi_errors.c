/* SPDX-License-Identifier: Apache-2.0 */
/* Calls over several ranks that are refused. Every rank must return the same status and message, and the world must
 * work afterwards. Needs three ranks. */
#define _POSIX_C_SOURCE 200809L
#include "mpi_checks.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ON(number, there, elsewhere) (fx.rank == (number) ? (there) : (elsewhere))
#define CALL(function, ...) cliv_mpi_##function(fx.world, fx.queue, __VA_ARGS__)

static const cliv_array none = CLIV_NONE_INIT;
static cliv_array out, out2; /* outputs that no failed call may change */

/* ---- one rank's mistake ---- */

static void arguments(void)
{
    size_t counts[] = {1, 2, 3};
    REFUSED(CALL(sort_keys, ON(1, none, fx.numbers), NULL, &out), CLIV_INVALID_ARGUMENT,
            "cliv_mpi_sort_keys: rank 1: keys");
    REFUSED(cliv_mpi_sort_keys(fx.world, ON(2, NULL, fx.queue), fx.numbers, NULL, &out), CLIV_INVALID_ARGUMENT,
            "cliv_mpi_sort_keys: rank 2: queue");
    REFUSED(CALL(sort_keys, fx.numbers, NULL, ON(0, NULL, &out)), CLIV_INVALID_ARGUMENT, "rank 0: sorted");
    REFUSED(CALL(sort_keys, ON(1, cliv_slice(fx.numbers, 990, 11), fx.numbers), NULL, &out), CLIV_OUT_OF_RANGE,
            "rank 1: keys is a slice of 11 elements that extends past the end of its array");
    REFUSED(CALL(sort_keys, ON(1, cliv_buffer(fx.numbers.buffer, &cliv_int, (size_t)-2, 1005), fx.numbers), NULL, &out),
            CLIV_OUT_OF_RANGE, "(-2 as a size_t) and has 1005 elements, but its buffer of 4000 bytes holds 1000");
    REFUSED(CALL(sort_pairs, fx.numbers, ON(2, fx.few, fx.words), NULL, &out, &out2),
            ON(0, CLIV_OUT_OF_RANGE, CLIV_OUT_OF_RANGE), "rank 2: values");
    REFUSED(CALL(sort_pairs, fx.numbers, fx.words, NULL, &out, ON(1, NULL, &out2)), CLIV_INVALID_ARGUMENT,
            "rank 1: sorted_values");
    REFUSED(CALL(rebalance, ON(0, none, fx.numbers), &out), CLIV_INVALID_ARGUMENT, "cliv_mpi_rebalance: rank 0: input");
    REFUSED(CALL(exchange, fx.numbers, ON(1, NULL, counts), &out), CLIV_INVALID_ARGUMENT, "rank 1: counts");
    counts[2] = ON(2, MPI_NUMBERS, 3);
    REFUSED(CALL(exchange, fx.numbers, counts, &out), CLIV_OUT_OF_RANGE, "cliv_mpi_exchange: rank 2: counts");
    counts[1] = SIZE_MAX;
    REFUSED(CALL(exchange, fx.numbers, counts, &out), CLIV_OUT_OF_RANGE, "cliv_mpi_exchange: rank 0: counts");
    REFUSED(CALL(reduce, ON(2, none, fx.numbers), cliv_slice(fx.capacity, 0, 1), NULL), CLIV_INVALID_ARGUMENT,
            "cliv_mpi_reduce: rank 2: input");
    REFUSED(CALL(reduce, fx.numbers, ON(1, none, fx.capacity), NULL), CLIV_INVALID_ARGUMENT, "rank 1: result");
    REFUSED(CALL(scan_exclusive, fx.numbers, ON(1, fx.few, fx.capacity), NULL, none), CLIV_OUT_OF_RANGE,
            "rank 1: output");
    REFUSED(CALL(scan_inclusive, fx.numbers, ON(0, none, fx.capacity), NULL, none), CLIV_INVALID_ARGUMENT,
            "cliv_mpi_scan_inclusive: rank 0: output");
    REFUSED(CALL(merge, fx.few, ON(2, none, fx.few), NULL, &out), CLIV_INVALID_ARGUMENT, "rank 2: b");
    REFUSED(CALL(set_keys, CLIV_UNION, fx.few, fx.few, NULL, ON(1, NULL, &out)), CLIV_INVALID_ARGUMENT,
            "cliv_mpi_set_keys: rank 1: output");
    REFUSED(CALL(join, CLIV_SEMI, fx.few, fx.few, NULL, &out, &out2), CLIV_INVALID_ARGUMENT, "b_rows");
    REFUSED(CALL(reduce_by_key, fx.few, ON(1, none, fx.few), NULL, NULL, NULL, &out), CLIV_INVALID_ARGUMENT,
            "rank 1: values");
    REFUSED(CALL(unique, ON(1, none, fx.few), NULL, &out, NULL, NULL), CLIV_INVALID_ARGUMENT, "rank 1: keys");
    const cliv_array keys[] = {fx.numbers, ON(1, fx.few, fx.numbers)}, *const missing = ON(2, NULL, keys);
    const cliv_aggregate good = {fx.words, NULL, CLIV_NONE_INIT}, short_one = {fx.few, NULL, CLIV_NONE_INIT};
    const cliv_aggregate no_values = {CLIV_NONE_INIT, &cliv_max, CLIV_NONE_INIT};
    REFUSED(CALL(group_by, keys, 2, NULL, 0, NULL, &out, NULL), CLIV_OUT_OF_RANGE,
            "cliv_mpi_group_by: rank 1: keys[1] has 10 elements, but keys[0] has 1000");
    REFUSED(CALL(group_by, missing, 1, NULL, 0, NULL, &out, NULL), CLIV_INVALID_ARGUMENT, "rank 2: keys is NULL");
    REFUSED(CALL(group_by, keys, ON(1, 0, 1), NULL, 0, NULL, &out, NULL), CLIV_INVALID_ARGUMENT, "rank 1: key_count");
    REFUSED(CALL(group_by, keys, 1, ON(1, NULL, &good), 1, NULL, &out, &out2), CLIV_INVALID_ARGUMENT,
            "rank 1: aggregates is NULL");
    REFUSED(CALL(group_by, keys, 1, &good, 1, NULL, &out, ON(0, NULL, &out2)), CLIV_INVALID_ARGUMENT,
            "rank 0: results is NULL");
    REFUSED(CALL(group_by, keys, 1, ON(2, &short_one, &good), 1, NULL, &out, &out2), CLIV_OUT_OF_RANGE,
            "rank 2: aggregates[0].values has 10 elements, but keys[0] has 1000");
    REFUSED(CALL(group_by, keys, 1, ON(2, &no_values, &good), 1, NULL, &out, &out2), CLIV_INVALID_ARGUMENT,
            "rank 2: aggregates[0] has an op");
    REFUSED(CALL(group_by, keys, 1, &good, 1, &out, NULL, &out), CLIV_INVALID_ARGUMENT, "same pointer");
    REFUSED(CALL(group_by, keys, 1, &good, 1, &out, ON(1, &out, NULL), &out2), CLIV_INVALID_ARGUMENT,
            "rank 1: first_rows and unique_keys");
    REFUSED(CALL(join_unsorted, CLIV_INNER, keys, keys, 2, &out, &out2), CLIV_OUT_OF_RANGE,
            "cliv_mpi_join_unsorted: rank 1: a_keys[1] has 10 elements, but a_keys[0] has 1000");
    REFUSED(CALL(join_unsorted, CLIV_INNER, keys, missing, 1, &out, &out2), CLIV_INVALID_ARGUMENT, "rank 2: b_keys");
    REFUSED(CALL(join_unsorted, CLIV_INNER, keys, keys, ON(1, 0, 1), &out, &out2), CLIV_INVALID_ARGUMENT,
            "rank 1: key_count");
    REFUSED(CALL(join_unsorted, CLIV_INNER, keys, ON(1, &fx.words, keys), 1, &out, &out2), CLIV_TYPE_MISMATCH,
            "rank 1: b_keys[0] has type uint");
    REFUSED(CALL(join_unsorted, CLIV_ANTI, keys, keys, 1, &out, ON(1, &out2, NULL)), CLIV_INVALID_ARGUMENT,
            "rank 1: b_rows");
    REFUSED(CALL(join_unsorted, CLIV_INNER, keys, keys, 1, &out, ON(1, &out, &out2)), CLIV_INVALID_ARGUMENT,
            "rank 1: a_rows and b_rows");
    const cliv_array broken = cliv_generate(&cliv_int, "no such name", 100);
    REFUSED(CALL(group_by, ON(1, &broken, keys), 1, NULL, 0, NULL, &out, NULL), CLIV_BUILD_FAILED,
            "cliv_mpi_group_by: rank 1: ");
    REFUSED(CALL(join_unsorted, CLIV_INNER, keys, ON(2, &broken, keys), 1, &out, &out2), CLIV_BUILD_FAILED,
            "cliv_mpi_join_unsorted: rank 2: ");
    REFUSED(CALL(top_k, fx.numbers, 3, none, none, NULL), CLIV_INVALID_ARGUMENT, "top_");
    REFUSED(CALL(top_k, fx.numbers, 20, ON(2, fx.few, fx.capacity), none, NULL), CLIV_OUT_OF_RANGE, "rank 2: top_keys");
    REFUSED(CALL(histogram, fx.few, none, ON(0, none, fx.capacity)), CLIV_INVALID_ARGUMENT, "rank 0: counts");
    REFUSED(CALL(load_balance, ON(1, none, fx.few), &out, NULL), CLIV_INVALID_ARGUMENT, "rank 1: sizes");
    REFUSED(CALL(interval_expand, fx.few, ON(2, cliv_slice(fx.few, 0, 9), fx.few), &out), CLIV_OUT_OF_RANGE,
            "rank 2: values");
    REFUSED(CALL(interval_gather, fx.few, fx.few, fx.few, ON(0, NULL, &out)), CLIV_INVALID_ARGUMENT, "rank 0: output");
    /* Generated outputs, and expressions that do not compile, on one rank and on all ranks. */
    REFUSED(CALL(reduce, fx.numbers, ON(1, cliv_generate(&cliv_int, "i", 1), fx.capacity), NULL), CLIV_INVALID_ARGUMENT,
            "rank 1: result");
    REFUSED(CALL(rebalance, ON(1, cliv_generate(&cliv_int, "no such name", 100), fx.few), &out), CLIV_BUILD_FAILED,
            "cliv_mpi_rebalance: rank 1: ");
    const cliv_order bad = {"no such name", NULL};
    REFUSED(CALL(sort_keys, fx.numbers, &bad, &out), CLIV_BUILD_FAILED, "cliv_mpi_sort_keys: rank 0: ");
}

/* ---- ranks that differ ---- */

static void differences(void)
{
    const cliv_order user = {"b > a + 0", NULL};
    const cliv_op op = {"a + b", "0", NULL};
    cliv_status status;
    REFUSED(CALL(sort_keys, ON(1, fx.words, fx.numbers), NULL, &out), CLIV_TYPE_MISMATCH, "keys");
    REFUSED(CALL(sort_keys, ON(1, fx.words, fx.numbers), NULL, &out), CLIV_TYPE_MISMATCH, "rank 0 and rank 1");
    REFUSED(CALL(sort_keys, fx.numbers, ON(2, &user, NULL), &out), CLIV_INVALID_ARGUMENT, "rank 0 and rank 2");
    REFUSED(CALL(sort_keys, fx.numbers, ON(0, &cliv_greater, &cliv_less), &out), CLIV_INVALID_ARGUMENT, "order");
    REFUSED(CALL(sort_pairs, fx.numbers, ON(1, fx.floats, fx.numbers), NULL, &out, &out2), CLIV_TYPE_MISMATCH,
            "values");
    REFUSED(CALL(reduce, fx.numbers, fx.capacity, ON(1, &cliv_max, &cliv_min)), CLIV_INVALID_ARGUMENT, "op");
    REFUSED(CALL(reduce, fx.numbers, fx.capacity, ON(1, &op, &cliv_mul)), CLIV_INVALID_ARGUMENT, "rank 0 and rank 1");
    const cliv_op of_vectors = {"a+b", "(int2)(0, 1)", NULL}, no_word = {"mi n(a, b)", NULL, NULL};
    REFUSED(CALL(reduce, fx.numbers, fx.capacity, ON(1, &of_vectors, &op)), CLIV_INVALID_ARGUMENT, "op");
    REFUSED(CALL(reduce, fx.numbers, fx.capacity, ON(2, &no_word, &cliv_min)), CLIV_INVALID_ARGUMENT, "op");
    REFUSED(CALL(scan_exclusive, fx.numbers, fx.capacity, NULL, ON(2, fx.few, none)), CLIV_TYPE_MISMATCH, "total");
    REFUSED(CALL(set_keys, ON(1, CLIV_UNION, CLIV_INTERSECTION), fx.few, fx.few, NULL, &out), CLIV_INVALID_ARGUMENT,
            "kind");
    REFUSED(CALL(join, ON(2, CLIV_LEFT, CLIV_FULL), fx.few, fx.few, NULL, &out, &out2), CLIV_INVALID_ARGUMENT, "kind");
    const cliv_aggregate sum_words = {fx.words, NULL, CLIV_NONE_INIT}, most = {fx.words, &cliv_max, CLIV_NONE_INIT};
    const cliv_aggregate sum_floats = {fx.floats, NULL, CLIV_NONE_INIT};
    const cliv_aggregate to_long = {fx.words, NULL, {.type = &cliv_long}}, row_count = {.op = NULL};
    const cliv_array two[] = {fx.numbers, ON(1, fx.words, fx.numbers)};
    REFUSED(CALL(group_by, two, ON(1, 1, 2), NULL, 0, NULL, &out, NULL), CLIV_INVALID_ARGUMENT, "key_count");
    REFUSED(CALL(group_by, two, 2, NULL, 0, NULL, &out, NULL), CLIV_TYPE_MISMATCH, "keys is not the same on rank 0");
    REFUSED(CALL(group_by, two, 1, &sum_words, ON(1, 0, 1), NULL, &out, &out2), CLIV_INVALID_ARGUMENT,
            "aggregate_count");
    REFUSED(CALL(group_by, two, 1, ON(2, &most, &sum_words), 1, NULL, &out, &out2), CLIV_INVALID_ARGUMENT,
            "op is not the same on rank 0 and rank 2");
    REFUSED(CALL(group_by, two, 1, ON(2, &sum_floats, &sum_words), 1, NULL, &out, &out2), CLIV_TYPE_MISMATCH,
            "values is not the same on rank 0 and rank 2");
    REFUSED(CALL(group_by, two, 1, ON(2, &row_count, &sum_words), 1, NULL, &out, &out2), CLIV_TYPE_MISMATCH,
            "values is not the same on rank 0 and rank 2");
    REFUSED(CALL(group_by, two, 1, ON(2, &to_long, &sum_words), 1, NULL, &out, &out2), CLIV_TYPE_MISMATCH,
            "result is not the same on rank 0 and rank 2");
    REFUSED(CALL(join_unsorted, ON(2, CLIV_LEFT, CLIV_FULL), two, two, 1, &out, &out2), CLIV_INVALID_ARGUMENT, "kind");
    REFUSED(CALL(join_unsorted, CLIV_LEFT, two, two, ON(1, 1, 2), &out, &out2), CLIV_INVALID_ARGUMENT, "key_count");
    REFUSED(CALL(join_unsorted, CLIV_LEFT, two, two, 2, &out, &out2), CLIV_TYPE_MISMATCH, "a_keys is not the same");
    REFUSED(CALL(top_k, fx.numbers, ON(1, 5, 6), fx.capacity, none, NULL), CLIV_INVALID_ARGUMENT, "k");
    REFUSED(CALL(histogram, fx.few, none, ON(1, fx.few, fx.capacity)), CLIV_INVALID_ARGUMENT, "counts");
    status = fx.rank == 1 ? CALL(rebalance, fx.numbers, &out) : CALL(sort_keys, fx.numbers, NULL, &out);
    CHECK(status == CLIV_INVALID_ARGUMENT && strstr(cliv_last_error(), "different functions"));
    CHECK(mpi_world_works(fx.world, fx.rank, fx.size));
    /* NULL and the default that it represents are the same argument. */
    CHECK(CALL(sort_keys, fx.numbers, ON(1, &cliv_less, NULL), &out) == CLIV_SUCCESS);
    cliv_array_release(&out);
    CHECK(CALL(reduce, fx.numbers, fx.capacity, ON(1, &cliv_add, NULL)) == CLIV_SUCCESS);
    /* Macros of a source must not change the library's text after the source. */
    const cliv_order macros = {"a < b + none",
                               "#define none 0\n#define i 9\n#define keys 9\n#define flags 9\n#define low 9\n"
                               "#define high 9\n#define count 9\n#define middle 9\n#define goes_on 9\n"
                               "#define after 9\n#define samples 9\n#define part 9\n#define places 9\n"};
    CHECK(CALL(sort_keys, fx.numbers, &macros, &out) == CLIV_SUCCESS);
    cliv_array_release(&out);
    /* All spellings of a built-in operator or order are the same argument. */
    const cliv_op sum = {"a+b", NULL, NULL}, least = {"min( a,b )", NULL, NULL};
    CHECK(CALL(reduce, fx.numbers, fx.capacity, ON(1, &sum, NULL)) == CLIV_SUCCESS);
    CHECK(CALL(reduce, fx.numbers, fx.capacity, ON(1, &cliv_min, &least)) == CLIV_SUCCESS);
    const cliv_order less = {"b>a // less", NULL};
    const cliv_array floats = cliv_generate(&cliv_float, "i % 3 ? (float)(i % 100) : NAN", MPI_NUMBERS);
    CHECK(CALL(sort_keys, floats, ON(1, NULL, &less), &out) == CLIV_SUCCESS);
    float sorted[2 * MPI_NUMBERS] = {0};
    CHECK(out.count <= 2 * MPI_NUMBERS && cliv_array_read(fx.queue, out, sorted) == CLIV_SUCCESS);
    for (size_t i = 1; i < out.count; ++i)
        CHECK(isnan(sorted[i]) || sorted[i - 1] <= sorted[i]);
    cliv_array_release(&out);
}

/* ---- the same mistake everywhere ---- */

static void mistakes(void)
{
    const cliv_op without = {"(a + b)", NULL, NULL}, sum = {"a + b", NULL, NULL}; /* the text is the text of cliv_add */
    cl_int zero = -1;
    cl_int length = 5;
    cliv_array of = CLIV_NONE;
    const cliv_array nothing = cliv_slice(fx.numbers, 0, 0);
    CHECK(cliv_array_create(fx.ctx, &cliv_int, 1, &length, &of) == CLIV_SUCCESS);
    const cliv_array counted = cliv_counted(fx.few, &of);
    size_t counts[] = {1, 1, 1};
    REFUSED(CALL(sort_keys, counted, NULL, &out), CLIV_INVALID_ARGUMENT, "rank 0: keys");
    REFUSED(CALL(sort_pairs, fx.few, ON(1, counted, fx.few), NULL, &out, &out2), CLIV_INVALID_ARGUMENT,
            "rank 1: values");
    REFUSED(CALL(rebalance, ON(2, counted, fx.few), &out), CLIV_INVALID_ARGUMENT, "rank 2: input");
    REFUSED(CALL(exchange, counted, counts, &out), CLIV_INVALID_ARGUMENT, "rank 0: input");
    REFUSED(CALL(reduce, counted, fx.capacity, NULL), CLIV_INVALID_ARGUMENT, "rank 0: input");
    REFUSED(CALL(scan_inclusive, counted, fx.capacity, NULL, none), CLIV_INVALID_ARGUMENT, "rank 0: input");
    REFUSED(CALL(merge, fx.few, counted, NULL, &out), CLIV_INVALID_ARGUMENT, "rank 0: b");
    REFUSED(CALL(set_keys, CLIV_UNION, counted, fx.few, NULL, &out), CLIV_INVALID_ARGUMENT, "rank 0: a");
    REFUSED(CALL(join, CLIV_INNER, counted, fx.few, NULL, &out, &out2), CLIV_INVALID_ARGUMENT, "rank 0: a");
    REFUSED(CALL(reduce_by_key, counted, fx.few, NULL, NULL, NULL, &out), CLIV_INVALID_ARGUMENT, "rank 0: keys");
    REFUSED(CALL(group_by, &counted, 1, NULL, 0, NULL, &out, NULL), CLIV_INVALID_ARGUMENT, "rank 0: keys[0]");
    REFUSED(CALL(join_unsorted, CLIV_INNER, &fx.few, &counted, 1, &out, &out2), CLIV_INVALID_ARGUMENT,
            "rank 0: b_keys[0]");
    REFUSED(CALL(unique, counted, NULL, &out, NULL, NULL), CLIV_INVALID_ARGUMENT, "rank 0: keys");
    REFUSED(CALL(top_k, counted, 3, fx.capacity, none, NULL), CLIV_INVALID_ARGUMENT, "rank 0: keys");
    REFUSED(CALL(histogram, counted, none, fx.capacity), CLIV_INVALID_ARGUMENT, "rank 0: bins");
    REFUSED(CALL(load_balance, counted, &out, NULL), CLIV_INVALID_ARGUMENT, "rank 0: sizes");
    REFUSED(CALL(interval_expand, fx.few, counted, &out), CLIV_INVALID_ARGUMENT, "rank 0: values");
    REFUSED(CALL(interval_gather, fx.few, fx.few, counted, &out), CLIV_INVALID_ARGUMENT, "rank 0: input");
    cliv_array_release(&of);

    REFUSED(CALL(reduce, nothing, fx.capacity, &without), CLIV_INVALID_ARGUMENT, "op");
    CHECK(CALL(reduce, nothing, fx.capacity, &sum) == CLIV_SUCCESS);
    CHECK(cliv_array_read(fx.queue, cliv_slice(fx.capacity, 0, 1), &zero) == CLIV_SUCCESS && zero == 0);
    REFUSED(CALL(load_balance, fx.floats, &out, NULL), CLIV_TYPE_MISMATCH, "sizes");
    REFUSED(CALL(interval_gather, fx.floats, fx.few, fx.few, &out), CLIV_TYPE_MISMATCH, "gather");
    REFUSED(CALL(merge, fx.few, fx.words, NULL, &out), CLIV_TYPE_MISMATCH, "cliv_mpi_merge");
    REFUSED(CALL(set_keys, (cliv_set_kind)99, fx.few, fx.few, NULL, &out), CLIV_INVALID_ARGUMENT, "kind");
    REFUSED(CALL(join, (cliv_join_kind)99, fx.few, fx.few, NULL, &out, &out2), CLIV_INVALID_ARGUMENT, "kind");
    REFUSED(CALL(join_unsorted, (cliv_join_kind)99, &fx.few, &fx.few, 1, &out, &out2), CLIV_INVALID_ARGUMENT, "kind");
    const cliv_aggregate of_floats = {fx.floats, &cliv_bit_or, CLIV_NONE_INIT};
    REFUSED(CALL(group_by, &fx.floats, 1, &of_floats, 1, NULL, &out, &out2), CLIV_TYPE_MISMATCH, "bitwise");
    /* An interval of the last rank ends beyond the concatenated input. */
    const cliv_array from = cliv_generate(&cliv_int, "21", 1), size = cliv_generate(&cliv_int, "9", 1);
    const cliv_array past = cliv_generate(&cliv_int, "22", 1);
    CHECK(CALL(interval_gather, from, size, fx.few, &out) == CLIV_SUCCESS);
    cliv_array_release(&out);
    REFUSED(CALL(interval_gather, ON(2, past, from), size, fx.few, &out), CLIV_OUT_OF_RANGE, "rank 2: ");
}

/* ---- arguments that may differ between ranks ---- */

static void alone(void)
{
    cl_ulong first = 7, total = 7;
    const cliv_world_times times = cliv_world_last_times(NULL);
    CHECK(cliv_world_rank(fx.world) == fx.rank && cliv_world_size(fx.world) == fx.size);
    CHECK(cliv_world_rank(NULL) == 0 && cliv_world_size(NULL) == 0);
    CHECK(times.total == 0 && times.sent == 0 && times.kept == 0);
    cliv_world_destroy(NULL);
    if (fx.rank == 1) {
        CHECK(cliv_mpi_place(NULL, 1, &first, &total) == CLIV_INVALID_ARGUMENT && first == 7 && total == 7);
        CHECK(strcmp(cliv_last_error(), "cliv_mpi_place: world is NULL") == 0);
        CHECK(cliv_mpi_sort_keys(NULL, fx.queue, fx.numbers, NULL, &out) == CLIV_INVALID_ARGUMENT);
        CHECK(strcmp(cliv_last_error(), "cliv_mpi_sort_keys: world is NULL") == 0);
        CHECK(cliv_mpi_rebalance(NULL, fx.queue, fx.numbers, &out) == CLIV_INVALID_ARGUMENT);
        CHECK(cliv_mpi_reduce(NULL, fx.queue, fx.numbers, fx.capacity, NULL) == CLIV_INVALID_ARGUMENT);
        CHECK(cliv_mpi_join(NULL, fx.queue, CLIV_INNER, fx.few, fx.few, NULL, &out, &out2) == CLIV_INVALID_ARGUMENT);
        CHECK(cliv_mpi_group_by(NULL, fx.queue, &fx.few, 1, NULL, 0, NULL, &out, NULL) == CLIV_INVALID_ARGUMENT);
        CHECK(cliv_mpi_join_unsorted(NULL, fx.queue, CLIV_INNER, &fx.few, &fx.few, 1, &out, NULL) ==
              CLIV_INVALID_ARGUMENT);
        CHECK(cliv_mpi_interval_expand(NULL, fx.queue, fx.few, fx.few, &out) == CLIV_INVALID_ARGUMENT);
    }
    CHECK(mpi_world_works(fx.world, fx.rank, fx.size));
    CHECK(cliv_mpi_place(fx.world, (size_t)fx.rank + 1, &first, &total) == CLIV_SUCCESS);
    CHECK(first == (cl_ulong)(fx.rank * (fx.rank + 1) / 2) && total == (cl_ulong)(fx.size * (fx.size + 1) / 2));
    CHECK(cliv_mpi_place(fx.world, 1, NULL, NULL) == CLIV_SUCCESS);
    REFUSED(cliv_mpi_place(fx.world, SIZE_MAX / 2, &first, &total), CLIV_OVERFLOW,
            "the sum over all ranks does not fit 64 bits");
}

/* The bytes that the last call has sent and kept. */
static void times(void)
{
    size_t counts[] = {fx.rank == 0, 2, 3};
    CHECK(CALL(exchange, fx.numbers, counts, &out) == CLIV_SUCCESS);
    const cliv_world_times t = cliv_world_last_times(fx.world);
    CHECK(t.kept == 4 * counts[fx.rank] && t.sent == 4 * (counts[0] + 5) - t.kept && t.total > 0);
    CHECK(out.count == (fx.rank == 0 ? 1 : fx.rank == 1 ? 6 : 9));
    cliv_array_release(&out);
}

static void images(void)
{
    static const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 64, .image_height = 64};
    cl_int error;
    cl_mem image = clCreateImage(cliv_context_cl(fx.ctx), CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    const cliv_array array = image ? cliv_buffer(image, &cliv_int, 0, 8) : none;
    REFUSED(CALL(sort_keys, ON(1, array, fx.numbers), NULL, &out), CLIV_INVALID_ARGUMENT, "rank 1: keys");
    if (image)
        clReleaseMemObject(image);
}

/* In a forked child of a rank, a call fails immediately, without the other ranks. */
static void forked(void)
{
    int ended = -1;
    const pid_t child = fork();
    if (child == 0) {
        cliv_context *made;
        cliv_world *world;
        static void *no_object[64]; /* no function of OpenCL returns with this object */
        cliv_array made_before = cliv_buffer((cl_mem)(void *)no_object, &cliv_int, 0, 4);
        alarm(20);
        const bool refused = CALL(sort_keys, fx.numbers, NULL, &out) == CLIV_INVALID_ARGUMENT &&
                             strstr(cliv_last_error(), "cliv_mpi_sort_keys: this process was forked") &&
                             cliv_world_create(MPI_COMM_WORLD, fx.ctx, NULL, &world) == CLIV_INVALID_ARGUMENT &&
                             cliv_world_context(MPI_COMM_WORLD, NULL, &made) == CLIV_INVALID_ARGUMENT;
        cliv_world_trim(fx.world);
        cliv_world_recycle(fx.world, &made_before);
        cliv_world_destroy(fx.world);
        cliv_context_destroy(fx.ctx);
        _exit(!refused || made_before.type);
    }
    CHECK(child > 0 && waitpid(child, &ended, 0) == child && ended == 0);
}

int main(int argc, char **argv)
{
    mpi_fixture_open(&argc, &argv);
    if (fx.size != 3) {
        fprintf(stderr, "test_mpi_errors is made for three ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    void (*const tests[])(void) = {alone, times, arguments, differences, mistakes, images, forked};
    for (unsigned k = 0; k < sizeof tests / sizeof *tests; ++k) {
        const long before = mpi_fixture_renew();
        tests[k]();
        CHECK(!out.type && !out2.type);
        CHECK(mpi_fixture_renew() == before);
    }
    return mpi_fixture_close();
}
