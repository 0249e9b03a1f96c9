/* SPDX-License-Identifier: Apache-2.0 */
/* A work queue in a pool: tasks create tasks. The program counts the integer points in a disk of
 * radius n.
 *
 * A task is a square. A square inside the disk is counted, a square outside is dropped, and a square
 * on the border is divided into four squares, which are tasks of the next round. */
#include "recipe.h"

#define SQUARE "typedef struct { int x, y, size; } square;\n"
typedef struct square {
    cl_int x, y, size;
} square;
static const cliv_type square_type = {"square", sizeof(square), SQUARE};

static const char source[] = SQUARE
    "#include \"cliv_pool.clh\"\n"
    "__kernel void work(__global cliv_pool_state *pool, __global square *squares,\n"
    "                   __global const uint *tasks, __global uint *inside, int radius, uint round)\n"
    "{\n"
    "    const uint task = tasks[get_global_id(0)];\n"
    "    const square s = squares[task];\n"
    "    const long x = s.x, y = s.y, far_x = x + s.size - 1, far_y = y + s.size - 1, r = radius;\n"
    "    cliv_pool_free(pool, task);\n"
    "    if (far_x * far_x + far_y * far_y <= r * r) {\n"
    "        atomic_inc(&inside[round]);\n"
    "    } else if (x * x + y * y <= r * r) {\n"
    "        for (int k = 0; k < 4; ++k) {\n"
    "            const uint next = cliv_pool_alloc(pool);\n"
    "            if (next != CLIV_POOL_FULL) {\n"
    "                squares[next].size = s.size / 2;\n"
    "                squares[next].x = s.x + (k & 1) * s.size / 2;\n"
    "                squares[next].y = s.y + (k >> 1) * s.size / 2;\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "}\n";

int main(int argc, char **argv)
{
    begin(argc, argv, 10);
    cl_uint rounds = 1, slot;
    while ((size_t)1 << (rounds - 1) <=
           n) /* the first square contains the quarter x >= 0, y >= 0 of the disk */
        ++rounds;
    const size_t room = 16 * n + 100; /* for the tasks of a round and the tasks that they create */
    cl_uint *none = new_memory(rounds, sizeof *none);
    cliv_array tasks = new_array(&cliv_uint, room, NULL), inside = new_array(&cliv_uint, rounds, none);
    const cl_int radius = (cl_int)n, side = 1 << (rounds - 1);
    cl_program program;
    cl_int code;
    CHECK(cliv_program_build(ctx, source, NULL, &program));
    cl_kernel work = clCreateKernel(program, "work", &code);
    CHECK(code);
    CHECK(clSetKernelArg(work, 2, sizeof tasks.buffer, &tasks.buffer));
    CHECK(clSetKernelArg(work, 3, sizeof inside.buffer, &inside.buffer));
    CHECK(clSetKernelArg(work, 4, sizeof radius, &radius));

    /* The host creates the first task. */
    cliv_pool *pool;
    CHECK(cliv_pool_create(ctx, &square_type, room, CLIV_POOL_DEVICE, &pool));
    CHECK(cliv_pool_alloc(pool, queue, 1, &slot));
    CHECK(cliv_pool_map(pool, queue));
    *(square *)cliv_pool_slot(pool, slot) = (square){0, 0, side};
    CHECK(cliv_pool_unmap(pool, queue, 0, NULL, NULL));

    /* Each round runs all tasks in the pool. A task frees its slot and allocates slots for its
     * parts. */
    size_t count, failed, most = 0;
    for (cl_uint round = 0;; ++round) {
        CHECK(cliv_pool_slots(pool, queue, tasks, CLIV_NONE, &count, 0, NULL, NULL));
        if (count == 0)
            break;
        CHECK(cliv_pool_set_kernel_args(pool, work, 0)); /* freed slots become available */
        CHECK(clSetKernelArg(work, 5, sizeof round, &round));
        CHECK(clEnqueueNDRangeKernel(queue, work, 1, NULL, &count, NULL, 0, NULL, NULL));
        most = count > most ? count : most;
    }
    CHECK(cliv_pool_status(pool, queue, &failed)); /* 0 if the pool had room for all tasks */

    cl_uint *squares = fetch(queue, inside);
    size_t points = 0, expected = 0;
    for (cl_uint round = 0; round < rounds; ++round)
        points += (size_t)squares[round] << 2 * (rounds - 1 - round);
    for (size_t x = 0, y = n; x <= n; ++x, expected += y + 1)
        while (x * x + y * y > n * n)
            --y;
    printf("radius = %zu: %u rounds, at most %zu tasks in one\n", n, (unsigned)rounds, most);
    compare_count("points of a quarter", points, expected);
    free(squares);
    clReleaseKernel(work);
    clReleaseProgram(program);
    cliv_pool_destroy(pool);
    return finish();
}
