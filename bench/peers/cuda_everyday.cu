/* SPDX-License-Identifier: Apache-2.0 */
/* CUB and Thrust: copies, sums, permutations, partitions, find first, scans of segments and of runs, runs. Results
 * that Thrust returns on the host are part of its time. CUB has no segmented scan before CCCL 3.5: row numbers, or a
 * byte that marks the begin of a segment, are made from the offsets beforehand, outside of the time. */
#include "cuda_bulk.h"

#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#if __has_include(<cub/device/device_transform.cuh>)
#define HAVE_CUB_TRANSFORM
#include <cub/device/device_transform.cuh>
#endif
#if __has_include(<cub/device/device_find.cuh>)
#define HAVE_CUB_FIND
#include <cub/device/device_find.cuh>
#endif
#if __has_include(<cub/device/device_segmented_scan.cuh>)
#define HAVE_CUB_SEGMENTED_SCAN
#include <cub/device/device_segmented_scan.cuh>
#endif
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/extrema.h>
#include <thrust/gather.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/transform.h>

namespace
{

using namespace cuda_peer;

int count_of(const job &j) { return static_cast<int>(j.s.count); }

/* ---- element by element ---- */

void copy_driver(job &j) { check(cudaMemcpyAsync(j.output.p, j.input.p, j.s.count * 4, cudaMemcpyDeviceToDevice)); }

void copy_thrust(job &j) { thrust::copy(j.policy(), j.ints(j.input), j.ints(j.input) + j.s.count, j.ints(j.output)); }

void transform_thrust(job &j)
{
    thrust::transform(j.policy(), j.ints(j.input), j.ints(j.input) + j.s.count, j.ints(j.other), j.ints(j.output),
                      plus());
}

#ifdef HAVE_CUB_TRANSFORM
struct same {
    __host__ __device__ int32_t operator()(int32_t x) const { return x; }
};

void copy_cub(job &j)
{
    check(cub::DeviceTransform::Transform(j.ints(j.input), j.ints(j.output), count_of(j), same()));
}

void transform_cub(job &j)
{
    check(cub::DeviceTransform::Transform(cuda::std::make_tuple(j.ints(j.input), j.ints(j.other)), j.ints(j.output),
                                          count_of(j), plus()));
}
#endif

void pick_thrust(job &j)
{
    thrust::gather(j.policy(), j.ints(j.indices), j.ints(j.indices) + j.s.listed, j.ints(j.input), j.ints(j.output));
}

void place_thrust(job &j)
{
    thrust::scatter(j.policy(), j.ints(j.input), j.ints(j.input) + j.s.listed, j.ints(j.indices), j.ints(j.output));
}

__global__ void pick_each(const int32_t *input, const int32_t *indices, int32_t *output, size_t count)
{
    const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i < count)
        output[i] = input[indices[i]];
}

__global__ void place_each(const int32_t *input, const int32_t *indices, int32_t *output, size_t count)
{
    const size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i < count)
        output[indices[i]] = input[i];
}

void pick_kernel(job &j)
{
    pick_each<<<blocks(j.s.listed), 256>>>(j.ints(j.input), j.ints(j.indices), j.ints(j.output), j.s.listed);
    check(cudaGetLastError());
}

void place_kernel(job &j)
{
    place_each<<<blocks(j.s.listed), 256>>>(j.ints(j.input), j.ints(j.indices), j.ints(j.output), j.s.listed);
    check(cudaGetLastError());
}

/* ---- partitions ---- */

void partition(job &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DevicePartition::If(scratch, bytes, j.ints(j.input), j.ints(j.output), j.ints(j.counter),
                                        count_of(j), keeps());
    });
}

void partition_cub(job &j)
{
    partition(j);
    j.counted();
    j.rest_reversed = true;
}

__global__ void reverse_rest(int32_t *output, const int32_t *first, size_t count)
{
    const size_t from = static_cast<size_t>(*first), i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i >= (count - from) / 2)
        return;
    const int32_t x = output[from + i];
    output[from + i] = output[count - 1 - i];
    output[count - 1 - i] = x;
}

void partition_in_order(job &j)
{
    partition(j);
    reverse_rest<<<blocks(j.s.count / 2 + 1), 256>>>(j.ints(j.output), j.ints(j.counter), j.s.count);
    check(cudaGetLastError());
    j.counted();
}

