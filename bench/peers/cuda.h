/* SPDX-License-Identifier: Apache-2.0 */
/* Shared code of the CUDA peers: device memory, scratch memory that is kept, and times taken as the bench takes
 * OpenCL's. Only for files compiled by nvcc. */
#ifndef CLINTERVAL_BENCH_PEERS_CUDA_H
#define CLINTERVAL_BENCH_PEERS_CUDA_H

#include "peers.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cuda_peer
{

inline void check(cudaError_t error)
{
    if (error == cudaErrorMemoryAllocation)
        throw std::bad_alloc();
    if (error != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(error));
}

struct memory { /* Device memory, freed with its owner. */
    void *p = nullptr;
    explicit memory(size_t bytes) { grow(bytes); }
    ~memory() { cudaFree(p); }
    void grow(size_t bytes)
    {
        cudaFree(p);
        p = nullptr;
        check(cudaMalloc(&p, bytes ? bytes : 1));
    }
    memory(const memory &) = delete;
    memory &operator=(const memory &) = delete;
};

/* Scratch memory for Thrust. It is kept between calls, so that the time is that of the algorithm. */
struct keeping_allocator {
    typedef char value_type;
    struct block {
        char *p;
        size_t size;
        bool used;
    };
    std::vector<block> blocks;
    keeping_allocator() = default;
    keeping_allocator(const keeping_allocator &) = delete;
    keeping_allocator &operator=(const keeping_allocator &) = delete;
    char *allocate(std::ptrdiff_t bytes)
    {
        size_t size = static_cast<size_t>(bytes);
        for (block &b : blocks)
            if (!b.used && b.size >= size && b.size <= 2 * size + 4096)
                return b.used = true, b.p;
        char *p = nullptr;
        check(cudaMalloc(reinterpret_cast<void **>(&p), size ? size : 1));
        blocks.push_back({p, size, true});
        return p;
    }
    void deallocate(char *p, size_t)
    {
        for (block &b : blocks)
            if (b.p == p)
                b.used = false;
    }
    ~keeping_allocator()
    {
        for (block &b : blocks)
            cudaFree(b.p);
    }
};

/* Scratch memory of a CUB call. The first call queries its size. */
struct cub_scratch {
    memory room;
    size_t bytes = 0;
    cub_scratch() : room(0) {}
    template <class Call> void operator()(Call call)
    {
        if (!bytes) {
            check(call(nullptr, bytes));
            if (!bytes)
                bytes = 1;
            room.grow(bytes);
        }
        check(call(room.p, bytes));
    }
};

inline bool choose_device(const char *name)
{
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess)
        return false;
    for (int i = 0; i < count; i++) {
        cudaDeviceProp properties;
        if (cudaGetDeviceProperties(&properties, i) == cudaSuccess && !std::strcmp(properties.name, name))
            return cudaSetDevice(i) == cudaSuccess;
    }
    return false;
}

inline double median(std::vector<double> &values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

template <class Restore, class Run> double by_events(size_t n, Restore restore, Run run)
{
    std::vector<cudaEvent_t> events(2 * n);
    std::vector<double> ms(n);
    for (auto &event : events)
        check(cudaEventCreate(&event));
    for (size_t i = 0; i < n; i++) {
        restore();
        check(cudaEventRecord(events[2 * i]));
        run();
        check(cudaEventRecord(events[2 * i + 1]));
    }
    check(cudaDeviceSynchronize());
    for (size_t i = 0; i < n; i++) {
        float time = 0;
        check(cudaEventElapsedTime(&time, events[2 * i], events[2 * i + 1]));
        ms[i] = time;
    }
    for (auto &event : events)
        cudaEventDestroy(event);
    return median(ms);
}

/* Makes `calls` calls of run() with one wait at the end. Returns the time per call until the calls have returned, and
 * until all work has ended. */
template <class Restore, class Run> std::pair<double, double> several(int calls, Restore restore, Run run)
{
    typedef std::chrono::duration<double, std::milli> ms;
    restore();
    check(cudaDeviceSynchronize());
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; i++)
        run();
    auto returned = std::chrono::steady_clock::now();
    check(cudaDeviceSynchronize());
    auto end = std::chrono::steady_clock::now();
    return {ms(returned - start).count() / calls, ms(end - start).count() / calls};
}

template <class Restore, class Run>
std::pair<double, double> median_of_several(const peer_work *w, int calls, Restore restore, Run run)
{
    std::vector<double> host, wall;
    double spent = 0;
    for (int i = -w->warmup; peer_goes_on(w, i, spent); i++) {
        auto time = several(calls, restore, run);
        if (i < 0)
            continue;
        host.push_back(time.first);
        wall.push_back(time.second);
        spent += time.second * calls;
    }
    return {median(host), median(wall)};
}

/* Measures as the bench measures OpenCL on a queue without event times. */
template <class Restore, class Run> void take_latencies(const peer_work *w, Restore restore, Run run, peer_times *times)
{
    auto one = median_of_several(w, 1, restore, run);
    w->latency->host_ms = one.first;
    times->wall_ms = one.second;
    if (w->latency->in_a_row)
        w->latency->in_a_row_ms = median_of_several(w, w->latency->in_a_row, restore, run).second;
}

/* Measures as the bench measures OpenCL: for events, all repetitions are enqueued first; for the wall clock, one at a
 * time. If calls return their results on the host, only the wall clock is used, and all work has ended when run()
 * returns. The work that `restore` enqueues before each call is not timed. */
template <class Restore, class Run> void take_times(const peer_work *w, Restore restore, Run run, peer_times *times)
{
    if (w->latency) {
        take_latencies(w, restore, run, times);
        return;
    }
    size_t n = static_cast<size_t>(w->repetitions);
    std::vector<double> ms(n);
    for (int i = 0; i < w->warmup; i++) {
        restore();
        run();
    }
    check(cudaDeviceSynchronize());
    if (!w->answers)
        times->event_ms = by_events(n, restore, run);
    for (size_t i = 0; i < n; i++) {
        restore();
        check(cudaDeviceSynchronize());
        auto start = std::chrono::steady_clock::now();
        run();
        if (!w->answers)
            check(cudaDeviceSynchronize());
        ms[i] = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }
    times->wall_ms = median(ms);
}

/* Calls a timed peer; an exception is a failure. CUDA keeps its last error until it is read. The function reads the
 * error, so that the next peer does not see it. */
template <class Call> int guarded(peer_times *times, Call call)
{
    try {
        call();
    } catch (const std::bad_alloc &) {
        times->failure = "no memory";
    } catch (const std::exception &e) {
        times->failure = "a CUDA call failed";
        std::fprintf(stderr, "clinterval bench: %s: %s\n", times->name, e.what());
    }
    cudaGetLastError();
    return 0;
}

/* Runs the variant with index `number` among the list's variants for the operation; 1: there is none. */
template <class Job, class Variant, size_t count>
int run_variant(const Variant (&list)[count], const peer_work *w, int number, peer_times *times)
{
    const Variant *v = nullptr;
    for (const Variant &candidate : list)
        if (!std::strcmp(candidate.operation, w->operation) && number-- == 0)
            v = &candidate;
    if (!v || !choose_device(w->device_name))
        return 1;
    *times = peer_times{v->name, -1, -1, nullptr, PEER_LIBRARY};
    return guarded(times, [&] {
        Job j(w);
        take_times(
            w, [] {}, [&] { v->run(j); }, times);
        j.results();
    });
}

} // namespace cuda_peer

#endif
