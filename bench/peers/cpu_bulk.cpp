/* SPDX-License-Identifier: Apache-2.0 */
/* Insertion, removal, reductions of segments and of runs, compaction, sorts of rows: the loop one would write, serial
 * and on threads. Where the size of a result depends on the data, threads count first, then fill. */
#include "cpu.h"

#include <cstring>
#include <numeric>

namespace
{

using namespace cpu_peer;

struct job {
    const peer_work *w;
    const peer_bulk &s;
    int threads;
};

/* count(from, to) results of every part, then fill(from, to, start). */
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

/* ---- bulk operations ---- */

void insert(const job &j)
{
    const peer_bulk &s = j.s;
    on_all(j.threads, s.listed, [&s](size_t from, size_t to) {
        size_t at = from ? static_cast<size_t>(s.indices[from]) : 0;
        int32_t *out = s.output + at + from;
        for (size_t k = from; k < to; k++) {
            size_t end = static_cast<size_t>(s.indices[k]);
            while (at < end)
                *out++ = s.input[at++];
            *out++ = s.inserted[k];
        }
        size_t end = to < s.listed ? static_cast<size_t>(s.indices[to]) : s.count;
        while (at < end)
            *out++ = s.input[at++];
    });
}

void remove(const job &j)
{
    const peer_bulk &s = j.s;
    on_all(j.threads, s.listed, [&s](size_t from, size_t to) {
        size_t at = from ? static_cast<size_t>(s.indices[from]) : 0;
        int32_t *out = s.output + at - from;
        for (size_t k = from; k < to; k++) {
            size_t end = static_cast<size_t>(s.indices[k]);
            while (at < end)
                *out++ = s.input[at++];
            at++;
        }
        size_t end = to < s.listed ? static_cast<size_t>(s.indices[to]) : s.count;
        while (at < end)
            *out++ = s.input[at++];
    });
}

/* ---- reductions ---- */

int32_t plus(int32_t a, int32_t b) { return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b)); }

/* Threads take the segments that begin in their part of the elements. */
void segmented_reduce(const job &j)
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
        for (size_t k = first; k < last; k++) {
            const size_t stop = k + 1 < s.listed ? static_cast<size_t>(s.indices[k + 1]) : s.count;
            int32_t sum = 0;
            for (size_t i = static_cast<size_t>(s.indices[k]); i < stop; i++)
                sum = plus(sum, s.input[i]);
            s.output[k] = sum;
        }
    });
}

void reduce_by_key(const job &j)
{
    const peer_bulk &s = j.s;
    count_and_fill(
        j,
        [&s](size_t at) {
            while (at > 0 && at < s.count && s.keys[at] == s.keys[at - 1])
                at++;
            return at;
        },
        [&s](size_t from, size_t to) {
            size_t runs = from < to;
            for (size_t i = from + 1; i < to; i++)
                runs += s.keys[i] != s.keys[i - 1];
            return runs;
        },
        [&s](size_t from, size_t to, size_t run) {
            for (size_t i = from; i < to; run++) {
                const int32_t key = s.keys[i];
                int32_t sum = 0;
                do
                    sum = plus(sum, s.input[i]);
                while (++i < to && s.keys[i] == key);
                s.unique[run] = key;
                s.output[run] = sum;
            }
            return run;
        });
}

/* ---- compaction ---- */

bool keeps(int32_t x) { return PEER_KEEPS(x); }

void compact(const job &j)
{
    const peer_bulk &s = j.s;
    count_and_fill(
        j, [](size_t at) { return at; },
        [&s](size_t from, size_t to) {
            return static_cast<size_t>(std::count_if(s.input + from, s.input + to, keeps));
        },
        [&s](size_t from, size_t to, size_t start) {
            int32_t *out = s.output + start;
            for (size_t i = from; i < to; i++)
                if (keeps(s.input[i]))
                    *out++ = s.input[i];
            return static_cast<size_t>(out - s.output);
        });
}

void compact_std(const job &j)
{
    const peer_bulk &s = j.s;
    *j.w->found = static_cast<size_t>(std::copy_if(s.input, s.input + s.count, s.output, keeps) - s.output);
}

#ifdef HAVE_STD_PARALLEL
void compact_par(const job &j)
{
    const peer_bulk &s = j.s;
    *j.w->found =
        static_cast<size_t>(std::copy_if(std::execution::par, s.input, s.input + s.count, s.output, keeps) - s.output);
}
#endif

/* ---- the first k ---- */

/* A number for key i: in order of keys, then of places. */
uint64_t placed(const peer_bulk &s, size_t i)
{
    return static_cast<uint64_t>(static_cast<uint32_t>(s.input[i]) ^ 0x80000000u) << 32 | i;
}

