/* SPDX-License-Identifier: Apache-2.0 */
/* CUB and Thrust: the same work as their users write it, on the same card. Each variant is one method, and the bench
 * shows all of them. Neither library has interval operations, so these are compositions:
 *   - Batched: cub::DeviceCopy or DeviceMemcpy with one range per interval (CUB's example of run-length decoding)
 *   - search: thrust::upper_bound of every output in the offsets
 *   - scan: interval numbers scattered to their starts, then a running maximum, fused with the last step */
#include "cuda.h"

#include <cub/device/device_copy.cuh>
#include <cub/device/device_memcpy.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/version.cuh>
#include <thrust/binary_search.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

namespace
{

using namespace cuda_peer;

struct job {
    const peer_work *w;
    size_t intervals, outputs;
    memory offsets, values, gather, scatter, input, output, ids;
    cub_scratch scratch;
    keeping_allocator allocator;

    static size_t room(const int32_t *from, size_t count) { return from ? count * sizeof *from : 0; }
    static void upload(memory &to, const int32_t *from, size_t count)
    {
        if (from)
            check(cudaMemcpy(to.p, from, count * sizeof *from, cudaMemcpyHostToDevice));
    }
    explicit job(const peer_work *work)
        : w(work), intervals(work->intervals), outputs(work->outputs), offsets(room(work->offsets, intervals)),
          values(room(work->values, intervals)), gather(room(work->gather, intervals)),
          scatter(room(work->scatter, intervals)), input(room(work->input, outputs)), output(outputs * 4),
          ids(work->offsets ? outputs * 4 : 0)
    {
        upload(offsets, work->offsets, intervals);
        upload(values, work->values, intervals);
        upload(gather, work->gather, intervals);
        upload(scatter, work->scatter, intervals);
        upload(input, work->input, outputs);
    }
    int32_t *ints(const memory &m) const { return static_cast<int32_t *>(m.p); }
    void results() const
    {
        size_t count = std::strcmp(w->operation, "reduce") ? outputs : 1;
        check(cudaMemcpy(w->output, output.p, count * sizeof *w->output, cudaMemcpyDeviceToHost));
    }
};

/* ---- what the iterators compute ---- */

struct length_of { /* of interval k, in units of `unit` bytes */
    const int32_t *offsets;
    size_t intervals, outputs;
    uint32_t unit;
    __host__ __device__ uint32_t operator()(uint32_t k) const
    {
        uint32_t end = k + 1 < intervals ? static_cast<uint32_t>(offsets[k + 1]) : static_cast<uint32_t>(outputs);
        return (end - static_cast<uint32_t>(offsets[k])) * unit;
    }
};

struct range_of {
    int32_t *base;
    const int32_t *starts;
    __host__ __device__ int32_t *operator()(uint32_t k) const { return base + starts[k]; }
};

struct bytes_of {
    int32_t *base;
    const int32_t *starts;
    __host__ __device__ void *operator()(uint32_t k) const { return base + starts[k]; }
};

struct value_of {
    const int32_t *values;
    __host__ __device__ thrust::constant_iterator<int32_t> operator()(uint32_t k) const
    {
        return thrust::constant_iterator<int32_t>(values[k]);
    }
};

struct number_of {
    __host__ __device__ thrust::constant_iterator<int32_t> operator()(uint32_t k) const
    {
        return thrust::constant_iterator<int32_t>(static_cast<int32_t>(k));
    }
};

struct look_up {
    const int32_t *values;
    __host__ __device__ int32_t operator()(int32_t k) const { return values[k]; }
};

struct look_up_above { /* upper_bound returns the next interval */
    const int32_t *values;
    __host__ __device__ int32_t operator()(int32_t k) const { return values[k - 1]; }
};

struct one_less {
    __host__ __device__ int32_t operator()(int32_t k) const { return k - 1; }
};

struct greater_of {
    __host__ __device__ int32_t operator()(int32_t a, int32_t b) const { return a > b ? a : b; }
};

__global__ void scatter_numbers(const int32_t *offsets, size_t intervals, size_t outputs, int32_t *ids)
{
    size_t k = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (k >= intervals)
        return;
    size_t begin = offsets[k], end = k + 1 < intervals ? static_cast<size_t>(offsets[k + 1]) : outputs;
    if (begin < end)
        ids[begin] = static_cast<int32_t>(k);
}

__global__ void move_elements(const int32_t *ids, const int32_t *offsets, const int32_t *gather, const int32_t *scatter,
                              const int32_t *input, int32_t *output, size_t outputs)
{
    size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i >= outputs)
        return;
    int32_t k = ids[i], rank = static_cast<int32_t>(i) - offsets[k];
    output[scatter ? scatter[k] + rank : i] = input[gather ? gather[k] + rank : i];
}

/* ---- the variants; each enqueues on the default stream ---- */

void scan_cub(job &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceScan::ExclusiveSum(scratch, bytes, j.ints(j.input), j.ints(j.output),
                                             static_cast<int64_t>(j.outputs));
    });
}

void scan_thrust(job &j)
{
    thrust::exclusive_scan(thrust::cuda::par_nosync(j.allocator), j.ints(j.input), j.ints(j.input) + j.outputs,
                           j.ints(j.output));
}

void reduce_cub(job &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceReduce::Sum(scratch, bytes, j.ints(j.input), j.ints(j.output),
                                      static_cast<int64_t>(j.outputs));
    });
}

void reduce_thrust(job &j)
{
    int32_t sum = thrust::reduce(thrust::cuda::par(j.allocator), j.ints(j.input), j.ints(j.input) + j.outputs);
    check(cudaMemcpyAsync(j.output.p, &sum, sizeof sum, cudaMemcpyHostToDevice));
}

