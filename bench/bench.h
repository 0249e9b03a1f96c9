/* SPDX-License-Identifier: Apache-2.0 */
/* The two subcommands of the clinterval tool that live here. Both answer a process exit code. */
#ifndef CLINTERVAL_BENCH_H
#define CLINTERVAL_BENCH_H

#ifdef __cplusplus
extern "C" {
#endif

int bench_main(int argc, char **argv);
int tune_main(int argc, char **argv);

#ifdef __cplusplus
}
#endif
#endif
