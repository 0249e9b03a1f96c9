/* SPDX-License-Identifier: Apache-2.0 */
/* What people write in C++ for the tasks of table.c. Each function compares its result with the device's. */
#include "table_serial.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <unordered_map>
#include <vector>

namespace
{

class stopwatch
{
  public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }

  private:
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

int result(bool same) { return same ? SERIAL_EQUAL : SERIAL_DIFFERS; }

template <class Function> int guarded(const Function &function)
{
    try {
        return function();
    } catch (const std::bad_alloc &) {
        return SERIAL_NO_MEMORY;
    }
}

} // namespace

int serial_sort(const cl_int *keys, size_t n, const cl_int *device, double *seconds)
{
    return guarded([=] {
        std::vector<cl_int> sorted(keys, keys + n);
        const stopwatch time;
        std::sort(sorted.begin(), sorted.end());
        *seconds = time.seconds();
        return result(std::equal(sorted.begin(), sorted.end(), device));
    });
}

int serial_group_by(const cl_int *keys, const cl_int *values, size_t n, const cl_int *device_keys,
                    const cl_long *device_sums, size_t groups, double *seconds)
{
    return guarded([=] {
        const stopwatch time;
        std::unordered_map<cl_int, cl_long> sums;
        for (size_t i = 0; i < n; ++i)
            sums[keys[i]] += values[i];
        *seconds = time.seconds();
        bool same = groups == sums.size();
        for (size_t g = 0; g < groups && same; ++g) {
            const auto found = sums.find(device_keys[g]);
            same =
                found != sums.end() && found->second == device_sums[g] && (!g || device_keys[g - 1] < device_keys[g]);
        }
        return result(same);
    });
}

int serial_join(const cl_int *orders, size_t n, const cl_int *customers, size_t m, const cl_int *device_a,
                const cl_int *device_b, size_t count, double *seconds)
{
    return guarded([=] {
        std::vector<cl_int> a, b;
        const stopwatch time;
        std::unordered_map<cl_int, cl_int> rows;
        for (size_t k = 0; k < m; ++k)
            rows.emplace(customers[k], static_cast<cl_int>(k));
        for (size_t i = 0; i < n; ++i) {
            const auto found = rows.find(orders[i]);
            if (found != rows.end()) {
                a.push_back(static_cast<cl_int>(i));
                b.push_back(found->second);
            }
        }
        *seconds = time.seconds();
        /* The device has the same rows in the order of the keys. */
        std::vector<cl_int> customer(n, -1);
        for (size_t k = 0; k < a.size(); ++k)
            customer[static_cast<size_t>(a[k])] = b[k];
        bool same = count == a.size();
        for (size_t k = 0; k < count && same; ++k) {
            const cl_int i = device_a[k];
            same = i >= 0 && static_cast<size_t>(i) < n && customer[static_cast<size_t>(i)] == device_b[k];
            if (same)
                customer[static_cast<size_t>(i)] = -1; /* a second time would be wrong */
        }
        return result(same);
    });
}
