/* SPDX-License-Identifier: Apache-2.0 */
/* Copies, sums, permutations, partitions, find first, scans of segments and of runs, runs: the standard algorithm, or
 * the obvious loop, serial and on threads. */
#include "cpu_bulk.h"

namespace
{

using namespace cpu_peer;

/* ---- element by element ---- */

void copy(const job &j)
{
    const peer_bulk &s = j.s;
    on_all(j.threads, s.count,
           [&s](size_t from, size_t to) { std::copy(s.input + from, s.input + to, s.output + from); });
}

void transform(const job &j)
{
    const peer_bulk &s = j.s;
    on_all(j.threads, s.count, [&s](size_t from, size_t to) {
        std::transform(s.input + from, s.input + to, s.other + from, s.output + from, plus);
    });
}

void pick(const job &j)
{
    const peer_bulk &s = j.s;
    on_all(j.threads, s.listed, [&s](size_t from, size_t to) {
        for (size_t i = from; i < to; i++)
            s.output[i] = s.input[s.indices[i]];
    });
}

void place(const job &j)
{
    const peer_bulk &s = j.s;
    on_all(j.threads, s.listed, [&s](size_t from, size_t to) {
        for (size_t i = from; i < to; i++)
            s.output[s.indices[i]] = s.input[i];
    });
}

/* ---- partitions ---- */

void partition_std(const job &j)
{
    int32_t *output = j.s.output;
    *j.w->found = static_cast<size_t>(std::stable_partition(output, output + j.s.count, keeps) - output);
}

/* Each part counts its kept elements first, which gives the output offsets of all parts. */
void partition(const job &j)
{
    const peer_bulk &s = j.s;
    const size_t parts = static_cast<size_t>(j.threads), each = s.count / parts;
    std::vector<size_t> starts(parts + 1);
    const auto end_of = [=, &s](size_t part) { return part + 1 < parts ? each * (part + 1) : s.count; };
    on_parts(parts, [&](size_t part) {
        starts[part + 1] = static_cast<size_t>(std::count_if(s.input + each * part, s.input + end_of(part), keeps));
    });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    on_parts(parts, [&](size_t part) {
        int32_t *kept = s.output + starts[part], *rest = s.output + starts[parts] + each * part - starts[part];
        for (size_t i = each * part, end = end_of(part); i < end; i++)
            *(keeps(s.input[i]) ? kept++ : rest++) = s.input[i];
    });
    *j.w->found = starts[parts];
}

/* ---- find first ---- */

void find_first(const job &j)
{
    const peer_bulk &s = j.s;
    const size_t parts = static_cast<size_t>(j.threads), each = s.count / parts;
    std::vector<const int32_t *> first(parts);
    on_parts(parts, [&](size_t part) {
        first[part] =
            std::min_element(s.input + each * part, s.input + (part + 1 < parts ? each * (part + 1) : s.count));
    });
    const int32_t *best = s.input;
    for (const int32_t *candidate : first)
        if (candidate != s.input + s.count && *candidate < *best)
            best = candidate;
    *s.output = static_cast<int32_t>(best - s.input);
}

/* ---- scans of runs and segments ---- */

void scan_by_key(const job &j)
{
    const peer_bulk &s = j.s;
    const size_t parts = static_cast<size_t>(j.threads);
    on_parts(parts, [=, &s](size_t part) {
        const size_t from = next_run(s, s.count / parts * part);
        const size_t to = part + 1 < parts ? next_run(s, s.count / parts * (part + 1)) : s.count;
        int32_t sum = 0;
        for (size_t i = from; i < to; i++) {
            sum = i > from && s.keys[i] == s.keys[i - 1] ? plus(sum, s.input[i]) : s.input[i];
            s.output[i] = sum;
        }
    });
}

void segmented_scan(const job &j)
{
    const peer_bulk &s = j.s;
    on_segments(j, [&s](size_t, size_t from, size_t to) {
        int32_t sum = 0;
        for (size_t i = from; i < to; i++)
            s.output[i] = sum = plus(sum, s.input[i]);
    });
}

/* ---- runs ---- */

void unique(const job &j)
{
    const peer_bulk &s = j.s;
    count_and_fill(
        j, [&s](size_t at) { return next_run(s, at); }, [&s](size_t from, size_t to) { return runs_in(s, from, to); },
        [&s](size_t from, size_t to, size_t run) {
            for (size_t i = from; i < to; run++) {
                const int32_t key = s.keys[i];
                const size_t begin = i;
                do
                    i++;
                while (i < to && s.keys[i] == key);
                s.unique[run] = key;
                s.output[run] = static_cast<int32_t>(i - begin);
            }
            return run;
        });
}

#ifdef HAVE_STD_PARALLEL
void copy_par(const job &j) { std::copy(std::execution::par, j.s.input, j.s.input + j.s.count, j.s.output); }

void transform_par(const job &j)
{
    std::transform(std::execution::par, j.s.input, j.s.input + j.s.count, j.s.other, j.s.output, plus);
}

void partition_par(const job &j)
{
    int32_t *output = j.s.output;
    *j.w->found =
        static_cast<size_t>(std::stable_partition(std::execution::par, output, output + j.s.count, keeps) - output);
}

void find_first_par(const job &j)
{
    *j.s.output =
        static_cast<int32_t>(std::min_element(std::execution::par, j.s.input, j.s.input + j.s.count) - j.s.input);
}
#endif

const variant variants[] = {
    {"copy", "std::copy", true, copy},
    {"copy", "C++ threads, std::copy of parts", false, copy},
    {"transform", "std::transform", true, transform},
    {"transform", "C++ threads, std::transform of parts", false, transform},
    {"pick", "C++, serial loop", true, pick},
    {"pick", "C++ threads, loops", false, pick},
    {"place", "C++, serial loop", true, place},
    {"place", "C++ threads, loops", false, place},
    {"partition", "std::stable_partition in place", true, partition_std, true},
    {"partition", "C++, serial loop, counted, then moved", true, partition},
    {"partition", "C++ threads, counted, then moved", false, partition},
    {"find_first", "std::min_element", true, find_first},
    {"find_first", "C++ threads, std::min_element of parts", false, find_first},
    {"scan_by_key", "C++, serial loop", true, scan_by_key},
    {"scan_by_key", "C++ threads, loops over runs", false, scan_by_key},
    {"segmented_scan", "C++, serial loop", true, segmented_scan},
    {"segmented_scan", "C++ threads, loops over segments", false, segmented_scan},
    {"unique", "C++, serial loop", true, unique},
    {"unique", "C++ threads, runs counted, then written", false, unique},
#ifdef HAVE_STD_PARALLEL
    {"copy", "std::copy, std::execution::par", false, copy_par},
    {"transform", "std::transform, std::execution::par", false, transform_par},
    {"partition", "std::stable_partition in place, std::execution::par", false, partition_par, true},
    {"find_first", "std::min_element, std::execution::par", false, find_first_par},
#endif
};

} // namespace

extern "C" int peer_cpu_everyday(const peer_work *w, int number, peer_times *times)
{
    return run_variant(variants, w, number, times);
}
