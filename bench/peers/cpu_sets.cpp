/* SPDX-License-Identifier: Apache-2.0 */
/* Sets and joins as usual in C++: std::set_*, its loop with values next to the keys, the sort-merge join. On threads:
 * both columns are cut at keys, every part is counted, then filled. */
#include "cpu.h"

#include <cstring>

namespace
{

using namespace cpu_peer;

/* Keys a_from … a_to-1 and b_from … b_to-1; equal keys are in one part. */
struct part {
    size_t a_from, a_to, b_from, b_to;
};

template <class K> struct job {
    const peer_work *w;
    const peer_sorted &s;
    int threads;
    const K *a, *b;
    K *keys;
    std::vector<int32_t> unmatched; /* rows of b, kept between calls */

    job(const peer_work *work, int count)
        : w(work), s(work->sorted), threads(count), a(static_cast<const K *>(s.a)), b(static_cast<const K *>(s.b)),
          keys(static_cast<K *>(s.keys))
    {
    }
    part whole() const { return {0, s.a_count, 0, s.b_count}; }
    /* Parts of equal size in a, moved to boundaries between runs of equal keys. */
    std::vector<part> parts() const
    {
        std::vector<part> list;
        size_t count = static_cast<size_t>(threads);
        part p = {0, 0, 0, 0};
        for (size_t i = 1; i <= count; i++) {
            size_t at = i < count ? s.a_count / count * i : s.a_count;
            p.a_to = at < s.a_count ? static_cast<size_t>(std::lower_bound(a, a + at, a[at]) - a) : at;
            p.b_to = i == count || at == s.a_count
                         ? s.b_count
                         : static_cast<size_t>(std::lower_bound(b, b + s.b_count, a[p.a_to]) - b);
            list.push_back(p);
            p.a_from = p.a_to;
            p.b_from = p.b_to;
        }
        return list;
    }
};

/* ---- sets ---- */

template <class K, class... Policy> K *set_keys(const job<K> &j, Policy &&...policy)
{
    const K *a = j.a, *a_end = a + j.s.a_count, *b = j.b, *b_end = b + j.s.b_count;
    switch (j.s.kind) {
    case PEER_INTERSECTION:
        return std::set_intersection(policy..., a, a_end, b, b_end, j.keys);
    case PEER_UNION:
        return std::set_union(policy..., a, a_end, b, b_end, j.keys);
    case PEER_DIFFERENCE:
        return std::set_difference(policy..., a, a_end, b, b_end, j.keys);
    default:
        return std::set_symmetric_difference(policy..., a, a_end, b, b_end, j.keys);
    }
}

template <class K> void set_std(job<K> &j) { *j.w->found = static_cast<size_t>(set_keys(j) - j.keys); }

#ifdef HAVE_STD_PARALLEL
template <class K> void set_par(job<K> &j)
{
    *j.w->found = static_cast<size_t>(set_keys(j, std::execution::par) - j.keys);
}
#endif

/* The standard's loop; `take` receives elements of a and of b. */
template <int kind, class K, class Take> void set_walk(const job<K> &j, const part &p, Take &take)
{
    const bool single_a = kind != PEER_INTERSECTION, both = kind == PEER_INTERSECTION || kind == PEER_UNION;
    const bool single_b = kind == PEER_UNION || kind == PEER_SYMMETRIC_DIFFERENCE;
    size_t i = p.a_from, k = p.b_from;
    while (i < p.a_to && k < p.b_to) {
        if (j.a[i] < j.b[k]) {
            if (single_a)
                take.a(i);
            i++;
        } else if (j.b[k] < j.a[i]) {
            if (single_b)
                take.b(k);
            k++;
        } else {
            if (both)
                take.a(i);
            i++, k++;
        }
    }
    while (single_a && i < p.a_to)
        take.a(i++);
    while (single_b && k < p.b_to)
        take.b(k++);
}

template <class K, class Take> void set_part(const job<K> &j, const part &p, Take &take)
{
    switch (j.s.kind) {
    case PEER_INTERSECTION:
        set_walk<PEER_INTERSECTION>(j, p, take);
        break;
    case PEER_UNION:
        set_walk<PEER_UNION>(j, p, take);
        break;
    case PEER_DIFFERENCE:
        set_walk<PEER_DIFFERENCE>(j, p, take);
        break;
    default:
        set_walk<PEER_SYMMETRIC_DIFFERENCE>(j, p, take);
    }
}

struct set_count {
    size_t n = 0;
    void a(size_t) { n++; }
    void b(size_t) { n++; }
};

template <class K> struct set_fill {
    const job<K> &j;
    size_t n;
    void put(K key, const int32_t *values, size_t i)
    {
        j.keys[n] = key;
        if (j.s.values)
            j.s.values[n] = values[i];
        n++;
    }
    void a(size_t i) { put(j.a[i], j.s.a_values, i); }
    void b(size_t k) { put(j.b[k], j.s.b_values, k); }
};

template <class K> void set_serial(job<K> &j)
{
    set_fill<K> fill = {j, 0};
    set_part(j, j.whole(), fill);
    *j.w->found = fill.n;
}

template <class K> void set_threads(job<K> &j)
{
    const std::vector<part> parts = j.parts();
    std::vector<size_t> starts(parts.size() + 1);
    on_parts(parts.size(), [&](size_t i) {
        set_count count;
        set_part(j, parts[i], count);
        starts[i + 1] = count.n;
    });
    for (size_t i = 0; i < parts.size(); i++)
        starts[i + 1] += starts[i];
    on_parts(parts.size(), [&](size_t i) {
        set_fill<K> fill = {j, starts[i]};
        set_part(j, parts[i], fill);
    });
    *j.w->found = starts.back();
}

/* ---- joins ---- */

/* Calls out.matches(i, from, to) for row i of a and its rows of b, and out.single(k) for a row of b without a
 * match. */
template <class K, class Out> void join_part(const job<K> &j, const part &p, Out &out)
{
    size_t k = p.b_from;
    for (size_t i = p.a_from; i < p.a_to;) {
        while (k < p.b_to && j.b[k] < j.a[i])
            out.single(k++);
        size_t end = k;
        while (end < p.b_to && !(j.a[i] < j.b[end]))
            end++;
        do
            out.matches(i++, k, end);
        while (i < p.a_to && !(j.a[i - 1] < j.a[i]));
        k = end;
    }
    while (k < p.b_to)
        out.single(k++);
}

struct kinds {
    bool left, right, semi, anti; /* left: keeps rows of a without a match; right: keeps rows of b without a match */
    explicit kinds(int kind)
        : left(kind == PEER_LEFT || kind == PEER_FULL), right(kind == PEER_RIGHT || kind == PEER_FULL),
          semi(kind == PEER_SEMI), anti(kind == PEER_ANTI)
    {
    }
};

struct join_count {
    kinds is;
    size_t rows, singles;
    void matches(size_t, size_t from, size_t to)
    {
        if (is.semi || is.anti)
            rows += (from < to) == is.semi;
        else
            rows += from < to ? to - from : is.left;
    }
    void single(size_t) { singles += is.right; }
};

/* `Tail` gets the rows of b without a match. */
template <class Tail> struct join_fill {
    kinds is;
    int32_t *a_rows, *b_rows;
    size_t n;
    Tail tail;
    void matches(size_t i, size_t from, size_t to)
    {
        if (is.semi || is.anti) {
            if ((from < to) == is.semi)
                a_rows[n++] = static_cast<int32_t>(i);
            return;
        }
        for (size_t k = from; k < to; k++, n++) {
            a_rows[n] = static_cast<int32_t>(i);
            b_rows[n] = static_cast<int32_t>(k);
        }
        if (from == to && is.left) {
            a_rows[n] = static_cast<int32_t>(i);
            b_rows[n++] = -1;
        }
    }
    void single(size_t k)
    {
        if (is.right)
            tail(static_cast<int32_t>(k));
    }
};

struct to_list {
    std::vector<int32_t> &list;
    void operator()(int32_t k) { list.push_back(k); }
};

struct to_rows {
    int32_t *a_rows, *b_rows;
    void operator()(int32_t k)
    {
        *a_rows++ = -1;
        *b_rows++ = k;
    }
};

template <class K> void join_serial(job<K> &j)
{
    const peer_sorted &s = j.s;
    j.unmatched.clear();
    join_fill<to_list> fill = {kinds(s.kind), s.a_rows, s.b_rows, 0, {j.unmatched}};
    join_part(j, j.whole(), fill);
    if (!j.unmatched.empty()) {
        std::fill_n(s.a_rows + fill.n, j.unmatched.size(), -1);
        std::copy(j.unmatched.begin(), j.unmatched.end(), s.b_rows + fill.n);
    }
    *j.w->found = fill.n + j.unmatched.size();
}

template <class K> void join_threads(job<K> &j)
{
    const peer_sorted &s = j.s;
    const kinds is(s.kind);
    const std::vector<part> parts = j.parts();
    std::vector<join_count> counts(parts.size(), {is, 0, 0});
    on_parts(parts.size(), [&](size_t i) {
        join_count count = {is, 0, 0};
        join_part(j, parts[i], count);
        counts[i] = count;
    });
    size_t rows = 0, singles = 0;
    for (join_count &c : counts) { /* counts become starts */
        std::swap(rows, c.rows), rows += c.rows;
        std::swap(singles, c.singles), singles += c.singles;
    }
    on_parts(parts.size(), [&](size_t i) {
        int32_t *b_rows = s.b_rows ? s.b_rows + rows + counts[i].singles : nullptr;
        join_fill<to_rows> fill = {
            is, s.a_rows, s.b_rows, counts[i].rows, {s.a_rows + rows + counts[i].singles, b_rows}};
        join_part(j, parts[i], fill);
    });
    *j.w->found = rows + singles;
}

/* ---- the variants ---- */

enum { KEYS = 1, PAIRS = 2, SERIAL = 4 };

template <class K> int run_variant(const peer_work *w, int number, peer_times *times)
{
    static const struct {
        const char *operation;
        unsigned kind;
        const char *name;
        void (*run)(job<K> &);
    } table[] = {
        {"set", KEYS | SERIAL, "std::set_intersection and its kin", set_std<K>},
        {"set", PAIRS | SERIAL, "C++, serial loop of std::set_*, with values", set_serial<K>},
#ifdef HAVE_STD_PARALLEL
        {"set", KEYS, "std::set_*, std::execution::par", set_par<K>},
#endif
        {"set", KEYS | PAIRS, "C++ threads, loops of std::set_* counted, then filled", set_threads<K>},
        {"join", KEYS | SERIAL, "C++, serial sort-merge join", join_serial<K>},
        {"join", KEYS, "C++ threads, sort-merge joins counted, then filled", join_threads<K>},
    };
    const unsigned wanted = w->sorted.values ? PAIRS : KEYS;
    for (const auto &v : table) {
        if (std::strcmp(v.operation, w->operation) != 0 || !(v.kind & wanted) || number-- != 0)
            continue;
        *times = peer_times{v.name, -1, -1, NULL, v.kind & SERIAL ? PEER_SERIAL : PEER_PARALLEL};
        job<K> j(w, v.kind & SERIAL ? 1 : thread_count(w));
        take_times(
            w, [] {}, [&] { v.run(j); }, times);
        return 0;
    }
    return 1;
}

} // namespace

extern "C" int peer_cpu_sets(const peer_work *w, int number, peer_times *times)
{
    return guarded(w, times, [=] {
        switch (w->sorted.key) {
        case PEER_INT:
            return run_variant<int32_t>(w, number, times);
        case PEER_LONG:
            return run_variant<int64_t>(w, number, times);
        case PEER_FLOAT:
            return run_variant<float>(w, number, times);
        default:
            return 1;
        }
    });
}
