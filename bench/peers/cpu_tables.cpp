/* SPDX-License-Identifier: Apache-2.0 */
/* Group-by and joins of tables in any order as usual in C++: std::unordered_map or std::sort, serial or on threads; and
 * joins of overlapping intervals by a sweep. Maps are reserved for as many keys as there can be, up to 2^20. */
#include "cpu.h"

#include <cstring>
#include <unordered_map>

namespace
{

using namespace cpu_peer;

/* Calls body(part, from, to) on equal parts of 0 … n-1, each on its own thread. */
template <class Body> void on_numbered(size_t parts, size_t n, Body body)
{
    on_parts(parts, [=](size_t part) {
        const size_t each = n / parts;
        body(part, each * part, part + 1 < parts ? each * (part + 1) : n);
    });
}

size_t reserved(size_t n) { return std::min(n, size_t(1) << 20); }

/* ---- group-by ---- */

struct totals {
    int32_t least, greatest;
    uint32_t sum, count;
    void add(const totals &t)
    {
        least = count ? std::min(least, t.least) : t.least;
        greatest = count ? std::max(greatest, t.greatest) : t.greatest;
        sum += t.sum;
        count += t.count;
    }
};

typedef std::unordered_map<uint64_t, totals> group_map;
typedef std::pair<uint64_t, totals> group;

/* Keys compare like codes. */
uint64_t code_of(const peer_groups &g, size_t i)
{
    const uint64_t first = static_cast<uint32_t>(g.keys[i]) ^ 0x80000000u;
    return g.seconds ? first << 8 | g.seconds[i] : first;
}

totals totals_of(const peer_groups &g, size_t i)
{
    return {g.values[i], g.values[i], static_cast<uint32_t>(g.values[i]), 1};
}

void put_group(const peer_work *w, size_t place, uint64_t code, const totals &t)
{
    const peer_groups &g = w->groups;
    if (place >= w->capacity)
        return; /* the count is wrong, so the check fails */
    g.unique[place] = static_cast<int32_t>(static_cast<uint32_t>(g.seconds ? code >> 8 : code) ^ 0x80000000u);
    g.sums[place] = static_cast<int32_t>(t.sum);
    g.counts[place] = static_cast<int32_t>(t.count);
    if (!g.seconds)
        return;
    g.unique_seconds[place] = static_cast<unsigned char>(code);
    g.least[place] = t.least;
    g.greatest[place] = t.greatest;
}

void put_groups(const peer_work *w, std::vector<group> &groups)
{
    std::sort(groups.begin(), groups.end(), [](const group &a, const group &b) { return a.first < b.first; });
    for (size_t k = 0; k < groups.size(); k++)
        put_group(w, k, groups[k].first, groups[k].second);
    *w->found = groups.size();
}

void group_by_map(const peer_work *w, int)
{
    const peer_groups &g = w->groups;
    group_map map;
    for (size_t i = 0; i < g.count; i++)
        map[code_of(g, i)].add(totals_of(g, i));
    std::vector<group> groups(map.begin(), map.end());
    put_groups(w, groups);
}

/* Each thread has its own map of a part of the rows, then merges those keys of all maps that have its hash. */
void group_by_maps(const peer_work *w, int threads)
{
    const peer_groups &g = w->groups;
    const size_t parts = static_cast<size_t>(threads);
    std::vector<group_map> maps(parts);
    std::vector<std::vector<group>> merged(parts);
    on_numbered(parts, g.count, [&](size_t part, size_t from, size_t to) {
        group_map map;
        for (size_t i = from; i < to; i++)
            map[code_of(g, i)].add(totals_of(g, i));
        maps[part].swap(map);
    });
    on_parts(parts, [&](size_t part) {
        group_map map;
        for (const group_map &other : maps)
            for (const auto &entry : other)
                if (peer_sample(static_cast<uint32_t>(entry.first)) % parts == part)
                    map[entry.first].add(entry.second);
        merged[part].assign(map.begin(), map.end());
    });
    std::vector<group> groups;
    for (const std::vector<group> &list : merged)
        groups.insert(groups.end(), list.begin(), list.end());
    put_groups(w, groups);
}

void group_by_sort(const peer_work *w, int)
{
    const peer_groups &g = w->groups;
    std::vector<std::pair<uint64_t, int32_t>> rows(g.count);
    for (size_t i = 0; i < g.count; i++)
        rows[i] = {code_of(g, i), g.values[i]};
    std::sort(rows.begin(), rows.end());
    size_t count = 0;
    for (size_t i = 0; i < g.count; count++) {
        const uint64_t code = rows[i].first;
        totals t = {0, 0, 0, 0};
        for (; i < g.count && rows[i].first == code; i++)
            t.add({rows[i].second, rows[i].second, static_cast<uint32_t>(rows[i].second), 1});
        put_group(w, count, code, t);
    }
    *w->found = count;
}

/* ---- joins ---- */

struct range {
    int32_t from, to;
};

/* Writes the rows of the result for the rows from … to-1 of a; matches(i) is the range of row i in b_rows. Without
 * `fill` it only counts. */
template <class Matches>
size_t join_rows(const peer_sorted &s, size_t from, size_t to, Matches matches, const int32_t *b_rows, size_t place,
                 bool fill)
{
    const bool lists = s.kind == PEER_SEMI || s.kind == PEER_ANTI;
    for (size_t i = from; i < to; i++) {
        const range r = matches(i);
        const bool lone = r.from == r.to && s.kind == PEER_LEFT,
                   listed = lists && (r.from < r.to) == (s.kind == PEER_SEMI);
        if (fill && (lone || listed))
            s.a_rows[place] = static_cast<int32_t>(i);
        if (fill && lone)
            s.b_rows[place] = -1;
        if (lone || listed)
            place++;
        for (int32_t k = lists ? r.to : r.from; k < r.to; k++, place++)
            if (fill) {
                s.a_rows[place] = static_cast<int32_t>(i);
                s.b_rows[place] = b_rows[k];
            }
    }
    return place;
}

/* Counts the rows of each part of a, then writes them. */
template <class Matches> void join_parts(const peer_work *w, size_t parts, Matches matches, const int32_t *b_rows)
{
    const peer_sorted &s = w->sorted;
    std::vector<size_t> starts(parts + 1);
    on_numbered(parts, s.a_count, [&](size_t part, size_t from, size_t to) {
        starts[part + 1] = join_rows(s, from, to, matches, b_rows, 0, false);
    });
    for (size_t part = 0; part < parts; part++)
        starts[part + 1] += starts[part];
    *w->found = starts[parts];
    if (*w->found > w->capacity)
        return;
    on_numbered(parts, s.a_count, [&](size_t part, size_t from, size_t to) {
        join_rows(s, from, to, matches, b_rows, starts[part], true);
    });
}

typedef std::unordered_map<int32_t, range> range_map;

size_t map_of(int32_t key, size_t maps) { return maps == 1 ? 0 : peer_sample(static_cast<uint32_t>(key)) % maps; }

/* Each map has the keys of one hash, with ranges of the rows of b, which are in their order. */
void join_by_maps(const peer_work *w, int threads)
{
    const peer_sorted &s = w->sorted;
    const int32_t *const a = static_cast<const int32_t *>(s.a), *const b = static_cast<const int32_t *>(s.b);
    const size_t parts = static_cast<size_t>(threads);
    std::vector<range_map> maps(parts);
    std::vector<int32_t> b_rows(s.b_count), sizes(parts);
    on_parts(parts, [&](size_t part) {
        range_map map;
        map.reserve(reserved(s.b_count / parts));
        for (size_t i = 0; i < s.b_count; i++)
            if (map_of(b[i], parts) == part)
                map[b[i]].to++;
        for (auto &entry : map)
            sizes[part] += entry.second.to;
        maps[part].swap(map);
    });
    for (size_t part = 0, sum = 0; part < parts; part++) {
        const size_t size = static_cast<size_t>(sizes[part]);
        sizes[part] = static_cast<int32_t>(sum);
        sum += size;
    }
    on_parts(parts, [&](size_t part) {
        int32_t start = sizes[part];
        for (auto &entry : maps[part]) {
            const int32_t size = entry.second.to;
            entry.second = {start, start};
            start += size;
        }
        for (size_t i = 0; i < s.b_count; i++)
            if (map_of(b[i], parts) == part)
                b_rows[static_cast<size_t>(maps[part].find(b[i])->second.to++)] = static_cast<int32_t>(i);
    });
    const auto matches = [&](size_t i) {
        const range_map &map = maps[map_of(a[i], parts)];
        const auto entry = map.find(a[i]);
        return entry == map.end() ? range{0, 0} : entry->second;
    };
    join_parts(w, parts, matches, b_rows.data());
}

/* Sorts b, and searches it for each row of a, twice: to count, and to write. */
void join_by_sort(const peer_work *w, int threads)
{
    const peer_sorted &s = w->sorted;
    const int32_t *const a = static_cast<const int32_t *>(s.a), *const b = static_cast<const int32_t *>(s.b);
    typedef std::pair<int32_t, int32_t> keyed;
    std::vector<keyed> sorted(s.b_count);
    std::vector<int32_t> b_keys(s.b_count), b_rows(s.b_count);
    for (size_t i = 0; i < s.b_count; i++)
        sorted[i] = {b[i], static_cast<int32_t>(i)};
    std::sort(sorted.begin(), sorted.end());
    for (size_t k = 0; k < s.b_count; k++) {
        b_keys[k] = sorted[k].first;
        b_rows[k] = sorted[k].second;
    }
    const auto matches = [&](size_t i) {
        const auto found = std::equal_range(b_keys.begin(), b_keys.end(), a[i]);
        return range{static_cast<int32_t>(found.first - b_keys.begin()),
                     static_cast<int32_t>(found.second - b_keys.begin())};
    };
    join_parts(w, static_cast<size_t>(threads), matches, b_rows.data());
}

/* ---- overlaps ---- */

/* The pairs in which an interval of `other` begins inside one of the rows from … to-1; `after`: not where it begins. */
size_t sweep(const int32_t *starts, const int32_t *ends, size_t from, size_t to, const int32_t *other,
             size_t other_count, bool after, int32_t *rows, int32_t *other_rows, size_t place)
{
    if (from == to)
        return place;
    size_t first = static_cast<size_t>((after ? std::upper_bound(other, other + other_count, starts[from])
                                              : std::lower_bound(other, other + other_count, starts[from])) -
                                       other);
    for (size_t i = from; i < to; i++) {
        while (first < other_count && (after ? other[first] <= starts[i] : other[first] < starts[i]))
            first++;
        for (size_t k = first; k < other_count && other[k] < ends[i]; k++, place++)
            if (rows) {
                rows[place] = static_cast<int32_t>(i);
                other_rows[place] = static_cast<int32_t>(k);
            }
    }
    return place;
}

void overlaps(const peer_work *w, int threads)
{
    const peer_sorted &s = w->sorted;
    const int32_t *const a = static_cast<const int32_t *>(s.a), *const b = static_cast<const int32_t *>(s.b);
    const size_t parts = static_cast<size_t>(threads);
    std::vector<size_t> places(2 * parts + 1);
    const auto fill = [&](bool fills) {
        on_numbered(parts, s.a_count, [&](size_t part, size_t from, size_t to) {
            const size_t place = fills ? places[part] : 0;
            const size_t end =
                sweep(a, s.a_ends, from, to, b, s.b_count, false, fills ? s.a_rows : nullptr, s.b_rows, place);
            if (!fills)
                places[part + 1] = end;
        });
        on_numbered(parts, s.b_count, [&](size_t part, size_t from, size_t to) {
            const size_t place = fills ? places[parts + part] : 0;
            const size_t end =
                sweep(b, s.b_ends, from, to, a, s.a_count, true, fills ? s.b_rows : nullptr, s.a_rows, place);
            if (!fills)
                places[parts + part + 1] = end;
        });
    };
    fill(false);
    for (size_t part = 0; part < 2 * parts; part++)
        places[part + 1] += places[part];
    *w->found = places[2 * parts];
    if (*w->found <= w->capacity)
        fill(true);
}

/* A serial sweep needs no count before. */
void overlaps_serial(const peer_work *w, int)
{
    const peer_sorted &s = w->sorted;
    const int32_t *const a = static_cast<const int32_t *>(s.a), *const b = static_cast<const int32_t *>(s.b);
    const size_t place = sweep(a, s.a_ends, 0, s.a_count, b, s.b_count, false, s.a_rows, s.b_rows, 0);
    *w->found = sweep(b, s.b_ends, 0, s.b_count, a, s.a_count, true, s.b_rows, s.a_rows, place);
}

/* ---- the variants ---- */

const struct variant {
    const char *operation, *name;
    void (*run)(const peer_work *, int threads);
    bool serial;
} table[] = {
    {"group_by", "C++, serial std::unordered_map, groups sorted", group_by_map, true},
    {"group_by", "C++, serial std::sort of the rows", group_by_sort, true},
    {"group_by", "C++ threads, a std::unordered_map each, merged by hash", group_by_maps, false},
    {"join_unsorted", "C++, serial std::unordered_map of b", join_by_maps, true},
    {"join_unsorted", "C++, serial std::sort of b, std::equal_range", join_by_sort, true},
    {"join_unsorted", "C++ threads, a std::unordered_map for each hash of b", join_by_maps, false},
    {"overlaps", "C++, serial sweep", overlaps_serial, true},
    {"overlaps", "C++ threads, sweeps counted, then filled", overlaps, false},
};

bool can_run(const peer_work *w)
{
    if (!std::strcmp(w->operation, "join_unsorted"))
        return w->sorted.key == PEER_INT && w->sorted.kind != PEER_RIGHT && w->sorted.kind != PEER_FULL;
    return true;
}

} // namespace

extern "C" int peer_cpu_tables(const peer_work *w, int number, peer_times *times)
{
    for (const variant &v : table) {
        if (std::strcmp(v.operation, w->operation) != 0 || !can_run(w) || number-- != 0)
            continue;
        *times = peer_times{v.name, -1, -1, NULL, v.serial ? PEER_SERIAL : PEER_PARALLEL};
        return guarded(w, times, [&] {
            take_times(
                w, [] {}, [&] { v.run(w, v.serial ? 1 : thread_count(w)); }, times);
            return 0;
        });
    }
    return 1;
}
