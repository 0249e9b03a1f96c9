/* SPDX-License-Identifier: Apache-2.0 */
/* CUB and Thrust on sorted data, on the same card: merges, sorts, segmented sorts, sorted searches. For a user-defined
 * order the comparator is a functor that neither library can recognise as `<`. In the plain order both may use a radix
 * sort. In-place sorts get their input again before each call, outside of the time. */
#include "cuda.h"

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>
#if __has_include(<cub/device/device_merge.cuh>)
#define HAVE_CUB_MERGE
#include <cub/device/device_merge.cuh>
#endif
#if __has_include(<cub/device/device_find.cuh>)
#define HAVE_CUB_FIND
#include <cub/device/device_find.cuh>
#endif
#include <thrust/binary_search.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/merge.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

namespace
{

using namespace cuda_peer;

struct before {
    template <class T> __host__ __device__ bool operator()(const T &a, const T &b) const { return a < b; }
};

template <class K> struct job {
    const peer_work *w;
    const peer_sorted &s;
    size_t n; /* keys of the result */
    memory a, b, a_values, b_values, segments, keys, values, a_indices, b_indices, a_matches, b_matches, b_rows, spare;
    cub_scratch scratch, scratch_lower; /* scratch_lower: of lower bounds */
    keeping_allocator allocator;

    explicit job(const peer_work *work)
        : w(work), s(work->sorted), n(s.a_count + s.b_count), a(s.a_count * sizeof(K)), b(s.b_count * sizeof(K)),
          a_values(s.a_values ? s.a_count * 4 : 0), b_values(s.b_values ? s.b_count * 4 : 0),
          segments((s.segment_count + 2) * 4), keys(s.keys ? n * sizeof(K) : 0), values(s.values ? n * 4 : 0),
          a_indices(s.a_indices ? s.a_count * 4 : 0), b_indices(s.b_indices ? s.b_count * 4 : 0),
          a_matches(s.a_matches ? s.a_count : 0), b_matches(s.b_matches ? s.b_count : 0),
          b_rows(s.b_rows ? s.a_count * 4 : 0), spare(runs(work) ? n * sizeof(K) : 0)
    {
        up(a, s.a, s.a_count * sizeof(K));
        up(b, s.b, s.b_count * sizeof(K));
        up(a_values, s.a_values, s.a_count * 4);
        up(b_values, s.b_values, s.b_count * 4);
        if (s.segments) { /* 0, starts, end: CUB's form of offsets */
            std::vector<int32_t> all(s.segment_count + 2);
            std::copy(s.segments, s.segments + s.segment_count, all.begin() + 1);
            all.back() = static_cast<int32_t>(s.a_count);
            up(segments, all.data(), all.size() * 4);
        }
    }
    static bool runs(const peer_work *work) { return !strcmp(work->operation, "merge_runs"); }
    static void up(memory &to, const void *from, size_t bytes)
    {
        if (from && bytes)
            check(cudaMemcpy(to.p, from, bytes, cudaMemcpyHostToDevice));
    }
    static void down(void *to, const memory &from, size_t bytes)
    {
        if (to && bytes)
            check(cudaMemcpy(to, from.p, bytes, cudaMemcpyDeviceToHost));
    }
    void restore()
    {
        check(cudaMemcpyAsync(keys.p, a.p, n * sizeof(K), cudaMemcpyDeviceToDevice));
        if (s.values)
            check(cudaMemcpyAsync(values.p, a_values.p, n * 4, cudaMemcpyDeviceToDevice));
    }
    void results() const
    {
        down(s.keys, keys, n * sizeof(K));
        down(s.values, values, n * 4);
        down(s.a_indices, a_indices, s.a_count * 4);
        down(s.b_indices, b_indices, s.b_count * 4);
        down(s.a_matches, a_matches, s.a_count);
        down(s.b_matches, b_matches, s.b_count);
        down(s.b_rows, b_rows, s.a_count * 4);
    }
    K *key(const memory &m) const { return static_cast<K *>(m.p); }
    int32_t *ints(const memory &m) const { return static_cast<int32_t *>(m.p); }
    auto policy() { return thrust::cuda::par_nosync(allocator); }
    uint32_t count() const { return static_cast<uint32_t>(n); } /* a 32-bit count lets CUB use its faster kernels */
};

/* ---- merge ---- */

template <class K> void merge_thrust(job<K> &j)
{
    const K *a = j.key(j.a), *b = j.key(j.b);
    thrust::merge(j.policy(), a, a + j.s.a_count, b, b + j.s.b_count, j.key(j.keys), before());
}

template <class K> void merge_pairs_thrust(job<K> &j)
{
    const K *a = j.key(j.a), *b = j.key(j.b);
    thrust::merge_by_key(j.policy(), a, a + j.s.a_count, b, b + j.s.b_count, j.ints(j.a_values), j.ints(j.b_values),
                         j.key(j.keys), j.ints(j.values), before());
}

#ifdef HAVE_CUB_MERGE
template <class K> void merge_cub(job<K> &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceMerge::MergeKeys(scratch, bytes, j.key(j.a), static_cast<int64_t>(j.s.a_count), j.key(j.b),
                                           static_cast<int64_t>(j.s.b_count), j.key(j.keys), before());
    });
}

