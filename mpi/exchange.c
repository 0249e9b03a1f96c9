/* SPDX-License-Identifier: Apache-2.0 */
/* Exchange: pieces of arrays move from device to device in chunks.
 * In step s a rank sends to rank + s and receives from rank - s, modulo the ranks. Both ranks of every transfer in the
 * first unfinished step are working on it, so there is no deadlock.
 * Ranks of one host read chunks in shared memory. The sender sends the slot number, and the receiver reports that the
 * slot is free. */
#define _POSIX_C_SOURCE 200809L
#include "world.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

enum { TAG_CHUNK = 1, TAG_FREE = 2 /* plus the slot number */ };
enum { PATIENCE = 1000, PAUSE_NS = 20000 };

typedef enum slot_state { SLOT_FREE, SLOT_COPIES, SLOT_TALKS } slot_state;
typedef struct slot {
    slot_state state;
    cl_event event;         /* of its read or write; NULL: the command failed */
    MPI_Request request[2]; /* MPI_REQUEST_NULL: none */
    int peer;
    unsigned number; /* of the slot at a peer on this host, or of this rank's own slot there */
    size_t array, place, bytes;
} slot;

/* The chunks of one direction, in order. */
typedef struct stream {
    const size_t *first, *bytes; /* by array and rank: a piece in its array */
    int direction;               /* of the steps: 1 or -1 */
    int step;                    /* of the next chunk */
    size_t array;                /* of the next chunk */
    size_t done;                 /* bytes of the piece that have a chunk */
    slot slots[WORLD_SLOTS];
    size_t chunks;             /* total */
    size_t begun, next, ended; /* chunks that have a slot, next chunk to poll, finished chunks */
} stream;

typedef struct transfer {
    cliv_world *w;
    const world_moving *moving;
    size_t arrays;
    stream out, in;
    cliv_status status; /* the first OpenCL failure; chunks continue, because other ranks wait for them */
    bool progress;
} transfer;

static int peer_of(const cliv_world *w, const stream *s)
{
    return ((w->rank + s->direction * s->step) % w->size + w->size) % w->size;
}

static size_t piece_of(const cliv_world *w, const stream *s)
{
    return s->array * (size_t)w->size + (size_t)peer_of(w, s);
}

/* The slot of the next chunk, with its range; NULL if there is no chunk or the slot is in use. */
static slot *begin_chunk(transfer *t, stream *s)
{
    const cliv_world *const w = t->w;
    slot *const next = &s->slots[s->begun % WORLD_SLOTS];
    if (s->begun == s->chunks || next->state != SLOT_FREE)
        return NULL;
    while (s->done == s->bytes[piece_of(w, s)]) { /* ends, because there are more chunks */
        s->array = (s->array + 1) % t->arrays;
        s->step += s->array == 0;
        s->done = 0;
    }
    next->peer = peer_of(w, s);
    next->array = s->array;
    next->place = s->first[piece_of(w, s)] + s->done;
    const size_t left = s->bytes[piece_of(w, s)] - s->done;
    next->bytes = left < w->chunk ? left : w->chunk;
    s->done += next->bytes;
    ++s->begun;
    t->progress = true;
    return next;
}

static size_t count_chunks(const cliv_world *w, const size_t *bytes, size_t arrays)
{
    size_t chunks = 0;
    for (size_t k = 0; k < arrays; ++k)
        for (int r = 0; r < w->size; ++r)
            if (r != w->rank)
                chunks += (bytes[k * (size_t)w->size + (size_t)r] + w->chunk - 1) / w->chunk;
    return chunks;
}

static void note(transfer *t, cl_int code, const char *function)
{
    if (code != CL_SUCCESS && !t->status)
        t->status = world_fail_cl(code, function);
}

/* Has the slot's copy ended? A failed copy counts as ended. */
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

/* ---- sent chunks */