void partition_thrust(job &j)
{
    int32_t *input = j.ints(j.input), *output = j.ints(j.output);
    auto ends = thrust::stable_partition_copy(j.policy(), input, input + j.s.count, output, j.help(), keeps());
    *j.w->found = static_cast<size_t>(ends.first - output);
    j.rest_apart = true;
}

/* ---- find first ---- */

#if CUB_VERSION >= 300000 /* earlier versions write the pair of both */
#define HAVE_CUB_ARG_MIN
void find_first_cub(job &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceReduce::ArgMin(scratch, bytes, j.ints(j.input), j.ints(j.counter), j.ints(j.output),
                                         static_cast<int64_t>(j.s.count));
    });
}
#endif

void find_first_thrust(job &j)
{
    const int32_t *input = j.ints(j.input);
    const int32_t first =
        static_cast<int32_t>(thrust::min_element(thrust::cuda::par(j.allocator), input, input + j.s.count) - input);
    check(cudaMemcpyAsync(j.output.p, &first, sizeof first, cudaMemcpyHostToDevice));
}

#ifdef HAVE_CUB_FIND
struct equals {
    int32_t value;
    __host__ __device__ bool operator()(int32_t x) const { return x == value; }
};

/* Less work than the operation: the minimum is found beforehand, outside of the time, and the search ends there. */
void find_value_cub(job &j)
{
    const int32_t *input = j.ints(j.input);
    if (!j.prepared)
        check(cudaMemcpy(&j.value, thrust::min_element(thrust::cuda::par(j.allocator), input, input + j.s.count),
                         sizeof j.value, cudaMemcpyDeviceToHost));
    j.prepared = true;
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceFind::FindIf(scratch, bytes, input, j.ints(j.output), equals{j.value}, count_of(j));
    });
}
#endif

/* ---- scans of runs and segments ---- */

void scan_keys_cub(job &j, const int32_t *keys)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceScan::InclusiveSumByKey(scratch, bytes, keys, j.ints(j.input), j.ints(j.output), count_of(j));
    });
}

void scan_keys_thrust(job &j, const int32_t *keys)
{
    thrust::inclusive_scan_by_key(j.policy(), keys, keys + j.s.count, j.ints(j.input), j.ints(j.output));
}

void scan_by_key_cub(job &j) { scan_keys_cub(j, j.ints(j.keys)); }
void scan_by_key_thrust(job &j) { scan_keys_thrust(j, j.ints(j.keys)); }

const int32_t *rows(job &j)
{
    const thrust::counting_iterator<int32_t> places(0);
    const int32_t *starts = j.ints(j.indices);
    if (!j.prepared)
        thrust::upper_bound(j.policy(), starts, starts + j.s.listed, places,
                            places + static_cast<std::ptrdiff_t>(j.s.count), j.help());
    j.prepared = true;
    return j.help();
}

void segmented_scan_cub(job &j) { scan_keys_cub(j, rows(j)); }
void segmented_scan_thrust(job &j) { scan_keys_thrust(j, rows(j)); }

#ifdef HAVE_CUB_SEGMENTED_SCAN
struct end_of {
    const int32_t *starts;
    int32_t segments, count;
    __host__ __device__ int32_t operator()(int32_t k) const { return k + 1 < segments ? starts[k + 1] : count; }
};

void segmented_scan_segments(job &j)
{
    const int32_t *starts = j.ints(j.indices);
    auto ends = thrust::make_transform_iterator(thrust::counting_iterator<int32_t>(0),
                                                end_of{starts, static_cast<int32_t>(j.s.listed), count_of(j)});
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceSegmentedScan::InclusiveSegmentedSum(scratch, bytes, j.ints(j.input), j.ints(j.output),
                                                               starts, ends, static_cast<int64_t>(j.s.listed));
    });
}
#endif

struct part { /* of a scan that restarts at each segment */
    int32_t begins, sum;
};

struct part_at {
    const unsigned char *begins;
    const int32_t *input;
    __host__ __device__ part operator()(uint32_t i) const { return {begins[i], input[i]}; }
};