template <class K> void merge_pairs_cub(job<K> &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceMerge::MergePairs(
            scratch, bytes, j.key(j.a), j.ints(j.a_values), static_cast<int64_t>(j.s.a_count), j.key(j.b),
            j.ints(j.b_values), static_cast<int64_t>(j.s.b_count), j.key(j.keys), j.ints(j.values), before());
    });
}
#endif

/* Runs: merges of neighbours with a double buffer until one run is left, which ends in `keys`. */
template <class K> void merge_runs_thrust(job<K> &j)
{
    std::vector<size_t> ends(j.s.segments, j.s.segments + j.s.segment_count);
    ends.push_back(j.n);
    unsigned rounds = 1;
    while (size_t{1} << rounds < j.s.segment_count)
        ++rounds;
    const K *from = j.key(j.a);
    for (unsigned round = 0; round < rounds; ++round) {
        K *to = (rounds - round) % 2 ? j.key(j.keys) : j.key(j.spare);
        std::vector<size_t> merged;
        for (size_t k = 0; k + 1 < ends.size(); k += 2) {
            const size_t begin = ends[k], middle = ends[k + 1], end = k + 2 < ends.size() ? ends[k + 2] : middle;
            thrust::merge(j.policy(), from + begin, from + middle, from + middle, from + end, to + begin, before());
            merged.push_back(begin);
        }
        merged.push_back(j.n);
        ends.swap(merged);
        from = to;
    }
}

/* ---- sort ---- */

template <class K> void sort_cub_merge(job<K> &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceMergeSort::StableSortKeys(scratch, bytes, j.key(j.keys), j.count(), before());
    });
}

template <class K> void sort_cub_radix(job<K> &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceRadixSort::SortKeys(scratch, bytes, static_cast<const K *>(j.key(j.a)), j.key(j.keys),
                                              j.count());
    });
}

template <class K> void sort_thrust(job<K> &j)
{
    K *keys = j.key(j.keys);
    if (j.s.any_order)
        thrust::stable_sort(j.policy(), keys, keys + j.n, before());
    else
        thrust::stable_sort(j.policy(), keys, keys + j.n);
}

template <class K> void sort_pairs_cub_merge(job<K> &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceMergeSort::StableSortPairs(scratch, bytes, j.key(j.keys), j.ints(j.values), j.count(),
                                                     before());
    });
}

template <class K> void sort_pairs_cub_radix(job<K> &j)
{
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(scratch, bytes, static_cast<const K *>(j.key(j.a)), j.key(j.keys),
                                               static_cast<const int32_t *>(j.ints(j.a_values)), j.ints(j.values),
                                               j.count());
    });
}

