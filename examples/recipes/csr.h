/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse matrices in CSR form, which are also graphs: row r has the entries start[r] … start[r+1]-1,
 * in ascending order of their columns. */
#ifndef CSR_H
#define CSR_H

#include "recipe.h"

typedef struct csr {
    size_t rows, entries;
    cl_int *start, *column;
    cl_float *value;
} csr;

typedef struct device_csr {
    size_t rows, entries;
    cliv_array start, column, value;
} device_csr;

static inline csr new_csr(size_t rows, size_t entries)
{
    return (csr){rows, entries, new_memory(rows + 1, sizeof(cl_int)),
                 new_memory(entries, sizeof(cl_int)), new_memory(entries, sizeof(cl_float))};
}

static inline device_csr new_device_csr(size_t rows, size_t entries, const csr *host)
{
    return (device_csr){rows, entries, new_array(&cliv_int, rows + 1, host ? host->start : NULL),
                        new_array(&cliv_int, entries, host ? host->column : NULL),
                        new_array(&cliv_float, entries, host ? host->value : NULL)};
}

/* One row in seven is empty, one row has half of all columns, and the other rows have 1 to 5. */
static inline size_t random_length(size_t row)
{
    const size_t length = row % 7 == 0 ? 0 : row == n / 2 ? n / 2 : 1 + row % 5;
    return length < n ? length : n;
}

/* The recipe's own matrix, or a random matrix of n rows and columns. Values are small integers, so
 * sums are exact. */
static inline csr some_csr(const char *name, bool values, size_t own_rows, const cl_int *own_start,
                           const cl_int *own_column)
{
    size_t entries = few ? (size_t)own_start[own_rows] : 0;
    for (size_t r = 0; r < n && !few; ++r)
        entries += random_length(r);
    const csr m = new_csr(few ? own_rows : n, entries);
    for (size_t r = 0; r < m.rows; ++r) {
        const size_t length = few ? (size_t)(own_start[r + 1] - own_start[r]) : random_length(r);
        for (size_t k = 0; k < length;
             ++k) { /* one entry in each part of the row, so that columns ascend */
            const size_t at = (size_t)m.start[r] + k, part = m.rows / length;
            m.column[at] = few ? own_column[at] : (cl_int)(k * part + next_random(&seed) % part);
            m.value[at] = (cl_float)(few ? at + 1 : 1 + next_random(&seed) % 9);
        }
        m.start[r + 1] = m.start[r] + (cl_int)length;
    }
    printf("%s:\n", name);
    print_elements("  start", &cliv_int, m.start, m.rows + 1);
    print_elements("  column", &cliv_int, m.column, m.entries);
    if (values)
        print_elements("  value", &cliv_float, m.value, m.entries);
    return m;
}

static inline void compare_csr(device_csr is, csr expected)
{
    compare_count("entries", is.entries, expected.entries);
    compare("start", is.start, expected.start);
    compare("column", is.column, expected.column);
    compare("value", is.value, expected.value);
}

#endif
