/* SPDX-License-Identifier: Apache-2.0 */
/* Thrust's set operations, and the join that its users compose: two searches for the matches of every row of a, a scan
 * of the match counts, the total to the host, then rows by a running maximum (CUB) or by a search for every row
 * (Thrust). Thrust returns the size of a set on the host, and the join reads its own size there. The readback is part
 * of all times. */
#include "cuda_rows.h"

#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/set_operations.h>

namespace
{

using namespace cuda_peer;

template <class K> struct job {
    const peer_work *w;
    const peer_sorted &s;
    bool joins;
    memory a, b, a_values, b_values, keys, values, a_rows, b_rows;
    memory lower, upper, starts, b_lower; /* of a join: of the rows of a; of the rows of b */
    keeping_allocator allocator;
    cub_scratch scan_scratch, rows_scratch;

    /* An intersection by key takes only a's values, but reads as many of them as b has keys. */
    explicit job(const peer_work *work)
        : w(work), s(work->sorted), joins(s.a_rows != nullptr), a(s.a_count * sizeof(K)), b(s.b_count * sizeof(K)),
          a_values(s.a_values ? std::max(s.a_count, s.b_count) * 4 : 0), b_values(s.b_values ? s.b_count * 4 : 0),
          keys(joins ? 0 : (s.a_count + s.b_count) * sizeof(K)), values(s.values ? (s.a_count + s.b_count) * 4 : 0),
          a_rows(joins ? w->capacity * 4 : 0), b_rows(joins ? w->capacity * 4 : 0), lower(joins ? s.a_count * 4 : 0),
          upper(joins ? s.a_count * 4 : 0), starts(joins ? (s.a_count + 1) * 4 : 0),
          b_lower(joins && (s.kind == PEER_RIGHT || s.kind == PEER_FULL) ? s.b_count * 4 : 0)
    {
        up(a, s.a, s.a_count * sizeof(K));
        up(b, s.b, s.b_count * sizeof(K));
        up(a_values, s.a_values, s.a_count * 4);
        up(b_values, s.b_values, s.b_count * 4);
    }
    static void up(memory &to, const void *from, size_t bytes)
    {
        if (from && bytes)
            check(cudaMemcpy(to.p, from, bytes, cudaMemcpyHostToDevice));
    }
    void down(void *to, const memory &from, size_t size) const
    {
        size_t count = std::min(*w->found, w->capacity);
        if (to && count)
            check(cudaMemcpy(to, from.p, count * size, cudaMemcpyDeviceToHost));
    }
    void results() const
    {
        down(s.keys, keys, sizeof(K));
        down(s.values, values, 4);
        down(s.a_rows, a_rows, 4);
        down(s.b_rows, b_rows, 4);
    }
    K *key(const memory &m) const { return static_cast<K *>(m.p); }
    int32_t *ints(const memory &m) const { return static_cast<int32_t *>(m.p); }
    auto policy() { return thrust::cuda::par_nosync(allocator); }
};

/* ---- sets ---- */

template <class K> void set_keys(job<K> &j)
{
    const K *a = j.key(j.a), *a_end = a + j.s.a_count, *b = j.key(j.b), *b_end = b + j.s.b_count;
    K *out = j.key(j.keys), *end = out;
    switch (j.s.kind) {
    case PEER_INTERSECTION:
        end = thrust::set_intersection(j.policy(), a, a_end, b, b_end, out);
        break;
    case PEER_UNION:
        end = thrust::set_union(j.policy(), a, a_end, b, b_end, out);
        break;
    case PEER_DIFFERENCE:
        end = thrust::set_difference(j.policy(), a, a_end, b, b_end, out);
        break;
    default:
        end = thrust::set_symmetric_difference(j.policy(), a, a_end, b, b_end, out);
    }
    *j.w->found = static_cast<size_t>(end - out);
}

template <class K> void set_pairs(job<K> &j)
{
    const K *a = j.key(j.a), *a_end = a + j.s.a_count, *b = j.key(j.b), *b_end = b + j.s.b_count;
    const int32_t *av = j.ints(j.a_values), *bv = j.ints(j.b_values);
    K *out = j.key(j.keys), *end = out;
    int32_t *values = j.ints(j.values);
    switch (j.s.kind) {
    case PEER_INTERSECTION:
        end = thrust::set_intersection_by_key(j.policy(), a, a_end, b, b_end, av, out, values).first;
        break;
    case PEER_UNION:
        end = thrust::set_union_by_key(j.policy(), a, a_end, b, b_end, av, bv, out, values).first;
        break;
    case PEER_DIFFERENCE: /* stores none of b's values, but reads them */
        end = thrust::set_difference_by_key(j.policy(), a, a_end, b, b_end, av, bv, out, values).first;
        break;
    default:
        end = thrust::set_symmetric_difference_by_key(j.policy(), a, a_end, b, b_end, av, bv, out, values).first;
    }
    *j.w->found = static_cast<size_t>(end - out);
}

/* ---- joins: inner, left, right, full ---- */

struct rows_of { /* of the result, for row i of a */
    const int32_t *lower, *upper;
    bool left;
    __host__ __device__ int32_t operator()(uint32_t i) const
    {
        int32_t count = upper[i] - lower[i];
        return count == 0 && left ? 1 : count;
    }
};

struct write_row {
    const int32_t *lower, *upper, *starts;
    int32_t *b_rows;
    __host__ __device__ void operator()(int32_t place, int32_t i) const
    {
        int32_t k = lower[i] + (place - starts[i]);
        b_rows[place] = k < upper[i] ? k : -1;
    }
};

__global__ void fill_rows(write_row write, const int32_t *a_rows, int32_t count)
{
    int32_t place = static_cast<int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
    if (place < count)
        write(place, a_rows[place]);
}

template <class K> struct unmatched { /* no key in a equals row k of b, by its lower bound */
    const K *b, *a;
    const int32_t *bounds;
    int32_t a_count;
    __host__ __device__ bool operator()(int32_t k) const { return bounds[k] == a_count || b[k] < a[bounds[k]]; }
};

enum expansion { BY_MAXIMUM, BY_SEARCH };

/* Counts the matches, finds the first result row of each row of a, and returns the total. */
template <class K> int32_t count_rows(job<K> &j, bool left)
{
    const K *a = j.key(j.a), *b = j.key(j.b);
    const size_t n = j.s.a_count;
    int32_t *lower = j.ints(j.lower), *upper = j.ints(j.upper);
    thrust::lower_bound(j.policy(), b, b + j.s.b_count, a, a + n, lower);
    thrust::upper_bound(j.policy(), b, b + j.s.b_count, a, a + n, upper);
    auto counts = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), rows_of{lower, upper, left});
    return make_starts(j.scan_scratch, counts, n, j.ints(j.starts));
}