/* The first k of keys from … to-1, in no order. */
std::vector<uint64_t> first_of(const peer_bulk &s, size_t from, size_t to)
{
    std::vector<uint64_t> first;
    for (size_t i = from; i < to; i++) {
        const uint64_t x = placed(s, i);
        if (first.size() < s.listed) {
            first.push_back(x);
            if (first.size() == s.listed)
                std::make_heap(first.begin(), first.end());
        } else if (s.listed && x < first.front()) {
            std::pop_heap(first.begin(), first.end());
            first.back() = x;
            std::push_heap(first.begin(), first.end());
        }
    }
    return first;
}

void put_first(const peer_bulk &s, std::vector<uint64_t> &first)
{
    const size_t k = std::min(s.listed, first.size());
    std::partial_sort(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(k), first.end());
    for (size_t i = 0; i < k; i++) {
        s.unique[i] = static_cast<int32_t>(first[i]);
        s.output[i] = s.input[s.unique[i]];
    }
}

void top_heap(const job &j)
{
    const size_t parts = static_cast<size_t>(j.threads);
    std::vector<std::vector<uint64_t>> of(parts);
    on_parts(parts, [&](size_t i) {
        of[i] = first_of(j.s, j.s.count / parts * i, i + 1 < parts ? j.s.count / parts * (i + 1) : j.s.count);
    });
    for (size_t i = 1; i < parts; i++)
        of[0].insert(of[0].end(), of[i].begin(), of[i].end());
    put_first(j.s, of[0]);
}

void top_nth(const job &j)
{
    std::vector<uint64_t> all(j.s.count);
    for (size_t i = 0; i < j.s.count; i++)
        all[i] = placed(j.s, i);
    if (j.s.listed < j.s.count) {
        std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(j.s.listed), all.end());
        all.resize(j.s.listed);
    }
    put_first(j.s, all);
}

/* ---- rows of two columns ---- */

auto row_before(const peer_bulk &s)
{
    return [&s](int32_t a, int32_t b) {
        return s.input[a] < s.input[b] || (s.input[a] == s.input[b] && s.keys[a] < s.keys[b]);
    };
}

void rows_std(const job &j)
{
    std::iota(j.s.output, j.s.output + j.s.count, 0);
    std::stable_sort(j.s.output, j.s.output + j.s.count, row_before(j.s));
}

#ifdef HAVE_STD_PARALLEL
void rows_par(const job &j)
{
    std::iota(j.s.output, j.s.output + j.s.count, 0);
    std::stable_sort(std::execution::par, j.s.output, j.s.output + j.s.count, row_before(j.s));
}
#endif

const struct variant {
    const char *operation, *name;
    bool serial;
    void (*run)(const job &);
} variants[] = {
    {"insert", "C++, serial loop", true, insert},
    {"insert", "C++ threads, loops", false, insert},
    {"remove", "C++, serial loop", true, remove},
    {"remove", "C++ threads, loops", false, remove},
    {"segmented_reduce", "C++, serial loop", true, segmented_reduce},
    {"segmented_reduce", "C++ threads, loops over segments", false, segmented_reduce},
    {"reduce_by_key", "C++, serial loop", true, reduce_by_key},
    {"reduce_by_key", "C++ threads, runs counted, then reduced", false, reduce_by_key},
    {"compact", "std::copy_if", true, compact_std},
#ifdef HAVE_STD_PARALLEL
    {"compact", "std::copy_if, std::execution::par", false, compact_par},
#endif
    {"compact", "C++ threads, counted, then copied", false, compact},
    {"top", "std::nth_element, std::partial_sort", true, top_nth},
    {"top", "C++, a heap, serial", true, top_heap},
    {"top", "C++ threads, heaps", false, top_heap},
    {"rows", "std::stable_sort of places", true, rows_std},
#ifdef HAVE_STD_PARALLEL
    {"rows", "std::stable_sort of places, std::execution::par", false, rows_par},
#endif
};

} // namespace

extern "C" int peer_cpu_bulk(const peer_work *w, int number, peer_times *times)
{
    for (const variant &v : variants) {
        if (std::strcmp(v.operation, w->operation) != 0 || number-- != 0)
            continue;
        *times = peer_times{v.name, -1, -1, NULL, v.serial ? PEER_SERIAL : PEER_PARALLEL};
        job j = {w, w->bulk, v.serial ? 1 : thread_count(w)};
        return guarded(w, times, [&] {
            take_times(
                w, [] {}, [&] { v.run(j); }, times);
            return 0;
        });
    }
    return 1;
}
