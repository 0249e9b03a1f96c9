// SPDX-License-Identifier: Apache-2.0
// Expand from C++: structures are repeated by their counts. Destructors release memory, failures are exceptions.
#include <clinterval/clinterval.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

// One declaration for the host and the device.
CLIV_STRUCT(point, cl_int x, y, z;);

namespace
{

bool run()
{
    const std::vector<cl_uint> counts = {3, 0, 1, 4};
    const std::vector<point> values = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
    std::vector<point> expected;
    for (std::size_t k = 0; k < counts.size(); ++k)
        expected.insert(expected.end(), counts[k], values[k]);

    const cliv::context ctx;
    const cl_command_queue queue = ctx.queue();
    cliv::vector<cl_uint> offsets(ctx, counts.size());
    const std::size_t total = cliv::offsets_from_counts(ctx, queue, cliv::vector<cl_uint>(ctx, counts), offsets);
    cliv::vector<point> output(ctx, total);
    cliv::interval_expand(ctx, queue, total, offsets, cliv::vector<point>(ctx, values), output);

    const std::vector<point> points = output.read(queue);
    bool right = points.size() == expected.size();
    for (std::size_t i = 0; right && i < total; ++i)
        right = points[i].x == expected[i].x && points[i].y == expected[i].y && points[i].z == expected[i].z;
    for (const point &p : points)
        std::printf("(%d %d %d) ", int(p.x), int(p.y), int(p.z));
    std::printf("\n%s\n", right ? "agrees with the serial loop" : "WRONG");
    return right && std::fflush(stdout) == 0 && !std::ferror(stdout);
}

} // namespace

int main()
{
    try {
        return run() ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}
