/* SPDX-License-Identifier: Apache-2.0 */
/* Structures on the same card: with Thrust as its users write it; with a CUDA kernel of one structure per thread; and
 * with kernels in which neighbouring threads access neighbouring words. The gather and scatter kernels of the last
 * kind move units of up to 16 bytes from array to array, with indices from the lanes that read them. In the kernels
 * that copy, split and join structures each thread holds a whole structure in between, as a user's kernel does,
 * through CUB's BlockLoad and BlockStore. */
#include "cuda.h"

#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/scatter.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/version.h>

#include <type_traits>
#include <utility>

namespace
{

using namespace cuda_peer;

template <size_t count> struct words {
    uint32_t w[count];
};

template <size_t count> struct quads {
    uint4 w[count];
};

/* The unit that a thread moves. Memory from cudaMalloc is aligned for all units. */
template <class T>
using unit = std::conditional_t<sizeof(T) % 16 == 0, uint4, std::conditional_t<sizeof(T) % 8 == 0, uint2, uint32_t>>;

template <class T> constexpr unsigned units = sizeof(T) / sizeof(unit<T>);

constexpr unsigned LANES = 32, BLOCK = 128; /* threads */

template <size_t count> struct fields {
    uint32_t *field[count];
};

struct job {
    const peer_work *w;
    const peer_structures &s;
    size_t bytes, pitch; /* of a structure; words from a field to the next */
    bool apart, together;
    memory indices, input, output;
    keeping_allocator allocator;

