/* SPDX-License-Identifier: Apache-2.0 */
/* Shared code of the peers in C++: threads, and wall-clock times. */
#ifndef CLINTERVAL_BENCH_PEERS_CPU_H
#define CLINTERVAL_BENCH_PEERS_CPU_H

#include "peers.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <vector>
#ifdef HAVE_STD_PARALLEL
#include <execution>
#include <tbb/global_control.h>
#endif

namespace cpu_peer
{

inline int thread_count(const peer_work *w) { return w->threads < 1 ? 1 : std::min(w->threads, 256); }

/* Calls body(part) for every part, each on its own thread. */
template <class Body> void on_parts(size_t count, Body body)
{
    std::vector<std::thread> others;
    for (size_t i = 1; i < count; i++) {
        try {
            others.emplace_back(body, i);
        } catch (const std::exception &) {
            body(i); /* no thread could be created: runs here */
        }
    }
    body(size_t(0));
    for (std::thread &t : others)
        t.join();
}

/* Calls body(from, to) on equal parts of 0 … n-1, each on its own thread. */
template <class Body> void on_all(int threads, size_t n, Body body)
{
    size_t count = static_cast<size_t>(threads), each = n / count;
    on_parts(count, [=](size_t i) { body(each * i, i + 1 < count ? each * (i + 1) : n); });
}

/* The median of run()'s times. restore() runs before each repetition and is not timed. */
template <class Restore, class Run> void take_times(const peer_work *w, Restore restore, Run run, peer_times *times)
{
    std::vector<double> ms;
    double spent = 0;
    for (int i = -w->warmup; peer_goes_on(w, i, spent); i++) {
        restore();
        auto start = std::chrono::steady_clock::now();
        run();
        auto time = std::chrono::steady_clock::now() - start;
        if (i < 0)
            continue;
        ms.push_back(std::chrono::duration<double, std::milli>(time).count());
        spent += ms.back();
    }
    std::sort(ms.begin(), ms.end());
    times->wall_ms = ms[ms.size() / 2];
}

/* Calls call() with std::execution::par limited to as many threads as the device has units. An exception is a
 * failure. */
template <class Call> int guarded(const peer_work *w, peer_times *times, Call call)
{
    try {
#ifdef HAVE_STD_PARALLEL
        tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(thread_count(w)));
#else
        (void)w;
#endif
        return call();
    } catch (const std::bad_alloc &) {
        times->failure = "no memory";
    } catch (const std::exception &) {
        times->failure = "an exception";
    }
    return 0;
}

} // namespace cpu_peer

#endif
