/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of arrays on their way from device to device, in chunks. In step s a rank sends to the rank s places behind
 * it, and receives from the one s before it: so every transfer of the first step that is not over yet has both its
 * ranks at work on it, and none waits for ever. Chunks of a rank of the same host are read where they lie: what is
 * sent is word that they are there, and back that the slot is free. */
#define _POSIX_C_SOURCE 200809L
#include "staging.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

enum { TAG_CHUNK = 1, TAG_FREE = 2 /* and the number of the slot */ };
enum { PATIENCE = 1000, PAUSE_NS = 20000 };

typedef enum slot_state { SLOT_FREE, SLOT_COPIES, SLOT_TALKS } slot_state;
typedef struct slot {
    slot_state state;
    cl_event event;         /* of its read or write; NULL: there is none, as that failed */
    MPI_Request request[2]; /* MPI_REQUEST_NULL: none */
    int peer;
    unsigned number; /* of the slot at the peer of this host, or this one's own there */
    size_t place, bytes;
} slot;

/* The chunks of one direction, in order. */
typedef struct stream {
    const size_t *first, *bytes; /* by rank, of a piece in its array */
    int direction;               /* of steps: 1 or -1 */
    int step;                    /* of the next chunk */
    size_t done;                 /* of its piece */
    slot slots[WORLD_SLOTS];
    size_t begun, next, ended; /* chunks: that have a slot, whose copy or message is to be looked at next, over */
} stream;

typedef struct transfer {
    cliv_world *w;
    cl_mem from, to;
    stream out, in;
    cliv_status status; /* what failed of OpenCL: chunks go on, as others wait for them */
    bool progress;
} transfer;

static int peer_of(const cliv_world *w, const stream *s, int step)
{
    return ((w->rank + s->direction * step) % w->size + w->size) % w->size;
}

/* The slot of the next chunk with what it carries, if there is a chunk and the slot is free. */
static slot *begin_chunk(transfer *t, stream *s)
{
    const cliv_world *const w = t->w;
    while (s->step < w->size && s->done == s->bytes[peer_of(w, s, s->step)]) {
        ++s->step;
        s->done = 0;
    }
    slot *const next = &s->slots[s->begun % WORLD_SLOTS];
    if (s->step == w->size || next->state != SLOT_FREE)
        return NULL;
    next->peer = peer_of(w, s, s->step);
    next->place = s->first[next->peer] + s->done;
    const size_t left = s->bytes[next->peer] - s->done;
    next->bytes = left < w->chunk ? left : w->chunk;
    s->done += next->bytes;
    ++s->begun;
    t->progress = true;
    return next;
}

static bool is_over(const cliv_world *w, const stream *s)
{
    if (s->ended < s->begun)
        return false;
    for (int step = s->step; step < w->size; ++step)
        if (s->bytes[peer_of(w, s, step)] > (step == s->step ? s->done : 0))
            return false;
    return true;
}

static void note(transfer *t, cl_int code, const char *function)
{
    if (code != CL_SUCCESS && !t->status)
        t->status = world_fail_cl(code, function);
}

/* Has its copy ended? Such a copy that fails ends, too. */
static bool has_copied(transfer *t, slot *s)
{
    cl_int is = CL_COMPLETE;
    if (s->event) {
        const cl_int code = clGetEventInfo(s->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof is, &is, NULL);
        note(t, code, "clGetEventInfo");
        if (code == CL_SUCCESS && is > CL_COMPLETE)
            return false;
        if (code == CL_SUCCESS)
            note(t, is, "a transfer");
        clReleaseEvent(s->event);
        s->event = NULL;
    }
    t->progress = true;
    return true;
}

static cliv_status has_talked(transfer *t, slot *s, bool *talked)
{
    int flag = 0;
    MPI_Status ignored[2]; /* MPICH's MPI_STATUSES_IGNORE makes GCC warn */
    const cliv_status status = world_fail_mpi(t->w, MPI_Testall(2, s->request, &flag, ignored), "MPI_Testall");
    *talked = flag;
    t->progress = t->progress || flag;
    return status;
}

/* ---- chunks that this rank sends */

static void read_chunk(transfer *t, slot *s, unsigned number)
{
    const cl_int code = clEnqueueReadBuffer(t->w->reads, t->from, CL_FALSE, s->place, s->bytes,
                                            world_send_slot(t->w, t->w->rank, number), 0, NULL, &s->event);
    if (code != CL_SUCCESS)
        s->event = NULL;
    note(t, code, "clEnqueueReadBuffer");
    note(t, clFlush(t->w->reads), "clFlush");
    s->number = number;
    s->state = SLOT_COPIES;
}