struct together {
    __host__ __device__ part operator()(part a, part b) const
    {
        return {a.begins | b.begins, b.begins ? b.sum : plus()(a.sum, b.sum)};
    }
};

struct sum_of {
    __host__ __device__ int32_t operator()(part p) const { return p.sum; }
};

__global__ void mark(const int32_t *starts, size_t segments, unsigned char *begins, size_t count)
{
    const size_t k = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (k < segments && static_cast<size_t>(starts[k]) < count)
        begins[starts[k]] = 1;
}

void segmented_scan_parts(job &j)
{
    unsigned char *begins = reinterpret_cast<unsigned char *>(j.help());
    if (!j.prepared) {
        check(cudaMemsetAsync(begins, 0, j.s.count));
        mark<<<blocks(j.s.listed), 256>>>(j.ints(j.indices), j.s.listed, begins, j.s.count);
        check(cudaGetLastError());
        j.prepared = true;
    }
    auto parts =
        thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), part_at{begins, j.ints(j.input)});
    auto sums = thrust::make_transform_output_iterator(j.ints(j.output), sum_of());
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceScan::InclusiveScan(scratch, bytes, parts, sums, together(), count_of(j));
    });
}

/* ---- runs ---- */

void unique_cub(job &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceRunLengthEncode::Encode(scratch, bytes, j.ints(j.keys), j.ints(j.unique), j.ints(j.output),
                                                  j.ints(j.counter), count_of(j));
    });
    j.counted();
}

void unique_thrust(job &j)
{
    int32_t *keys = j.ints(j.keys), *unique = j.ints(j.unique);
    auto ends = thrust::reduce_by_key(j.policy(), keys, keys + j.s.count, thrust::constant_iterator<int32_t>(1), unique,
                                      j.ints(j.output));
    *j.w->found = static_cast<size_t>(ends.first - unique);
}

const variant variants[] = {
    {"copy", "cudaMemcpyAsync", copy_driver},
    {"copy", "Thrust copy", copy_thrust},
    {"transform", "Thrust transform", transform_thrust},
#ifdef HAVE_CUB_TRANSFORM
    {"copy", "CUB DeviceTransform::Transform", copy_cub},
    {"transform", "CUB DeviceTransform::Transform", transform_cub},
#endif
    {"pick", "Thrust gather", pick_thrust},
    {"pick", "CUDA kernel, one element a thread", pick_kernel},
    {"place", "Thrust scatter", place_thrust},
    {"place", "CUDA kernel, one element a thread", place_kernel},
    {"partition", "CUB DevicePartition::If, the rest in reverse order", partition_cub},
    {"partition", "CUB DevicePartition::If, CUDA kernel that reverses the rest", partition_in_order},
    {"partition", "Thrust stable_partition_copy to two arrays", partition_thrust},
#ifdef HAVE_CUB_ARG_MIN
    {"find_first", "CUB DeviceReduce::ArgMin", find_first_cub},
#endif
    {"find_first", "Thrust min_element (result to the host)", find_first_thrust},
#ifdef HAVE_CUB_FIND
    {"find_first", "CUB DeviceFind::FindIf of the minimum, which was found before", find_value_cub},
#endif
    {"scan_by_key", "CUB DeviceScan::InclusiveSumByKey", scan_by_key_cub},
    {"scan_by_key", "Thrust inclusive_scan_by_key", scan_by_key_thrust},
    {"segmented_scan", "CUB DeviceScan::InclusiveSumByKey of row numbers made before", segmented_scan_cub},
    {"segmented_scan", "CUB DeviceScan::InclusiveScan of values with flags made before", segmented_scan_parts},
#ifdef HAVE_CUB_SEGMENTED_SCAN
    {"segmented_scan", "CUB DeviceSegmentedScan::InclusiveSegmentedSum", segmented_scan_segments},
#endif
    {"segmented_scan", "Thrust inclusive_scan_by_key of row numbers made before", segmented_scan_thrust},
    {"unique", "CUB DeviceRunLengthEncode::Encode", unique_cub},
    {"unique", "Thrust reduce_by_key of ones", unique_thrust},
};

} // namespace

extern "C" int peer_cuda_everyday(const peer_work *w, int number, peer_times *times)
{
    return run_variant<job>(variants, w, number, times);
}
