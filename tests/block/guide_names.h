/* SPDX-License-Identifier: Apache-2.0 */
/* Names that the snippets of the guide, and of inputs.md and memory.md, use without a declaration: contexts, sizes,
 * arrays. */
#include <clinterval/clinterval.h>

#include <stddef.h>
#include <stdio.h>

extern cliv_context *ctx;
extern cl_context cl, context;
extern cl_device_id device;
extern cl_command_queue queue;
extern const char *source;

/* ---- sizes */
extern size_t n, outputs, rows, entries, items, length;

/* ---- arrays */
extern cliv_array a, a_ends, a_rows, a_starts, a_values, amounts, b, b_ends, b_rows, b_starts, chosen, city, city_out,
    columns, count, counts, customer, days, different, elements, gather, groups, haystack, in_order, indices, input,
    key, keys, matches, nearest, needles, new_keys, new_values, numbers, offsets, old_keys, old_values, order_customer,
    order_region, output, particles, prices, region, result_numbers, result_prices, row, row_starts, row_sums, scatter,
    sorted_keys, starts, sums, top_indices, top_prices, total, values, x, y, year, year_out;

/* ---- structures, pools, kernels */
typedef struct {
    cl_float x, y, z, vx, vy, vz;
    cl_uint cell, age;
} particle;
typedef struct {
    cl_uint from;
    cl_float energy;
} photon;
extern const cliv_type particle_type, photon_type;
extern cliv_pool *pool;
extern cl_kernel emit, letters;
