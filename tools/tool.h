/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the clinterval command share. Subcommands answer the exit code of the process. */
#ifndef CLINTERVAL_TOOL_H
#define CLINTERVAL_TOOL_H

#include "app.h"

/* ---- number.c ---- */

/* The whole number that `text`, the value of the demo's option `what`, is, from `least` to `most`; or -1, and a line on
 * stderr. */
int demo_number(const char *what, const char *text, int least, int most);

/* ---- the subcommands: demo.c, devices.c, and in bench/ ---- */

int demo_main(int argc, char **argv);
int devices_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int tune_main(int argc, char **argv);

#endif
