/* SPDX-License-Identifier: Apache-2.0 */
/* Makes every call into OpenCL and every allocation of a call fail, one at a time, on one rank. All ranks must return
 * the failure, no rank may hang, nothing may leak, and the next call must work.
 *
 *     test_mpi_device_faults [STEP [SCENARIO]]
 *
 * If a scenario has many calls, every STEPth call fails, from a first one that depends on CLIV_TEST_SEED or the time.
 * The linker's --wrap puts the shim (fault_shim.h) between the statically linked libraries and OpenCL. */
#define _POSIX_C_SOURCE 200809L
#include "../faults/fault_shim.h"
#include "mpi_scenarios.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ALL_UP_TO = 12, PATIENCE = 120, LENGTH = 600 };

static mpi_stage stage;
static unsigned patience = PATIENCE;
static long drawn; /* the drawn offset of the samples */
static char under_way[LENGTH];

static void give_up(int signal)
{
    (void)signal; /* only functions that a signal handler may call */
    strncat(under_way, fault_hit() ? fault_hit() : "one of another rank's", LENGTH - strlen(under_way) - 2);
    strcat(under_way, "\n");
    _exit(write(STDOUT_FILENO, under_way, strlen(under_way)) > 0 ? 1 : 2);
}

static bool all(bool good)
{
    int mine = good, is = 0;
    MPI_Allreduce(&mine, &is, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return is;
}

static bool complain(const mpi_scenario *s, long nth, const char *what)
{
    printf("FAILED %s: call %ld (%s): rank %d: %s; the last error is \"%s\"\n", s->name, nth,
           fault_hit() ? fault_hit() : "none failed here", stage.rank, what, cliv_last_error());
    fflush(stdout);
    return false;
}

/* Replaces the world, because worlds keep memory for later calls, and counts the live objects between the two.
 * Collective. */
static bool renew(long live[FAULT_OBJECTS])
{
    cliv_world_destroy(stage.world);
    stage.world = NULL;
    clFinish(stage.queue);
    cliv_context_trim(stage.ctx);
    cliv_context_trim(NULL); /* fails on purpose, so that a last error exists from now on */
    for (int k = 0; k < FAULT_OBJECTS; ++k)
        live[k] = fault_live((fault_object)k);
    return cliv_world_create(MPI_COMM_WORLD, stage.ctx, NULL, &stage.world) == CLIV_SUCCESS;
}

/* Checks that all ranks have the same status and the same message. */
static bool is_agreed(const mpi_scenario *s, long nth, cliv_status status)
{
    char mine[LENGTH] = "", first[LENGTH];
    int least, greatest;
    snprintf(mine, sizeof mine, "%s", status ? cliv_last_error() : "");
    memcpy(first, mine, sizeof first);
    MPI_Allreduce(&status, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&status, &greatest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Bcast(first, LENGTH, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (least != greatest)
        return complain(s, nth, "ranks do not answer the same");
    if (!all(!fault_hit() ||
             !strstr(fault_hit(), "alloc"))) /* after a failed allocation, a rank may lack memory for the message */
        return true;
    return strcmp(mine, first) == 0 || complain(s, nth, "ranks do not say the same");
}

/* Runs the scenario; the nth call on `victim` fails. Collective. */
static bool run(const mpi_scenario *s, long nth, int victim, bool *failed, long *calls)
{
    static long before[FAULT_OBJECTS];
    long after[FAULT_OBJECTS];
    snprintf(under_way, sizeof under_way, "FAILED %s: rank %d waits for ever, where this call fails on rank %d: %ld, ",
             s->name, stage.rank, victim, nth);
    alarm(patience);
    const bool refused = strcmp(s->name, "refusal") == 0, kept = stage.has_first;
    MPI_Barrier(MPI_COMM_WORLD);
    fault_arm(stage.rank == victim ? nth : 0);
    const cliv_status status = s->call(&stage);
    fault_disarm();
    *calls = fault_calls();
    *failed = status != CLIV_SUCCESS;
    bool good = is_agreed(s, nth, status);
    if (refused && !*failed)
        good = complain(s, nth, "a bad argument is not refused");
    if (!*failed && !mpi_stage_right(&stage, s))
        good = false;
    if (*failed && !s->writes_room && (stage.output[0].type || stage.output[1].type))
        good = complain(s, nth, "a call that failed has left an output");
    mpi_stage_clear(&stage, s);
    /* The same call again, without a failure. */
    if (s->call(&stage) != CLIV_SUCCESS)
        good = refused || complain(s, nth, "the next call fails, too");
    else
        good = mpi_stage_right(&stage, s) && good;
    mpi_stage_clear(&stage, s);
    if (!renew(after))
        good = complain(s, nth, "no world can be made any more");
    for (int k = 0; k < FAULT_OBJECTS; ++k)
        if (after[k] != before[k] && kept) {
            printf("%+ld %s\n", after[k] - before[k], fault_object_names[k]);
            good = complain(s, nth, "something is left behind");
        }
    memcpy(before, after, sizeof before);
    alarm(0);
    return all(good);
}

static bool run_scenario(const mpi_scenario *s, long step)
{
    bool failed = false, good = true;
    long calls = 0, most = 0, ignored, failures = 0, tried = 0;
    for (unsigned k = 0; k < MPI_STAGE_OUTPUTS; ++k)
        free(stage.first[k]);
    memset(stage.first, 0, sizeof stage.first);
    stage.has_first = false;
    /* The first run compiles; the programs stay in the cache. */
    for (int k = 0; k < 2; ++k)
        if (!run(s, 0, 0, &failed, &calls))
            return false;
    MPI_Allreduce(&calls, &most, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    for (long nth = 1; nth <= most && good; nth += nth < ALL_UP_TO    ? 1
                                                   : nth == ALL_UP_TO ? 1 + drawn % step
                                                                      : step,
              ++tried) {
        good = run(s, nth, (int)(nth % stage.size), &failed, &ignored);
        failures += failed;
    }
    if (stage.rank == 0)
        printf("%s: %ld of %ld calls made to fail, %ld of them a failure on all ranks\n", s->name, tried, most,
               failures);
    fflush(stdout);
    return good && (failures > 0 || complain(s, 0, "no failure is answered"));
}

int main(int argc, char **argv)
{
    const long step = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
    bool good = true;
    MPI_Init(&argc, &argv);
    signal(SIGALRM, give_up);
    if (getenv("CLIV_TEST_PATIENCE"))
        patience = (unsigned)strtoul(getenv("CLIV_TEST_PATIENCE"), NULL, 10);
    const char *const seed = getenv("CLIV_TEST_SEED");
    drawn = seed ? strtol(seed, NULL, 10) : (long)time(NULL);
    MPI_Bcast(&drawn, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    if (step < 1 || (argc > 2 && !mpi_scenario_find(argv[2])) || !mpi_stage_open(&stage, MPI_COMM_WORLD))
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (stage.rank == 0)
        printf("seed: %ld\n", drawn);
    for (const mpi_scenario *s = mpi_scenarios; s->name; ++s)
        if (argc < 3 || strcmp(argv[2], s->name) == 0)
            good = run_scenario(s, step) && good;
    for (unsigned k = 0; k < MPI_STAGE_OUTPUTS; ++k)
        free(stage.first[k]);
    mpi_stage_close(&stage);
    good = all(good);
    MPI_Finalize();
    return !good;
}
