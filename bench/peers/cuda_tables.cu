/* SPDX-License-Identifier: Apache-2.0 */
/* What users of CUB and Thrust compose for tables in any order. Group-by: a radix sort of keys with values, then a
 * reduction by key. Join: a radix sort of keys with rows, searches, a scan of the match counts, the total to the host,
 * rows by a running maximum. Overlaps: searches and the same expansion. The readback of totals is part of all times. */
#include "cuda_rows.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

namespace
{

using namespace cuda_peer;

void up(memory &to, const void *from, size_t bytes)
{
    if (from && bytes)
        check(cudaMemcpy(to.p, from, bytes, cudaMemcpyHostToDevice));
}

void down(void *to, const memory &from, size_t bytes)
{
    if (to && bytes)
        check(cudaMemcpy(to, from.p, bytes, cudaMemcpyDeviceToHost));
}

int32_t *ints(const memory &m) { return static_cast<int32_t *>(m.p); }
unsigned char *uchars(const memory &m) { return static_cast<unsigned char *>(m.p); }

/* ---- group-by ---- */

/* Sorts (key, value) pairs. Keys of two columns become one of 64 bits, of which 40 are sorted. CUB reduces to as many
 * groups as there are, so the results have room for the known count of groups only. */
template <class K> struct grouping {
    const peer_work *w;
    const peer_groups &g;
    memory keys, seconds, values, packed, sorted_keys, sorted_values;
    memory unique, unique_seconds, sums, least, greatest, counts, counter;
    cub_scratch sort_scratch, reduce_scratch;
    keeping_allocator allocator;

    explicit grouping(const peer_work *work)
        : w(work), g(work->groups), keys(g.count * 4), seconds(g.seconds ? g.count : 0), values(g.count * 4),
          packed(g.seconds ? g.count * sizeof(K) : 0), sorted_keys(g.count * sizeof(K)), sorted_values(g.count * 4),
          unique(w->capacity * 4), unique_seconds(g.seconds ? w->capacity : 0), sums(w->capacity * 4),
          least(g.seconds ? w->capacity * 4 : 0), greatest(g.seconds ? w->capacity * 4 : 0), counts(w->capacity * 4),
          counter(4)
    {
        up(keys, g.keys, g.count * 4);
        up(seconds, g.seconds, g.count);
        up(values, g.values, g.count * 4);
    }
    auto policy() { return thrust::cuda::par_nosync(allocator); }
    void sort(const K *from, int bits)
    {
        sort_scratch([&](void *scratch, size_t &bytes) {
            return cub::DeviceRadixSort::SortPairs(scratch, bytes, from, static_cast<K *>(sorted_keys.p), ints(values),
                                                   ints(sorted_values), static_cast<uint32_t>(g.count), 0, bits);
        });
    }
    template <class Unique, class Values, class Results, class Operator>
    void reduce(Unique unique_keys, Values rows, Results results, Operator op)
    {
        reduce_scratch([&](void *scratch, size_t &bytes) {
            return cub::DeviceReduce::ReduceByKey(scratch, bytes, static_cast<const K *>(sorted_keys.p), unique_keys,
                                                  rows, results, ints(counter), op, static_cast<int>(g.count));
        });
        if (w->answers)
            read_count();
    }
    void read_count()
    {
        int32_t count = 0;
        down(&count, counter, 4);
        *w->found = static_cast<size_t>(count);
    }
    void results()
    {
        read_count();
        const size_t count = std::min(*w->found, w->capacity);
        down(g.unique, unique, count * 4);
        down(g.unique_seconds, unique_seconds, count);
        down(g.sums, sums, count * 4);
        down(g.least, least, count * 4);
        down(g.greatest, greatest, count * 4);
        down(g.counts, counts, count * 4);
    }
};

typedef thrust::tuple<int32_t, int32_t> two; /* sum, count */
typedef thrust::tuple<int32_t, int32_t, int32_t, int32_t> four;

struct two_of {
    __host__ __device__ two operator()(int32_t value) const { return two(value, 1); }
};

struct add_two {
    __host__ __device__ two operator()(const two &a, const two &b) const
    {
        return two(thrust::get<0>(a) + thrust::get<0>(b), thrust::get<1>(a) + thrust::get<1>(b));
    }
};

struct four_of {
    __host__ __device__ four operator()(int32_t value) const { return four(value, value, value, 1); }
};

struct add_four {
    __host__ __device__ four operator()(const four &a, const four &b) const
    {
        const int32_t least = thrust::get<1>(a) < thrust::get<1>(b) ? thrust::get<1>(a) : thrust::get<1>(b);
        const int32_t greatest = thrust::get<2>(a) > thrust::get<2>(b) ? thrust::get<2>(a) : thrust::get<2>(b);
        return four(thrust::get<0>(a) + thrust::get<0>(b), least, greatest, thrust::get<3>(a) + thrust::get<3>(b));
    }
};

void group_ints(grouping<int32_t> &j)
{
    j.sort(ints(j.keys), 32);
    j.reduce(ints(j.unique), thrust::make_transform_iterator(ints(j.sorted_values), two_of()),
             thrust::make_zip_iterator(thrust::make_tuple(ints(j.sums), ints(j.counts))), add_two());
}

struct pack {
    __host__ __device__ uint64_t operator()(int32_t key, unsigned char second) const
    {
        return static_cast<uint64_t>(static_cast<uint32_t>(key) ^ 0x80000000u) << 8 | second;
    }
};

struct unpack {
    __host__ __device__ thrust::tuple<int32_t, unsigned char> operator()(uint64_t packed) const
    {
        return thrust::tuple<int32_t, unsigned char>(
            static_cast<int32_t>(static_cast<uint32_t>(packed >> 8) ^ 0x80000000u), static_cast<unsigned char>(packed));
    }
};

void group_two_columns(grouping<uint64_t> &j)
{
    uint64_t *packed = static_cast<uint64_t *>(j.packed.p);
    thrust::transform(j.policy(), ints(j.keys), ints(j.keys) + j.g.count, uchars(j.seconds), packed, pack());
    j.sort(packed, 40);
    uint64_t *unique = packed; /* the sort has read the keys */
    j.reduce(
        unique, thrust::make_transform_iterator(ints(j.sorted_values), four_of()),
        thrust::make_zip_iterator(thrust::make_tuple(ints(j.sums), ints(j.least), ints(j.greatest), ints(j.counts))),
        add_four());
    thrust::transform(j.policy(), unique, unique + std::min(j.g.count, j.w->capacity),
                      thrust::make_zip_iterator(thrust::make_tuple(ints(j.unique), uchars(j.unique_seconds))),
                      unpack());
}

/* ---- joins: inner, left, semi, anti ---- */

struct joining {
    const peer_work *w;
    const peer_sorted &s;
    memory a, b, a_rows, b_rows, lower, upper, starts;
    memory sorted_b, rows_of_b, places_b;         /* b's keys in order, their rows; the numbers 0, 1, … */
    memory sorted_a, rows_of_a, places_a, bounds; /* if a is sorted, too */
    cub_scratch a_scratch, b_scratch, scan_scratch, rows_scratch;
    keeping_allocator allocator;

