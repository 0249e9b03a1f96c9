/* SPDX-License-Identifier: Apache-2.0 */
/* Compilation takes most of the time of a search, and drivers serialise the compilations of several threads in one
 * process. Separate processes therefore compile shapes before the measurement. Their results reach the measuring
 * process through the driver's program cache. This only saves time: a shape that was not compiled ahead is compiled
 * when it is measured. */
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "tune_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_PROCESSES = 64,
    MOST_TASKS = 1 << 14,
    MOST_ELEMENTS = 5 << 20 /* enough tiles for every variant of a call */
};

/* One case, with the cases that share its programs, and one shape; nt 0: the row in use. */
typedef struct task {
    unsigned number;
    int which;
    size_t target; /* in tune_targets */
    tune_shape shape;
} task;

/* Do two cases probably share programs? Then one process compiles both. */
static bool are_alike(const tune_target *target, int a, int b)
{
    const char *const x = strstr(target->cases[a].text, "type="), *const y = strstr(target->cases[b].text, "type=");
    const size_t length = x ? strcspn(x, ",") : 0;
    return !strcmp(target->cases[a].operation, target->cases[b].operation) && !x == !y &&
           (!x || (length == strcspn(y, ",") && !memcmp(x, y, length)));
}

static bool is_first(const tune_target *target, int which)
{
    for (int i = 0; i < which; i++)
        if (are_alike(target, i, which))
            return false;
    return true;
}

/* Two queues: tasks that the measurement waits for soon come before later ones. */
enum { SOON, LATER, LINES };

/* Memory shared by all processes. */
typedef struct shared {
    atomic_size_t first_target; /* tasks of earlier targets are dropped */
    size_t sizes[TUNE_MOST_SIZES], size_count;
    char candidates[MOST_PROCESSES][256]; /* file names; empty: none. The parent removes files of killed processes */
    atomic_uchar done[MOST_TASKS];
} shared;

struct tune_ahead {
    shared *all;
    int to[LINES], count; /* write ends of the pipes; process count */
    bool lost;            /* a process has ended */
    pid_t ids[MOST_PROCESSES];
    unsigned task_count;
    task tasks[MOST_TASKS];
};

/* ---- the compiling process ---- */

typedef struct hand {
    bench_device device;
    const char *candidate;
    size_t target;
    bool made[TUNE_MOST_CASES], good[TUNE_MOST_CASES];
    tune_works works[TUNE_MOST_SIZES];
} hand;

static void drop_works(hand *h, const shared *all)
{
    for (size_t s = 0; s < all->size_count; s++)
        for (int i = 0; i < TUNE_MOST_CASES; i++)
            if (h->made[i])
                test_work_destroy(&h->works[s].list[i]);
    memset(h->made, 0, sizeof h->made);
}

static bool make_works(hand *h, const shared *all, const tune_target *target, int which)
{
    if (h->made[which])
        return h->good[which];
    h->made[which] = h->good[which] = true;
    for (size_t s = 0; s < all->size_count; s++) {
        const size_t elements = tune_elements(target, all->sizes[s]);
        h->good[which] &=
            tune_create_work(&h->device, NULL, target, which, elements < MOST_ELEMENTS ? elements : MOST_ELEMENTS,
                             &h->works[s].list[which]);
    }
    return h->good[which];
}

static void compile(hand *h, const shared *all, const task *t)
{
    const tune_target *const target = &tune_targets[t->target];
    cliv_context *ctx = NULL, *const used = h->device.ctx;
    if (t->target != h->target)
        drop_works(h, all);
    h->target = t->target;
    if (t->shape.nt)
        ctx = tune_context_with(&h->device, h->candidate, target, &t->shape);
    const bool good = (ctx || !t->shape.nt) && !cliv_context_compile_only(ctx ? ctx : used, 1);
    for (int i = t->which; good && i < TUNE_MOST_CASES && target->cases[i].operation; i++)
        if (are_alike(target, t->which, i) && make_works(h, all, target, i))
            for (size_t s = 0; s < all->size_count; s++) {
                test_work *const work = &h->works[s].list[i];
                work->ctx = ctx ? ctx : used;
                test_work_run(work, h->device.queue, 0, NULL, NULL);
                work->ctx = used;
            }
    cliv_context_destroy(ctx);
}

/* Reads the next task, from SOON if it has one. If another process was faster, waits again. */
static bool next_task(const int *from, task *t)
{
    for (;;) {
        struct pollfd lines[LINES] = {{from[SOON], POLLIN, 0}, {from[LATER], POLLIN, 0}};
        if (poll(lines, LINES, -1) < 0 && errno != EINTR)
            return false;
        for (int i = 0; i < LINES; i++)
            if (lines[i].revents & POLLIN && read(from[i], t, sizeof *t) == sizeof *t)
                return true;
        if (lines[LATER].revents & POLLHUP && !(lines[LATER].revents & POLLIN))
            return false;
    }
}

/* Compiles until the pipes are closed, or until the parent has ended, which may have been killed. */
static void work_off(const int *from, shared *all, int number, pid_t parent, const bench_options *options)
{
    static hand h;
    char *const candidate = all->candidates[number];
    task t;
    h.candidate = candidate;
    while (next_task(from, &t) && getppid() == parent) {
        if (!h.device.ctx &&
            (bench_device_open(&h.device, options) || !tune_candidate_make(candidate, sizeof *all->candidates)))
            break;
        if (t.target >= atomic_load(&all->first_target))
            compile(&h, all, &t);
        atomic_store(&all->done[t.number], 1);
    }
    drop_works(&h, all);
    if (h.device.ctx)
        bench_device_close(&h.device);
    tune_candidate_remove(candidate);
}

