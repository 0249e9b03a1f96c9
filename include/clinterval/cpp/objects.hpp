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

/** Compiles OpenCL C with the library's building blocks; see cliv_program_build().
 *
 *  The caller releases the program, for example by cl::Program(cliv::program_build(…)). */
inline cl_program program_build(cliv_context *ctx, const std::string &source, const char *options = nullptr)
{
    cl_program program = nullptr;
    check(cliv_program_build(ctx, source.c_str(), options, &program));
    return program;
}

/** A pool of objects that kernels and the host allocate; see pool.h.
 *
 *  The destructor destroys the pool. A pool is movable. */
template <typename T> class pool
{
  public:
    /** Creates a pool without allocated slots. */
    pool(cliv_context *ctx, std::size_t capacity, cliv_pool_memory memory = CLIV_POOL_DEVICE)
    {
        cliv_pool *made = nullptr;
        check(cliv_pool_create(ctx, &type_of<T>(), capacity, memory, &made));
        handle.reset(made);
    }
    /** Returns C's handle. */
    cliv_pool *get() const noexcept { return handle.get(); }
    /** Returns the maximum number of objects. */
    std::size_t capacity() const { return cliv_pool_capacity(get()); }
    /** Sets two arguments of a kernel to the pool, and makes freed slots available again.
     *
     *  The argument `first` is for the state, and the next argument for the objects. */
    void set_kernel_args(cl_kernel kernel, cl_uint first) const
    {
        check(cliv_pool_set_kernel_args(get(), kernel, first));
    }
    /** Allocates slots for the host. Blocks. Throws CLIV_EXHAUSTED if fewer than `n` slots are free. */
    std::vector<cl_uint> alloc(const queue_handle &queue, std::size_t n) const
    {
        std::vector<cl_uint> slots(n);
        check(cliv_pool_alloc(get(), queue, n, slots.data()));
        return slots;
    }
    /** Returns the number of live objects. Blocks. */
    std::size_t count(const queue_handle &queue) const
    {
        std::size_t live = 0;
        check(cliv_pool_count(get(), queue, &live));
        return live;
    }
    /** Returns the number of requests from kernels that failed since the last reset. Blocks. */
    std::size_t failed(const queue_handle &queue) const
    {
        std::size_t requests = 0;
        const cliv_status status = cliv_pool_status(get(), queue, &requests);
        if (status != CLIV_EXHAUSTED)
            check(status);
        return requests;
    }
    /** Lets the host access the objects until unmap(). Blocks. */
    void map(const queue_handle &queue) const { check(cliv_pool_map(get(), queue)); }
    /** Returns the objects to the device. */
    void unmap(const queue_handle &queue, const wait_list &after = {}, const event_out &event = {}) const
    {
        check(cliv_pool_unmap(get(), queue, after.count(), after.data(), event));
    }
    /** Returns the i-th live object, or nullptr; only while the pool is mapped. */
    T *at(std::size_t i) const { return static_cast<T *>(cliv_pool_at(get(), i)); }
    /** Returns the live object in a slot, or nullptr; only while the pool is mapped. */
    T *slot(cl_uint number) const { return static_cast<T *>(cliv_pool_slot(get(), number)); }
    /** Copies the live objects to a contiguous array, and returns their number. Blocks. */
    std::size_t pack(const queue_handle &queue, cliv_array output, const wait_list &after = {},
                     const event_out &event = {}) const
    {
        std::size_t live = 0;
        return detail::counted(cliv_pool_pack(get(), queue, output, none, &live, after.count(), after.data(), event),
                               live);
    }
    /** Copies the live objects to a contiguous array; only enqueues.
     *
     *  The number of live objects is written to `count`, on the device or cliv::none. */
    void pack(const queue_handle &queue, cliv_array output, cliv_array count, const wait_list &after = {},
              const event_out &event = {}) const
    {
        check(cliv_pool_pack(get(), queue, output, count, nullptr, after.count(), after.data(), event));
    }
    /** Writes the live slots in ascending order, and returns their number. Blocks. */
    std::size_t slots(const queue_handle &queue, cliv_array numbers, const wait_list &after = {},
                      const event_out &event = {}) const
    {
        std::size_t live = 0;
        return detail::counted(cliv_pool_slots(get(), queue, numbers, none, &live, after.count(), after.data(), event),
                               live);
    }
    /** Writes the live slots in ascending order; only enqueues.
     *
     *  The number of live slots is written to `count`, on the device or cliv::none. */
    void slots(const queue_handle &queue, cliv_array numbers, cliv_array count, const wait_list &after = {},
               const event_out &event = {}) const
    {
        check(cliv_pool_slots(get(), queue, numbers, count, nullptr, after.count(), after.data(), event));
    }
    /** Resets the pool: no slot is allocated. */
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

/** A histogram to which work-items of any kernel can add; see counter.h.
 *
 *  The destructor destroys the counter. A counter is movable. */
class counter
{
  public:
    /** Creates a counter with all counts 0. */
    counter(cliv_context *ctx, std::size_t bins, cl_uint spread = 0)
    {
        cliv_counter *made = nullptr;
        check(cliv_counter_create(ctx, bins, spread, &made));
        handle.reset(made);
    }
    /** Returns C's handle. */
    cliv_counter *get() const noexcept { return handle.get(); }
    /** Returns the number of bins. */
    std::size_t bins() const { return cliv_counter_bins(get()); }
    /** Sets one argument of a kernel to the counter. */
    void set_kernel_args(cl_kernel kernel, cl_uint first) const
    {
        check(cliv_counter_set_kernel_args(get(), kernel, first));
    }
    /** Sets the count of every bin to `value`. */
    void set(const queue_handle &queue, cl_uint value, const wait_list &after = {}, const event_out &event = {}) const
    {
        check(cliv_counter_set(get(), queue, value, after.count(), after.data(), event));
    }
    /** Writes all counts to an array. */
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

/** Calls that are recorded once and run any number of times; see recording.h.
 *
 *  The destructor destroys the recording. A recording is movable. */
class recording
{
  public:
    /** Begins a recording: calls with this context and queue are recorded until end(). */
    recording(cliv_context *ctx, const queue_handle &queue)
    {
        cliv_recording *made = nullptr;
        check(cliv_recording_begin(ctx, queue, &made));
        handle.reset(made);
    }
    /** Returns C's handle. */
    cliv_recording *get() const noexcept { return handle.get(); }
    /** Ends the recording. */
    void end() const { check(cliv_recording_end(get())); }
    /** Enqueues all recorded calls. */
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