    auto policy() { return thrust::cuda::par_nosync(allocator); }
    explicit joining(const peer_work *work)
        : w(work), s(work->sorted), a(s.a_count * 4), b(s.b_count * 4), a_rows(w->capacity * 4),
          b_rows(s.b_rows ? w->capacity * 4 : 0), lower(s.a_count * 4), upper(s.a_count * 4),
          starts((s.a_count + 1) * 4), sorted_b(s.b_count * 4), rows_of_b(s.b_count * 4), places_b(s.b_count * 4),
          sorted_a(0), rows_of_a(0), places_a(0), bounds(0)
    {
        up(a, s.a, s.a_count * 4);
        up(b, s.b, s.b_count * 4);
        thrust::sequence(policy(), ints(places_b), ints(places_b) + s.b_count);
    }
    void sort(cub_scratch &scratch, const memory &keys, memory &sorted, const memory &places, memory &rows, size_t n)
    {
        scratch([&](void *room, size_t &bytes) {
            return cub::DeviceRadixSort::SortPairs(room, bytes, ints(keys), ints(sorted), ints(places), ints(rows),
                                                   static_cast<uint32_t>(n));
        });
    }
    /* Space for the sorted a, at the first call. */
    void prepare_a()
    {
        if (prepared)
            return;
        prepared = true;
        sorted_a.grow(s.a_count * 4);
        rows_of_a.grow(s.a_count * 4);
        places_a.grow(s.a_count * 4);
        bounds.grow(s.a_count * 4);
        thrust::sequence(policy(), ints(places_a), ints(places_a) + s.a_count);
    }
    void results()
    {
        const size_t count = std::min(*w->found, w->capacity);
        down(s.a_rows, a_rows, count * 4);
        down(s.b_rows, b_rows, count * 4);
    }

