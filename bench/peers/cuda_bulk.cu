/* SPDX-License-Identifier: Apache-2.0 */
/* CUB and Thrust: insertion as a merge of insertion points with indices; removal as a difference of indices or as a
 * selection by flags; reductions of segments and of runs; compaction. If the result size depends on the data, Thrust
 * returns it on the host. CUB's size is read back within the time if the row's call also returns it on the host. */
#include "cuda_bulk.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>
#if __has_include(<cub/device/device_merge.cuh>)
#define HAVE_CUB_MERGE
#include <cub/device/device_merge.cuh>
#endif
#if __has_include(<cub/device/device_topk.cuh>)
#define HAVE_CUB_TOP_K
#include <cub/device/device_topk.cuh>
#endif
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>

namespace
{

using namespace cuda_peer;

/* ---- bulk operations ---- */

/* Insertion point i precedes index i: it is in the first side of a stable merge. */
void insert_thrust(job &j)
{
    const int32_t *points = j.ints(j.indices);
    thrust::counting_iterator<int32_t> places(0);
    thrust::merge_by_key(j.policy(), points, points + j.s.listed, places,
                         places + static_cast<std::ptrdiff_t>(j.s.count), j.ints(j.other), j.ints(j.input),
                         thrust::make_discard_iterator(), j.ints(j.output));
}

#ifdef HAVE_CUB_MERGE
void insert_cub(job &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceMerge::MergePairs(scratch, bytes, j.ints(j.indices), j.ints(j.other),
                                            static_cast<int64_t>(j.s.listed), thrust::counting_iterator<int32_t>(0),
                                            j.ints(j.input), static_cast<int64_t>(j.s.count),
                                            thrust::make_discard_iterator(), j.ints(j.output));
    });
}
#endif

void remove_thrust(job &j)
{
    const int32_t *removed = j.ints(j.indices);
    thrust::counting_iterator<int32_t> places(0);
    thrust::set_difference_by_key(j.policy(), places, places + static_cast<std::ptrdiff_t>(j.s.count), removed,
                                  removed + j.s.listed, j.ints(j.input), j.ints(j.input),
                                  thrust::make_discard_iterator(), j.ints(j.output));
}

__global__ void clear_flags(const int32_t *indices, size_t count, unsigned char *flags)
{
    size_t k = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (k < count)
        flags[indices[k]] = 0;
}

void remove_cub(job &j)
{
    unsigned char *flags = reinterpret_cast<unsigned char *>(j.help());
    check(cudaMemsetAsync(flags, 1, j.s.count));
    clear_flags<<<blocks(j.s.listed), 256>>>(j.ints(j.indices), j.s.listed, flags);
    check(cudaGetLastError());
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceSelect::Flagged(scratch, bytes, j.ints(j.input), flags, j.ints(j.output), j.ints(j.counter),
                                          static_cast<int>(j.s.count));
    });
}

/* ---- reductions ---- */

struct end_of { /* of segment k */
    const int32_t *starts;
    uint32_t segments;
    int32_t count;
    __host__ __device__ int32_t operator()(uint32_t k) const { return k + 1 < segments ? starts[k + 1] : count; }
};

void segmented_cub(job &j)
{
    const int32_t *starts = j.ints(j.indices);
    auto ends = thrust::make_transform_iterator(
        thrust::counting_iterator<uint32_t>(0),
        end_of{starts, static_cast<uint32_t>(j.s.listed), static_cast<int32_t>(j.s.count)});
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceSegmentedReduce::Sum(scratch, bytes, j.ints(j.input), j.ints(j.output),
                                               static_cast<int64_t>(j.s.listed), starts, ends);
    });
}

/* An element before its index, as one number in their order. */
struct indexed {
    const int32_t *input;
    __host__ __device__ int64_t operator()(int64_t i) const { return static_cast<int64_t>(input[i]) << 32 | i; }
};

struct index_in {
    __host__ __device__ int32_t operator()(int64_t item) const { return static_cast<int32_t>(item); }
};

struct lesser {
    __host__ __device__ int64_t operator()(int64_t a, int64_t b) const { return b < a ? b : a; }
};

void segmented_find(job &j)
{
    const int32_t *starts = j.ints(j.indices);
    auto ends = thrust::make_transform_iterator(
        thrust::counting_iterator<uint32_t>(0),
        end_of{starts, static_cast<uint32_t>(j.s.listed), static_cast<int32_t>(j.s.count)});
    auto items = thrust::make_transform_iterator(thrust::counting_iterator<int64_t>(0), indexed{j.ints(j.input)});
    auto indices = thrust::make_transform_output_iterator(j.ints(j.output), index_in());
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceSegmentedReduce::Reduce(scratch, bytes, items, indices, static_cast<int64_t>(j.s.listed),
                                                  starts, ends, lesser(), INT64_MAX);
    });
}

__global__ void subtract_sums(const int32_t *sums, end_of ends, int32_t *output)
{
    size_t k = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (k >= ends.segments)
        return;
    int32_t begin = ends.starts[k], end = ends(static_cast<uint32_t>(k));
    uint32_t before = begin ? static_cast<uint32_t>(sums[begin - 1]) : 0;
    output[k] = begin < end ? static_cast<int32_t>(static_cast<uint32_t>(sums[end - 1]) - before) : 0;
}

/* Segment sums as differences of an inclusive scan. This is valid for sums of integers only. */
void segmented_scan(job &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceScan::InclusiveSum(scratch, bytes, j.ints(j.input), j.help(), j.count());
    });
    subtract_sums<<<blocks(j.s.listed), 256>>>(
        j.help(), end_of{j.ints(j.indices), static_cast<uint32_t>(j.s.listed), static_cast<int32_t>(j.s.count)},
        j.ints(j.output));
    check(cudaGetLastError());
}

