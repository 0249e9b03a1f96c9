/* SPDX-License-Identifier: Apache-2.0 */
/* Shared code of the CUDA peers on arrays of ints. Only for files compiled by nvcc. */
#ifndef CLINTERVAL_BENCH_PEERS_CUDA_BULK_H
#define CLINTERVAL_BENCH_PEERS_CUDA_BULK_H

#include "cuda.h"

#include <thrust/execution_policy.h>

namespace cuda_peer
{

struct job {
    const peer_work *w;
    const peer_bulk &s;
    size_t most; /* of outputs */
    memory input, other, indices, keys, unique, output, counter;
    cub_scratch scratch;
    keeping_allocator allocator;

    explicit job(const peer_work *work)
        : w(work), s(work->bulk), most(std::max(s.count, s.results)), input(room(s.input, s.count)),
          other(room(s.other, others())), indices(room(s.indices, s.listed)), keys(room(s.keys, s.count)),
          unique(room(s.unique, most)), output(most * 4), counter(4), more(0)
    {
        up(input, s.input, s.count);
        up(other, s.other, others());
        up(indices, s.indices, s.listed);
        up(keys, s.keys, s.count);
    }
    void results() const
    {
        if (unread)
            read_count();
        const size_t found = w->capacity ? std::min(*w->found, w->capacity) : s.results;
        const size_t outputs = std::strcmp(w->operation, "partition") ? found : s.results;
        down(s.output, output, outputs);
        down(s.unique, unique, outputs);
        if (rest_apart)
            down(s.output + found, more, outputs - found);
        if (any_order)
            sort_pairs(s.output, s.unique, outputs);
        if (rest_reversed)
            std::reverse(s.output + found, s.output + outputs);
    }
    /* For a result size on the device: reads it now if it is part of the call, otherwise after the call. */
    void counted()
    {
        unread = !w->answers;
        if (!unread)
            read_count();
    }
    static int32_t *ints(const memory &m) { return static_cast<int32_t *>(m.p); }
    /* An additional array of the input's size, allocated by the first call. */
    int32_t *help()
    {
        if (!helps)
            more.grow(s.count * 4);
        helps = true;
        return ints(more);
    }
    auto policy() { return thrust::cuda::par_nosync(allocator); }
    uint32_t count() const { return static_cast<uint32_t>(s.count); }

    bool rest_reversed = false, rest_apart = false; /* layout of a partition's second part; apart: in `help` */
    bool prepared = false;                          /* the first call has made its untimed preparations */
    bool any_order = false; /* top: pairs of keys, in `output`, and indices, in `unique`, are not sorted */
    int32_t value = 0;      /* a variant's own */

  private:
    memory more;
    bool helps = false, unread = false; /* unread: the count is still on the device */

    static size_t room(const int32_t *ints, size_t count) { return ints ? count * 4 : 0; }
    size_t others() const { return s.indices ? s.listed : s.count; }
    static void up(memory &to, const int32_t *from, size_t count)
    {
        if (from && count)
            check(cudaMemcpy(to.p, from, count * 4, cudaMemcpyHostToDevice));
    }
    static void down(int32_t *to, const memory &from, size_t count)
    {
        if (to && count)
            check(cudaMemcpy(to, from.p, count * 4, cudaMemcpyDeviceToHost));
    }
    static void sort_pairs(int32_t *keys, int32_t *values, size_t count)
    {
        std::vector<std::pair<int32_t, int32_t>> pairs(count);
        for (size_t i = 0; i < count; i++)
            pairs[i] = {keys[i], values[i]};
        std::sort(pairs.begin(), pairs.end());
        for (size_t i = 0; i < count; i++) {
            keys[i] = pairs[i].first;
            values[i] = pairs[i].second;
        }
    }
    void read_count() const
    {
        int32_t count = 0;
        check(cudaMemcpy(&count, counter.p, 4, cudaMemcpyDeviceToHost));
        *w->found = static_cast<size_t>(count);
    }
};

struct variant {
    const char *operation, *name;
    void (*run)(job &);
};

inline unsigned blocks(size_t n) { return static_cast<unsigned>((n + 255) / 256); }

struct plus {
    __host__ __device__ int32_t operator()(int32_t a, int32_t b) const
    {
        return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
    }
};

struct keeps {
    __host__ __device__ bool operator()(int32_t x) const { return PEER_KEEPS(x); }
};

} // namespace cuda_peer

#endif
