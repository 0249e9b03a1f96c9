/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp/objects.hpp
 *  C++: pools, spread counters, recordings, and user-defined programs. */
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

/** Compile OpenCL C with the library's building blocks; see cliv_program_build(). The caller releases the program, for
 *  example by cl::Program(cliv::program_build(…)). */
inline cl_program program_build(cliv_context *ctx, const std::string &source, const char *options = nullptr)
{
    cl_program program = nullptr;
    check(cliv_program_build(ctx, source.c_str(), options, &program));
    return program;
}

/** A pool of objects that kernels and the host allocate and free; see pool.h. The destructor destroys it; it is
 *  movable. */
template <typename T> class pool
{
  public:
    /** Make a pool without allocated slots. */
    pool(cliv_context *ctx, std::size_t capacity, cliv_pool_memory memory = CLIV_POOL_DEVICE)
    {
        cliv_pool *made = nullptr;
        check(cliv_pool_create(ctx, &type_of<T>(), capacity, memory, &made));
        handle.reset(made);
    }
    /** C's handle. */
    cliv_pool *get() const noexcept { return handle.get(); }
    /** The maximum number of objects. */
    std::size_t capacity() const { return cliv_pool_capacity(get()); }
    /** Set two arguments of a kernel: the state and the objects. */
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
    /** The number of live objects. Blocks. */
    std::size_t count(const queue_handle &queue) const
    {
        std::size_t live = 0;
        check(cliv_pool_count(get(), queue, &live));
        return live;
    }
    /** The number of requests from kernels that failed since the last reset. Blocks. */
    std::size_t failed(const queue_handle &queue) const
    {
        std::size_t requests = 0;
        const cliv_status status = cliv_pool_status(get(), queue, &requests);
        if (status != CLIV_EXHAUSTED)
            check(status);
        return requests;
    }
    /** Let the host access the objects. Blocks. */
    void map(const queue_handle &queue) const { check(cliv_pool_map(get(), queue)); }
    /** Return the objects to the device. */
    void unmap(const queue_handle &queue, const wait_list &after = {}, const event_out &event = {}) const
    {
        check(cliv_pool_unmap(get(), queue, after.count(), after.data(), event));
    }
    /** The i-th live object, or nullptr; only while the pool is mapped. */
    T *at(std::size_t i) const { return static_cast<T *>(cliv_pool_at(get(), i)); }
    /** The live object in a slot, or nullptr; only while the pool is mapped. */
    T *slot(cl_uint number) const { return static_cast<T *>(cliv_pool_slot(get(), number)); }
    /** Copy the live objects into a contiguous array. Blocks, and returns the number of live objects. */
    std::size_t pack(const queue_handle &queue, cliv_array output, const wait_list &after = {},
                     const event_out &event = {}) const
    {
        std::size_t live = 0;
        return detail::counted(cliv_pool_pack(get(), queue, output, none, &live, after.count(), after.data(), event),
                               live);
    }
    /** As above, but only enqueues; the number is written to `count`, on the device or cliv::none. */
    void pack(const queue_handle &queue, cliv_array output, cliv_array count, const wait_list &after = {},
              const event_out &event = {}) const
    {
        check(cliv_pool_pack(get(), queue, output, count, nullptr, after.count(), after.data(), event));
    }
    /** Write the live slots in ascending order. Blocks, and returns the number of live slots. */
    std::size_t slots(const queue_handle &queue, cliv_array numbers, const wait_list &after = {},
                      const event_out &event = {}) const
    {
        std::size_t live = 0;
        return detail::counted(cliv_pool_slots(get(), queue, numbers, none, &live, after.count(), after.data(), event),
                               live);
    }
    /** As above, but only enqueues; the number is written to `count`, on the device or cliv::none. */
    void slots(const queue_handle &queue, cliv_array numbers, cliv_array count, const wait_list &after = {},
               const event_out &event = {}) const
    {
        check(cliv_pool_slots(get(), queue, numbers, count, nullptr, after.count(), after.data(), event));
    }
    /** Reset the pool: no slot is allocated. */
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

/** A histogram to which work-items of any kernel can add; see counter.h. The destructor destroys it; it is movable. */
class counter
{
  public:
    /** Make a counter with all counts 0. */
    counter(cliv_context *ctx, std::size_t bins, cl_uint spread = 0)
    {
        cliv_counter *made = nullptr;
        check(cliv_counter_create(ctx, bins, spread, &made));
        handle.reset(made);
    }
    /** C's handle. */
    cliv_counter *get() const noexcept { return handle.get(); }
    /** The number of bins. */
    std::size_t bins() const { return cliv_counter_bins(get()); }
    /** Pass the counter to a kernel as one argument. */
    void set_kernel_args(cl_kernel kernel, cl_uint first) const
    {
        check(cliv_counter_set_kernel_args(get(), kernel, first));
    }
    /** Set the count of every bin to `value`. */
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

/** Calls that are recorded once and run any number of times; see recording.h. The destructor destroys it; it is
 *  movable. */
class recording
{
  public:
    /** Begin a recording: calls with this context and queue are recorded until end(). */
    recording(cliv_context *ctx, const queue_handle &queue)
    {
        cliv_recording *made = nullptr;
        check(cliv_recording_begin(ctx, queue, &made));
        handle.reset(made);
    }
    /** C's handle. */
    cliv_recording *get() const noexcept { return handle.get(); }
    /** End the recording. */
    void end() const { check(cliv_recording_end(get())); }
    /** Enqueue all recorded calls. */
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