static cliv_status send_chunk(transfer *t, slot *s)
{
    cliv_world *const w = t->w;
    cliv_status status = CLIV_SUCCESS;
    s->state = SLOT_TALKS;
    if (!world_shares_memory(w, s->peer)) {
        WORLD_TRY(world_fail_mpi(w,
                                 MPI_Isend(world_send_slot(w, w->rank, s->number), (int)s->bytes, MPI_BYTE, s->peer,
                                           TAG_CHUNK, w->comm, &s->request[0]),
                                 "MPI_Isend"));
    } else {
        WORLD_TRY(world_sync_staging(w));
        WORLD_TRY(world_fail_mpi(
            w, MPI_Irecv(NULL, 0, MPI_BYTE, s->peer, TAG_FREE + (int)s->number, w->comm, &s->request[1]), "MPI_Irecv"));
        WORLD_TRY(world_fail_mpi(w, MPI_Isend(&s->number, 1, MPI_UNSIGNED, s->peer, TAG_CHUNK, w->comm, &s->request[0]),
                                 "MPI_Isend"));
    }
done:
    return status;
}

static cliv_status go_on_sending(transfer *t)
{
    stream *const out = &t->out;
    cliv_status status = CLIV_SUCCESS;
    slot *s;
    while ((s = begin_chunk(t, out)) != NULL)
        read_chunk(t, s, (unsigned)(s - out->slots));
    while (out->next < out->begun && has_copied(t, s = &out->slots[out->next % WORLD_SLOTS])) {
        WORLD_TRY(send_chunk(t, s));
        ++out->next;
    }
    for (unsigned k = 0; k < WORLD_SLOTS; ++k) {
        bool talked = false;
        if (out->slots[k].state != SLOT_TALKS)
            continue;
        WORLD_TRY(has_talked(t, &out->slots[k], &talked));
        if (talked) {
            out->slots[k].state = SLOT_FREE;
            ++out->ended;
        }
    }
done:
    return status;
}

/* ---- chunks that it receives: first they talk, then they are copied */

static cliv_status await_chunk(transfer *t, slot *s, unsigned number)
{
    cliv_world *const w = t->w;
    const bool shares = world_shares_memory(w, s->peer);
    s->state = SLOT_TALKS;
    return world_fail_mpi(w,
                          shares ? MPI_Irecv(&s->number, 1, MPI_UNSIGNED, s->peer, TAG_CHUNK, w->comm, &s->request[0])
                                 : MPI_Irecv(world_receive_slot(w, number), (int)s->bytes, MPI_BYTE, s->peer, TAG_CHUNK,
                                             w->comm, &s->request[0]),
                          "MPI_Irecv");
}

static cliv_status write_chunk(transfer *t, slot *s, unsigned number)
{
    cliv_world *const w = t->w;
    const bool shares = world_shares_memory(w, s->peer);
    const cliv_status status = shares ? world_sync_staging(w) : CLIV_SUCCESS;
    const cl_int code = clEnqueueWriteBuffer(
        w->writes, t->to, CL_FALSE, s->place, s->bytes,
        shares ? world_send_slot(w, s->peer, s->number) : world_receive_slot(w, number), 0, NULL, &s->event);
    if (code != CL_SUCCESS)
        s->event = NULL;
    note(t, code, "clEnqueueWriteBuffer");
    note(t, clFlush(w->writes), "clFlush");
    s->state = SLOT_COPIES;
    return status;
}

static cliv_status go_on_receiving(transfer *t)
{
    cliv_world *const w = t->w;
    stream *const in = &t->in;
    cliv_status status = CLIV_SUCCESS;
    slot *s;
    while ((s = begin_chunk(t, in)) != NULL)
        WORLD_TRY(await_chunk(t, s, (unsigned)(s - in->slots)));
    while (in->next < in->begun) {
        bool talked = false;
        s = &in->slots[in->next % WORLD_SLOTS];
        WORLD_TRY(has_talked(t, s, &talked));
        if (!talked)
            break;
        WORLD_TRY(write_chunk(t, s, (unsigned)(s - in->slots)));
        ++in->next;
    }
    while (in->ended < in->next) {
        s = &in->slots[in->ended % WORLD_SLOTS];
        if (s->state == SLOT_COPIES && !has_copied(t, s))
            break;
        if (world_shares_memory(w, s->peer)) /* small, and nobody waits for it here */
            WORLD_TRY(world_fail_mpi(w, MPI_Send(NULL, 0, MPI_BYTE, s->peer, TAG_FREE + (int)s->number, w->comm),
                                     "MPI_Send"));
        s->state = SLOT_FREE;
        ++in->ended;
    }
done:
    return status;
}

