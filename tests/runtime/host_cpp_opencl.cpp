// SPDX-License-Identifier: Apache-2.0
// Beside opencl.hpp: contexts, queues, buffers and events of that header. Skipped where it is not installed.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <clinterval/clinterval.hpp>

#include "check.hpp"

#if __has_include(<CL/opencl.hpp>)
#include <CL/opencl.hpp>

namespace
{

cl_uint references(const cl::Event &event) { return event.getInfo<CL_EVENT_REFERENCE_COUNT>(); }

void test()
{
    const cliv::context chosen;
    const cl::Context context(chosen.cl(), true);
    const cl::Device device(chosen.device(), true);
    const cliv::context ctx(context, device);
    CHECK(ctx.cl() == context() && ctx.device() == device());
    // out of order where the device has that
    const cl::CommandQueue queue(context, device,
                                 device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);

    std::vector<int> host = {5, 3, 4, 1};
    const cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, host.size() * sizeof(int), host.data());
    const cliv::span<int> keys(buffer, 1, 3);
    cliv::vector<int> output(ctx, 3);
    cl::Event sorted, scanned;
    cliv::sort_keys(ctx, queue, keys, {}, {}, &sorted);
    cliv::scan_inclusive(ctx, queue, keys, output, {}, cliv::none, sorted, &scanned);
    cliv::sort_keys(ctx, queue, output, cliv_greater, std::vector<cl::Event>{sorted, scanned}, &sorted);
    sorted.wait();
    CHECK(output.read(queue) == std::vector<int>({8, 4, 1}));
    CHECK(references(sorted) >= 1);

    // a refused call leaves the event alone
    const cl_event before = sorted();
    CHECK_STATUS(CLIV_INVALID_ARGUMENT, cliv::sort_keys(ctx, queue, cliv::none, {}, {}, &sorted));
    CHECK(sorted() == before);

    const cl::Buffer shared(output.buffer(), true);
    CHECK(shared.getInfo<CL_MEM_SIZE>() >= 3 * sizeof(int));
    const cl::Program program(cliv::program_build(ctx, "__kernel void nothing(void) {}"));
    CHECK(program.getInfo<CL_PROGRAM_NUM_KERNELS>() == 1);
}

} // namespace

int main() { return run(test); }

#else
int main()
{
    std::puts("skipped: CL/opencl.hpp is not installed (Debian: opencl-clhpp-headers)");
    return 77;
}
#endif
