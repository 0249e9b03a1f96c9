/* SPDX-License-Identifier: Apache-2.0 */
/* A shim between libclinterval_mpi and MPI, loaded with LD_PRELOAD. An armed shim counts the MPI calls of one rank,
 * and makes one of them return MPI_ERR_OTHER without its effect. mpi_faulty.c arms it; mpi_faults.sh checks that no
 * function is missing here. */
#include <mpi.h>

#include <stdbool.h>
#include <stddef.h>

void mpi_shim_arm(long nth); /* the nth call from now on fails; 0: no call fails */
long mpi_shim_disarm(void);  /* returns the count of calls since mpi_shim_arm() */
const char *mpi_shim_hit(void);

enum { POLLS = 3 };

static long calls, polls, fail_at;
static bool is_armed;
static const char *hit;

void mpi_shim_arm(long nth)
{
    calls = polls = 0;
    fail_at = nth;
    hit = NULL;
    is_armed = true;
}

long mpi_shim_disarm(void)
{
    is_armed = false;
    return calls;
}

const char *mpi_shim_hit(void) { return hit; }

static bool fails(const char *function)
{
    if (!is_armed || ++calls != fail_at)
        return false;
    hit = function;
    return true;
}

#define ANSWERS(name, parameters, arguments) \
    int MPI_##name parameters { return fails("MPI_" #name) ? MPI_ERR_OTHER : PMPI_##name arguments; }

ANSWERS(Allgather, (const void *a, int n, MPI_Datatype t, void *b, int m, MPI_Datatype u, MPI_Comm c),
        (a, n, t, b, m, u, c))
ANSWERS(Allgatherv,
        (const void *a, int n, MPI_Datatype t, void *b, const int *m, const int *d, MPI_Datatype u, MPI_Comm c),
        (a, n, t, b, m, d, u, c))
ANSWERS(Allreduce, (const void *a, void *b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (a, b, n, t, o, c))
ANSWERS(Alltoall, (const void *a, int n, MPI_Datatype t, void *b, int m, MPI_Datatype u, MPI_Comm c),
        (a, n, t, b, m, u, c))
ANSWERS(Alltoallv,
        (const void *a, const int *n, const int *d, MPI_Datatype t, void *b, const int *m, const int *e, MPI_Datatype u,
         MPI_Comm c),
        (a, n, d, t, b, m, e, u, c))
ANSWERS(Barrier, (MPI_Comm c), (c))
ANSWERS(Bcast, (void *a, int n, MPI_Datatype t, int root, MPI_Comm c), (a, n, t, root, c))
ANSWERS(Comm_dup, (MPI_Comm c, MPI_Comm *d), (c, d))
ANSWERS(Comm_rank, (MPI_Comm c, int *rank), (c, rank))
ANSWERS(Comm_size, (MPI_Comm c, int *size), (c, size))
ANSWERS(Comm_split_type, (MPI_Comm c, int type, int key, MPI_Info i, MPI_Comm *d), (c, type, key, i, d))
ANSWERS(Comm_test_inter, (MPI_Comm c, int *flag), (c, flag))
ANSWERS(Exscan, (const void *a, void *b, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c), (a, b, n, t, o, c))
ANSWERS(Irecv, (void *a, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r),
        (a, n, t, from, tag, c, r))
ANSWERS(Isend, (const void *a, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r),
        (a, n, t, to, tag, c, r))
ANSWERS(Send, (const void *a, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (a, n, t, to, tag, c))
ANSWERS(Waitall, (int n, MPI_Request *r, MPI_Status *s), (n, r, s))
ANSWERS(Win_allocate_shared, (MPI_Aint bytes, int unit, MPI_Info i, MPI_Comm c, void *base, MPI_Win *w),
        (bytes, unit, i, c, base, w))
ANSWERS(Win_lock_all, (int assert, MPI_Win w), (assert, w))
ANSWERS(Win_shared_query, (MPI_Win w, int rank, MPI_Aint *bytes, int *unit, void *base), (w, rank, bytes, unit, base))
ANSWERS(Win_sync, (MPI_Win w), (w))

/* The library polls with it an unpredictable number of times, so only the first calls are counted. */
int MPI_Testall(int n, MPI_Request *r, int *flag, MPI_Status *s)
{
    return is_armed && ++polls <= POLLS && fails("MPI_Testall") ? MPI_ERR_OTHER : PMPI_Testall(n, r, flag, s);
}
