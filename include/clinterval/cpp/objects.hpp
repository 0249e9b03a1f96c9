/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp/objects.hpp
 *  C++: pools, spread counters, recordings, and programs of the user's own. */
#ifndef CLINTERVAL_CPP_OBJECTS_HPP
#define CLINTERVAL_CPP_OBJECTS_HPP

#include "../counter.h"
#include "../kernel.h"
#include "../pool.h"
#include "../recording.h"
#include "arrays.hpp"
#include "context.hpp"

#include <memory>
#include <string>
#include <vector>

namespace cliv
{

/** Compile OpenCL C with the library's building blocks; see cliv_program_build(). The caller releases the program:
 *  cl::Program(cliv::program_build(…)) does. */
inline cl_program program_build(cliv_context *ctx, const std::string &source, const char *options = nullptr)
{
    cl_program program = nullptr;
    check(cliv_program_build(ctx, source.c_str(), options, &program));
    return program;
}

/** A pool of objects that kernels and the host allocate and free, see pool.h. It destroys itself; moves. */
template <typename T> class pool
{
  public:
    /** Make a pool of which nothing is allocated. */
    pool(cliv_context *ctx, std::size_t capacity, cliv_pool_memory memory = CLIV_POOL_DEVICE)
    {
        cliv_pool *made = nullptr;
        check(cliv_pool_create(ctx, &type_of<T>(), capacity, memory, &made));
        handle.reset(made);
    }
    /** C's handle. */
    cliv_pool *get() const noexcept { return handle.get(); }
    /** How many objects there can be. */
    std::size_t capacity() const { return cliv_pool_capacity(get()); }
    /** Set two arguments of a kernel, the state and the objects. */
    void set_kernel_args(cl_kernel kernel, cl_uint first) const
    {
        check(cliv_pool_set_kernel_args(get(), kernel, first));
    }
    /** Allocate slots for the host. Blocks. Throws CLIV_EXHAUSTED. */
    std::vector<cl_uint> alloc(const queue_handle &queue, std::size_t n) const
    {
        std::vector<cl_uint> slots(n);
        check(cliv_pool_alloc(get(), queue, n, slots.data()));
        return slots;
    }
    /** How many objects are live. Blocks. */
    std::size_t count(const queue_handle &queue) const
    {
        std::size_t live = 0;
        check(cliv_pool_count(get(), queue, &live));
        return live;
    }
    /** How many requests of kernels failed since the last reset. Blocks. */
    std::size_t failed(const queue_handle &queue) const
    {
        std::size_t requests = 0;
        const cliv_status status = cliv_pool_status(get(), queue, &requests);
        if (status != CLIV_EXHAUSTED)
            check(status);
        return requests;
    }
    /** Let the host read and write the objects. Blocks. */
    void map(const queue_handle &queue) const { check(cliv_pool_map(get(), queue)); }
    /** Give them back to the device. */
    void unmap(const queue_handle &queue, const wait_list &after = {}, const event_out &event = {}) const
    {
        check(cliv_pool_unmap(get(), queue, after.count(), after.data(), event));
    }
    /** The i-th live object, or nullptr, while mapped. */
    T *at(std::size_t i) const { return static_cast<T *>(cliv_pool_at(get(), i)); }
    /** The live object of a slot, or nullptr, while mapped. */
    T *slot(cl_uint number) const { return static_cast<T *>(cliv_pool_slot(get(), number)); }
    /** Copy the live objects side by side. Blocks, and returns how many there are. */
    std::size_t pack(const queue_handle &queue, cliv_array output, const wait_list &after = {},
                     const event_out &event = {}) const
    {
        std::size_t live = 0;
        return detail::counted(cliv_pool_pack(get(), queue, output, none, &live, after.count(), after.data(), event),
                               live);
    }
    /** The same, which enqueues only; the number goes to `count`, on the device or cliv::none. */
    void pack(const queue_handle &queue, cliv_array output, cliv_array count, const wait_list &after = {},
              const event_out &event = {}) const
    {
        check(cliv_pool_pack(get(), queue, output, count, nullptr, after.count(), after.data(), event));
    }
    /** The numbers of the live slots. Blocks, and returns how many there are. */
    std::size_t slots(const queue_handle &queue, cliv_array numbers, const wait_list &after = {},
                      const event_out &event = {}) const
    {
        std::size_t live = 0;
        return detail::counted(cliv_pool_slots(get(), queue, numbers, none, &live, after.count(), after.data(), event),
                               live);
    }
    /** The same, which enqueues only; the number goes to `count`, on the device or cliv::none. */
    void slots(const queue_handle &queue, cliv_array numbers, cliv_array count, const wait_list &after = {},
               const event_out &event = {}) const
    {
        check(cliv_pool_slots(get(), queue, numbers, count, nullptr, after.count(), after.data(), event));
    }
    /** Begin anew. */
    void reset(const queue_handle &queue, const wait_list &after = {}, const event_out &event = {}) const
    {
        check(cliv_pool_reset(get(), queue, after.count(), after.data(), event));
    }

  private:
    struct destroy {
        void operator()(cliv_pool *dead) const { cliv_pool_destroy(dead); }
    };
    std::unique_ptr<cliv_pool, destroy> handle;
};

/** A histogram that work-items of any kernel add to, see counter.h. It destroys itself; moves. */
class counter
{
  public:
    /** Make a counter, all of whose counts are 0. */
    counter(cliv_context *ctx, std::size_t bins, cl_uint spread = 0)
    {
        cliv_counter *made = nullptr;
        check(cliv_counter_create(ctx, bins, spread, &made));
        handle.reset(made);
    }
    /** C's handle. */
    cliv_counter *get() const noexcept { return handle.get(); }
    /** How many bins. */
    std::size_t bins() const { return cliv_counter_bins(get()); }
    /** Hand it to a kernel as one argument. */
    void set_kernel_args(cl_kernel kernel, cl_uint first) const
    {
        check(cliv_counter_set_kernel_args(get(), kernel, first));
    }
    /** Make `value` the count of every bin. */
    void set(const queue_handle &queue, cl_uint value, const wait_list &after = {}, const event_out &event = {}) const
    {
        check(cliv_counter_set(get(), queue, value, after.count(), after.data(), event));
    }
    /** Write all counts to an array. */
    void read(const queue_handle &queue, cliv_array output, const wait_list &after = {},
              const event_out &event = {}) const
    {
        check(cliv_counter_read(get(), queue, output, after.count(), after.data(), event));
    }

  private:
    struct destroy {
        void operator()(cliv_counter *dead) const { cliv_counter_destroy(dead); }
    };
    std::unique_ptr<cliv_counter, destroy> handle;
};

/** Calls that are made once and run many times, see recording.h. It destroys itself; moves. */
class recording
{
  public:
    /** Begin one: calls with this context and queue are recorded until end(). */
    recording(cliv_context *ctx, const queue_handle &queue)
    {
        cliv_recording *made = nullptr;
        check(cliv_recording_begin(ctx, queue, &made));
        handle.reset(made);
    }
    /** C's handle. */
    cliv_recording *get() const noexcept { return handle.get(); }
    /** It is complete. */
    void end() const { check(cliv_recording_end(get())); }
    /** Enqueue all that was recorded. */
    void run(const queue_handle &queue, const wait_list &after = {}, const event_out &event = {}) const
    {
        check(cliv_recording_run(get(), queue, after.count(), after.data(), event));
    }

  private:
    struct destroy {
        void operator()(cliv_recording *dead) const { cliv_recording_destroy(dead); }
    };
    std::unique_ptr<cliv_recording, destroy> handle;
};

} // namespace cliv
#endif