/* ---- the measuring process ---- */

static void forget_all(tune_ahead *ahead)
{
    if (ahead->all != MAP_FAILED)
        munmap(ahead->all, sizeof *ahead->all);
    free(ahead);
}

/* Both ends are non-blocking. */
static bool open_line(int *from, int *to)
{
    int ends[2];
    if (pipe(ends))
        return false;
    *from = ends[0];
    *to = ends[1];
    if (!fcntl(*from, F_SETFL, O_NONBLOCK) && !fcntl(*to, F_SETFL, O_NONBLOCK))
        return true;
    close(*from);
    close(*to);
    return false;
}

tune_ahead *tune_ahead_begin(int processes, const bench_options *options)
{
    int from[LINES];
    tune_ahead *const ahead = processes > 0 ? calloc(1, sizeof *ahead) : NULL;
    if (!ahead)
        return NULL;
    ahead->all = mmap(NULL, sizeof *ahead->all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < LINES; i++)
        if (ahead->all == MAP_FAILED || !open_line(&from[i], &ahead->to[i])) {
            while (i-- > 0)
                close(from[i]), close(ahead->to[i]);
            forget_all(ahead);
            return NULL;
        }
    signal(SIGPIPE, SIG_IGN); /* when all processes have ended */
    fflush(NULL);
    const pid_t parent = getpid();
    for (; ahead->count < processes && ahead->count < MOST_PROCESSES; ahead->count++) {
        const pid_t id = fork();
        if (id < 0)
            break;
        if (id == 0) {
            close(ahead->to[SOON]);
            close(ahead->to[LATER]);
            bench_leave_interrupts();
            if (freopen("/dev/null", "w", stderr)) /* the measuring process reports failures */
                work_off(from, ahead->all, ahead->count, parent, options);
            _exit(0);
        }
        ahead->ids[ahead->count] = id;
    }
    close(from[SOON]);
    close(from[LATER]);
    return ahead;
}

void tune_ahead_sizes(tune_ahead *ahead, const tune_file *file)
{
    if (!ahead)
        return;
    memcpy(ahead->all->sizes, file->sizes, sizeof file->sizes);
    ahead->all->size_count = file->size_count;
}

void tune_ahead_end(tune_ahead *ahead)
{
    if (!ahead)
        return;
    atomic_store(&ahead->all->first_target, SIZE_MAX);
    close(ahead->to[SOON]);
    close(ahead->to[LATER]);
    for (int i = 0; i < ahead->count; i++) {
        if (ahead->ids[i] > 0)
            waitpid(ahead->ids[i], NULL, 0);
        tune_candidate_remove(ahead->all->candidates[i]);
    }
    forget_all(ahead);
}

static size_t number_of(const tune_target *target) { return (size_t)(target - tune_targets); }

static bool is_of(const task *t, const tune_target *target, const tune_shape *shape)
{
    return t->target == number_of(target) && !memcmp(&t->shape, shape, sizeof *shape);
}

void tune_ahead_ask(tune_ahead *ahead, const tune_target *target, const tune_shape *shapes, size_t count, bool soon)
{
    for (size_t i = 0; ahead && !ahead->lost && i < count; i++) {
        bool asked = false;
        for (unsigned k = 0; k < ahead->task_count && !asked; k++)
            asked = is_of(&ahead->tasks[k], target, &shapes[i]);
        for (int c = 0; c < TUNE_MOST_CASES && target->cases[c].operation && !asked; c++) {
            if (!is_first(target, c))
                continue;
            const task t = {ahead->task_count, c, number_of(target), shapes[i]};
            if (ahead->task_count == MOST_TASKS || write(ahead->to[soon ? SOON : LATER], &t, sizeof t) != sizeof t)
                return; /* the pipe is full: later shapes would not be ready in time either */
            ahead->tasks[ahead->task_count++] = t;
        }
    }
}

static void look_for_lost(tune_ahead *ahead)
{
    for (int i = 0; i < ahead->count; i++)
        if (ahead->ids[i] > 0 && waitpid(ahead->ids[i], NULL, WNOHANG) == ahead->ids[i]) {
            ahead->ids[i] = 0;
            ahead->lost = true;
        }
}

void tune_ahead_wait(tune_ahead *ahead, const tune_target *target, const tune_shape *shape)
{
    enum { EVERY = 1000 /* microseconds */, TURNS = 60 * 1000, LOOK = 64 };
    unsigned turns = 0;
    for (unsigned k = 0; ahead && k < ahead->task_count; k++)
        for (; is_of(&ahead->tasks[k], target, shape) && !atomic_load(&ahead->all->done[k]); turns++) {
            if (turns % LOOK == 0)
                look_for_lost(ahead);
            if (ahead->lost || turns > TURNS)
                return;
            usleep(EVERY);
        }
}

void tune_ahead_forget(tune_ahead *ahead, const tune_target *target)
{
    if (ahead)
        atomic_store(&ahead->all->first_target, number_of(target));
}
