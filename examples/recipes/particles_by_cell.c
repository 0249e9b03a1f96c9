/* SPDX-License-Identifier: Apache-2.0 */
/* Sort particles by cell; compute the start of each cell and the mass in it. */
#include "recipe.h"

typedef struct particle {
    cl_float x, y;
    cl_int mass;
} particle;
static const cliv_type particle_type = {"particle", sizeof(particle),
                                        "typedef struct { float x, y; int mass; } particle;"};

int main(int argc, char **argv)
{
    begin(argc, argv, 5);
    const cl_int side = few ? 2 : 32;
    const size_t cells = (size_t)(side * side);
    const cl_int *xs = new_ints("x * 10", n, (const cl_int[]){15, 2, 12, 19, 8}, (size_t)side * 10),
                 *ys = new_ints("y * 10", n, (const cl_int[]){3, 11, 14, 1, 17}, (size_t)side * 10);
    particle *given = new_memory(n, sizeof *given);
    for (size_t i = 0; i < n; ++i)
        given[i] = (particle){(cl_float)xs[i] / 10, (cl_float)ys[i] / 10, (cl_int)i + 1};
    cliv_array particles = new_array(&particle_type, n, given),
               in_order = new_array(&particle_type, n, NULL), row = new_array(&cliv_int, n, NULL),
               count = new_array(&cliv_int, cells, NULL), start = new_array(&cliv_int, cells + 1, NULL),
               mass = new_array(&cliv_int, cells, NULL);

    /* Sort the row numbers by cell, then move each particle once. The cells take no memory. */
    const cliv_array from[] = {cliv_named("p", particles), cliv_constant("side", &cliv_int, &side)};
    const cliv_array cell_of =
        cliv_generate_from(&cliv_int, "(int)p[i].y * side + (int)p[i].x", n, from, 2);
    CHECK(cliv_sort_rows(ctx, queue, &cell_of, NULL, 1, row, 0, NULL, NULL));
    CHECK(cliv_aos_gather(ctx, queue, row, particles, in_order, 0, NULL, NULL));

    /* Cell c has the particles start[c] … start[c+1]-1. Their total mass is a segmented reduction. */
    const cliv_array mass_of = cliv_generate_from(&cliv_int, "a0[i].mass", n, &in_order, 1);
    CHECK(cliv_histogram(ctx, queue, cell_of, CLIV_NONE, count, 0, NULL, NULL));
    CHECK(cliv_offsets_from_counts(ctx, queue, count, start, NULL, 0, NULL, NULL));
    CHECK(cliv_segmented_reduce(ctx, queue, mass_of, cliv_slice(start, 0, cells), mass, &cliv_add, 0,
                                NULL, NULL));

    cl_int *cells_of = new_memory(n, sizeof *cells_of), *starts = new_memory(cells + 1, sizeof *starts),
           *masses = new_memory(cells, sizeof *masses), *numbers = new_memory(n, sizeof *numbers);
    for (size_t i = 0; i < n; ++i) {
        cells_of[i] = ys[i] / 10 * side + xs[i] / 10;
        ++starts[cells_of[i] + 1];
        masses[cells_of[i]] += given[i].mass;
    }
    for (size_t c = 0; c < cells; ++c)
        starts[c + 1] += starts[c];
    const sorted_key *const order = host_order(cells_of, n);
    for (size_t i = 0; i < n; ++i)
        numbers[i] = (cl_int)order[i].at;
    compare("row", row, numbers);
    compare("start", start, starts);
    compare("mass", mass, masses);
    particle *moved = fetch(queue, in_order);
    for (size_t i = 0; i < n; ++i)
        compare_number("a particle's number", moved[i].mass, (double)order[i].at + 1);
    free(moved);
    return finish();
}
