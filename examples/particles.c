/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of structures: particles move in a box and are sorted by cell, so that particles of the same cell are
 * adjacent in memory.
 *
 * A particle has 48 bytes. A kernel loads, moves and stores whole particles with the work-group functions of the
 * library. Then only the cells are sorted, and each particle moves once. All numbers are multiples of powers of two,
 * so nothing is rounded, and the serial loops give the same bits. */
#include <clinterval/clinterval.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTICLES = 20000, SIDE = 8, CELLS = SIDE * SIDE * SIDE, GROUP = 64 };
static const cl_float time_step = 0.5f;

typedef struct particle {
    cl_float x, y, z, vx, vy, vz, mass, charge;
    cl_uint cell, kind, number, age;
} particle;

/* The same structure for the device. */
#define PARTICLE                                     \
    "typedef struct {\n"                             \
    "    float x, y, z, vx, vy, vz, mass, charge;\n" \
    "    uint cell, kind, number, age;\n"            \
    "} particle;\n"
static const cliv_type particle_type = {"particle", sizeof(particle), PARTICLE};

static const char source[] =
    PARTICLE "#define CLIV_AOS particle\n"
             "#define CLIV_AOS_WORDS 12\n"
             "#include \"cliv_aos.clh\"\n"
             "\n"
             "float into_box(float x) { return x < 0 ? x + SIDE : x >= SIDE ? x - SIDE : x; }\n"
             "\n"
             "__kernel CLIV_GROUP void particles_move(ulong n, float time, __global particle *particles)\n"
             "{\n"
             "    __local cliv_aos_memory_particle memory;\n"
             "    const ulong first = get_group_id(0) * (ulong)NT;\n"
             "    const uint count = (uint)min(n - first, (ulong)NT);\n"
             "    particle p;\n"
             "    cliv_wg_aos_load_particle(particles + first, count, &p, &memory);\n"
             "    if (get_local_id(0) < count) {\n"
             "        p.x = into_box(p.x + time * p.vx);\n"
             "        p.y = into_box(p.y + time * p.vy);\n"
             "        p.z = into_box(p.z + time * p.vz);\n"
             "        p.cell = ((uint)p.z * SIDE + (uint)p.y) * SIDE + (uint)p.x;\n"
             "        ++p.age;\n"
             "    }\n"
             "    barrier(CLK_LOCAL_MEM_FENCE);\n"
             "    cliv_wg_aos_store_particle(particles + first, count, &p, &memory);\n"
             "}\n";

static void check(cliv_status status, const char *what)
{
    if (status == CLIV_SUCCESS)
        return;
    fprintf(stderr, "%s: %s\n%s\n", what, cliv_status_string(status), cliv_last_error());
    exit(EXIT_FAILURE);
}

static cliv_array make_array(cl_context cl, const cliv_type *type, size_t count, const void *data)
{
    cl_int code;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem buffer = clCreateBuffer(cl, flags, count * type->size, (void *)data, &code);
    check(code, "clCreateBuffer");
    return cliv_buffer(buffer, type, 0, count);
}

static void read_array(cl_command_queue queue, cliv_array array, size_t count, void *to)
{
    check(clEnqueueReadBuffer(queue, array.buffer, CL_TRUE, 0, count * array.type->size, to, 0, NULL, NULL),
          "clEnqueueReadBuffer");
}

static particle particles[PARTICLES], sorted[PARTICLES], expected[PARTICLES];

/* Most particles are near a corner of the box. */
static void make_particles(void)
{
    cl_uint random = 1, number[6];
    for (cl_uint i = 0; i < PARTICLES; ++i) {
        for (int k = 0; k < 6; ++k)
            number[k] = (random = random * 1664525u + 1013904223u) >> 16;
        particle *const p = &particles[i];
        *p = (particle){.mass = (cl_float)(1 + number[0] % 8), .charge = (cl_float)(i % 2), .kind = i % 5, .number = i};
        p->x = (cl_float)(number[0] * number[3] >> 24) * SIDE / 256;
        p->y = (cl_float)(number[1] * number[4] >> 24) * SIDE / 256;
        p->z = (cl_float)(number[2] >> 8) * SIDE / 256;
        p->vx = ((cl_float)(number[3] >> 8) - 128) / 64;
        p->vy = ((cl_float)(number[4] >> 8) - 128) / 64;
        p->vz = ((cl_float)(number[5] >> 8) - 128) / 64;
    }
}

/* Moves all particles and stores their cells. */
static void run_move(cliv_context *ctx, cl_command_queue queue, cliv_array array)
{
    char options[64];
    const size_t group = GROUP, all = (array.count + GROUP - 1) / GROUP * GROUP;
    const cl_ulong n = array.count;
    cl_program program;
    cl_int code;
    snprintf(options, sizeof options, "-D NT=%d -D SIDE=%d", GROUP, SIDE);
    check(cliv_program_build(ctx, source, options, &program), "cliv_program_build");
    cl_kernel kernel = clCreateKernel(program, "particles_move", &code);
    check(code, "clCreateKernel");
    check(clSetKernelArg(kernel, 0, sizeof n, &n), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof time_step, &time_step), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof array.buffer, &array.buffer), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &all, &group, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

static cl_float into_box(cl_float x) { return x < 0 ? x + SIDE : x >= SIDE ? x - SIDE : x; }

