/* SPDX-License-Identifier: Apache-2.0 */
/* Group-by and unsorted joins over any count of ranks: which rank has a group, keys of floats, ranks without rows, one
 * group with all rows, and the memory limit. All ranks make the whole tables, and compare with a serial loop. */
#include "mpi_checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 600, CLASSES = 7, MOST_RESULT = 20000 };

#define CALL(function, ...) cliv_mpi_##function(fx.world, fx.queue, __VA_ARGS__)

/* ---- tables of two key columns: floats of seven classes in ascending order, and ints */

typedef struct table {
    size_t count, first, mine; /* of all ranks; of this rank's part */
    float floats[MOST_ROWS];
    cl_int ints[MOST_ROWS];
    int key[MOST_ROWS]; /* equal for equal rows, ascending in the order of the keys */
    cliv_array columns[2];
} table;

static float special(int class, size_t i)
{
    static const cl_uint nans[] = {0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff};
    static const float numbers[] = {-INFINITY, -2.5f, 0, 1e-40f, 1.5f, INFINITY};
    float number;
    if (class == 2)
        return i / 16 % 2 ? -0.0f : 0.0f; /* both signs for one int, on several ranks */
    if (class < CLASSES - 1)
        return numbers[class];
    memcpy(&number, &nans[i % 4], sizeof number);
    return number;
}

/* Each rank has another count of rows; if `gaps`, every third rank has none. */
static void make_table(table *t, size_t rows, unsigned step, unsigned ints, bool gaps)
{
    t->count = 0;
    for (int r = 0; r < fx.size; ++r) {
        const size_t here = gaps && r % 3 == 1 ? 0 : rows + (size_t)r;
        if (r == fx.rank) {
            t->first = t->count;
            t->mine = here;
        }
        t->count += here;
    }
    for (size_t i = 0; i < t->count; ++i) {
        const int class = (int)(i * step % CLASSES), number = (int)(i * step / 3 % ints);
        t->floats[i] = special(class, i);
        t->ints[i] = number - 1;
        t->key[i] = class * (int)ints + number;
    }
    CHECK(t->count <= MOST_ROWS);
    CHECK(cliv_array_create(fx.ctx, &cliv_float, t->mine, t->floats + t->first, &t->columns[0]) == CLIV_SUCCESS);
    CHECK(cliv_array_create(fx.ctx, &cliv_int, t->mine, t->ints + t->first, &t->columns[1]) == CLIV_SUCCESS);
}

static void release_table(table *t)
{
    cliv_array_release(&t->columns[0]);
    cliv_array_release(&t->columns[1]);
}

/* ---- group-by */

static void check_group(const table *t, cl_ulong first_row, cl_ulong count, cl_long sum, cl_uint last)
{
    size_t rows = 0, first = t->count, end = 0;
    cl_long total = 0;
    for (size_t i = 0; first_row < t->count && i < t->count; ++i)
        if (t->key[i] == t->key[first_row]) {
            first = first < i ? first : i;
            end = i;
            ++rows;
            total += (cl_long)(3 * i);
        }
    CHECK(first_row == first && count == rows && sum == total && last == end);
}

