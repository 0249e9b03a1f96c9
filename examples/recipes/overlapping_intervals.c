/* SPDX-License-Identifier: Apache-2.0 */
/* All pairs of a read and a gene that overlap. */
#include "recipe.h"

/* The recipe's own numbers, or `count` random ones. */
static cl_int *new_starts(const char *name, size_t count, const cl_int *own)
{
    cl_int *starts = new_memory(count, sizeof *starts);
    for (size_t k = 0; k < count; ++k)
        starts[k] = few ? own[k] : (cl_int)(next_random(&seed) % (8 * n + 1));
    print_elements(name, &cliv_int, starts, count);
    return starts;
}

static cl_int *new_ends(const char *name, size_t count, const cl_int *own, const cl_int *starts)
{
    cl_int *ends = new_memory(count, sizeof *ends);
    for (size_t k = 0; k < count; ++k)
        ends[k] = few ? own[k] : starts[k] + draw(20);
    print_elements(name, &cliv_int, ends, count);
    return ends;
}

/* On the host: appends the pairs in which an interval of b begins inside one of a, or at its start. */
static size_t add_pairs(const sorted_key *a, const cl_int *a_end, const sorted_key *b,
                        const cl_int *b_end, size_t m, bool swapped, cl_int *pairs[2], size_t size)
{
    for (size_t i = 0, first = 0; i < (swapped ? m : n); ++i) {
        const size_t others = swapped ? n : m;
        while (first < others && (b[first].key < a[i].key || (swapped && b[first].key == a[i].key)))
            ++first;
        for (size_t j = first; j < others && b[j].key < a_end[a[i].at]; ++j)
            if (b[j].key < b_end[b[j].at]) { /* not empty */
                if (pairs) {
                    pairs[swapped][size] = (cl_int)a[i].at;
                    pairs[!swapped][size] = (cl_int)b[j].at;
                }
                ++size;
            }
    }
    return size;
}

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    const size_t m = few ? 4 : n / 2;
    size_t pairs = 0;
    const cl_int *reads = new_starts("read.start", n, (const cl_int[]){6, 0, 14, 2, 11}),
                 *reads_end = new_ends("read.end", n, (const cl_int[]){9, 5, 16, 4, 12}, reads),
                 *genes = new_starts("gene.start", m, (const cl_int[]){12, 1, 3, 7}),
                 *genes_end = new_ends("gene.end", m, (const cl_int[]){20, 3, 8, 7}, genes);
    cliv_array read_start = new_array(&cliv_int, n, reads),
               read_end = new_array(&cliv_int, n, reads_end),
               gene_start = new_array(&cliv_int, m, genes),
               gene_end = new_array(&cliv_int, m, genes_end), a_row = new_array(&cliv_int, n, NULL),
               a_end = new_array(&cliv_int, n, NULL), b_row = new_array(&cliv_int, m, NULL),
               b_end = new_array(&cliv_int, m, NULL);

    /* Sort both tables by start. The row numbers of the tables move with the starts. */
    CHECK(cliv_sort_indices(ctx, queue, read_start, a_row, NULL, 0, NULL, NULL));
    CHECK(cliv_sort_indices(ctx, queue, gene_start, b_row, NULL, 0, NULL, NULL));
    CHECK(cliv_gather(ctx, queue, a_row, read_end, a_end, 0, NULL, NULL));
    CHECK(cliv_gather(ctx, queue, b_row, gene_end, b_end, 0, NULL, NULL));

    /* Count the pairs, then find them. */
    CHECK(cliv_join_overlaps(ctx, queue, read_start, a_end, gene_start, b_end, CLIV_NONE, CLIV_NONE,
                             CLIV_NONE, &pairs, 0, NULL, NULL));
    cliv_array a = new_array(&cliv_int, pairs, NULL), b = new_array(&cliv_int, pairs, NULL),
               read = new_array(&cliv_int, pairs, NULL), gene = new_array(&cliv_int, pairs, NULL);
    CHECK(cliv_join_overlaps(ctx, queue, read_start, a_end, gene_start, b_end, a, b, CLIV_NONE, NULL, 0,
                             NULL, NULL));

    /* From rows of the sorted tables to rows of the tables. */
    CHECK(cliv_gather(ctx, queue, a, a_row, read, 0, NULL, NULL));
    CHECK(cliv_gather(ctx, queue, b, b_row, gene, 0, NULL, NULL));

    const sorted_key *const by_read = host_order(reads, n), *const by_gene = host_order(genes, m);
    const size_t inside = add_pairs(by_read, reads_end, by_gene, genes_end, m, false, NULL, 0),
                 expected = add_pairs(by_gene, genes_end, by_read, reads_end, m, true, NULL, inside);
    cl_int *rows[2] = {new_memory(expected, sizeof(cl_int)), new_memory(expected, sizeof(cl_int))};
    add_pairs(by_read, reads_end, by_gene, genes_end, m, false, rows, 0);
    add_pairs(by_gene, genes_end, by_read, reads_end, m, true, rows, inside);
    compare_count("pairs", pairs, expected);
    compare("read", read, rows[0]);
    compare("gene", gene, rows[1]);
    return finish();
}