/* The same with serial loops and a counting sort, which is stable. starts[c] is the first particle of cell c. */
static void expect(size_t starts[CELLS + 1])
{
    static size_t next[CELLS];
    for (int i = 0; i < PARTICLES; ++i) {
        particle *const p = &particles[i];
        p->x = into_box(p->x + time_step * p->vx);
        p->y = into_box(p->y + time_step * p->vy);
        p->z = into_box(p->z + time_step * p->vz);
        p->cell = ((cl_uint)p->z * SIDE + (cl_uint)p->y) * SIDE + (cl_uint)p->x;
        ++p->age;
        ++starts[p->cell + 1];
    }
    for (int c = 0; c < CELLS; ++c) {
        starts[c + 1] += starts[c];
        next[c] = starts[c];
    }
    for (int i = 0; i < PARTICLES; ++i)
        expected[next[particles[i].cell]++] = particles[i];
}

/* Compares the cells and counts of the device with the serial loops. */
static size_t count_wrong(const size_t starts[CELLS + 1], const cl_uint *cells, const cl_uint *counts, size_t count)
{
    size_t wrong = 0, at = 0;
    for (cl_uint c = 0; c < CELLS; ++c)
        if (starts[c + 1] > starts[c]) {
            wrong += at >= count || cells[at] != c || counts[at] != starts[c + 1] - starts[c];
            ++at;
        }
    return wrong + (at != count);
}

int main(void)
{
    make_particles();
    cliv_context *ctx;
    check(cliv_context_create(NULL, &ctx), "cliv_context_create");
    cl_context cl = cliv_context_cl(ctx);
    cl_command_queue queue = cliv_context_queue(ctx);
    if (!queue)
        check(CLIV_OUT_OF_MEMORY, "cliv_context_queue");

    const cliv_array all = make_array(cl, &particle_type, PARTICLES, particles);
    const cliv_array in_order = make_array(cl, &particle_type, PARTICLES, NULL);
    const cliv_array keys = make_array(cl, &cliv_uint, PARTICLES, NULL);
    const cliv_array places = make_array(cl, &cliv_uint, PARTICLES, NULL);
    run_move(ctx, queue, all);

    /* The sort needs only one of the 12 words. It returns the original index of each particle, and the gather moves
     * the particles. */
    const cliv_field cell_of[] = {{keys, offsetof(particle, cell)}};
    check(cliv_aos_to_soa(ctx, queue, all, cell_of, 1, 0, NULL, NULL), "cliv_aos_to_soa");
    check(cliv_sort_indices(ctx, queue, keys, places, NULL, 0, NULL, NULL), "cliv_sort_indices");
    check(cliv_aos_gather(ctx, queue, places, all, in_order, 0, NULL, NULL), "cliv_aos_gather");

    /* Counts of particles in the cells that are not empty: runs of equal keys. */
    static cl_uint cells[CELLS], counts[CELLS];
    const cliv_array cells_found = make_array(cl, &cliv_uint, CELLS, NULL);
    const cliv_array counts_found = make_array(cl, &cliv_uint, CELLS, NULL);
    size_t count;
    check(cliv_reduce_by_key(ctx, queue, keys, cliv_generate(&cliv_uint, "1", PARTICLES), cells_found, counts_found,
                             &cliv_add, NULL, CLIV_NONE, &count, 0, NULL, NULL),
          "cliv_reduce_by_key");
    read_array(queue, cells_found, count, cells);
    read_array(queue, counts_found, count, counts);

    /* Separate arrays of positions and masses, for code that needs nothing else. */
    static cl_float x[PARTICLES], mass[PARTICLES];
    const cliv_array xs = make_array(cl, &cliv_float, PARTICLES, NULL);
    const cliv_array masses = make_array(cl, &cliv_float, PARTICLES, NULL);
    const cliv_field parts[] = {{xs, offsetof(particle, x)}, {masses, offsetof(particle, mass)}};
    check(cliv_aos_to_soa(ctx, queue, in_order, parts, 2, 0, NULL, NULL), "cliv_aos_to_soa");
    read_array(queue, xs, PARTICLES, x);
    read_array(queue, masses, PARTICLES, mass);
    read_array(queue, in_order, PARTICLES, sorted);

    static size_t starts[CELLS + 1];
    expect(starts);
    size_t wrong = count_wrong(starts, cells, counts, count), fullest = 0;
    for (int i = 0; i < PARTICLES; ++i) {
        wrong += memcmp(&sorted[i], &expected[i], sizeof *sorted) != 0; /* particle has no padding */
        wrong += x[i] != expected[i].x || mass[i] != expected[i].mass;
    }
    for (size_t k = 1; k < count; ++k)
        if (counts[k] > counts[fullest])
            fullest = k;
    printf("%d particles of %zu bytes in %zu of %d cells; the largest cell has %u particles\n", PARTICLES,
           sizeof *sorted, count, CELLS, (unsigned)counts[fullest]);
    for (int i = 0; i < 4; ++i)
        printf("cell %u: particle %u at %.3f %.3f %.3f\n", (unsigned)sorted[i].cell, (unsigned)sorted[i].number,
               sorted[i].x, sorted[i].y, sorted[i].z);
    printf("...\n%s\n", wrong ? "WRONG" : "agrees with the serial loops");

    const cliv_array arrays[] = {all, in_order, keys, places, cells_found, counts_found, xs, masses};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k)
        clReleaseMemObject(arrays[k].buffer);
    cliv_context_destroy(ctx);
    return wrong || fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
