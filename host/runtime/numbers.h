/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic on sizes. */
#ifndef CLIV_NUMBERS_H
#define CLIV_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

static inline size_t cliv_ceil_div(size_t a, size_t b) { return a / b + (a % b != 0); }
static inline size_t cliv_min_size(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t cliv_max_size(size_t a, size_t b) { return a > b ? a : b; }
static inline unsigned cliv_log2(size_t n) { return n > 1 ? 1 + cliv_log2(n / 2) : 0; }
/* SIZE_MAX if the product overflows a size_t: no memory is that large. */
static inline size_t cliv_product(size_t a, size_t b) { return b && a > SIZE_MAX / b ? SIZE_MAX : a * b; }

#endif
