/* SPDX-License-Identifier: Apache-2.0 */
/* Shared declarations of the command clinterval-mpi. All ranks call every function, unless the comment says otherwise.
 * A failure ends the program: after one line from rank 0 if all ranks have the failure, otherwise by MPI_Abort(). */
#ifndef CLINTERVAL_MPI_TOOL_H
#define CLINTERVAL_MPI_TOOL_H

#include "app.h"

#include <clinterval/mpi.h>

/* ---- session.c: this rank, its device, and common steps ---- */

typedef struct session {
    cliv_world *world;
    cliv_context *ctx;
    cl_command_queue queue;
    int rank, size;
} session;

/* `memory` as in cliv_world_options. Prints the devices. */
void session_create(session *s, size_t memory);
void session_destroy(session *s);

/* Both functions end the program unless the status is CLIV_SUCCESS. session_agreed() is for distributed calls, whose
 * failures all ranks share. session_own() is for local calls. */
void session_agreed(const session *s, const char *what, cliv_status status);
void session_own(const char *what, cliv_status status);

/* An array with `count` elements, and memory for at least one, so that it has a buffer. Local. */
cliv_array session_array(const session *s, const cliv_type *type, size_t count);
/* A copy in memory. Local. */
cliv_array session_copy(const session *s, cliv_array from);
/* Elements first … first + count - 1 of a sequence. The expression can call the functions in session.c. */
cliv_array session_sequence(const cliv_type *type, const char *expression, cl_ulong first, size_t count,
                            const cliv_array *arrays, size_t array_count);
/* The sum of a sequence over all ranks, modulo 2^64. */
cl_ulong session_sum(const session *s, const char *expression, cl_ulong first, size_t count, const cliv_array *arrays,
                     size_t array_count);
/* A barrier without busy waiting, for ranks that wait while others measure. */
void session_rest(void);
/* Returns the offset of this rank's share of a total, and its size in *count. */
cl_ulong session_share(const session *s, cl_ulong total, size_t *count);

/* The default element count per rank, from rank 0's device. */
cl_ulong session_default_part(void);

/* ---- times.c ---- */

enum { PHASE_LOCAL, PHASE_SPLITTERS, PHASE_EXCHANGE, PHASE_MERGE, PHASE_COUNT };
extern const char *const phase_names[PHASE_COUNT];

/* In seconds and bytes. */
typedef struct phases {
    double total, of[PHASE_COUNT], sent;
} phases;

void phases_add(phases *p, const session *s); /* adds the last call's times; local */
phases phases_most(phases p);                 /* the maximum of each over ranks */

/* ---- options.c: local ---- */

/* Parses "1000" or "2^26". Returns 0, with a line on stderr from rank 0, unless the number is from `least` to
 * `most`. */
cl_ulong option_number(const char *command, const char *option, const char *text, cl_ulong least, cl_ulong most);

/* ---- demo.c and bench.c: the subcommands; they return the exit code ---- */

int demo_main(int argc, char **argv);
int bench_main(int argc, char **argv);

#endif
