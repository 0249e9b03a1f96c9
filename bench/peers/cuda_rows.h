/* SPDX-License-Identifier: Apache-2.0 */
/* Shared code of the CUDA peers of joins: the rows of the results, of counts of matches. Only for files compiled by
 * nvcc. */
#ifndef CLINTERVAL_BENCH_PEERS_CUDA_ROWS_H
#define CLINTERVAL_BENCH_PEERS_CUDA_ROWS_H

#include "cuda.h"

#include <cub/device/device_scan.cuh>

namespace cuda_peer
{

inline unsigned blocks(size_t n) { return static_cast<unsigned>((n + 255) / 256); }

struct greater_of {
    __host__ __device__ int32_t operator()(int32_t a, int32_t b) const { return a > b ? a : b; }
};

static __global__ void scatter_rows(const int32_t *starts, size_t count, int32_t *rows)
{
    size_t i = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
    if (i < count && starts[i] < starts[i + 1])
        rows[starts[i]] = static_cast<int32_t>(i);
}

/* The start of each row's results: starts[count] is the total, which is returned. */
template <class Counts> int32_t make_starts(cub_scratch &scratch_of_scan, Counts counts, size_t count, int32_t *starts)
{
    int32_t total = 0;
    check(cudaMemsetAsync(starts, 0, 4));
    scratch_of_scan([&](void *scratch, size_t &bytes) {
        return cub::DeviceScan::InclusiveSum(scratch, bytes, counts, starts + 1, static_cast<uint32_t>(count));
    });
    check(cudaMemcpy(&total, starts + count, 4, cudaMemcpyDeviceToHost));
    return total;
}

/* rows[k] = the row of result k, by a running maximum. */
inline void rows_by_maximum(cub_scratch &scratch_of_scan, const int32_t *starts, size_t count, int32_t *rows,
                            int32_t total)
{
    check(cudaMemsetAsync(rows, 0, static_cast<size_t>(total) * 4));
    scatter_rows<<<blocks(count), 256>>>(starts, count, rows);
    check(cudaGetLastError());
    scratch_of_scan([&](void *scratch, size_t &bytes) {
        return cub::DeviceScan::InclusiveScan(scratch, bytes, rows, rows, greater_of(), total);
    });
}

} // namespace cuda_peer

#endif