void by_key_cub(job &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceReduce::ReduceByKey(scratch, bytes, j.ints(j.keys), j.ints(j.unique), j.ints(j.input),
                                              j.ints(j.output), j.ints(j.counter), plus(), static_cast<int>(j.s.count));
    });
    j.counted();
}

void by_key_thrust(job &j)
{
    int32_t *keys = j.ints(j.keys), *unique = j.ints(j.unique);
    auto end = thrust::reduce_by_key(j.policy(), keys, keys + j.s.count, j.ints(j.input), unique, j.ints(j.output));
    *j.w->found = static_cast<size_t>(end.first - unique);
}

/* ---- compaction ---- */

void compact_cub(job &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceSelect::If(scratch, bytes, j.ints(j.input), j.ints(j.output), j.ints(j.counter),
                                     static_cast<int>(j.s.count), keeps());
    });
    j.counted();
}

void compact_thrust(job &j)
{
    int32_t *input = j.ints(j.input), *output = j.ints(j.output);
    *j.w->found = static_cast<size_t>(thrust::copy_if(j.policy(), input, input + j.s.count, output, keeps()) - output);
}

/* ---- top k: a sort of all keys; from CCCL 3.5 on also CUB's selection, whose results are not sorted ---- */

void top_cub(job &j)
{
    thrust::sequence(j.policy(), j.help(), j.help() + j.s.count);
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(scratch, bytes, j.ints(j.input), j.ints(j.output), j.help(),
                                               j.ints(j.unique), static_cast<int>(j.s.count));
    });
}

#ifdef HAVE_CUB_TOP_K
/* Of keys equal to the k-th key CUB may select any. Then the bench reports a wrong result. */
void top_selected(job &j)
{
    namespace execution = cuda::execution;
    auto requirements =
        execution::require(execution::determinism::not_guaranteed, execution::output_ordering::unsorted);
    auto environment = cuda::std::execution::env{cuda::stream_ref{cudaStream_t{0}}, requirements};
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceTopK::MinPairs(scratch, bytes, j.ints(j.input), j.ints(j.output),
                                         thrust::counting_iterator<int32_t>(0), j.ints(j.unique),
                                         static_cast<int>(j.s.count), static_cast<int>(j.s.results), environment);
    });
    j.any_order = true;
}
#endif

/* ---- rows of two columns ---- */

struct row_before { /* of indices */
    const int32_t *first, *second;
    __host__ __device__ bool operator()(int32_t a, int32_t b) const
    {
        return first[a] < first[b] || (first[a] == first[b] && second[a] < second[b]);
    }
};

struct pair_before {
    template <class A, class B> __host__ __device__ bool operator()(const A &a, const B &b) const
    {
        return thrust::get<0>(a) < thrust::get<0>(b) ||
               (thrust::get<0>(a) == thrust::get<0>(b) && thrust::get<1>(a) < thrust::get<1>(b));
    }
};

void rows_by_places(job &j)
{
    int32_t *places = j.ints(j.output);
    thrust::sequence(j.policy(), places, places + j.s.count);
    thrust::stable_sort(j.policy(), places, places + j.s.count, row_before{j.ints(j.input), j.ints(j.keys)});
}

/* Sorts copies, because the columns must stay unchanged. */
void rows_zipped(job &j)
{
    if (!j.prepared)
        j.other.grow(j.s.count * 4);
    j.prepared = true;
    int32_t *first = j.help(), *second = j.ints(j.other), *places = j.ints(j.output);
    thrust::copy(j.policy(), j.ints(j.input), j.ints(j.input) + j.s.count, first);
    thrust::copy(j.policy(), j.ints(j.keys), j.ints(j.keys) + j.s.count, second);
    thrust::sequence(j.policy(), places, places + j.s.count);
    auto rows = thrust::make_zip_iterator(thrust::make_tuple(first, second));
    thrust::stable_sort_by_key(j.policy(), rows, rows + static_cast<std::ptrdiff_t>(j.s.count), places, pair_before());
}

const variant variants[] = {
    {"insert", "Thrust merge_by_key of insertion points with places", insert_thrust},
#ifdef HAVE_CUB_MERGE
    {"insert", "CUB DeviceMerge::MergePairs of insertion points with places", insert_cub},
#endif
    {"remove", "Thrust set_difference_by_key of places", remove_thrust},
    {"remove", "CUDA flags, CUB DeviceSelect::Flagged", remove_cub},
    {"segmented_reduce", "CUB DeviceSegmentedReduce::Sum", segmented_cub},
    {"segmented_find", "CUB DeviceSegmentedReduce::Reduce of elements with indices", segmented_find},
    {"segmented_reduce", "CUB DeviceScan::InclusiveSum, CUDA differences", segmented_scan},
    {"reduce_by_key", "CUB DeviceReduce::ReduceByKey", by_key_cub},
    {"reduce_by_key", "Thrust reduce_by_key", by_key_thrust},
    {"compact", "CUB DeviceSelect::If", compact_cub},
    {"compact", "Thrust copy_if", compact_thrust},
    {"top", "CUB DeviceRadixSort::SortPairs of all", top_cub},
#ifdef HAVE_CUB_TOP_K
    {"top", "CUB DeviceTopK::MinPairs (not sorted; of equal keys any)", top_selected},
#endif
    {"rows", "Thrust stable_sort of places by a comparison", rows_by_places},
    {"rows", "Thrust stable_sort_by_key of zipped copies", rows_zipped},
};

} // namespace

extern "C" int peer_cuda_bulk(const peer_work *w, int number, peer_times *times)
{
    return run_variant<job>(variants, w, number, times);
}