static void groups(size_t rows, bool gaps)
{
    static const cliv_op keep_last = {"b", NULL, NULL};
    static table t;
    int owned[CLASSES * 5] = {0}, all[CLASSES * 5];
    make_table(&t, rows, 5, 5, gaps);
    cliv_array unique[2], first_rows, results[3];
    const cliv_aggregate aggregates[] = {
        {CLIV_NONE_INIT, NULL, CLIV_NONE_INIT},
        {cliv_slice(cliv_generate(&cliv_int, "3 * (int)i", t.count), t.first, t.mine), NULL, {.type = &cliv_long}},
        {cliv_slice(cliv_generate(&cliv_uint, "(uint)i", t.count), t.first, t.mine), &keep_last, CLIV_NONE_INIT}};
    if (!CHECK(CALL(group_by, t.columns, 2, aggregates, 3, unique, &first_rows, results) == CLIV_SUCCESS))
        return;
    cl_ulong firsts[MOST_ROWS], counts[MOST_ROWS];
    cl_long sums[MOST_ROWS];
    cl_uint lasts[MOST_ROWS];
    float floats[MOST_ROWS];
    cl_int ints[MOST_ROWS];
    const struct {
        cliv_array *array;
        const cliv_type *type;
        void *host;
    } outputs[] = {{&first_rows, &cliv_ulong, firsts}, {&results[0], &cliv_ulong, counts},
                   {&results[1], &cliv_long, sums},    {&results[2], &cliv_uint, lasts},
                   {&unique[0], &cliv_float, floats},  {&unique[1], &cliv_int, ints}};
    const size_t count = first_rows.count;
    for (size_t k = 0; k < 6; ++k) {
        CHECK(outputs[k].array->type == outputs[k].type && outputs[k].array->count == count);
        CHECK(cliv_array_read(fx.queue, *outputs[k].array, outputs[k].host) == CLIV_SUCCESS);
        cliv_array_release(outputs[k].array);
    }
    for (size_t k = 0; k < count; ++k) {
        check_group(&t, firsts[k], counts[k], sums[k], lasts[k]);
        CHECK(memcmp(&floats[k], &t.floats[firsts[k]], sizeof *floats) == 0 && ints[k] == t.ints[firsts[k]]);
        CHECK(k == 0 || t.key[firsts[k - 1]] < t.key[firsts[k]]); /* ascending */
        ++owned[t.key[firsts[k]]];
    }
    MPI_Allreduce(owned, all, CLASSES * 5, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (size_t i = 0; i < t.count; ++i)
        CHECK(all[t.key[i]] == 1);
    release_table(&t);
}

/* The rank of a key depends neither on the other rows, nor on the ranks that have it. Every rank gets some keys. */
static void placement(void)
{
    cl_uint keys[2][MPI_NUMBERS];
    size_t counts[2] = {0};
    for (int k = 0; k < 2; ++k) {
        cliv_array unique = CLIV_NONE;
        const size_t mine = k == 0 ? MPI_NUMBERS : fx.rank == 0 ? MPI_NUMBERS : 0;
        const cliv_array part = cliv_generate(&cliv_uint, k ? "999 - (uint)i" : "(uint)i", mine);
        if (!CHECK(CALL(group_by, &part, 1, NULL, 0, &unique, NULL, NULL) == CLIV_SUCCESS))
            return;
        counts[k] = unique.count;
        if (CHECK(unique.count <= MPI_NUMBERS))
            CHECK(cliv_array_read(fx.queue, unique, keys[k]) == CLIV_SUCCESS);
        cliv_array_release(&unique);
    }
    CHECK(counts[0] == counts[1] && memcmp(keys[0], keys[1], counts[0] * sizeof **keys) == 0);
    CHECK(counts[0] > (size_t)(MPI_NUMBERS / fx.size / 2)); /* even, roughly */
}

static void without_outputs(void)
{
    cliv_array results = CLIV_NONE;
    const cliv_aggregate sum = {fx.numbers, NULL, CLIV_NONE_INIT};
    CHECK(CALL(group_by, &fx.numbers, 1, NULL, 0, NULL, NULL, NULL) == CLIV_SUCCESS);
    CHECK(CALL(group_by, &fx.numbers, 1, &sum, 1, NULL, NULL, &results) == CLIV_SUCCESS);
    CHECK(results.type == &cliv_int);
    cliv_array_release(&results);
    CHECK(CALL(join_unsorted, CLIV_FULL, &fx.few, &fx.few, 1, NULL, NULL) == CLIV_SUCCESS);
}

/* ---- joins */

/* The serial join: rows of the result, -1 for none. */
static size_t join_serially(cliv_join_kind kind, const table *a, const table *b, cl_long *a_rows, cl_long *b_rows)
{
    static bool matched[MOST_ROWS];
    const bool pairs = kind != CLIV_SEMI && kind != CLIV_ANTI;
    size_t count = 0;
    memset(matched, 0, sizeof matched);
    for (size_t i = 0; i < a->count; ++i) {
        size_t matches = 0;
        for (size_t j = 0; j < b->count; ++j) {
            if (a->key[i] != b->key[j])
                continue;
            matched[j] = true;
            if (pairs || (kind == CLIV_SEMI && matches == 0)) {
                a_rows[count] = (cl_long)i;
                b_rows[count++] = (cl_long)j;
            }
            ++matches;
        }
        if (matches == 0 && (kind == CLIV_LEFT || kind == CLIV_FULL || kind == CLIV_ANTI)) {
            a_rows[count] = (cl_long)i;
            b_rows[count++] = -1;
        }
    }
    for (size_t j = 0; j < b->count && (kind == CLIV_RIGHT || kind == CLIV_FULL); ++j)
        if (!matched[j]) {
            a_rows[count] = -1;
            b_rows[count++] = (cl_long)j;
        }
    return count;
}

static void check_rows(cliv_array *rows, const cl_long *wanted, size_t total)
{
    static cl_long is[MOST_RESULT];
    const size_t p = (size_t)fx.size, r = (size_t)fx.rank, begin = total * r / p, end = total * (r + 1) / p;
    CHECK(rows->type == &cliv_ulong && rows->count == end - begin && total <= MOST_RESULT);
    CHECK(cliv_array_read(fx.queue, *rows, is) == CLIV_SUCCESS);
    CHECK(memcmp(is, wanted + begin, (end - begin) * sizeof *is) == 0);
    cliv_array_release(rows);
}

static void joins(size_t a_count, size_t b_count, unsigned ints)
{
    static table a, b;
    static cl_long a_rows[MOST_RESULT], b_rows[MOST_RESULT];
    make_table(&a, a_count, 5, ints, true);
    make_table(&b, b_count, 3, ints + 3, false);
    for (size_t j = 0; j < b.count; ++j) { /* as the keys of a; some ints of b are not in a */
        const int number = b.ints[j] + 1, class = b.key[j] / (int)(ints + 3);
        b.key[j] = number < (int)ints ? class * (int)ints + number : 100000 + b.key[j];
    }
    for (int kind = CLIV_INNER; kind <= CLIV_ANTI; ++kind) {
        const bool filters = kind == CLIV_SEMI || kind == CLIV_ANTI;
        const size_t total = join_serially((cliv_join_kind)kind, &a, &b, a_rows, b_rows);
        cliv_array rows[2] = {CLIV_NONE, CLIV_NONE};
        if (!CHECK(CALL(join_unsorted, (cliv_join_kind)kind, a.columns, b.columns, 2, &rows[0],
                        filters ? NULL : &rows[1]) == CLIV_SUCCESS))
            continue;
        check_rows(&rows[0], a_rows, total);
        if (!filters)
            check_rows(&rows[1], b_rows, total);
    }
    release_table(&a);
    release_table(&b);
}

/* ---- one group with all rows */

static void giant(void)
{
    enum { ROWS = 20000, A = 30, B = 40 };
    const cl_ulong p = (cl_ulong)fx.size, r = (cl_ulong)fx.rank;
    const cliv_array keys = cliv_generate(&cliv_short, "7", ROWS), ones = cliv_generate(&cliv_int, "1", ROWS);
    const cliv_aggregate sum = {ones, NULL, CLIV_NONE_INIT};
    cliv_array first_rows = CLIV_NONE, sums = CLIV_NONE, rows[2] = {CLIV_NONE, CLIV_NONE};
    CHECK(CALL(group_by, &keys, 1, &sum, 1, NULL, &first_rows, &sums) == CLIV_SUCCESS);
    int count = (int)sums.count, all = 0;
    cl_int is = (cl_int)p * ROWS;
    cl_ulong first = 0;
    MPI_Allreduce(&count, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(cliv_array_read(fx.queue, sums, &is) == CLIV_SUCCESS && is == (cl_int)p * ROWS && all == 1);
    CHECK(cliv_array_read(fx.queue, first_rows, &first) == CLIV_SUCCESS && first == 0);
    cliv_array_release(&sums);
    cliv_array_release(&first_rows);

    const cliv_array a = cliv_slice(keys, 0, A), b = cliv_slice(keys, 0, B);
    static cl_ulong is_row[2][A * B * 64];
    CHECK(CALL(join_unsorted, CLIV_INNER, &a, &b, 1, &rows[0], &rows[1]) == CLIV_SUCCESS);
    const cl_ulong total = A * B * p * p, begin = total / p * r;
    CHECK(rows[0].count == total / p && rows[1].count == total / p && p <= 64);
    bool right = true;
    for (unsigned k = 0; k < 2; ++k) {
        CHECK(cliv_array_read(fx.queue, rows[k], is_row[k]) == CLIV_SUCCESS);
        for (cl_ulong i = 0; i < total / p; ++i)
            right = right && is_row[k][i] == (k ? (begin + i) % (B * p) : (begin + i) / (B * p));
        cliv_array_release(&rows[k]);
    }
    CHECK(right);
}

/* A call that exceeds the limit fails on all ranks. */
static void memory(void)
{
    const cliv_world_options options = {.memory = fx.rank == fx.size - 1 ? 3000 : 0};
    cliv_world *limited = NULL;
    cliv_array out = CLIV_NONE, out2 = CLIV_NONE;
    const cliv_array keys = cliv_generate(&cliv_int, "(int)i", 1000);
    if (!CHECK(cliv_world_create(MPI_COMM_WORLD, fx.ctx, &options, &limited) == CLIV_SUCCESS))
        return;
    REFUSED(cliv_mpi_group_by(limited, fx.queue, &keys, 1, NULL, 0, &out, &out2, NULL), CLIV_OUT_OF_MEMORY, "3000");
    REFUSED(cliv_mpi_join_unsorted(limited, fx.queue, CLIV_INNER, &keys, &keys, 1, &out, &out2), CLIV_OUT_OF_MEMORY,
            "3000");
    CHECK(!out.type && !out2.type);
    cliv_world_destroy(limited);
}

int main(int argc, char **argv)
{
    mpi_fixture_open(&argc, &argv);
    const long before = mpi_fixture_renew();
    groups(40, false);
    groups(70, true);
    groups(0, false);
    placement();
    without_outputs();
    joins(20, 30, 4);
    joins(0, 30, 4);
    joins(60, 0, 2);
    giant();
    memory();
    CHECK(mpi_fixture_renew() == before);
    return mpi_fixture_close();
}
