/* SPDX-License-Identifier: Apache-2.0 */
/* Shared declarations of the clinterval command. Subcommands return the exit code of the process. */
#ifndef CLINTERVAL_TOOL_H
#define CLINTERVAL_TOOL_H

#include "app.h"

/* ---- number.c ---- */

/* Parses `text`, the value of the demo's option `what`, as a whole number from `least` to `most`. Returns -1 after a
 * line on stderr if it is not. */
int demo_number(const char *what, const char *text, int least, int most);

/* False if an array of `largest` bytes, or arrays of `all` bytes together, exceed the memory of the context's
 * device. */
bool demo_fits(const cliv_context *ctx, cl_ulong largest, cl_ulong all);

/* ---- the subcommands: demo.c, devices.c, and in bench/ ---- */

int demo_main(int argc, char **argv);
int devices_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int tune_main(int argc, char **argv);

#endif
