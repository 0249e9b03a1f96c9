/* SPDX-License-Identifier: Apache-2.0 */
/* Agreements: before a call exchanges data, all ranks agree that no rank has failed and that their calls have equal
 * arguments. */
#include "world.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- what must be the same */

/* FNV-1a, 64 bits: G. Fowler, L. C. Noll, K.-P. Vo. A text is hashed with its final zero, so that texts cannot run
 * together. */
static uint64_t add_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *const byte = bytes;
    for (size_t i = 0; i < count; ++i)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}
static uint64_t add_text(uint64_t hash, const char *text)
{
    return text ? add_bytes(hash, text, strlen(text) + 1) : add_bytes(hash, "\1", 1);
}
static const uint64_t begin_hash = UINT64_C(0xcbf29ce484222325);

world_same world_same_number(const char *name, uint64_t number) { return (world_same){.name = name, .word = number}; }

world_same world_same_type(const char *name, const cliv_type *type)
{
    const uint64_t size = type ? type->size : 0;
    uint64_t hash = add_text(begin_hash, type ? type->name : NULL);
    hash = add_text(hash, type ? type->source : NULL);
    return (world_same){.name = name, .is_type = true, .word = add_bytes(hash, &size, sizeof size)};
}

void world_same_add(world_same *to, world_same other)
{
    to->word = add_bytes(to->word, &other.word, sizeof other.word);
}

world_same world_same_order(const cliv_order *order)
{
    const cliv_order *const known = world_known_order(order);
    const cliv_order is = known ? *known : *order;
    const uint64_t hash = add_text(begin_hash, is.less ? is.less : cliv_less.less);
    return (world_same){.name = "order", .word = add_text(hash, is.source)};
}

world_same world_same_op(const cliv_op *op)
{
    const cliv_op *const known = world_known_op(op);
    cliv_op is = known ? *known : *op;
    if (op && op->identity) /* used for vectors */
        is.identity = op->identity;
    const uint64_t hash = add_text(add_text(begin_hash, is.combine), is.identity);
    return (world_same){.name = "op", .word = add_text(hash, is.source)};
}

/* ---- agreements */

/* Reports the failed rank's message on all ranks, truncated to a fixed size. The function allocates no memory: if one
 * rank ran out of memory here, the others would wait forever. */
static cliv_status answer_failure(MPI_Comm comm, bool *broken, const char *function, int failed, cliv_status status)
{
    struct {
        int status;
        char sentence[8192];
    } answer = {.status = status};
    char sentence[sizeof answer.sentence + 256];
    snprintf(answer.sentence, sizeof answer.sentence, "%s", cliv_last_error());
    const cliv_status failure =
        world_fail_mpi_on(broken, MPI_Bcast(&answer, (int)sizeof answer, MPI_BYTE, failed, comm), "MPI_Bcast");
    if (failure)
        return failure;
    snprintf(sentence, sizeof sentence, "%s: rank %d: %s", function, failed, answer.sentence);
    return cliv_set_last_error(answer.status, sentence);
}

/* Word 0 is greatest for the first rank that failed. The word stays below 2^63 because MPICH 4.0 compares as if it
 * were signed. */
static uint64_t failure_word(int rank, cliv_status status) { return status ? (uint64_t)(INT64_MAX - rank) : 0; }
static int failed_rank(uint64_t word) { return (int)(INT64_MAX - (int64_t)word); }

