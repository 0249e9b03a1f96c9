/* SPDX-License-Identifier: Apache-2.0 */
/* Insertion, removal, reductions of segments and of runs, compaction, top k, rows: the obvious loop, or the standard
 * algorithm, serial and on threads. If the result size depends on the data, the threads first count and then fill. */
#include "cpu_bulk.h"

#include <cstring>
#include <iterator>

namespace
{

using namespace cpu_peer;

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
            *out++ = s.other[k];
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

void segmented_find(const job &j)
{
    const peer_bulk &s = j.s;
    on_segments(j, [&s](size_t k, size_t from, size_t to) {
        s.output[k] = from < to ? static_cast<int32_t>(std::min_element(s.input + from, s.input + to) - s.input) : -1;
    });
}

void segmented_reduce(const job &j)
{
    const peer_bulk &s = j.s;
    on_segments(j, [&s](size_t k, size_t from, size_t to) {
        int32_t sum = 0;
        for (size_t i = from; i < to; i++)
            sum = plus(sum, s.input[i]);
        s.output[k] = sum;
    });
}

void reduce_by_key(const job &j)
{
    const peer_bulk &s = j.s;
    count_and_fill(
        j, [&s](size_t at) { return next_run(s, at); }, [&s](size_t from, size_t to) { return runs_in(s, from, to); },
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

/* ---- top k ---- */

/* A number for key i that orders by key, then by index. */
uint64_t placed(const peer_bulk &s, size_t i)
{
    return static_cast<uint64_t>(static_cast<uint32_t>(s.input[i]) ^ 0x80000000u) << 32 | i;
}

/* The k smallest keys of from … to-1, unordered. */
std::vector<uint64_t> first_of(const peer_bulk &s, size_t from, size_t to)
{
    std::vector<uint64_t> first;
    for (size_t i = from; i < to; i++) {
        const uint64_t x = placed(s, i);
        if (first.size() < s.results) {
            first.push_back(x);
            if (first.size() == s.results)
                std::make_heap(first.begin(), first.end());
        } else if (s.results && x < first.front()) {
            std::pop_heap(first.begin(), first.end());
            first.back() = x;
            std::push_heap(first.begin(), first.end());
        }
    }
    return first;
}

/* The numbers of all keys, as the input of an algorithm. */
struct placed_iterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = uint64_t;
    using difference_type = std::ptrdiff_t;
    using pointer = const uint64_t *;
    using reference = uint64_t;
    const peer_bulk *s;
    size_t i;
    uint64_t operator*() const { return placed(*s, i); }
    placed_iterator &operator++() { return ++i, *this; }
    placed_iterator operator++(int) { return {s, i++}; }
    bool operator==(const placed_iterator &other) const { return i == other.i; }
    bool operator!=(const placed_iterator &other) const { return i != other.i; }
};

void put_first(const peer_bulk &s, std::vector<uint64_t> &first)
{
    const size_t k = std::min(s.results, first.size());
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
    if (j.s.results < j.s.count) {
        std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(j.s.results), all.end());
        all.resize(j.s.results);
    }
    put_first(j.s, all);
}

void top_std(const job &j)
{
    std::vector<uint64_t> first(j.s.results);
    std::partial_sort_copy(placed_iterator{&j.s, 0}, placed_iterator{&j.s, j.s.count}, first.begin(), first.end());
    put_first(j.s, first);
}

/* Outputs that a short segment does not fill keep their keys. */
void segmented_top(const job &j)
{
    const peer_bulk &s = j.s;
    const size_t each = s.listed ? s.results / s.listed : 0;
    on_segments(j, [&s, each](size_t segment, size_t from, size_t to) {
        static thread_local std::vector<uint64_t> first;
        first.resize(each);
        const auto end =
            std::partial_sort_copy(placed_iterator{&s, from}, placed_iterator{&s, to}, first.begin(), first.end());
        for (size_t k = 0, at = segment * each; k < each; k++, at++) {
            const bool is_there = first.begin() + static_cast<std::ptrdiff_t>(k) < end;
            s.unique[at] = is_there ? static_cast<int32_t>(first[k]) : -1;
            if (is_there)
                s.output[at] = s.input[s.unique[at]];
        }
    });
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

const variant variants[] = {
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
    {"top", "std::partial_sort_copy", true, top_std},
    {"top", "std::nth_element, std::partial_sort", true, top_nth},
    {"top", "C++, a heap, serial", true, top_heap},
    {"top", "C++ threads, heaps", false, top_heap},
    {"segmented_find", "std::min_element of every segment", true, segmented_find},
    {"segmented_find", "C++ threads, std::min_element of segments", false, segmented_find},
    {"segmented_top", "std::partial_sort_copy of every segment", true, segmented_top},
    {"segmented_top", "C++ threads, std::partial_sort_copy of segments", false, segmented_top},
    {"rows", "std::stable_sort of places", true, rows_std},
#ifdef HAVE_STD_PARALLEL
    {"rows", "std::stable_sort of places, std::execution::par", false, rows_par},
#endif
};

} // namespace

extern "C" int peer_cpu_bulk(const peer_work *w, int number, peer_times *times)
{
    return run_variant(variants, w, number, times);
}
