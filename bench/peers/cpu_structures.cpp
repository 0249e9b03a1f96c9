/* SPDX-License-Identifier: Apache-2.0 */
/* Structures, counters and pools: the obvious loop, serial and on threads. */
#include "cpu.h"

#include <atomic>
#include <cstring>
#include <utility>

namespace
{

using namespace cpu_peer;

template <size_t count> struct words {
    uint32_t w[count];
};

/* ---- structures: from <= i < to ---- */

template <class T> void gather(const peer_structures &s, size_t from, size_t to)
{
    const T *input = static_cast<const T *>(s.input);
    T *output = static_cast<T *>(s.output);
    for (size_t i = from; i < to; i++)
        output[i] = input[s.indices[i]];
}

template <class T> void scatter(const peer_structures &s, size_t from, size_t to)
{
    const T *input = static_cast<const T *>(s.input);
    T *output = static_cast<T *>(s.output);
    for (size_t i = from; i < to; i++)
        output[s.indices[i]] = input[i];
}

template <class T> void copy(const peer_structures &s, size_t from, size_t to)
{
    const T *input = static_cast<const T *>(s.input);
    std::copy(input + from, input + to, static_cast<T *>(s.output) + from);
}

template <class T> void take_apart(const peer_structures &s, size_t from, size_t to)
{
    const T *input = static_cast<const T *>(s.input);
    for (size_t i = from; i < to; i++)
        for (size_t k = 0; k < sizeof(T) / 4; k++)
            static_cast<uint32_t *>(s.out_fields[k])[i] = input[i].w[k];
}

template <class T> void put_together(const peer_structures &s, size_t from, size_t to)
{
    T *output = static_cast<T *>(s.output);
    for (size_t i = from; i < to; i++)
        for (size_t k = 0; k < sizeof(T) / 4; k++)
            output[i].w[k] = static_cast<const uint32_t *>(s.in_fields[k])[i];
}

typedef void (*moving)(const peer_structures &, size_t from, size_t to);

template <class T> moving moving_of(const char *operation)
{
    static const struct {
        const char *operation;
        moving move;
    } table[] = {{"aos_gather", gather<T>},
                 {"aos_scatter", scatter<T>},
                 {"aos_copy", copy<T>},
                 {"aos_to_soa", take_apart<T>},
                 {"soa_to_aos", put_together<T>}};
    for (const auto &row : table)
        if (!std::strcmp(row.operation, operation))
            return row.move;
    return nullptr;
}

/* Selects the code for structures of PEER_LEAST_WORDS + k words. */
template <size_t... k> moving find_moving(const peer_work *w, std::index_sequence<k...>)
{
    moving found = nullptr;
    ((w->structures.words == PEER_LEAST_WORDS + k ? void(found = moving_of<words<PEER_LEAST_WORDS + k>>(w->operation))
                                                  : void()),
     ...);
    return found;
}

/* ---- counters and histograms: one array per thread ---- */

/* Counts bin(i) for every sample. */
template <class Bin> void count(const peer_structures &s, int threads, Bin bin)
{
    uint32_t *counts = static_cast<uint32_t *>(s.output);
    const size_t parts = static_cast<size_t>(threads), each = s.count / parts, bins = s.bins;
    std::vector<uint32_t> others((parts - 1) * bins);
    std::fill(counts, counts + bins, 0u);
    on_parts(parts, [&](size_t part) {
        const size_t end = part + 1 < parts ? each * (part + 1) : s.count;
        uint32_t *own = part ? others.data() + (part - 1) * bins : counts;
        for (size_t i = each * part; i < end; i++) {
            const uint32_t at = bin(i);
            if (at < bins)
                ++own[at];
        }
    });
    for (size_t i = 0; i < others.size(); i++)
        counts[i % bins] += others[i];
}

void count_drawn(const peer_structures &s, int threads)
{
    const size_t bins = s.bins;
    count(s, threads, [=](size_t i) { return static_cast<uint32_t>(peer_sample(static_cast<uint32_t>(i)) % bins); });
}

void histogram(const peer_structures &s, int threads)
{
    const uint8_t *bytes = static_cast<const uint8_t *>(s.input);
    const int32_t *ints = static_cast<const int32_t *>(s.input);
    if (s.sample_bytes == 1)
        count(s, threads, [=](size_t i) { return uint32_t(bytes[i]); });
    else
        count(s, threads, [=](size_t i) { return static_cast<uint32_t>(ints[i]); });
}

/* ---- pools: one bounded counter, no freeing ---- */

void allocate(const peer_structures &s, int threads)
{
    const uint32_t most = static_cast<uint32_t>(s.count), step = s.users == PEER_BY_GROUPS ? 8 : 1;
    uint32_t *slots = static_cast<uint32_t *>(s.output);
    std::atomic<uint32_t> next(0);
    on_all(threads, s.count, [&](size_t from, size_t to) {
        for (size_t i = from; i < to;) {
            const uint32_t wanted = static_cast<uint32_t>(std::min<size_t>(step, to - i));
            const uint32_t first = next.fetch_add(wanted, std::memory_order_relaxed);
            for (uint32_t k = 0; k < wanted; k++)
                slots[i++] = first + k < most ? first + k : UINT32_MAX;
        }
    });
}

} // namespace

extern "C" int peer_cpu_structures(const peer_work *w, int number, peer_times *times)
{
    const peer_structures &s = w->structures;
    const bool draws = !std::strcmp(w->operation, "count"), samples = !std::strcmp(w->operation, "histogram");
    const bool counts = draws || samples, allocates = !std::strcmp(w->operation, "allocate");
    const moving move = find_moving(w, std::make_index_sequence<PEER_MOST_WORDS - PEER_LEAST_WORDS + 1>());
    if (number > 1 || (!counts && !allocates && !move))
        return 1;
    const int threads = number ? thread_count(w) : 1;
    *times = peer_times{number ? "C++ threads, loops" : "C++, serial loop", -1, -1, NULL,
                        number ? PEER_PARALLEL : PEER_SERIAL};
    if (number && counts)
        times->name = "C++ threads, an array of counts each";
    if (allocates)
        times->name = number ? "C++ threads, one atomic counter" : "C++, serial loop, atomic counter";
    return guarded(w, times, [&] {
        take_times(
            w, [] {},
            [&] {
                if (draws)
                    count_drawn(s, threads);
                else if (samples)
                    histogram(s, threads);
                else if (allocates)
                    allocate(s, threads);
                else
                    on_all(threads, s.count, [&](size_t from, size_t to) { move(s, from, to); });
            },
            times);
        return 0;
    });
}
