/* SPDX-License-Identifier: Apache-2.0 */
/* Shared code of the peers in C++ on arrays of ints: parts of the elements, one per thread, cut at ends of runs or
 * segments. */
#ifndef CLINTERVAL_BENCH_PEERS_CPU_BULK_H
#define CLINTERVAL_BENCH_PEERS_CPU_BULK_H

#include "cpu.h"

#include <cstring>
#include <numeric>

namespace cpu_peer
{

struct job {
    const peer_work *w;
    const peer_bulk &s;
    int threads;
};

/* Calls count(from, to) for the result count of every part, then fill(from, to, start). */
template <class Cut, class Count, class Fill> void count_and_fill(const job &j, Cut cut, Count count, Fill fill)
{
    const size_t parts = static_cast<size_t>(j.threads);
    std::vector<size_t> cuts(parts + 1, j.s.count), starts(parts + 1);
    for (size_t i = 0; i < parts; i++)
        cuts[i] = i ? cut(j.s.count / parts * i) : 0;
    if (parts > 1) {
        on_parts(parts, [&](size_t i) { starts[i + 1] = count(cuts[i], cuts[i + 1]); });
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
    }
    on_parts(parts, [&](size_t i) {
        size_t end = fill(cuts[i], cuts[i + 1], starts[i]);
        if (i + 1 == parts)
            *j.w->found = end;
    });
}

/* The begin of the first run at or after element `at`. */
inline size_t next_run(const peer_bulk &s, size_t at)
{
    while (at > 0 && at < s.count && s.keys[at] == s.keys[at - 1])
        at++;
    return at;
}

inline size_t runs_in(const peer_bulk &s, size_t from, size_t to)
{
    size_t runs = from < to;
    for (size_t i = from + 1; i < to; i++)
        runs += s.keys[i] != s.keys[i - 1];
    return runs;
}

/* Calls body(segment, from, to) for every segment. A thread processes the segments that begin in its part of the
 * elements. */
template <class Body> void on_segments(const job &j, Body body)
{
    const peer_bulk &s = j.s;
    const int32_t *end = s.indices + s.listed;
    const size_t parts = static_cast<size_t>(j.threads);
    on_parts(parts, [=, &s](size_t part) {
        const int32_t from = static_cast<int32_t>(s.count / parts * part);
        const int32_t to = static_cast<int32_t>(s.count / parts * (part + 1));
        const size_t first = part ? static_cast<size_t>(std::lower_bound(s.indices, end, from) - s.indices) : 0;
        const size_t last =
            part + 1 < parts ? static_cast<size_t>(std::lower_bound(s.indices, end, to) - s.indices) : s.listed;
        for (size_t k = first; k < last; k++)
            body(k, static_cast<size_t>(s.indices[k]),
                 k + 1 < s.listed ? static_cast<size_t>(s.indices[k + 1]) : s.count);
    });
}

inline int32_t plus(int32_t a, int32_t b)
{
    return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

inline bool keeps(int32_t x) { return PEER_KEEPS(x); }

struct variant {
    const char *operation, *name;
    bool serial;
    void (*run)(const job &);
    bool in_place = false; /* the output begins as a copy of the input, which is not timed */
};

/* Runs the variant with index `number` among the list's variants for the operation; 1: there is none. */
template <size_t count> int run_variant(const variant (&list)[count], const peer_work *w, int number, peer_times *times)
{
    for (const variant &v : list) {
        if (std::strcmp(v.operation, w->operation) != 0 || number-- != 0)
            continue;
        *times = peer_times{v.name, -1, -1, NULL, v.serial ? PEER_SERIAL : PEER_PARALLEL};
        const job j = {w, w->bulk, v.serial ? 1 : thread_count(w)};
        return guarded(w, times, [&] {
            take_times(
                w,
                [&] {
                    if (v.in_place)
                        std::copy(j.s.input, j.s.input + j.s.count, j.s.output);
                },
                [&] { v.run(j); }, times);
            return 0;
        });
    }
    return 1;
}

} // namespace cpu_peer

#endif
