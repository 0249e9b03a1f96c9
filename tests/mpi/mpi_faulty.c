/* SPDX-License-Identifier: Apache-2.0 */
/* Calls over several ranks in which an MPI call fails on one rank, or a rank dies: the programs of mpi_faults.sh and
 * mpi_killed.sh.
 *
 *     test_mpi_faulty SCENARIO RANK NTH MARK    the NTHth call of MPI fails on the rank; 0: no call fails, and
 *                                               the program prints the count of calls
 *     test_mpi_faulty loop MARK                 sorts until it is killed
 *
 * MARK is an argument by which the script finds remaining processes. A rank that gets CLIV_MPI_FAILED prints "failed
 * as it should" and ends the job with MPI_Abort(). If nothing failed, rank 0 prints "untouched". */
#define _GNU_SOURCE
#include "mpi_scenarios.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AS_IT_SHOULD = 3, WRONG = 9 };

static mpi_stage stage;

static void end_job(int code, const char *what)
{
    printf("rank %d: %s: \"%s\"\n", stage.rank, what, cliv_last_error());
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, code);
}

static void loop(void)
{
    const mpi_scenario *const s = mpi_scenario_find("sort_keys");
    for (unsigned long k = 0;; ++k) {
        if (s->call(&stage) != CLIV_SUCCESS || !mpi_stage_right(&stage, s))
            end_job(WRONG, "the sort is wrong");
        mpi_stage_clear(&stage, s);
        if (k == 3) {
            printf("rank %d sorts as process %ld\n", stage.rank, (long)getpid());
            fflush(stdout);
        }
    }
}

/* Finds a function of the shim. */
static void find(const char *name, void *function)
{
    void *const found = dlsym(RTLD_DEFAULT, name);
    if (!found)
        end_job(WRONG, "the shim is not preloaded");
    memcpy(function, &found, sizeof found);
}

static void fail(const mpi_scenario *s, int victim, long nth)
{
    void (*arm)(long);
    long (*disarm)(void);
    const char *(*hit)(void);
    find("mpi_shim_arm", &arm);
    find("mpi_shim_disarm", &disarm);
    find("mpi_shim_hit", &hit);
    PMPI_Barrier(MPI_COMM_WORLD);
    arm(stage.rank == victim ? nth : 0);
    const cliv_status status = s->call(&stage);
    long calls = disarm();
    if (status == CLIV_MPI_FAILED) {
        cl_ulong first = 7;
        if (!strstr(cliv_last_error(), hit() ? hit() : "MPI"))
            end_job(WRONG, "WRONG: the sentence does not say where");
        printf("rank %d: \"%s\"\n", stage.rank, cliv_last_error());
        if (strcmp(s->name, "world") != 0 && cliv_mpi_place(stage.world, 1, &first, NULL) != CLIV_MPI_FAILED)
            end_job(WRONG, "WRONG: a later call does not fail");
        end_job(AS_IT_SHOULD, "failed as it should");
    }
    if (status != CLIV_SUCCESS)
        end_job(WRONG, "WRONG: another failure");
    if (hit())
        end_job(WRONG, hit());
    if (!mpi_stage_right(&stage, s))
        end_job(WRONG, "WRONG: the result");
    mpi_stage_clear(&stage, s);
    PMPI_Bcast(&calls, 1, MPI_LONG, victim, MPI_COMM_WORLD);
    if (stage.rank == 0)
        printf("untouched, %ld calls\n", calls);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const mpi_scenario *const s = argc == 5 ? mpi_scenario_find(argv[1]) : NULL;
    if (!s && (argc != 3 || strcmp(argv[1], "loop") != 0)) {
        fprintf(stderr, "usage: test_mpi_faulty SCENARIO RANK NTH MARK | loop MARK\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (!mpi_stage_open(&stage, MPI_COMM_WORLD))
        MPI_Abort(MPI_COMM_WORLD, WRONG);
    if (!s)
        loop();
    /* The first call compiles, and its result is the reference. */
    if (s->call(&stage) != CLIV_SUCCESS || !mpi_stage_right(&stage, s))
        end_job(WRONG, "WRONG: it fails without a fault");
    mpi_stage_clear(&stage, s);
    fail(s, atoi(argv[2]), strtol(argv[3], NULL, 10));
    for (unsigned k = 0; k < MPI_STAGE_OUTPUTS; ++k)
        free(stage.first[k]);
    mpi_stage_close(&stage);
    MPI_Finalize();
    return 0;
}
