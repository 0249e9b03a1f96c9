/* SPDX-License-Identifier: Apache-2.0 */
/* The row of the largest sale of each shop */
#include "recipe.h"

typedef struct best {
    cl_int sale, row;
} best;
static const char best_text[] = "typedef struct { int sale, row; } best;";
static const cliv_type best_type = {"best", sizeof(best), best_text};

int main(int argc, char **argv)
{
    begin(argc, argv, 6);
    const size_t shops = few ? 8 : n / 4 + 1;
    const cl_int *s = new_ints("shop", n, (const cl_int[]){5, 2, 5, 2, 7, 5}, shops),
                 *values = new_ints("sale", n, (const cl_int[]){10, 40, 30, 40, 50, 20}, 1000);
    cliv_array shop = new_array(&cliv_int, n, s), sale = new_array(&cliv_int, n, values),
               shop_of = new_array(&cliv_int, n, NULL), found = new_array(&best_type, n, NULL),
               row = new_array(&cliv_int, n, NULL);

    /* Fold pairs of a sale and its row. Of equal sales, the first one wins. */
    size_t groups;
    const cliv_op larger = {.combine = "a.sale >= b.sale ? a : b"};
    const cliv_array from[] = {cliv_named("sale", sale), cliv_named("found", found)};
    const cliv_array pairs = cliv_generate_from(&best_type, "(best){sale[i], (int)i}", n, from, 1);
    const cliv_aggregate largest = {pairs, &larger, found};
    CHECK(cliv_group_by(ctx, queue, &shop, 1, &largest, 1, &shop_of, CLIV_NONE, CLIV_NONE, CLIV_NONE,
                        &groups, 0, NULL, NULL));
    const cliv_array rows = cliv_generate_from(&cliv_int, "found[i].row", groups, from, 2);
    CHECK(cliv_copy(ctx, queue, rows, row, 0, NULL, NULL));

    cl_int *at = new_memory(shops, sizeof *at), *number = new_memory(shops, sizeof *number);
    size_t kinds = 0;
    for (size_t k = 0; k < shops; ++k)
        at[k] = -1;
    for (size_t i = 0; i < n; ++i)
        if (at[s[i]] < 0 || values[i] > values[at[s[i]]])
            at[s[i]] = (cl_int)i;
    for (size_t k = 0; k < shops; ++k)
        if (at[k] >= 0) {
            number[kinds] = (cl_int)k;
            at[kinds++] = at[k];
        }
    compare_count("groups", groups, kinds);
    compare("shop", cliv_slice(shop_of, 0, groups), number);
    compare("row", cliv_slice(row, 0, groups), at);
    return finish();
}
