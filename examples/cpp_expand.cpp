// SPDX-License-Identifier: Apache-2.0
// Expand from C++: structures repeated by their counts. Handles release themselves, failures are exceptions.
#include <clinterval/clinterval.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace
{

void check(cliv_status status)
{
    if (status != CLIV_SUCCESS)
        throw std::runtime_error(std::string(cliv_status_string(status)) + "\n" + cliv_last_error());
}

struct release {
    void operator()(cliv_context *ctx) const { cliv_context_destroy(ctx); }
    void operator()(cl_mem mem) const { clReleaseMemObject(mem); }
};
using context = std::unique_ptr<cliv_context, release>;
using memory = std::unique_ptr<std::remove_pointer_t<cl_mem>, release>;

template <typename T> memory make_buffer(const context &ctx, std::size_t count, const T *data)
{
    cl_int code;
    memory result(clCreateBuffer(cliv_context_cl(ctx.get()), CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0),
                                 count * sizeof(T), const_cast<T *>(data), &code));
    check(code);
    return result;
}

struct point {
    cl_int x, y, z;
};
// The same structure for the device.
const cliv_type point_type = {"point", sizeof(point), "typedef struct { int x, y, z; } point;"};

bool run()
{
    const std::vector<cl_uint> counts = {3, 0, 1, 4};
    const std::vector<point> values = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
    std::vector<point> expected;
    for (std::size_t k = 0; k < counts.size(); ++k)
        expected.insert(expected.end(), counts[k], values[k]);

    cliv_context *created = nullptr;
    check(cliv_context_create(nullptr, &created));
    const context ctx(created);
    const cl_command_queue queue = cliv_context_queue(ctx.get());
    if (!queue)
        throw std::runtime_error(cliv_last_error());

    const std::size_t n = counts.size();
    const memory counts_mem = make_buffer(ctx, n, counts.data()), values_mem = make_buffer(ctx, n, values.data());
    const memory offsets_mem = make_buffer<cl_uint>(ctx, n, nullptr);
    const cliv_array offsets = cliv_buffer(offsets_mem.get(), &cliv_uint, 0, n);
    std::size_t total = 0;
    check(cliv_offsets_from_counts(ctx.get(), queue, cliv_buffer(counts_mem.get(), &cliv_uint, 0, n), offsets, &total,
                                   0, nullptr, nullptr));

    const memory output_mem = make_buffer<point>(ctx, total, nullptr);
    check(cliv_interval_expand(ctx.get(), queue, total, offsets, cliv_buffer(values_mem.get(), &point_type, 0, n),
                               cliv_buffer(output_mem.get(), &point_type, 0, total), 0, nullptr, nullptr));
    std::vector<point> output(total);
    check(clEnqueueReadBuffer(queue, output_mem.get(), CL_TRUE, 0, total * sizeof(point), output.data(), 0, nullptr,
                              nullptr));

    bool right = output.size() == expected.size();
    for (std::size_t i = 0; right && i < total; ++i)
        right = output[i].x == expected[i].x && output[i].y == expected[i].y && output[i].z == expected[i].z;
    for (const point &p : output)
        std::printf("(%d %d %d) ", int(p.x), int(p.y), int(p.z));
    std::printf("\n%s\n", right ? "agrees with the serial loop" : "WRONG");
    return right;
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