static void pause_if_idle(const transfer *t, unsigned *idle)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    if (t->progress)
        *idle = 0;
    else if (++*idle < PATIENCE)
        sched_yield();
    else
        nanosleep(&pause, NULL);
}

/* Bytes by rank, that go out and come in. */
static cliv_status run(cliv_world *w, cl_mem from, cl_mem to, const size_t *out_first, const size_t *out_bytes,
                       const size_t *in_first, const size_t *in_bytes)
{
    cliv_status status = CLIV_SUCCESS;
    unsigned idle = 0;
    transfer t = {.w = w,
                  .from = from,
                  .to = to,
                  .out = {.first = out_first, .bytes = out_bytes, .direction = 1, .step = 1},
                  .in = {.first = in_first, .bytes = in_bytes, .direction = -1, .step = 1}};
    for (unsigned k = 0; k < WORLD_SLOTS; ++k)
        for (unsigned r = 0; r < 2; ++r)
            t.out.slots[k].request[r] = t.in.slots[k].request[r] = MPI_REQUEST_NULL;
    if (out_bytes[w->rank])
        note(&t,
             clEnqueueCopyBuffer(w->writes, from, to, out_first[w->rank], in_first[w->rank], out_bytes[w->rank], 0,
                                 NULL, NULL),
             "clEnqueueCopyBuffer");
    while (!is_over(w, &t.out) || !is_over(w, &t.in)) {
        t.progress = false;
        WORLD_TRY(go_on_sending(&t));
        WORLD_TRY(go_on_receiving(&t));
        pause_if_idle(&t, &idle);
    }
done:
    note(&t, clFinish(w->reads), "clFinish");
    note(&t, clFinish(w->writes), "clFinish");
    for (unsigned k = 0; k < WORLD_SLOTS; ++k) { /* where MPI failed; what still came would be written to `t` */
        if (t.in.slots[k].request[0] != MPI_REQUEST_NULL && MPI_Cancel(&t.in.slots[k].request[0]) == MPI_SUCCESS)
            (void)MPI_Request_free(&t.in.slots[k].request[0]);
        if (t.out.slots[k].event)
            clReleaseEvent(t.out.slots[k].event);
        if (t.in.slots[k].event)
            clReleaseEvent(t.in.slots[k].event);
    }
    return status ? status : t.status;
}

cliv_status world_exchange(world_call *c, const cliv_array *input, const world_range *pieces, cliv_array *output,
                           size_t *received)
{
    cliv_world *const w = c->world;
    cliv_status status = CLIV_SUCCESS;
    const size_t p = (size_t)w->size, element = input->type->size;
    uint64_t *counts = calloc(2 * p, sizeof *counts), *const comes = counts + p;
    size_t *places = calloc(4 * p, sizeof *places), *const out_first = places, *const out_bytes = places + p,
           *const in_first = places + 2 * p, *const in_bytes = places + 3 * p;
    const cliv_array none = CLIV_NONE;
    size_t count = 0;
    *output = none;
    WORLD_TRY(world_agree(c, counts && places ? CLIV_SUCCESS : world_fail_memory()));
    for (size_t r = 0; r < p; ++r)
        counts[r] = pieces[r].count;
    WORLD_TRY(
        world_fail_mpi(w, MPI_Alltoall(counts, 1, MPI_UINT64_T, comes, 1, MPI_UINT64_T, w->comm), "MPI_Alltoall"));
    for (size_t r = 0; r < p; ++r) {
        out_first[r] = (input->first + pieces[r].first) * element;
        out_bytes[r] = pieces[r].count * element;
        in_first[r] = count * element;
        in_bytes[r] = (size_t)comes[r] * element;
        if (r == (size_t)w->rank)
            w->times.kept += out_bytes[r];
        else
            w->times.sent += out_bytes[r];
        if (comes[r] > SIZE_MAX / element - count)
            status = world_fail(CLIV_OUT_OF_RANGE, "more elements come to this rank than a size_t counts");
        count += (size_t)comes[r];
        if (received)
            received[r] = (size_t)comes[r];
    }
    if (!status)
        status = world_make_output(c, input->type, count, output);
    if (!status)
        status = world_fail_cl(clFinish(c->queue), "clFinish");
    WORLD_TRY(world_agree(c, status));
    status = run(w, input->buffer, output->buffer, out_first, out_bytes, in_first, in_bytes);
    WORLD_TRY(world_agree(c, status));
done:
    if (status)
        world_drop(c, output);
    free(counts);
    free(places);
    return status;
}
