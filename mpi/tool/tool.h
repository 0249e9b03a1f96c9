/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the command clinterval-mpi share. Every function is called by all ranks, unless it says otherwise.
 * What goes wrong ends the program: after one line of rank 0 where all ranks know of it, else by MPI_Abort(). */
#ifndef CLINTERVAL_MPI_TOOL_H
#define CLINTERVAL_MPI_TOOL_H

#include "app.h"

#include <clinterval/mpi.h>

/* ---- session.c: this rank, its device, and what all parts do with them ---- */

typedef struct session {
    cliv_world *world;
    cliv_context *ctx;
    cl_command_queue queue;
    int rank, size;
} session;

/* `memory` as in cliv_world_options. Prints the devices. */
void session_create(session *s, size_t memory);
void session_destroy(session *s);

/* Ends the program unless the status is CLIV_SUCCESS: of a call that all ranks make, whose failures they agree upon; of
 * one of this rank's own. */
void session_agreed(const session *s, const char *what, cliv_status status);
void session_own(const char *what, cliv_status status);

/* Memory for at least one element, so that it has a buffer; its count is `count`. Of this rank alone. */
cliv_array session_array(const session *s, const cliv_type *type, size_t count);
/* A copy in memory. Of this rank alone. */
cliv_array session_copy(const session *s, cliv_array from);
/* Elements first … first + count - 1 of a sequence; the expression may call what session.c declares. */
cliv_array session_sequence(const cliv_type *type, const char *expression, cl_ulong first, size_t count,
                            const cliv_array *arrays, size_t array_count);
/* The sum over all ranks, modulo 2^64, of such a sequence. */
cl_ulong session_sum(const session *s, const char *expression, cl_ulong first, size_t count, const cliv_array *arrays,
                     size_t array_count);
/* A barrier in which nobody keeps a processor busy: for those that wait while others measure. */
void session_rest(void);
/* Where this rank's share of a total begins, and how many it has. */
cl_ulong session_share(const session *s, cl_ulong total, size_t *count);

/* How many elements a rank has where nobody says: of rank 0's device. */
cl_ulong session_default_part(void);

/* ---- times.c ---- */

enum { PHASE_LOCAL, PHASE_SPLITTERS, PHASE_EXCHANGE, PHASE_MERGE, PHASE_COUNT };
extern const char *const phase_names[PHASE_COUNT];

/* In seconds, and bytes. */
typedef struct phases {
    double total, of[PHASE_COUNT], sent;
} phases;

void phases_add(phases *p, const session *s); /* what the last call took; of this rank alone */
phases phases_most(phases p);                 /* each the maximum over ranks */

/* ---- options.c: of this rank alone ---- */

/* "1000", "2^26"; 0, and a line of rank 0's on stderr, where it is not such a number from `least` to `most`. */
cl_ulong option_number(const char *command, const char *option, const char *text, cl_ulong least, cl_ulong most);

/* ---- demo.c and bench.c: the subcommands; they answer the exit code ---- */

int demo_main(int argc, char **argv);
int bench_main(int argc, char **argv);

#endif