template <class K> void sort_pairs_thrust(job<K> &j)
{
    K *keys = j.key(j.keys);
    if (j.s.any_order)
        thrust::stable_sort_by_key(j.policy(), keys, keys + j.n, j.ints(j.values), before());
    else
        thrust::stable_sort_by_key(j.policy(), keys, keys + j.n, j.ints(j.values));
}

/* ---- segmented sort ---- */

template <class K> void segmented_cub(job<K> &j)
{
    const int32_t *starts = j.ints(j.segments);
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceSegmentedSort::SortKeys(scratch, bytes, static_cast<const K *>(j.key(j.a)), j.key(j.keys),
                                                  static_cast<int>(j.n), static_cast<int>(j.s.segment_count + 1),
                                                  starts, starts + 1);
    });
}

template <class K> void segmented_cub_radix(job<K> &j)
{
    const int32_t *starts = j.ints(j.segments);
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceSegmentedRadixSort::SortKeys(scratch, bytes, static_cast<const K *>(j.key(j.a)),
                                                       j.key(j.keys), static_cast<int>(j.n),
                                                       static_cast<int>(j.s.segment_count + 1), starts, starts + 1);
    });
}

template <class K> void segmented_pairs_cub(job<K> &j)
{
    const int32_t *starts = j.ints(j.segments);
    j.scratch([&](void *scratch, size_t &bytes) {
        return cub::DeviceSegmentedSort::StableSortPairs(
            scratch, bytes, static_cast<const K *>(j.key(j.a)), j.key(j.keys),
            static_cast<const int32_t *>(j.ints(j.a_values)), j.ints(j.values), static_cast<int>(j.n),
            static_cast<int>(j.s.segment_count + 1), starts, starts + 1);
    });
}

/* ---- sorted search ---- */

/* Does the key at a lower bound, or the key before an upper bound, equal the searched key? */
template <class K> struct match_of {
    const K *keys, *others;
    const int32_t *indices;
    int32_t count; /* of the other side */
    bool upper;
    __host__ __device__ unsigned char operator()(uint32_t i) const
    {
        int32_t k = indices[i] - (upper ? 1 : 0);
        return k >= 0 && k < count && !(others[k] < keys[i]) && !(keys[i] < others[k]);
    }
};

template <class K> struct thrust_bounds {
    static void find(job<K> &j, bool upper, const K *keys, size_t count, const K *others, size_t other_count,
                     int32_t *indices)
    {
        if (upper)
            thrust::upper_bound(j.policy(), others, others + other_count, keys, keys + count, indices, before());
        else
            thrust::lower_bound(j.policy(), others, others + other_count, keys, keys + count, indices, before());
    }
};

#ifdef HAVE_CUB_FIND
template <class K> struct cub_bounds {
    static void find(job<K> &j, bool upper, const K *keys, size_t count, const K *others, size_t other_count,
                     int32_t *indices)
    {
        const int n = static_cast<int>(count), other_n = static_cast<int>(other_count);
        (upper ? j.scratch : j.scratch_lower)([&](void *scratch, size_t &bytes) {
            return upper ? cub::DeviceFind::UpperBoundSortedValues(scratch, bytes, others, other_n, keys, n, indices,
                                                                   before())
                         : cub::DeviceFind::LowerBoundSortedValues(scratch, bytes, others, other_n, keys, n, indices,
                                                                   before());
        });
    }
};
#endif

template <class K, template <class> class Bounds>
void search_side(job<K> &j, bool upper, const K *keys, size_t count, const K *others, size_t other_count,
                 int32_t *indices, unsigned char *matches)
{
    Bounds<K>::find(j, upper, keys, count, others, other_count, indices);
    if (!matches)
        return;
    thrust::counting_iterator<uint32_t> i(0);
    thrust::transform(j.policy(), i, i + static_cast<std::ptrdiff_t>(count), matches,
                      match_of<K>{keys, others, indices, static_cast<int32_t>(other_count), upper});
}