template <class In, class Out> void batched(job &j, In in, Out out)
{
    thrust::counting_iterator<uint32_t> k(0);
    auto sizes = thrust::make_transform_iterator(k, length_of{j.ints(j.offsets), j.intervals, j.outputs, 1});
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceCopy::Batched(scratch, bytes, thrust::make_transform_iterator(k, in),
                                        thrust::make_transform_iterator(k, out), sizes,
                                        static_cast<int64_t>(j.intervals));
    });
}

const int32_t *from_of(const job &j) { return j.w->gather ? j.ints(j.gather) : j.ints(j.offsets); }
const int32_t *to_of(const job &j) { return j.w->scatter ? j.ints(j.scatter) : j.ints(j.offsets); }

void expand_batched(job &j) { batched(j, value_of{j.ints(j.values)}, range_of{j.ints(j.output), j.ints(j.offsets)}); }
void segments_batched(job &j) { batched(j, number_of{}, range_of{j.ints(j.output), j.ints(j.offsets)}); }
void move_copy(job &j) { batched(j, range_of{j.ints(j.input), from_of(j)}, range_of{j.ints(j.output), to_of(j)}); }

void move_memcpy(job &j)
{
    thrust::counting_iterator<uint32_t> k(0);
    auto sizes = thrust::make_transform_iterator(k, length_of{j.ints(j.offsets), j.intervals, j.outputs, 4});
    auto from = thrust::make_transform_iterator(k, bytes_of{j.ints(j.input), from_of(j)});
    auto to = thrust::make_transform_iterator(k, bytes_of{j.ints(j.output), to_of(j)});
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceMemcpy::Batched(scratch, bytes, from, to, sizes, static_cast<int64_t>(j.intervals));
    });
}

unsigned blocks(size_t n) { return static_cast<unsigned>((n + 255) / 256); }

template <class Out> void numbers_by_scan(job &j, Out out)
{
    int32_t *ids = j.ints(j.ids);
    check(cudaMemsetAsync(ids, 0, j.outputs * 4));
    scatter_numbers<<<blocks(j.intervals), 256>>>(j.ints(j.offsets), j.intervals, j.outputs, ids);
    check(cudaGetLastError());
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceScan::InclusiveScan(scratch, bytes, ids, out, greater_of(), static_cast<int64_t>(j.outputs));
    });
}

void expand_scan(job &j)
{
    numbers_by_scan(j, thrust::make_transform_output_iterator(j.ints(j.output), look_up{j.ints(j.values)}));
}

void segments_scan(job &j) { numbers_by_scan(j, j.ints(j.output)); }

void move_scan(job &j)
{
    numbers_by_scan(j, j.ints(j.ids));
    move_elements<<<blocks(j.outputs), 256>>>(
        j.ints(j.ids), j.ints(j.offsets), j.w->gather ? j.ints(j.gather) : nullptr,
        j.w->scatter ? j.ints(j.scatter) : nullptr, j.ints(j.input), j.ints(j.output), j.outputs);
    check(cudaGetLastError());
}

template <class Out> void search(job &j, Out out)
{
    thrust::counting_iterator<int32_t> i(0);
    thrust::upper_bound(thrust::cuda::par_nosync(j.allocator), j.ints(j.offsets), j.ints(j.offsets) + j.intervals, i,
                        i + static_cast<std::ptrdiff_t>(j.outputs), out);
}

void expand_search(job &j)
{
    search(j, thrust::make_transform_output_iterator(j.ints(j.output), look_up_above{j.ints(j.values)}));
}

void segments_search(job &j) { search(j, thrust::make_transform_output_iterator(j.ints(j.output), one_less())); }

const struct variant {
    const char *operation, *name;
    void (*run)(job &);
} variants[] = {
    {"scan", "CUB DeviceScan::ExclusiveSum", scan_cub},
    {"scan", "Thrust exclusive_scan", scan_thrust},
    {"reduce", "CUB DeviceReduce::Sum", reduce_cub},
    {"reduce", "Thrust reduce (result to the host)", reduce_thrust},
    {"expand", "CUB DeviceCopy::Batched of constant iterators", expand_batched},
    {"expand", "CUB scatter + InclusiveScan(max), fused look-up", expand_scan},
    {"expand", "Thrust upper_bound, fused look-up", expand_search},
    {"segments", "CUB DeviceCopy::Batched of constant iterators", segments_batched},
    {"segments", "CUB scatter + InclusiveScan(max)", segments_scan},
    {"segments", "Thrust upper_bound", segments_search},
    {"gather", "CUB DeviceCopy::Batched", move_copy},
    {"gather", "CUB DeviceMemcpy::Batched", move_memcpy},
    {"gather", "CUB scatter + InclusiveScan(max), CUDA copy kernel", move_scan},
    {"scatter", "CUB DeviceCopy::Batched", move_copy},
    {"scatter", "CUB DeviceMemcpy::Batched", move_memcpy},
    {"scatter", "CUB scatter + InclusiveScan(max), CUDA copy kernel", move_scan},
    {"move", "CUB DeviceCopy::Batched", move_copy},
    {"move", "CUB DeviceMemcpy::Batched", move_memcpy},
    {"move", "CUB scatter + InclusiveScan(max), CUDA copy kernel", move_scan},
};

} // namespace

extern "C" int peer_cuda(const peer_work *w, int number, peer_times *times)
{
    return run_variant<job>(variants, w, number, times);
}

extern "C" const char *peer_cuda_versions(void)
{
    static char text[64];
    std::snprintf(text, sizeof text, "CUB %d.%d.%d, CUDA %d.%d", CUB_MAJOR_VERSION, CUB_MINOR_VERSION,
                  CUB_SUBMINOR_VERSION, CUDART_VERSION / 1000, CUDART_VERSION / 10 % 100);
    return text;
}