template <class K> void join(job<K> &j, expansion how)
{
    const peer_sorted &s = j.s;
    const bool left = s.kind == PEER_LEFT || s.kind == PEER_FULL, right = s.kind == PEER_RIGHT || s.kind == PEER_FULL;
    const int32_t total = count_rows(j, left);
    int32_t *a_rows = j.ints(j.a_rows), *b_rows = j.ints(j.b_rows), *starts = j.ints(j.starts);
    const write_row write = {j.ints(j.lower), j.ints(j.upper), starts, b_rows};
    *j.w->found = static_cast<size_t>(total);
    if (*j.w->found > j.w->capacity)
        return; /* the size is wrong, so the check fails */
    if (total && how == BY_MAXIMUM) {
        rows_by_maximum(j.rows_scratch, starts, s.a_count, a_rows, total);
    } else if (total) {
        thrust::counting_iterator<int32_t> places(0);
        thrust::upper_bound(j.policy(), starts + 1, starts + 1 + s.a_count, places, places + total, a_rows);
    }
    if (total) {
        fill_rows<<<blocks(static_cast<size_t>(total)), 256>>>(write, a_rows, total);
        check(cudaGetLastError());
    }
    if (!right)
        return;
    const K *a = j.key(j.a), *b = j.key(j.b);
    int32_t *bounds = j.ints(j.b_lower);
    thrust::lower_bound(j.policy(), a, a + s.a_count, b, b + s.b_count, bounds);
    thrust::counting_iterator<int32_t> rows(0);
    int32_t *end = thrust::copy_if(j.policy(), rows, rows + static_cast<std::ptrdiff_t>(s.b_count), b_rows + total,
                                   unmatched<K>{b, a, bounds, static_cast<int32_t>(s.a_count)});
    const size_t singles = static_cast<size_t>(end - (b_rows + total));
    check(cudaMemsetAsync(a_rows + total, 0xff, singles * 4));
    *j.w->found += singles;
}

/* The size of a join is on the host before its rows are written, so a call that returns the size on the host only
 * waits for the rows in addition. */
template <class K, expansion how> void whole_join(job<K> &j)
{
    join(j, how);
    if (j.w->answers)
        check(cudaDeviceSynchronize());
}

/* ---- the variants ---- */

template <class K> int run(const peer_work *w, const char *name, void (*body)(job<K> &), peer_times *times)
{
    if (!body || !choose_device(w->device_name))
        return 1;
    *times = peer_times{name, -1, -1, nullptr, PEER_LIBRARY};
    return guarded(times, [&] {
        job<K> j(w);
        take_times(
            w, [] {}, [&] { body(j); }, times);
        j.results();
    });
}

template <class K> int run_variant(const peer_work *w, int number, peer_times *times)
{
    const bool pairs = w->sorted.values != nullptr, set = !std::strcmp(w->operation, "set");
    if (set && number == 0 && pairs)
        return run<K>(w, "Thrust set_*_by_key", set_pairs<K>, times);
    if (set && number == 0)
        return run<K>(w, "Thrust set_*", set_keys<K>, times);
    if (std::strcmp(w->operation, "join") || w->sorted.kind == PEER_SEMI || w->sorted.kind == PEER_ANTI)
        return 1;
    if (number == 0)
        return run<K>(w, "Thrust searches, CUB scan + InclusiveScan(max), CUDA kernels", whole_join<K, BY_MAXIMUM>,
                      times);
    if (number == 1)
        return run<K>(w, "Thrust searches, CUB scan, Thrust upper_bound, CUDA kernel", whole_join<K, BY_SEARCH>, times);
    return 1;
}

} // namespace

extern "C" int peer_cuda_sets(const peer_work *w, int number, peer_times *times)
{
    switch (w->sorted.key) {
    case PEER_INT:
        return run_variant<int32_t>(w, number, times);
    case PEER_LONG:
        return run_variant<int64_t>(w, number, times);
    default:
        return 1;
    }
}