  private:
    bool prepared = false;
};

struct matches_of { /* row i of a has this many rows in the result */
    const int32_t *lower, *upper;
    int kind;
    __host__ __device__ int32_t operator()(int32_t i) const
    {
        const int32_t count = upper[i] - lower[i];
        return count == 0 && kind == PEER_LEFT ? 1 : count;
    }
};

struct is_listed { /* by a semi or anti join */
    const int32_t *lower, *upper;
    bool anti;
    __host__ __device__ bool operator()(int32_t i) const { return (lower[i] == upper[i]) == anti; }
};

__global__ void fill_pairs(const int32_t *lower, const int32_t *upper, const int32_t *starts, const int32_t *rows_of_b,
                           const int32_t *a_rows, int32_t *b_rows, int32_t count)
{
    const int32_t place = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
    if (place >= count)
        return;
    const int32_t i = a_rows[place], k = lower[i] + (place - starts[i]);
    b_rows[place] = k < upper[i] ? rows_of_b[k] : -1;
}

/* The bounds of each row of a in the sorted b. */
void search_in_order_of_a(joining &j)
{
    const int32_t *b = ints(j.sorted_b), *a = ints(j.a);
    thrust::lower_bound(j.policy(), b, b + j.s.b_count, a, a + j.s.a_count, ints(j.lower));
    thrust::upper_bound(j.policy(), b, b + j.s.b_count, a, a + j.s.a_count, ints(j.upper));
}

/* Sorted needles find their bounds with better caching; the bounds are then scattered to the rows. */
void search_in_order_of_keys(joining &j)
{
    const size_t n = j.s.a_count;
    j.prepare_a();
    j.sort(j.a_scratch, j.a, j.sorted_a, j.places_a, j.rows_of_a, n);
    const int32_t *b = ints(j.sorted_b), *a = ints(j.sorted_a), *rows = ints(j.rows_of_a);
    int32_t *bounds = ints(j.bounds);
    thrust::lower_bound(j.policy(), b, b + j.s.b_count, a, a + n, bounds);
    thrust::scatter(j.policy(), bounds, bounds + n, rows, ints(j.lower));
    thrust::upper_bound(j.policy(), b, b + j.s.b_count, a, a + n, bounds);
    thrust::scatter(j.policy(), bounds, bounds + n, rows, ints(j.upper));
}

void select_rows(joining &j)
{
    const thrust::counting_iterator<int32_t> rows(0);
    const is_listed listed = {ints(j.lower), ints(j.upper), j.s.kind == PEER_ANTI};
    int32_t *end =
        thrust::copy_if(j.policy(), rows, rows + static_cast<std::ptrdiff_t>(j.s.a_count), ints(j.a_rows), listed);
    *j.w->found = static_cast<size_t>(end - ints(j.a_rows));
}

void expand_rows(joining &j)
{
    const peer_sorted &s = j.s;
    const int32_t *lower = ints(j.lower), *upper = ints(j.upper);
    const auto counts =
        thrust::make_transform_iterator(thrust::counting_iterator<int32_t>(0), matches_of{lower, upper, s.kind});
    int32_t *starts = ints(j.starts);
    const int32_t total = make_starts(j.scan_scratch, counts, s.a_count, starts);
    *j.w->found = static_cast<size_t>(total);
    if (*j.w->found > j.w->capacity || !total)
        return; /* a wrong size fails the check */
    rows_by_maximum(j.rows_scratch, starts, s.a_count, ints(j.a_rows), total);
    fill_pairs<<<blocks(static_cast<size_t>(total)), 256>>>(lower, upper, starts, ints(j.rows_of_b), ints(j.a_rows),
                                                            ints(j.b_rows), total);
    check(cudaGetLastError());
}

template <void (*search)(joining &)> void join(joining &j)
{
    j.sort(j.b_scratch, j.b, j.sorted_b, j.places_b, j.rows_of_b, j.s.b_count);
    search(j);
    if (j.s.kind == PEER_SEMI || j.s.kind == PEER_ANTI)
        select_rows(j);
    else
        expand_rows(j);
    if (j.w->answers)
        check(cudaDeviceSynchronize());
}

/* ---- overlaps ---- */

/* Rows 0 … a_count-1 of the expansion are those of a, with the rows of b that begin inside; the others are those of b,
 * with the rows of a that begin inside and after the start. */
struct overlapping {
    const peer_work *w;
    const peer_sorted &s;
    size_t rows;
    memory a, b, a_ends, b_ends, a_rows, b_rows, owners, lower, upper, starts;
    cub_scratch scan_scratch, rows_scratch;
    keeping_allocator allocator;

