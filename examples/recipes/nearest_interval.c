/* SPDX-License-Identifier: Apache-2.0 */
/* The nearest gene before or after each read, and its distance. */
#include "recipe.h"

/* `left` genes end at or before read i. Gene number `right` in the order of the starts is the first
 * that begins at or after the end of the read. If any gene overlaps the read, `left` is less than
 * `right`. */
static const char body[] =
    "const int before = left[i] ? read_start[i] - b_end[left[i] - 1] : INT_MAX;\n"
    "const int after = right[i] < m ? b_start[right[i]] - read_end[i] : INT_MAX;\n"
    "const bool overlaps = left[i] < right[i];\n"
    "distance[i] = overlaps ? 0 : min(before, after);\n"
    "gene[i] = overlaps ? -1 : before <= after ? by_end[left[i] - 1]\n"
    "                                          : by_start[right[i]];\n";

/* Random intervals that are not empty. */
static cl_int *new_intervals(const char *name, const char *end_name, size_t count, const cl_int *own,
                             const cl_int *own_ends, cl_int **ends)
{
    cl_int *starts = new_memory(count, sizeof *starts);
    *ends = new_memory(count, sizeof **ends);
    for (size_t k = 0; k < count; ++k) {
        starts[k] = few ? own[k] : (cl_int)(next_random(&seed) % (30 * n + 1));
        (*ends)[k] = few ? own_ends[k] : starts[k] + 1 + draw(20);
    }
    print_elements(name, &cliv_int, starts, count);
    print_elements(end_name, &cliv_int, *ends, count);
    return starts;
}

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    const size_t count = few ? 3 : n / 2 + 1;
    const cl_int m = (cl_int)count;
    cl_int *reads_end, *genes_end;
    const cl_int *reads = new_intervals("read.start", "read.end", n, (const cl_int[]){12, 0, 25, 5, 18},
                                        (const cl_int[]){15, 3, 30, 9, 20}, &reads_end),
                 *genes = new_intervals("gene.start", "gene.end", count, (const cl_int[]){20, 4, 9},
                                        (const cl_int[]){24, 8, 11}, &genes_end);
    cliv_array read_start = new_array(&cliv_int, n, reads),
               read_end = new_array(&cliv_int, n, reads_end),
               b_start = new_array(&cliv_int, count, genes),
               b_end = new_array(&cliv_int, count, genes_end),
               by_start = new_array(&cliv_int, count, NULL), by_end = new_array(&cliv_int, count, NULL),
               left = new_array(&cliv_int, n, NULL), right = new_array(&cliv_int, n, NULL),
               distance = new_array(&cliv_int, n, NULL), gene = new_array(&cliv_int, n, NULL);

    /* The starts and the ends of the genes, each sorted, with the row numbers of the genes. */
    CHECK(cliv_sort_indices(ctx, queue, b_start, by_start, NULL, 0, NULL, NULL));
    CHECK(cliv_sort_indices(ctx, queue, b_end, by_end, NULL, 0, NULL, NULL));

    /* For each read, the count of genes that end before it, and the count that begin before its end. */
    CHECK(
        cliv_binary_search(ctx, queue, CLIV_UPPER_BOUND, read_start, b_end, left, NULL, 0, NULL, NULL));
    CHECK(cliv_binary_search(ctx, queue, CLIV_LOWER_BOUND, read_end, b_start, right, NULL, 0, NULL,
                             NULL));

    /* The nearer of the last gene before the read and the first gene after it. */
    const cliv_array arrays[] = {cliv_named("read_start", read_start),
                                 cliv_named("read_end", read_end),
                                 cliv_named("b_start", b_start),
                                 cliv_named("b_end", b_end),
                                 cliv_named("by_start", by_start),
                                 cliv_named("by_end", by_end),
                                 cliv_named("left", left),
                                 cliv_named("right", right),
                                 cliv_named("distance", distance),
                                 cliv_named("gene", gene),
                                 cliv_constant("m", &cliv_int, &m)};
    CHECK(cliv_transform(ctx, queue, n, NULL, body, NULL, arrays, 11, 0, NULL, NULL));

    /* On the host: all genes. Of equally near genes, the last gene before the read comes first. */
    cl_int *nearest = new_memory(n, sizeof *nearest), *least = new_memory(n, sizeof *least);
    const sorted_key *const starts = host_order(genes, count), *const ends =
                                                                   host_order(genes_end, count);
    for (size_t i = 0; i < n; ++i) {
        size_t before = 0, after = 0;
        while (before < count && ends[before].key <= reads[i])
            ++before;
        while (after < count && starts[after].key < reads_end[i])
            ++after;
        const cl_int to_left = before ? reads[i] - ends[before - 1].key : CL_INT_MAX,
                     to_right = after < count ? starts[after].key - reads_end[i] : CL_INT_MAX;
        const bool is_left = to_left <= to_right, overlaps = before < after;
        least[i] = overlaps ? 0 : is_left ? to_left : to_right;
        nearest[i] = overlaps ? -1 : (cl_int)(is_left ? ends[before - 1].at : starts[after].at);
    }
    compare("distance", distance, least);
    compare("gene", gene, nearest);
    return finish();
}