    explicit job(const peer_work *work)
        : w(work), s(work->structures), bytes(s.words * 4), pitch((s.count + 63) / 64 * 64), apart(is("aos_to_soa")),
          together(is("soa_to_aos")), indices(s.indices ? s.count * 4 : 0),
          input(together ? pitch * bytes : input_bytes()), output(apart ? pitch * bytes : output_bytes())
    {
        if (s.indices)
            check(cudaMemcpy(indices.p, s.indices, s.count * 4, cudaMemcpyHostToDevice));
        if (s.input)
            check(cudaMemcpy(input.p, s.input, input_bytes(), cudaMemcpyHostToDevice));
        for (size_t k = 0; together && k < s.words; k++)
            check(cudaMemcpy(field(input, k), s.in_fields[k], s.count * 4, cudaMemcpyHostToDevice));
    }
    bool is(const char *operation) const { return !std::strcmp(w->operation, operation); }
    size_t input_bytes() const { return (is("aos_gather") ? s.places : s.count) * bytes; }
    size_t output_bytes() const { return s.count * bytes; }
    void results() const
    {
        if (s.output)
            check(cudaMemcpy(s.output, output.p, output_bytes(), cudaMemcpyDeviceToHost));
        for (size_t k = 0; apart && k < s.words; k++)
            check(cudaMemcpy(s.out_fields[k], field(output, k), s.count * 4, cudaMemcpyDeviceToHost));
    }
    uint32_t *field(const memory &m, size_t k) const { return static_cast<uint32_t *>(m.p) + k * pitch; }
    template <size_t... k> fields<sizeof...(k)> all_fields(const memory &m, std::index_sequence<k...>) const
    {
        return {{field(m, k)...}};
    }
    template <class T> T *of(const memory &m) const { return static_cast<T *>(m.p); }
    const int32_t *places() const { return static_cast<const int32_t *>(indices.p); }
    auto policy() { return thrust::cuda::par_nosync(allocator); }
    unsigned blocks() const { return static_cast<unsigned>((s.count + BLOCK - 1) / BLOCK); }
};

/* ---- gather and scatter ---- */

template <class T> void gather_thrust(job &j)
{
    thrust::gather(j.policy(), j.places(), j.places() + j.s.count, j.of<const T>(j.input), j.of<T>(j.output));
}

template <class T> void scatter_thrust(job &j)
{
    const T *input = j.of<const T>(j.input);
    thrust::scatter(j.policy(), input, input + j.s.count, j.places(), j.of<T>(j.output));
}

/* On the side without indices the structures of a warp are contiguous units. Lane l moves units l, l + 32 and so on.
 * All reads precede the first write. */
template <class T, bool gathers>
__global__ void __launch_bounds__(BLOCK)
    move_by_warps(const int32_t *__restrict__ places, const unit<T> *__restrict__ input, unit<T> *__restrict__ output,
                  size_t count)
{
    const unsigned lane = threadIdx.x % LANES;
    const size_t first = blockIdx.x * static_cast<size_t>(BLOCK) + (threadIdx.x - lane);
    if (first >= count)
        return; /* a whole warp */
    const unsigned here = count - first < LANES ? static_cast<unsigned>(count - first) : LANES;
    const int32_t own = lane < here ? places[first + lane] : 0;
    unit<T> held[units<T>];
    size_t far[units<T>];
#pragma unroll
    for (unsigned k = 0; k < units<T>; k++) {
        const unsigned u = k * LANES + lane, of = u / units<T>;
        far[k] = static_cast<size_t>(__shfl_sync(0xffffffffu, own, static_cast<int>(of))) * units<T> + u % units<T>;
        if (of < here)
            held[k] = input[gathers ? far[k] : first * units<T> + u];
    }
#pragma unroll
    for (unsigned k = 0; k < units<T>; k++) {
        const unsigned u = k * LANES + lane;
        if (u / units<T> < here)
            output[gathers ? first * units<T> + u : far[k]] = held[k];
    }
}

template <class T, bool gathers> void move_warps(job &j)
{
    move_by_warps<T, gathers>
        <<<j.blocks(), BLOCK>>>(j.places(), j.of<const unit<T>>(j.input), j.of<unit<T>>(j.output), j.s.count);
    check(cudaGetLastError());
}

/* ---- copies ---- */

template <class T> void copy_thrust(job &j)
{
    const T *input = j.of<const T>(j.input);
    thrust::copy(j.policy(), input, input + j.s.count, j.of<T>(j.output));
}

struct same {
    template <class T> __host__ __device__ T operator()(const T &x) const { return x; }
};

template <class T> void transform_thrust(job &j)
{
    const T *input = j.of<const T>(j.input);
    thrust::transform(j.policy(), input, input + j.s.count, j.of<T>(j.output), same());
}

template <class T> __global__ void __launch_bounds__(BLOCK) copy_each(const T *input, T *output, size_t count)
{
    const size_t i = blockIdx.x * static_cast<size_t>(BLOCK) + threadIdx.x;
    if (i < count)
        output[i] = input[i];
}

template <class T> void copy_plain(job &j)
{
    copy_each<<<j.blocks(), BLOCK>>>(j.of<const T>(j.input), j.of<T>(j.output), j.s.count);
    check(cudaGetLastError());
}

template <int count> using load = cub::BlockLoad<uint32_t, BLOCK, count, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
template <int count> using store = cub::BlockStore<uint32_t, BLOCK, count, cub::BLOCK_STORE_WARP_TRANSPOSE>;

/* Loads or stores the words of a thread's structure. `here` is the count of structures in the block. Full blocks have
 * separate code without bounds checks. */
template <int count>
__device__ void load_own(const uint32_t *input, unsigned here, uint32_t (&own)[count],
                         typename load<count>::TempStorage &room)
{
    if (here == BLOCK)
        load<count>(room).Load(input, own);
    else
        load<count>(room).Load(input, own, static_cast<int>(here * count));
}

template <int count>
__device__ void store_own(uint32_t *output, unsigned here, uint32_t (&own)[count],
                          typename store<count>::TempStorage &room)
{
    if (here == BLOCK)
        store<count>(room).Store(output, own);
    else
        store<count>(room).Store(output, own, static_cast<int>(here * count));
}

__device__ unsigned structures_here(size_t first, size_t count)
{
    return count - first < BLOCK ? static_cast<unsigned>(count - first) : BLOCK;
}

template <int count>
__global__ void __launch_bounds__(BLOCK) copy_by_blocks(const uint32_t *input, uint32_t *output, size_t structures)
{
    __shared__ union {
        typename load<count>::TempStorage in;
        typename store<count>::TempStorage out;
    } room;
    const size_t first = blockIdx.x * static_cast<size_t>(BLOCK);
    const unsigned here = structures_here(first, structures);
    uint32_t own[count];
    load_own<count>(input + first * count, here, own, room.in);
    __syncthreads();
    store_own<count>(output + first * count, here, own, room.out);
}

template <class T> void copy_blocks(job &j)
{
    copy_by_blocks<sizeof(T) / 4>
        <<<j.blocks(), BLOCK>>>(j.of<const uint32_t>(j.input), j.of<uint32_t>(j.output), j.s.count);
    check(cudaGetLastError());
}

/* ---- structures and arrays of their words ---- */

#if THRUST_VERSION >= 200300 /* earlier tuples have at most ten elements */
#define HAVE_LONG_TUPLES
template <size_t... k> struct tuple_of {
    template <class T> __host__ __device__ auto operator()(const T &x) const { return thrust::make_tuple(x.w[k]...); }
};

template <size_t... k> struct structure_of {
    template <class Tuple> __host__ __device__ words<sizeof...(k)> operator()(const Tuple &t) const
    {
        return {{thrust::get<k>(t)...}};
    }
};

template <size_t... k> auto zip(const job &j, const memory &m, std::index_sequence<k...>)
{
    return thrust::make_zip_iterator(thrust::make_tuple(j.field(m, k)...));
}

template <size_t... k> void apart_zipped(job &j, std::index_sequence<k...> all)
{
    const words<sizeof...(k)> *input = j.of<const words<sizeof...(k)>>(j.input);
    thrust::transform(j.policy(), input, input + j.s.count, zip(j, j.output, all), tuple_of<k...>());
}

template <size_t... k> void together_zipped(job &j, std::index_sequence<k...> all)
{
    const auto input = zip(j, j.input, all);
    thrust::transform(j.policy(), input, input + static_cast<std::ptrdiff_t>(j.s.count),
                      j.of<words<sizeof...(k)>>(j.output), structure_of<k...>());
}

template <size_t count> void apart_thrust(job &j) { apart_zipped(j, std::make_index_sequence<count>()); }
template <size_t count> void together_thrust(job &j) { together_zipped(j, std::make_index_sequence<count>()); }
#endif

template <size_t count, bool apart>
__global__ void __launch_bounds__(BLOCK) convert_each(fields<count> all, words<count> *structure, size_t structures)
{
    const size_t i = blockIdx.x * static_cast<size_t>(BLOCK) + threadIdx.x;
    if (i >= structures)
        return;
#pragma unroll
    for (size_t k = 0; k < count; k++)
        if (apart)
            all.field[k][i] = structure[i].w[k];
        else
            structure[i].w[k] = all.field[k][i];
}

template <size_t count, bool apart> void convert_plain(job &j)
{
    convert_each<count, apart>
        <<<j.blocks(), BLOCK>>>(j.all_fields(apart ? j.output : j.input, std::make_index_sequence<count>()),
                                j.of<words<count>>(apart ? j.input : j.output), j.s.count);
    check(cudaGetLastError());
}

template <size_t count>
__global__ void __launch_bounds__(BLOCK) apart_by_blocks(const uint32_t *input, fields<count> all, size_t structures)
{
    __shared__ typename load<count>::TempStorage room;
    const size_t first = blockIdx.x * static_cast<size_t>(BLOCK);
    const unsigned here = structures_here(first, structures);
    uint32_t own[count];
    load_own<count>(input + first * count, here, own, room);
#pragma unroll
    for (size_t k = 0; k < count; k++)
        if (threadIdx.x < here)
            all.field[k][first + threadIdx.x] = own[k];
}

template <size_t count>
__global__ void __launch_bounds__(BLOCK) together_by_blocks(fields<count> all, uint32_t *output, size_t structures)
{
    __shared__ typename store<count>::TempStorage room;
    const size_t first = blockIdx.x * static_cast<size_t>(BLOCK);
    const unsigned here = structures_here(first, structures);
    uint32_t own[count];
#pragma unroll
    for (size_t k = 0; k < count; k++)
        own[k] = threadIdx.x < here ? all.field[k][first + threadIdx.x] : 0;
    store_own<count>(output + first * count, here, own, room);
}

template <size_t count> void apart_blocks(job &j)
{
    apart_by_blocks<count><<<j.blocks(), BLOCK>>>(j.of<const uint32_t>(j.input),
                                                  j.all_fields(j.output, std::make_index_sequence<count>()), j.s.count);
    check(cudaGetLastError());
}

template <size_t count> void together_blocks(job &j)
{
    together_by_blocks<count><<<j.blocks(), BLOCK>>>(j.all_fields(j.input, std::make_index_sequence<count>()),
                                                     j.of<uint32_t>(j.output), j.s.count);
    check(cudaGetLastError());
}

/* ---- the variants ---- */

struct variant {
    const char *operation, *name;
    void (*run)(job &);
};

template <class T> int run_moves(const peer_work *w, int number, peer_times *times)
{
    static const variant list[] = {
        {"aos_gather", "Thrust gather", gather_thrust<T>},
        {"aos_gather", "CUDA kernel, warp moves words", move_warps<T, true>},
        {"aos_scatter", "Thrust scatter", scatter_thrust<T>},
        {"aos_scatter", "CUDA kernel, warp moves words", move_warps<T, false>},
        {"aos_copy", "Thrust copy (a copy of the bytes by the driver)", copy_thrust<T>},
        {"aos_copy", "Thrust transform", transform_thrust<T>},
        {"aos_copy", "CUDA kernel, one structure a thread", copy_plain<T>},
        {"aos_copy", "CUDA kernel, CUB BlockLoad and BlockStore (warp transpose)", copy_blocks<T>},
    };
    return run_variant<job>(list, w, number, times);
}

template <size_t count> int run_fields(const peer_work *w, int number, peer_times *times)
{
    static const variant list[] = {
#ifdef HAVE_LONG_TUPLES
        {"aos_to_soa", "Thrust transform to a zip_iterator", apart_thrust<count>},
#endif
        {"aos_to_soa", "CUDA kernel, one structure a thread", convert_plain<count, true>},
        {"aos_to_soa", "CUDA kernel, CUB BlockLoad (warp transpose)", apart_blocks<count>},
#ifdef HAVE_LONG_TUPLES
        {"soa_to_aos", "Thrust transform of a zip_iterator", together_thrust<count>},
#endif
        {"soa_to_aos", "CUDA kernel, one structure a thread", convert_plain<count, false>},
        {"soa_to_aos", "CUDA kernel, CUB BlockStore (warp transpose)", together_blocks<count>},
    };
    return run_variant<job>(list, w, number, times);
}

template <size_t... k> int run_words(const peer_work *w, int number, peer_times *times, std::index_sequence<k...>)
{
    const bool converts = std::strstr(w->operation, "soa") != nullptr;
    int answer = 1;
    ((w->structures.words == PEER_LEAST_WORDS + k
          ? void(answer = converts ? run_fields<PEER_LEAST_WORDS + k>(w, number, times)
                                   : run_moves<words<PEER_LEAST_WORDS + k>>(w, number, times))
          : void()),
     ...);
    return answer;
}

} // namespace

extern "C" int peer_cuda_structures(const peer_work *w, int number, peer_times *times)
{
    if (w->structures.quads && !std::strstr(w->operation, "soa"))
        return run_moves<quads<3>>(w, number, times);
    return run_words(w, number, times, std::make_index_sequence<PEER_MOST_WORDS - PEER_LEAST_WORDS + 1>());
}
