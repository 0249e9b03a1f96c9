/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the clinterval command share. Subcommands answer the exit code of the process. */
#ifndef CLINTERVAL_TOOL_H
#define CLINTERVAL_TOOL_H

#include "app.h"

int demo_main(int argc, char **argv);
int devices_main(int argc, char **argv);
/* These two live in bench/. */
int bench_main(int argc, char **argv);
int tune_main(int argc, char **argv);

#endif
