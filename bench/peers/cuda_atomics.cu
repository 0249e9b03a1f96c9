/* SPDX-License-Identifier: Apache-2.0 */
/* Counters, histograms and pools on the same card. Counters and histograms use CUB's histogram of the row's samples,
 * computed as they are read for counters, and a kernel with one atomic addition per sample. Pool slots come from one
 * bounded counter, which the threads of a warp or of a block increment together; such a pool takes no slot back. The
 * counters of these kernels are cleared before each call, outside of the time. Clearing the histograms is part of the
 * time, and CUB clears its own. */
#include "cuda.h"

#include <cooperative_groups.h>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_histogram.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace
{

using namespace cuda_peer;

struct job {
    const peer_work *w;
    const peer_structures &s;
    size_t results; /* words */
    memory output, counter, input;
    cub_scratch scratch;

    explicit job(const peer_work *work)
        : w(work), s(work->structures), results(s.bins ? s.bins : s.count), output(results * 4), counter(4),
          input(s.count * s.sample_bytes)
    {
        if (s.sample_bytes)
            check(cudaMemcpy(input.p, s.input, s.count * s.sample_bytes, cudaMemcpyHostToDevice));
    }
    uint32_t *words(const memory &m) const { return static_cast<uint32_t *>(m.p); }
    uint32_t count() const { return static_cast<uint32_t>(s.count); }
};

constexpr unsigned THREADS = 256;

unsigned blocks(size_t threads, unsigned block) { return static_cast<unsigned>((threads + block - 1) / block); }

/* ---- counters ---- */

template <class Sample, uint32_t bins> struct sample_of {
    __host__ __device__ Sample operator()(uint32_t i) const { return static_cast<Sample>(peer_sample(i) % bins); }
};

/* CUB uses byte samples as bins directly. */
template <uint32_t bins> void count_cub(job &j)
{
    using sample = std::conditional_t<bins <= 256, uint8_t, int32_t>;
    auto samples = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), sample_of<sample, bins>());
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(scratch, bytes, samples, j.words(j.output),
                                                   static_cast<int>(bins) + 1, 0, static_cast<int>(bins),
                                                   static_cast<int>(j.s.count));
    });
}

template <uint32_t bins> __global__ void __launch_bounds__(THREADS) count_each(uint32_t *counts, uint32_t count)
{
    const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
    if (i < count)
        atomicAdd(&counts[peer_sample(i) % bins], 1u);
}

template <uint32_t bins> void count_plain(job &j)
{
    count_each<bins><<<blocks(j.s.count, THREADS), THREADS>>>(j.words(j.output), j.count());
    check(cudaGetLastError());
}

/* ---- histograms ---- */

template <class Sample> void histogram_cub(job &j, const Sample *samples)
{
    const int bins = static_cast<int>(j.s.bins);
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(scratch, bytes, samples, j.words(j.output), bins + 1, 0, bins,
                                                   static_cast<int>(j.s.count));
    });
}

void histogram_cub(job &j)
{
    if (j.s.sample_bytes == 1)
        histogram_cub(j, static_cast<const uint8_t *>(j.input.p));
    else
        histogram_cub(j, static_cast<const int32_t *>(j.input.p));
}

template <class Sample>
__global__ void __launch_bounds__(THREADS)
    count_samples(uint32_t *counts, uint32_t bins, const Sample *samples, uint32_t count)
{
    const uint32_t i = blockIdx.x * THREADS + threadIdx.x, bin = i < count ? static_cast<uint32_t>(samples[i]) : bins;
    if (bin < bins)
        atomicAdd(&counts[bin], 1u);
}

void histogram_plain(job &j)
{
    const unsigned groups = blocks(j.s.count, THREADS);
    const uint32_t bins = static_cast<uint32_t>(j.s.bins);
    uint32_t *counts = j.words(j.output);
    check(cudaMemsetAsync(counts, 0, j.results * 4));
    if (j.s.sample_bytes == 1)
        count_samples<<<groups, THREADS>>>(counts, bins, static_cast<const uint8_t *>(j.input.p), j.count());
    else
        count_samples<<<groups, THREADS>>>(counts, bins, static_cast<const int32_t *>(j.input.p), j.count());
    check(cudaGetLastError());
}

/* ---- pools ---- */

constexpr uint32_t FULL = 0xffffffffu;

/* Adds `wanted` to the counter and subtracts any excess over `capacity` again. Concurrent excess may cause needless
 * refusals, but no slot is lost or given twice. */
__device__ uint32_t raise(uint32_t *counter, uint32_t capacity, uint32_t wanted)
{
    const uint32_t first = atomicAdd(counter, wanted), left = first < capacity ? capacity - first : 0;
    if (left < wanted)
        atomicSub(counter, wanted - left);
    return first;
}

__device__ uint32_t slot_of(uint32_t first, uint32_t k, uint32_t capacity)
{
    return first < capacity && k < capacity - first ? first + k : FULL;
}

