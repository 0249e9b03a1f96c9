/* SPDX-License-Identifier: Apache-2.0 */
/* The bench and tune subcommands of the clinterval tool. They return the process exit code. */
#ifndef CLINTERVAL_BENCH_H
#define CLINTERVAL_BENCH_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

int bench_main(int argc, char **argv);
int tune_main(int argc, char **argv);

/* A row of the tuning table. The tool implements the function, which returns the row that a cliv_context uses for an
 * element size and item count. `family`: a cliv_family. */
typedef struct bench_table_row {
    unsigned bytes, nt, vt, variant, items;
} bench_table_row;
bench_table_row bench_row_in_use(const void *ctx, unsigned family, size_t bytes, size_t items);
/* The promises of a context's device. `stated`: a tuning file changes them. The tool implements this function, too. */
typedef struct bench_promises {
    bool visibility, progress, stated;
} bench_promises;
bench_promises bench_promises_in_use(const void *ctx);

#ifdef __cplusplus
}
#endif
#endif
