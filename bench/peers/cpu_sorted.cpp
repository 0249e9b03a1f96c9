/* SPDX-License-Identifier: Apache-2.0 */
/* The obvious C++ code: the standard library's algorithms, serial; the same under std::execution::par if the build
 * supports it; and serial code on every core if the standard has no parallel form. */
#include "cpu.h"

#include <cstring>

namespace
{

using namespace cpu_peer;

template <class K> struct pair {
    K key;
    int32_t value;
    bool operator<(const pair &other) const { return key < other.key; }
};

template <class K> struct job {
    const peer_work *w;
    const peer_sorted &s;
    int threads;
    const K *a, *b;
    K *keys;
    std::vector<pair<K>> pairs; /* an array of structures for std::stable_sort, made outside of the time */

    job(const peer_work *work, int count)
        : w(work), s(work->sorted), threads(count), a(static_cast<const K *>(s.a)), b(static_cast<const K *>(s.b)),
          keys(static_cast<K *>(s.keys))
    {
    }
    /* Sorts: copies the input again. */
    void restore()
    {
        if (!s.values) {
            std::copy(a, a + s.a_count, keys);
            return;
        }
        pairs.resize(s.a_count);
        for (size_t i = 0; i < s.a_count; i++)
            pairs[i] = {a[i], s.a_values[i]};
    }
    void results() const
    {
        for (size_t i = 0; i < pairs.size(); i++) {
            keys[i] = pairs[i].key;
            s.values[i] = pairs[i].value;
        }
    }
};

/* ---- merge ---- */

/* The count of elements of a among the first `diagonal` merged elements. */
template <class K> size_t merge_path(const K *a, size_t a_count, const K *b, size_t b_count, size_t diagonal)
{
    size_t low = diagonal > b_count ? diagonal - b_count : 0, high = diagonal < a_count ? diagonal : a_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (b[diagonal - 1 - middle] < a[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

template <class K> void merge(job<K> &j)
{
    on_all(j.threads, j.s.a_count + j.s.b_count, [&j](size_t from, size_t to) {
        const peer_sorted &s = j.s;
        size_t i = merge_path(j.a, s.a_count, j.b, s.b_count, from);
        size_t i_end = merge_path(j.a, s.a_count, j.b, s.b_count, to);
        std::merge(j.a + i, j.a + i_end, j.b + (from - i), j.b + (to - i_end), j.keys + from);
    });
}

template <class K> void merge_pairs(job<K> &j)
{
    on_all(j.threads, j.s.a_count + j.s.b_count, [&j](size_t from, size_t to) {
        const peer_sorted &s = j.s;
        size_t i = merge_path(j.a, s.a_count, j.b, s.b_count, from), k = from - i;
        for (size_t o = from; o < to; o++) {
            bool from_b = i == s.a_count || (k < s.b_count && j.b[k] < j.a[i]);
            j.keys[o] = from_b ? j.b[k] : j.a[i];
            s.values[o] = from_b ? s.b_values[k] : s.a_values[i];
            i += !from_b;
            k += from_b;
        }
    });
}

/* Merges neighbouring runs until one run is left. */
template <class K> void merge_runs(job<K> &j)
{
    const peer_sorted &s = j.s;
    std::vector<size_t> ends(s.segments, s.segments + s.segment_count);
    std::vector<K> spare(s.a_count);
    ends.push_back(s.a_count);
    unsigned rounds = 1;
    while (size_t{1} << rounds < s.segment_count)
        ++rounds;
    const K *from = j.a;
    for (unsigned round = 0; round < rounds; ++round) {
        K *to = (rounds - round) % 2 ? j.keys : spare.data();
        std::vector<size_t> merged;
        size_t k = 0;
        for (; k + 2 < ends.size(); k += 2) {
            std::merge(from + ends[k], from + ends[k + 1], from + ends[k + 1], from + ends[k + 2], to + ends[k]);
            merged.push_back(ends[k]);
        }
        for (; k + 1 < ends.size(); ++k) {
            std::copy(from + ends[k], from + ends[k + 1], to + ends[k]);
            merged.push_back(ends[k]);
        }
        merged.push_back(s.a_count);
        ends.swap(merged);
        from = to;
    }
}

/* Keeps the smallest key of each nonempty run in a heap. */
template <class K> void merge_heap(job<K> &j)
{
    const peer_sorted &s = j.s;
    struct head {
        K key;
        size_t run, at, end;
    };
    std::vector<head> heap;
    const auto after = [](const head &x, const head &y) {
        return y.key < x.key || (!(x.key < y.key) && y.run < x.run);
    };
    for (size_t r = 0; r < s.segment_count; ++r) {
        const size_t at = static_cast<size_t>(s.segments[r]);
        const size_t end = r + 1 < s.segment_count ? static_cast<size_t>(s.segments[r + 1]) : s.a_count;
        if (at < end)
            heap.push_back({j.a[at], r, at, end});
    }
    std::make_heap(heap.begin(), heap.end(), after);
    for (size_t o = 0; o < s.a_count; ++o) {
        std::pop_heap(heap.begin(), heap.end(), after);
        head &next = heap.back();
        j.keys[o] = next.key;
        if (s.values)
            s.values[o] = s.a_values[next.at];
        if (++next.at == next.end) {
            heap.pop_back();
            continue;
        }
        next.key = j.a[next.at];
        std::push_heap(heap.begin(), heap.end(), after);
    }
}

/* ---- sort ---- */

template <class K> void sort(job<K> &j)
{
    if (j.s.values)
        std::stable_sort(j.pairs.begin(), j.pairs.end());
    else
        std::stable_sort(j.keys, j.keys + j.s.a_count);
}

#ifdef HAVE_STD_PARALLEL
template <class K> void merge_par(job<K> &j)
{
    std::merge(std::execution::par, j.a, j.a + j.s.a_count, j.b, j.b + j.s.b_count, j.keys);
}

template <class K> void sort_par(job<K> &j)
{
    if (j.s.values)
        std::stable_sort(std::execution::par, j.pairs.begin(), j.pairs.end());
    else
        std::stable_sort(std::execution::par, j.keys, j.keys + j.s.a_count);
}
#endif

/* A thread sorts the segments that begin in its part of the keys. */
template <class K> void segmented_sort(job<K> &j)
{
    on_all(j.threads, j.s.a_count, [&j](size_t from, size_t to) {
        const peer_sorted &s = j.s;
        const int32_t *end_of_list = s.segments + s.segment_count;
        const int32_t *next = std::lower_bound(s.segments, end_of_list, static_cast<int32_t>(from));
        size_t begin = from == 0 ? 0 : next == end_of_list ? s.a_count : static_cast<size_t>(*next);
        while (begin < to) {
            while (next != end_of_list && static_cast<size_t>(*next) <= begin)
                ++next;
            size_t end = next == end_of_list ? s.a_count : static_cast<size_t>(*next);
            if (s.values)
                std::stable_sort(j.pairs.begin() + static_cast<std::ptrdiff_t>(begin),
                                 j.pairs.begin() + static_cast<std::ptrdiff_t>(end));
            else
                std::stable_sort(j.keys + begin, j.keys + end);
            begin = end;
        }
    });
}

/* ---- sorted search ---- */

/* Searches of one side with two indices that advance in both arrays. `upper`: also passes equal keys. */
template <class K>
void search_side(const job<K> &j, bool upper, const K *keys, size_t count, const K *others, size_t other_count,
                 int32_t *indices, unsigned char *matches)
{
    on_all(j.threads, count, [=](size_t from, size_t to) {
        if (from == to)
            return;
        const K *at = upper ? std::upper_bound(others, others + other_count, keys[from])
                            : std::lower_bound(others, others + other_count, keys[from]);
        size_t k = static_cast<size_t>(at - others);
        for (size_t i = from; i < to; i++) {
            while (k < other_count && (upper ? !(keys[i] < others[k]) : others[k] < keys[i]))
                k++;
            indices[i] = static_cast<int32_t>(k);
            if (!matches)
                continue;
            if (upper)
                matches[i] = k > 0 && !(others[k - 1] < keys[i]);
            else
                matches[i] = k < other_count && !(keys[i] < others[k]);
        }
    });
}

template <class K> void search(job<K> &j)
{
    const peer_sorted &s = j.s;
    if (s.a_indices)
        search_side(j, s.upper != 0, j.a, s.a_count, j.b, s.b_count, s.a_indices, s.a_matches);
    if (s.b_indices)
        search_side(j, s.upper == 0, j.b, s.b_count, j.a, s.a_count, s.b_indices, s.b_matches);
}

template <class K> void bounds_of(job<K> &j, size_t from, size_t to)
{
    const peer_sorted &s = j.s;
    for (size_t i = from; i < to; i++)
        s.a_indices[i] = static_cast<int32_t>((s.upper ? std::upper_bound(j.b, j.b + s.b_count, j.a[i])
                                                       : std::lower_bound(j.b, j.b + s.b_count, j.a[i])) -
                                              j.b);
}

template <class K> void search_std(job<K> &j) { bounds_of(j, 0, j.s.a_count); }

template <class K> void bounds(job<K> &j)
{
    on_all(j.threads, j.s.a_count, [&j](size_t from, size_t to) { bounds_of(j, from, to); });
}

/* ---- as-of joins ---- */

template <class K> void as_of(job<K> &j)
{
    on_all(j.threads, j.s.a_count, [&j](size_t from, size_t to) {
        const peer_sorted &s = j.s;
        if (from == to)
            return;
        const K *end = j.b + s.b_count;
        const K *at = s.upper ? std::upper_bound(j.b, end, j.a[from]) : std::lower_bound(j.b, end, j.a[from]);
        for (size_t i = from; i < to; i++) {
            while (at != end && (s.upper ? !(j.a[i] < *at) : *at < j.a[i]))
                ++at;
            s.b_rows[i] = static_cast<int32_t>(s.upper ? at - j.b - 1 : at != end ? at - j.b : -1);
        }
    });
}

/* ---- the variants ---- */

enum { KEYS = 1, PAIRS = 2, SORTS = 4, SERIAL = 8, ONE_SIDE = 16 };

template <class K> int run_variant(const peer_work *w, int number, peer_times *times)
{
    static const struct {
        const char *operation;
        unsigned kind;
        const char *name;
        void (*run)(job<K> &);
    } table[] = {
        {"merge", KEYS | SERIAL, "std::merge", merge<K>},
        {"merge", PAIRS | SERIAL, "C++, serial merge of pairs", merge_pairs<K>},
        {"merge", KEYS, "C++ threads, std::merge of parts", merge<K>},
        {"merge", PAIRS, "C++ threads, merge of pairs in parts", merge_pairs<K>},
        {"merge_runs", KEYS | SERIAL, "std::merge of pairs of runs", merge_runs<K>},
        {"merge_runs", KEYS | PAIRS | SERIAL, "C++, serial heap of runs", merge_heap<K>},
        {"sort", KEYS | PAIRS | SORTS | SERIAL, "std::stable_sort", sort<K>},
#ifdef HAVE_STD_PARALLEL
        {"merge", KEYS, "std::merge, std::execution::par", merge_par<K>},
        {"sort", KEYS | PAIRS | SORTS, "std::stable_sort, std::execution::par", sort_par<K>},
#endif
        {"segmented_sort", KEYS | PAIRS | SORTS | SERIAL, "std::stable_sort of every segment", segmented_sort<K>},
        {"segmented_sort", KEYS | PAIRS | SORTS, "C++ threads, std::stable_sort of segments", segmented_sort<K>},
        {"search", KEYS | SERIAL | ONE_SIDE, "std::lower_bound of every key", search_std<K>},
        {"search", KEYS | SERIAL, "C++, serial walk up both arrays", search<K>},
        {"search", KEYS, "C++ threads, walks up both arrays", search<K>},
        {"bounds", KEYS | SERIAL, "std::lower_bound of every key", search_std<K>},
        {"bounds", KEYS, "C++ threads, std::lower_bound of every key", bounds<K>},
        {"as_of", KEYS | SERIAL, "C++, serial walk up both arrays", as_of<K>},
        {"as_of", KEYS, "C++ threads, walks up both arrays", as_of<K>},
    };
    const unsigned wanted = w->sorted.values ? PAIRS : KEYS;
    for (const auto &v : table) {
        if (std::strcmp(v.operation, w->operation) != 0 || !(v.kind & wanted))
            continue;
        if (v.kind & ONE_SIDE && (w->sorted.b_indices || w->sorted.a_matches))
            continue;
        if (number-- != 0)
            continue;
        *times = peer_times{v.name, -1, -1, NULL, v.kind & SERIAL ? PEER_SERIAL : PEER_PARALLEL};
        job<K> j(w, v.kind & SERIAL ? 1 : thread_count(w));
        take_times(
            w,
            [&] {
                if (v.kind & SORTS)
                    j.restore();
            },
            [&] { v.run(j); }, times);
        if (v.kind & SORTS)
            j.results();
        return 0;
    }
    return 1;
}

} // namespace

extern "C" int peer_cpu_sorted(const peer_work *w, int number, peer_times *times)
{
    return guarded(w, times, [=] {
        switch (w->sorted.key) {
        case PEER_INT:
            return run_variant<int32_t>(w, number, times);
        case PEER_LONG:
            return run_variant<int64_t>(w, number, times);
        case PEER_FLOAT:
            return run_variant<float>(w, number, times);
        case PEER_UCHAR:
            return run_variant<uint8_t>(w, number, times);
        case PEER_SHORT:
            return run_variant<int16_t>(w, number, times);
        }
        return 1;
    });
}