/* One addition for the active threads of a warp. */
__device__ uint32_t draw(uint32_t *counter, uint32_t capacity)
{
    const cooperative_groups::coalesced_group together = cooperative_groups::coalesced_threads();
    uint32_t first = 0;
    if (together.thread_rank() == 0)
        first = raise(counter, capacity, static_cast<uint32_t>(together.size()));
    return slot_of(together.shfl(first, 0), static_cast<uint32_t>(together.thread_rank()), capacity);
}

__global__ void __launch_bounds__(THREADS) one_each(uint32_t *counter, uint32_t n, uint32_t *slots)
{
    const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n)
        slots[i] = draw(counter, n);
}

__global__ void __launch_bounds__(THREADS) every_other(uint32_t *counter, uint32_t n, uint32_t *slots)
{
    const uint32_t i = blockIdx.x * THREADS + threadIdx.x;
    if (i % 2 == 0 && i / 2 < n)
        slots[i / 2] = draw(counter, n);
}

constexpr uint32_t EACH = 8, GROUP = 512; /* as in the row's own kernel */

__global__ void __launch_bounds__(GROUP) by_groups(uint32_t *counter, uint32_t n, uint32_t *slots)
{
    using scan = cub::BlockScan<uint32_t, GROUP>;
    __shared__ typename scan::TempStorage room;
    __shared__ uint32_t first;
    const size_t begin = blockIdx.x * static_cast<size_t>(GROUP * EACH) + threadIdx.x;
    uint32_t wanted = 0, before = 0, all = 0;
    while (wanted < EACH && begin + wanted * GROUP < n)
        ++wanted;
    scan(room).ExclusiveSum(wanted, before, all);
    if (threadIdx.x == 0)
        first = raise(counter, n, all);
    __syncthreads();
    for (uint32_t k = 0; k < wanted; k++)
        slots[begin + k * GROUP] = slot_of(first, before + k, n);
}

void allocate(job &j)
{
    uint32_t *counter = j.words(j.counter), *slots = j.words(j.output);
    const size_t n = j.s.count;
    switch (j.s.users) {
    case PEER_BY_GROUPS:
        by_groups<<<blocks(n, GROUP * EACH), GROUP>>>(counter, j.count(), slots);
        break;
    case PEER_EVERY_OTHER:
        every_other<<<blocks(2 * n, THREADS), THREADS>>>(counter, j.count(), slots);
        break;
    default:
        one_each<<<blocks(n, THREADS), THREADS>>>(counter, j.count(), slots);
    }
    check(cudaGetLastError());
}

/* ---- the variants ---- */

const struct variant {
    const char *operation;
    size_t bins; /* 0: any */
    int users;
    const char *name;
    void (*run)(job &);
} variants[] = {
    {"count", 256, -1, "CUB DeviceHistogram::HistogramEven", count_cub<256>},
    {"count", 256, -1, "CUDA kernel, atomicAdd to one array", count_plain<256>},
    {"count", 65536, -1, "CUB DeviceHistogram::HistogramEven", count_cub<65536>},
    {"count", 65536, -1, "CUDA kernel, atomicAdd to one array", count_plain<65536>},
    {"histogram", 0, -1, "CUB DeviceHistogram::HistogramEven", histogram_cub},
    {"histogram", 0, -1, "CUDA kernel, atomicAdd to one array", histogram_plain},
    {"allocate", 0, PEER_ONE_EACH, "CUDA kernel, one counter, coalesced_threads draw together", allocate},
    {"allocate", 0, PEER_EVERY_OTHER, "CUDA kernel, one counter, coalesced_threads draw together", allocate},
    {"allocate", 0, PEER_BY_GROUPS, "CUDA kernel, one counter, CUB BlockScan and one atomicAdd a block", allocate},
};

} // namespace

extern "C" int peer_cuda_atomics(const peer_work *w, int number, peer_times *times)
{
    const peer_structures &s = w->structures;
    const variant *v = nullptr;
    for (const variant &candidate : variants)
        if (!std::strcmp(candidate.operation, w->operation) && (!candidate.bins || candidate.bins == s.bins) &&
            (candidate.users < 0 || candidate.users == s.users) && number-- == 0)
            v = &candidate;
    if (!v || !choose_device(w->device_name))
        return 1;
    *times = peer_times{v->name, -1, -1, nullptr, PEER_LIBRARY};
    return guarded(times, [&] {
        job j(w);
        auto restore = [&] {
            check(cudaMemsetAsync(j.counter.p, 0, 4));
            if (s.bins && !s.sample_bytes)
                check(cudaMemsetAsync(j.output.p, 0, j.results * 4));
        };
        take_times(
            w, restore, [&] { v->run(j); }, times);
        check(cudaMemcpy(s.output, j.output.p, j.results * 4, cudaMemcpyDeviceToHost));
    });
}
