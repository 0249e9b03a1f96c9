/* SPDX-License-Identifier: Apache-2.0 */
/* Animals on a meadow: they walk, sometimes split in two, and die sooner in a crowded cell.
 *
 *   pool_simulation [--size CELLS_TO_A_SIDE] [--steps STEPS] [--seed SEED] [--checked 1]
 *
 * Only the kernel determines which animals are born and which die, so the animals are objects of a pool. The behaviour
 * of an animal depends on its number, on the step, and on the count of animals in its cell. It depends neither on its
 * slot nor on the order of work-items, so a serial simulation on the host gives the same animals. The program compares
 * both. */
#include "common/example.h"

/* Source that both compilers read: declared here for the host, and as text for the device. */
#define SHARED(text, ...) \
    __VA_ARGS__           \
    static const char text[] = "#define cl_ulong ulong\n#define cl_uint uint\n" #__VA_ARGS__ "\n";

/* clang-format off */
SHARED(animal_source,
    typedef struct animal {
        cl_ulong number;
        cl_uint cell, age;
    } animal;
)

SHARED(rules,
    cl_ulong roll(cl_ulong number, cl_uint step)
    {
        cl_ulong z = number + (step + 1) * 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    int dies(cl_ulong dice, cl_uint crowd) { return (dice & 255) < 4 * crowd; }
    int splits(cl_ulong dice) { return (dice >> 8 & 255) < 64; }
    cl_uint walk(cl_uint cell, cl_uint side, cl_uint way)
    {
        cl_uint x = cell % side;
        cl_uint y = cell / side;
        x = (x + (way == 0 ? 1 : way == 1 ? side - 1 : 0)) % side;
        y = (y + (way == 2 ? 1 : way == 3 ? side - 1 : 0)) % side;
        return y * side + x;
    }
    animal next_of(const animal a, cl_uint side, cl_ulong dice)
    {
        animal next;
        next.number = a.number;
        next.cell = walk(a.cell, side, dice >> 16 & 3);
        next.age = a.age + 1;
        return next;
    }
    animal child_of(const animal a, cl_uint side, cl_ulong dice)
    {
        animal child;
        child.number = roll(a.number, (cl_uint)(dice >> 32));
        child.cell = walk(a.cell, side, dice >> 18 & 3);
        child.age = 0;
        return child;
    }
)
/* clang-format on */

static const cliv_type animal_type = {"animal", sizeof(animal), animal_source};
enum { HERD = 500, FED = 16 /* with this many animals in a cell, deaths equal births */ };

/* ---- the device */

static const char kernels[] =
    "#include \"cliv_pool.clh\"\n"
    "\n"
    "__kernel void live(__global cliv_pool_state *pool, __global animal *animals, __global const uint *slots,\n"
    "                   __global const uint *counts, __global const uint *crowds, uint side, uint step)\n"
    "{\n"
    "    if (get_global_id(0) >= counts[step])\n"
    "        return;\n"
    "    const uint slot = slots[get_global_id(0)];\n"
    "    const animal a = animals[slot];\n"
    "    const ulong dice = roll(a.number, step);\n"
    "    if (dies(dice, crowds[a.cell])) {\n"
    "        cliv_pool_free(pool, slot);\n"
    "        return;\n"
    "    }\n"
    "    animals[slot] = next_of(a, side, dice);\n"
    "    if (splits(dice)) {\n"
    "        const uint born = cliv_pool_alloc(pool);\n"
    "        if (born != CLIV_POOL_FULL)\n"
    "            animals[born] = child_of(a, side, dice);\n"
    "    }\n"
    "}\n"
    "\n"
    "__kernel void look(__global cliv_pool_state *pool, __global const animal *animals, __global int *cells)\n"
    "{\n"
    "    const uint slot = get_global_id(0);\n"
    "    cells[slot] = cliv_pool_is_live(pool, slot) ? (int)animals[slot].cell : -1;\n"
    "}\n";

typedef struct meadow {
    size_t side, steps, room; /* room: the capacity of the pool */
    cliv_pool *pool;
    cl_kernel live, look;
    cliv_array slots, populations; /* live slots; count of animals in each step */
    cliv_array cells, crowds;      /* cell of the animal in each slot, or -1; count of animals in each cell */
} meadow;

static cl_kernel make_kernel(cl_program program, const char *name)
{
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    CHECK(code);
    return kernel;
}

static meadow make_meadow(cliv_context *ctx, size_t side, size_t steps)
{
    meadow m = {.side = side, .steps = steps};
    /* A slot that is freed in a step can be allocated in the next step, so the capacity must suffice for all live
     * animals and all births, which are a quarter of the live animals. */
    m.room = (FED + FED / 4) * side * side;
    char *source = allocate(sizeof animal_source + sizeof rules + sizeof kernels, 1);
    strcat(strcat(strcpy(source, animal_source), rules), kernels);
    cl_program program;
    CHECK(cliv_program_build(ctx, source, NULL, &program));
    free(source);
    m.live = make_kernel(program, "live");
    m.look = make_kernel(program, "look");
    clReleaseProgram(program);
    CHECK(cliv_pool_create(ctx, &animal_type, m.room, CLIV_POOL_DEVICE, &m.pool));
    m.slots = make_array(ctx, &cliv_uint, m.room, NULL);
    m.populations = make_array(ctx, &cliv_uint, steps, NULL);
    m.cells = make_array(ctx, &cliv_int, m.room, NULL);
    m.crowds = make_array(ctx, &cliv_uint, side * side, NULL);

    /* Arguments that are the same in each step. */
    const cl_uint side_argument = (cl_uint)side;
    CHECK(cliv_pool_set_kernel_args(m.pool, m.look, 0));
    CHECK(clSetKernelArg(m.look, 2, sizeof m.cells.buffer, &m.cells.buffer));
    CHECK(clSetKernelArg(m.live, 2, sizeof m.slots.buffer, &m.slots.buffer));
    CHECK(clSetKernelArg(m.live, 3, sizeof m.populations.buffer, &m.populations.buffer));
    CHECK(clSetKernelArg(m.live, 4, sizeof m.crowds.buffer, &m.crowds.buffer));
    CHECK(clSetKernelArg(m.live, 5, sizeof side_argument, &side_argument));
    return m;
}

/* The host puts the herd on an empty meadow. */
static void settle(meadow *m, cl_command_queue queue, const animal *herd)
{
    cl_uint slots[HERD];
    CHECK(cliv_pool_reset(m->pool, queue, 0, NULL, NULL));
    CHECK(cliv_pool_alloc(m->pool, queue, HERD, slots));
    CHECK(cliv_pool_map(m->pool, queue));
    for (size_t k = 0; k < HERD; ++k)
        *(animal *)cliv_pool_slot(m->pool, slots[k]) = herd[k];
    CHECK(cliv_pool_unmap(m->pool, queue, 0, NULL, NULL));
}

/* Returns the live animals after the last step, sorted by number. */
static cliv_array simulate(cliv_context *ctx, cl_command_queue queue, meadow *m)
{
    static const cliv_order by_number = {"a.number < b.number", NULL};
    for (cl_uint step = 0; step < m->steps; ++step) {
        /* Count the animals in each cell, then run the live animals. Animals born in this step are not in the list of
         * slots. */
        CHECK(clEnqueueNDRangeKernel(queue, m->look, 1, NULL, &m->room, NULL, 0, NULL, NULL));
        CHECK(cliv_histogram(ctx, queue, m->cells, CLIV_NONE, m->crowds, 0, NULL, NULL));
        CHECK(cliv_pool_slots(m->pool, queue, m->slots, cliv_slice(m->populations, step, 1), NULL, 0, NULL, NULL));
        CHECK(cliv_pool_set_kernel_args(m->pool, m->live, 0)); /* makes freed slots available */
        CHECK(clSetKernelArg(m->live, 6, sizeof step, &step));
        CHECK(clEnqueueNDRangeKernel(queue, m->live, 1, NULL, &m->room, NULL, 0, NULL, NULL));
    }
    size_t failed, count;
    CHECK(cliv_pool_status(m->pool, queue, &failed)); /* counts births without a slot */
    CHECK(cliv_pool_count(m->pool, queue, &count));
    const cliv_array animals = make_array(ctx, &animal_type, count, NULL);
    CHECK(cliv_pool_pack(m->pool, queue, animals, CLIV_NONE, NULL, 0, NULL, NULL));
    CHECK(cliv_sort_keys(ctx, queue, animals, &by_number, 0, NULL, NULL));
    CHECK(clFinish(queue));
    return animals;
}

/* ---- the host */

static int compare_numbers(const void *a, const void *b)
{
    const cl_ulong left = ((const animal *)a)->number, right = ((const animal *)b)->number;
    return (left > right) - (left < right);
}

/* The same with two arrays, for this step and for the next step. Returns the count of live animals after the last
 * step. */
static size_t simulate_on_host(const meadow *m, const animal *herd, animal **animals, cl_uint *populations)
{
    animal *now = allocate(m->room, sizeof *now), *next = allocate(m->room, sizeof *next);
    cl_uint *crowds = allocate(m->side * m->side, sizeof *crowds);
    size_t count = HERD;
    memcpy(now, herd, HERD * sizeof *herd);
    for (cl_uint step = 0; step < m->steps; ++step) {
        size_t kept = 0;
        memset(crowds, 0, m->side * m->side * sizeof *crowds);
        for (size_t k = 0; k < count; ++k)
            ++crowds[now[k].cell];
        populations[step] = (cl_uint)count;
        for (size_t k = 0; k < count; ++k) {
            const cl_ulong dice = roll(now[k].number, step);
            if (dies(dice, crowds[now[k].cell]))
                continue;
            next[kept++] = next_of(now[k], (cl_uint)m->side, dice);
            if (splits(dice))
                next[kept++] = child_of(now[k], (cl_uint)m->side, dice);
        }
        animal *const old = now;
        now = next;
        next = old;
        count = kept;
    }
    free(crowds);
    free(next);
    qsort(now, count, sizeof *now, compare_numbers);
    *animals = now;
    return count;
}

int main(int argc, char **argv)
{
    size_t side = 32, steps = 60, seed = 1, checked = 0;
    const option options[] = {{"--size", &side, 8, 1 << 12},
                              {"--steps", &steps, 1, 100000},
                              {"--seed", &seed, 0, 1 << 20},
                              {"--checked", &checked, 0, 1}};
    read_arguments(argc, argv, "pool_simulation [--size SIDE] [--steps STEPS] [--seed SEED] [--checked 1]", options, 4);
    cl_command_queue queue;
    cliv_context *ctx = make_context(checked, &queue);
    meadow m = make_meadow(ctx, side, steps);

    animal herd[HERD]; /* the herd is in the first rows of the meadow */
    for (size_t k = 0; k < HERD; ++k)
        herd[k] = (animal){.number = seed << 32 | k, .cell = (cl_uint)(k % (8 * side))};
    cliv_array result = CLIV_NONE;
    double times[2];
    for (int run = 0; run < 2; ++run) { /* the first run also compiles */
        cliv_array_release(&result);
        settle(&m, queue, herd);
        const double start = milliseconds();
        result = simulate(ctx, queue, &m);
        times[run] = milliseconds() - start;
    }
    animal *animals = fetch(queue, result), *expected;
    cl_uint *populations = fetch(queue, m.populations),
            *expected_populations = allocate(steps, sizeof *expected_populations);
    const double start = milliseconds();
    const size_t count = simulate_on_host(&m, herd, &expected, expected_populations);
    const double host_time = milliseconds() - start;

    size_t wrong = result.count != count;
    for (size_t k = 0; k < count && !wrong; ++k)
        wrong += memcmp(&animals[k], &expected[k], sizeof *animals) != 0; /* animal has no padding */
    for (size_t step = 0; step < steps; ++step) {
        wrong += populations[step] != expected_populations[step];
        if (step % (steps / 6 + 1) == 0)
            printf("step %3zu: %7u animals\n", step, (unsigned)populations[step]);
    }
    printf("at the end: %6zu animals in a pool of %zu slots\n", result.count, m.room);
    printf("device: %.1f ms (the first time, with compiling, %.1f)\nhost: %.1f ms\n", times[1], times[0], host_time);
    printf("%s\n", wrong ? "WRONG" : "right: the host has the same animals");

    free(expected_populations);
    free(populations);
    free(expected);
    free(animals);
    cliv_array *const arrays[] = {&result, &m.slots, &m.populations, &m.cells, &m.crowds};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        cliv_array_release(arrays[k]);
    clReleaseKernel(m.look);
    clReleaseKernel(m.live);
    cliv_pool_destroy(m.pool);
    cliv_context_destroy(ctx);
    return exit_code(!wrong);
}