template <class K, template <class> class Bounds> void search(job<K> &j)
{
    const peer_sorted &s = j.s;
    const K *a = j.key(j.a), *b = j.key(j.b);
    if (s.a_indices)
        search_side<K, Bounds>(j, s.upper != 0, a, s.a_count, b, s.b_count, j.ints(j.a_indices),
                               s.a_matches ? static_cast<unsigned char *>(j.a_matches.p) : nullptr);
    if (s.b_indices)
        search_side<K, Bounds>(j, s.upper == 0, b, s.b_count, a, s.a_count, j.ints(j.b_indices),
                               s.b_matches ? static_cast<unsigned char *>(j.b_matches.p) : nullptr);
}

/* ---- as-of joins ---- */

struct before_bound {
    __host__ __device__ int32_t operator()(std::ptrdiff_t bound) const { return static_cast<int32_t>(bound) - 1; }
};

struct at_bound {
    std::ptrdiff_t count;
    __host__ __device__ int32_t operator()(std::ptrdiff_t bound) const
    {
        return bound < count ? static_cast<int32_t>(bound) : -1;
    }
};

template <class K> void as_of_thrust(job<K> &j)
{
    const peer_sorted &s = j.s;
    const K *a = j.key(j.a), *b = j.key(j.b), *a_end = a + s.a_count, *b_end = b + s.b_count;
    int32_t *rows = j.ints(j.b_rows);
    if (s.upper)
        thrust::upper_bound(j.policy(), b, b_end, a, a_end,
                            thrust::make_transform_output_iterator(rows, before_bound()));
    else
        thrust::lower_bound(
            j.policy(), b, b_end, a, a_end,
            thrust::make_transform_output_iterator(rows, at_bound{static_cast<std::ptrdiff_t>(s.b_count)}));
}

/* ---- the variants ---- */

enum { KEYS = 1, PAIRS = 2, PLAIN_ONLY = 4, IN_PLACE = 8 };

template <class K> struct variant {
    const char *operation;
    unsigned kind;
    const char *name;
    void (*run)(job<K> &);
};

/* Runs and times the variant with index `number` among the variants for the work; 1: there are no more. */
template <class K, size_t count>
int run_variant(const variant<K> (&list)[count], const peer_work *w, int number, peer_times *times)
{
    const variant<K> *v = nullptr;
    for (const variant<K> &candidate : list)
        if (!std::strcmp(candidate.operation, w->operation) && candidate.kind & (w->sorted.values ? PAIRS : KEYS) &&
            !(candidate.kind & PLAIN_ONLY && w->sorted.any_order) && number-- == 0)
            v = &candidate;
    if (!v || !choose_device(w->device_name))
        return 1;
    *times = peer_times{v->name, -1, -1, nullptr, PEER_LIBRARY};
    return guarded(times, [&] {
        job<K> j(w);
        take_times(
            w,
            [&] {
                if (v->kind & IN_PLACE)
                    j.restore();
            },
            [&] { v->run(j); }, times);
        j.results();
    });
}