    explicit overlapping(const peer_work *work)
        : w(work), s(work->sorted), rows(s.a_count + s.b_count), a(s.a_count * 4), b(s.b_count * 4),
          a_ends(s.a_count * 4), b_ends(s.b_count * 4), a_rows(w->capacity * 4), b_rows(w->capacity * 4),
          owners(w->capacity * 4), lower(rows * 4), upper(rows * 4), starts((rows + 1) * 4)
    {
        up(a, s.a, s.a_count * 4);
        up(b, s.b, s.b_count * 4);
        up(a_ends, s.a_ends, s.a_count * 4);
        up(b_ends, s.b_ends, s.b_count * 4);
    }
    auto policy() { return thrust::cuda::par_nosync(allocator); }
    void results()
    {
        const size_t count = std::min(*w->found, w->capacity);
        down(s.a_rows, a_rows, count * 4);
        down(s.b_rows, b_rows, count * 4);
    }
};

__global__ void fill_overlaps(const int32_t *lower, const int32_t *starts, const int32_t *owners, int32_t a_count,
                              int32_t *a_rows, int32_t *b_rows, int32_t count)
{
    const int32_t place = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
    if (place >= count)
        return;
    const int32_t owner = owners[place], other = lower[owner] + (place - starts[owner]);
    a_rows[place] = owner < a_count ? owner : other;
    b_rows[place] = owner < a_count ? other : owner - a_count;
}

void overlaps(overlapping &j)
{
    const peer_sorted &s = j.s;
    const int32_t *a = ints(j.a), *a_end = a + s.a_count, *b = ints(j.b), *b_end = b + s.b_count;
    int32_t *lower = ints(j.lower), *upper = ints(j.upper), *starts = ints(j.starts);
    thrust::lower_bound(j.policy(), b, b_end, a, a_end, lower);
    thrust::lower_bound(j.policy(), b, b_end, ints(j.a_ends), ints(j.a_ends) + s.a_count, upper);
    thrust::upper_bound(j.policy(), a, a_end, b, b_end, lower + s.a_count);
    thrust::lower_bound(j.policy(), a, a_end, ints(j.b_ends), ints(j.b_ends) + s.b_count, upper + s.a_count);
    const auto counts =
        thrust::make_transform_iterator(thrust::counting_iterator<int32_t>(0), matches_of{lower, upper, PEER_INNER});
    const int32_t total = make_starts(j.scan_scratch, counts, j.rows, starts);
    *j.w->found = static_cast<size_t>(total);
    if (*j.w->found <= j.w->capacity && total) {
        rows_by_maximum(j.rows_scratch, starts, j.rows, ints(j.owners), total);
        fill_overlaps<<<blocks(static_cast<size_t>(total)), 256>>>(
            lower, starts, ints(j.owners), static_cast<int32_t>(s.a_count), ints(j.a_rows), ints(j.b_rows), total);
        check(cudaGetLastError());
    }
    if (j.w->answers)
        check(cudaDeviceSynchronize());
}

/* ---- the variants ---- */

template <class Job> int run(const peer_work *w, const char *name, void (*body)(Job &), peer_times *times)
{
    if (!choose_device(w->device_name))
        return 1;
    *times = peer_times{name, -1, -1, nullptr, PEER_LIBRARY};
    return guarded(times, [&] {
        Job j(w);
        take_times(
            w, [] {}, [&] { body(j); }, times);
        j.results();
    });
}

int run_group_by(const peer_work *w, int number, peer_times *times)
{
    if (number)
        return 1;
    if (w->groups.seconds)
        return run(w, "Thrust transform, CUB sort of 40 bits + ReduceByKey", group_two_columns, times);
    return run(w, "CUB DeviceRadixSort + ReduceByKey", group_ints, times);
}

int run_join(const peer_work *w, int number, peer_times *times)
{
    if (w->sorted.key != PEER_INT || w->sorted.kind == PEER_RIGHT || w->sorted.kind == PEER_FULL)
        return 1;
    if (number == 0)
        return run(w, "CUB sort of b, Thrust searches, CUB scans, CUDA kernels", join<search_in_order_of_a>, times);
    if (number == 1)
        return run(w, "CUB sorts of a and b, Thrust searches + scatter, CUB scans, CUDA kernels",
                   join<search_in_order_of_keys>, times);
    return 1;
}

} // namespace

extern "C" int peer_cuda_tables(const peer_work *w, int number, peer_times *times)
{
    if (!std::strcmp(w->operation, "group_by"))
        return run_group_by(w, number, times);
    if (!std::strcmp(w->operation, "join_unsorted"))
        return run_join(w, number, times);
    if (!std::strcmp(w->operation, "overlaps") && number == 0)
        return run(w, "Thrust searches, CUB scans, CUDA kernels", overlaps, times);
    return 1;
}
