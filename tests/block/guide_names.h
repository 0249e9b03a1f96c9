/* SPDX-License-Identifier: Apache-2.0 */
/* What snippets of the guide take for granted: the names of contexts, arrays and sizes that its text
 * speaks of. */
#include <clinterval/clinterval.h>

#include <stddef.h>
#include <stdio.h>

extern cliv_context *ctx;
extern cl_context cl;
extern cl_command_queue queue;
extern const char *source;

/* ---- sizes */
extern size_t n, rows, entries, move_count, count, a_count, items, length;

/* ---- arrays */
extern cliv_array a, b, a_values, b_values, all, chosen, columns, counts, different, elements, gather, in_order,
    indices, input, keys, limit, new_keys, numbers, offsets, old_keys, output, particles, places, prices, row_starts,
    result_numbers, result_particles, result_prices, row_sums, small, sorted, starts, sums, values, words, x, y,
    expensive, expensive_count, new_values, old_values;
extern cl_mem a_rows, b_rows;

/* ---- structures and what is made of them */
typedef struct {
    cl_float x, y, z, vx, vy, vz, mass, charge;
    cl_uint cell, kind, number, age;
} particle;
typedef struct {
    cl_uint from;
    cl_float energy;
} photon;
extern const cliv_type particle_type, photon_type;
extern cliv_pool *pool;
extern cl_kernel emit, fade, letters, live_and_die;