const variant<int32_t> int_variants[] = {
    {"merge", KEYS, "Thrust merge", merge_thrust<int32_t>},
    {"merge_runs", KEYS, "Thrust merge of pairs of runs", merge_runs_thrust<int32_t>},
    {"merge", PAIRS, "Thrust merge_by_key", merge_pairs_thrust<int32_t>},
#ifdef HAVE_CUB_MERGE
    {"merge", KEYS, "CUB DeviceMerge::MergeKeys", merge_cub<int32_t>},
    {"merge", PAIRS, "CUB DeviceMerge::MergePairs", merge_pairs_cub<int32_t>},
#endif
    {"sort", KEYS | IN_PLACE, "CUB DeviceMergeSort::StableSortKeys", sort_cub_merge<int32_t>},
    {"sort", KEYS | PLAIN_ONLY, "CUB DeviceRadixSort::SortKeys", sort_cub_radix<int32_t>},
    {"sort", KEYS | IN_PLACE, "Thrust stable_sort", sort_thrust<int32_t>},
    {"sort", PAIRS | IN_PLACE, "CUB DeviceMergeSort::StableSortPairs", sort_pairs_cub_merge<int32_t>},
    {"sort", PAIRS | PLAIN_ONLY, "CUB DeviceRadixSort::SortPairs", sort_pairs_cub_radix<int32_t>},
    {"sort", PAIRS | IN_PLACE, "Thrust stable_sort_by_key", sort_pairs_thrust<int32_t>},
    {"segmented_sort", KEYS | PLAIN_ONLY, "CUB DeviceSegmentedSort::SortKeys", segmented_cub<int32_t>},
    {"segmented_sort", KEYS | PLAIN_ONLY, "CUB DeviceSegmentedRadixSort::SortKeys", segmented_cub_radix<int32_t>},
    {"segmented_sort", PAIRS | PLAIN_ONLY, "CUB DeviceSegmentedSort::StableSortPairs", segmented_pairs_cub<int32_t>},
    {"search", KEYS, "Thrust lower_bound, upper_bound, transform", search<int32_t, thrust_bounds>},
#ifdef HAVE_CUB_FIND
    {"search", KEYS, "CUB DeviceFind::LowerBoundSortedValues, UpperBoundSortedValues; Thrust transform",
     search<int32_t, cub_bounds>},
#endif
    {"bounds", KEYS, "Thrust lower_bound, upper_bound", search<int32_t, thrust_bounds>},
    {"as_of", KEYS, "Thrust upper_bound or lower_bound", as_of_thrust<int32_t>},
};

const variant<int64_t> long_variants[] = {
    {"merge", KEYS, "Thrust merge", merge_thrust<int64_t>},
    {"merge_runs", KEYS, "Thrust merge of pairs of runs", merge_runs_thrust<int64_t>},
#ifdef HAVE_CUB_MERGE
    {"merge", KEYS, "CUB DeviceMerge::MergeKeys", merge_cub<int64_t>},
#endif
    {"sort", KEYS | IN_PLACE, "CUB DeviceMergeSort::StableSortKeys", sort_cub_merge<int64_t>},
    {"sort", KEYS | PLAIN_ONLY, "CUB DeviceRadixSort::SortKeys", sort_cub_radix<int64_t>},
    {"sort", KEYS | IN_PLACE, "Thrust stable_sort", sort_thrust<int64_t>},
    {"sort", PAIRS | PLAIN_ONLY, "CUB DeviceRadixSort::SortPairs", sort_pairs_cub_radix<int64_t>},
    {"as_of", KEYS, "Thrust upper_bound or lower_bound", as_of_thrust<int64_t>},
};

const variant<float> float_variants[] = {
    {"sort", KEYS | PLAIN_ONLY, "CUB DeviceRadixSort::SortKeys", sort_cub_radix<float>},
    {"sort", KEYS | IN_PLACE, "Thrust stable_sort", sort_thrust<float>},
};

const variant<uint8_t> uchar_variants[] = {
    {"sort", KEYS | PLAIN_ONLY, "CUB DeviceRadixSort::SortKeys", sort_cub_radix<uint8_t>},
};

const variant<int16_t> short_variants[] = {
    {"sort", KEYS | PLAIN_ONLY, "CUB DeviceRadixSort::SortKeys", sort_cub_radix<int16_t>},
};

} // namespace

extern "C" int peer_cuda_sorted(const peer_work *w, int number, peer_times *times)
{
    switch (w->sorted.key) {
    case PEER_INT:
        return run_variant(int_variants, w, number, times);
    case PEER_LONG:
        return run_variant(long_variants, w, number, times);
    case PEER_FLOAT:
        return run_variant(float_variants, w, number, times);
    case PEER_UCHAR:
        return run_variant(uchar_variants, w, number, times);
    case PEER_SHORT:
        return run_variant(short_variants, w, number, times);
    }
    return 1;
}