cliv_status world_agree_on(MPI_Comm comm, bool *broken, const char *function, cliv_status status)
{
    int rank;
    if (status == CLIV_MPI_FAILED)
        return status;
    cliv_status failure = world_fail_mpi_on(broken, MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
    if (failure)
        return failure;
    uint64_t mine = failure_word(rank, status), greatest = 0;
    failure =
        world_fail_mpi_on(broken, MPI_Allreduce(&mine, &greatest, 1, MPI_UINT64_T, MPI_MAX, comm), "MPI_Allreduce");
    return failure || !greatest ? failure : answer_failure(comm, broken, function, failed_rank(greatest), status);
}

cliv_status world_agree(world_call *c, cliv_status status)
{
    return world_agree_on(c->world->comm, &c->world->is_broken, c->function, status);
}

/* Finds the first rank whose word differs from rank 0's. */
static cliv_status answer_difference(world_call *c, const world_same *same, size_t which, uint64_t word)
{
    cliv_world *const world = c->world;
    uint64_t first = word;
    int differs = INT_MAX, least = INT_MAX;
    cliv_status status = world_fail_mpi(world, MPI_Bcast(&first, 1, MPI_UINT64_T, 0, world->comm), "MPI_Bcast");
    if (status)
        return status;
    if (first != word)
        differs = world->rank;
    status = world_fail_mpi(world, MPI_Allreduce(&differs, &least, 1, MPI_INT, MPI_MIN, world->comm), "MPI_Allreduce");
    if (status)
        return status;
    if (which == 0)
        return world_fail(CLIV_INVALID_ARGUMENT, "%s: rank 0 and rank %d call different functions", c->function, least);
    return world_fail(same[which - 1].is_type ? CLIV_TYPE_MISMATCH : CLIV_INVALID_ARGUMENT,
                      "%s: %s%s is not the same on rank 0 and rank %d", c->function,
                      same[which - 1].is_type ? "the type of " : "", same[which - 1].name, least);
}

/* The first agreement of every call has the same form, so that different calls match in it. */
static cliv_status agree_at_first(world_call *c, cliv_status status, const world_same *same, size_t count)
{
    enum { WORDS = WORLD_MOST_SAME + 1 };
    cliv_world *const world = c->world;
    uint64_t mine[1 + 2 * WORDS] = {failure_word(world->rank, status)}, greatest[1 + 2 * WORDS] = {0};
    for (size_t w = 0; w < WORDS; ++w) {
        const uint64_t word = w == 0 ? add_text(begin_hash, c->function) : w <= count ? same[w - 1].word : 0;
        mine[1 + w] = word;
        mine[1 + WORDS + w] = ~word;
    }
    const cliv_status failure = world_fail_mpi(
        world, MPI_Allreduce(mine, greatest, 1 + 2 * WORDS, MPI_UINT64_T, MPI_MAX, world->comm), "MPI_Allreduce");
    if (failure)
        return failure;
    if (greatest[1] != ~greatest[1 + WORDS])
        return answer_difference(c, same, 0, mine[1]);
    if (greatest[0])
        return answer_failure(world->comm, &world->is_broken, c->function, failed_rank(greatest[0]), status);
    for (size_t w = 1; w < WORDS; ++w)
        if (greatest[1 + w] != ~greatest[1 + WORDS + w])
            return answer_difference(c, same, w, mine[1 + w]);
    return CLIV_SUCCESS;
}

cliv_status world_begin(world_call *c, cliv_world *world, cl_command_queue queue, const char *function,
                        cliv_status status, const world_same *same, size_t count)
{
    *c = (world_call){.world = world, .queue = world->work, .function = function, .begun = MPI_Wtime()};
    c->since = c->begun;
    if (world_check_process())
        return world_fail(CLIV_INVALID_ARGUMENT, "%s: %s", function, cliv_last_error());
    if (world->is_broken)
        return world_fail(CLIV_MPI_FAILED, "%s: an earlier call of MPI failed on this rank", function);
    world->times = (cliv_world_times){0};
    if (!status)
        status = world_fail_cl(queue ? clFinish(queue) : CL_SUCCESS, "clFinish");
    return agree_at_first(c, status, same, count);
}

cliv_status world_lap(world_call *c, double *time)
{
    const cliv_status status = world_fail_cl(clFinish(c->queue), "clFinish");
    const double now = MPI_Wtime();
    *time += now - c->since;
    c->since = now;
    return status;
}

cliv_status world_step(world_call *c, cliv_status status, double *time)
{
    return world_agree(c, status ? status : world_lap(c, time));
}

cliv_status world_end(world_call *c, cliv_status status)
{
    c->world->times.total = MPI_Wtime() - c->begun;
    return status;
}