static void read_chunk(transfer *t, slot *s, unsigned number)
{
    const cl_int code = clEnqueueReadBuffer(t->w->reads, t->moving[s->array].input->buffer, CL_FALSE, s->place,
                                            s->bytes, world_send_slot(t->w, t->w->rank, number), 0, NULL, &s->event);
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

/* ---- received chunks: the message comes first, then the copy */

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
        w->writes, t->moving[s->array].output->buffer, CL_FALSE, s->place, s->bytes,
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
        if (world_shares_memory(w, s->peer)) /* an empty message with a posted receive: no wait */
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

/* The positions of the pieces in bytes, by array and rank. */
typedef struct layout {
    size_t *out_first, *out_bytes, *in_first, *in_bytes;
} layout;

static cliv_status run(cliv_world *w, const world_moving *moving, size_t arrays, const layout *l)
{
    cliv_status status = CLIV_SUCCESS;
    unsigned idle = 0;
    transfer t = {.w = w,
                  .moving = moving,
                  .arrays = arrays,
                  .out = {.first = l->out_first, .bytes = l->out_bytes, .direction = 1, .step = 1},
                  .in = {.first = l->in_first, .bytes = l->in_bytes, .direction = -1, .step = 1}};
    t.out.chunks = count_chunks(w, l->out_bytes, arrays);
    t.in.chunks = count_chunks(w, l->in_bytes, arrays);
    for (unsigned k = 0; k < WORLD_SLOTS; ++k)
        for (unsigned r = 0; r < 2; ++r)
            t.out.slots[k].request[r] = t.in.slots[k].request[r] = MPI_REQUEST_NULL;
    for (size_t k = 0; k < arrays; ++k) {
        const size_t own = k * (size_t)w->size + (size_t)w->rank;
        if (l->out_bytes[own])
            note(&t,
                 clEnqueueCopyBuffer(w->writes, moving[k].input->buffer, moving[k].output->buffer, l->out_first[own],
                                     l->in_first[own], l->out_bytes[own], 0, NULL, NULL),
                 "clEnqueueCopyBuffer");
    }
    while (t.out.ended < t.out.chunks || t.in.ended < t.in.chunks) {
        t.progress = false;
        WORLD_TRY(go_on_sending(&t));
        WORLD_TRY(go_on_receiving(&t));
        pause_if_idle(&t, &idle);
    }
done:
    note(&t, clFinish(w->reads), "clFinish");
    note(&t, clFinish(w->writes), "clFinish");
    for (unsigned k = 0; k < WORLD_SLOTS; ++k) { /* after an MPI failure: a late message would be written to `t` */
        if (t.in.slots[k].request[0] != MPI_REQUEST_NULL && MPI_Cancel(&t.in.slots[k].request[0]) == MPI_SUCCESS)
            (void)MPI_Request_free(&t.in.slots[k].request[0]);
        if (t.out.slots[k].event)
            clReleaseEvent(t.out.slots[k].event);
        if (t.in.slots[k].event)
            clReleaseEvent(t.in.slots[k].event);
    }
    return status ? status : t.status;
}

/* Lays out one array from index `at` of the layout: source and target positions of its pieces, and the total elements
 * received. */
static cliv_status lay_out(world_call *c, const world_moving *m, const uint64_t *comes, const layout *l, size_t at,
                           size_t *count)
{
    cliv_world *const w = c->world;
    const size_t element = m->input->type->size;
    *count = 0;
    for (int r = 0; r < w->size; ++r) {
        const size_t k = at + (size_t)r;
        if (comes[r] > SIZE_MAX / element - *count)
            return world_fail(CLIV_OUT_OF_RANGE, "this rank receives more elements than a size_t can hold");
        l->out_first[k] = (m->input->first + m->pieces[r].first) * element;
        l->out_bytes[k] = m->pieces[r].count * element;
        l->in_first[k] = *count * element;
        l->in_bytes[k] = (size_t)comes[r] * element;
        *(r == w->rank ? &w->times.kept : &w->times.sent) += l->out_bytes[k];
        *count += (size_t)comes[r];
        if (m->received)
            m->received[r] = (size_t)comes[r];
    }
    return CLIV_SUCCESS;
}

cliv_status world_exchange_all(world_call *c, const world_moving *moving, size_t arrays)
{
    cliv_world *const w = c->world;
    cliv_status status = CLIV_SUCCESS;
    const size_t p = (size_t)w->size;
    uint64_t *counts = calloc(2 * p * arrays, sizeof *counts), *const comes = counts + p * arrays;
    size_t *places = calloc(4 * p * arrays, sizeof *places), count;
    const layout l = {places, places + p * arrays, places + 2 * p * arrays, places + 3 * p * arrays};
    const cliv_array none = CLIV_NONE;
    for (size_t k = 0; k < arrays; ++k)
        *moving[k].output = none;
    WORLD_TRY(world_agree(c, counts && places ? CLIV_SUCCESS : world_fail_memory()));
    for (size_t k = 0; k < arrays; ++k) {
        for (size_t r = 0; r < p; ++r)
            counts[k * p + r] = moving[k].pieces[r].count;
        WORLD_TRY(world_fail_mpi(
            w, MPI_Alltoall(counts + k * p, 1, MPI_UINT64_T, comes + k * p, 1, MPI_UINT64_T, w->comm), "MPI_Alltoall"));
    }
    for (size_t k = 0; k < arrays && !status; ++k) {
        status = lay_out(c, &moving[k], comes + k * p, &l, k * p, &count);
        status = status ? status : world_make_output(c, moving[k].input->type, count, moving[k].output);
    }
    status = status ? status : world_fail_cl(clFinish(c->queue), "clFinish");
    WORLD_TRY(world_agree(c, status));
    WORLD_TRY(world_agree(c, run(w, moving, arrays, &l)));
done:
    for (size_t k = 0; status && k < arrays; ++k)
        world_drop(c, moving[k].output);
    free(counts);
    free(places);
    return status;
}

cliv_status world_exchange(world_call *c, const cliv_array *input, const world_range *pieces, cliv_array *output,
                           size_t *received)
{
    const world_moving moving = {input, pieces, output, received};
    return world_exchange_all(c, &moving, 1);
}
