/* SPDX-License-Identifier: Apache-2.0 */
/* The two subcommands of the clinterval tool that live here. Both answer a process exit code. */
#ifndef CLINTERVAL_BENCH_H
#define CLINTERVAL_BENCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

int bench_main(int argc, char **argv);
int tune_main(int argc, char **argv);

/* A row of the tuning table, and which one a cliv_context goes by, for elements of so many bytes and calls of so many
 * items. The tool answers it. */
typedef struct bench_table_row {
    unsigned bytes, nt, vt, mode, items;
} bench_table_row;
bench_table_row bench_row_in_use(const void *ctx, const char *family, size_t bytes, size_t items);

#ifdef __cplusplus
}
#endif
#endif
