/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp/context.hpp
 *  C++: failures, contexts, queues, wait lists and events. */
#ifndef CLINTERVAL_CPP_CONTEXT_HPP
#define CLINTERVAL_CPP_CONTEXT_HPP

#include "../context.h"

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace cliv
{

/** A failure: what() is the sentence of cliv_last_error(). */
class error : public std::runtime_error
{
  public:
    /** Of a status; a sentence that is empty is the status' own. */
    explicit error(cliv_status status, const std::string &sentence = cliv_last_error())
        : std::runtime_error(sentence.empty() ? cliv_status_string(status) : sentence), code(status)
    {
    }
    /** A CLIV_ code, or OpenCL's. */
    cliv_status status() const noexcept { return code; }

  private:
    cliv_status code;
};

/** CLIV_CAPACITY and CLIV_OVERFLOW: an output was too short for the result, or its type for the sum. What fits has been
 *  written. */
class capacity_error : public error
{
  public:
    /** Of a status and the size that the call counted. */
    capacity_error(cliv_status status, std::size_t size) : error(status), size_needed(size) {}
    /** How many elements the result has, or the sum. */
    std::size_t needed() const noexcept { return size_needed; }

  private:
    std::size_t size_needed;
};

/** Throw what a status of C's stands for, unless it is success. */
inline void check(cliv_status status)
{
    if (status != CLIV_SUCCESS)
        throw error(status);
}

/** The name of a status and what it means. */
inline std::string status_string(cliv_status status) { return cliv_status_string(status); }
/** The last failure of this thread in one sentence. */
inline std::string last_error() { return cliv_last_error(); }
/** For libraries built on this one: make a sentence this thread's last failure; see cliv_set_last_error(). One that is
 *  empty is the status' own. */
inline cliv_status set_last_error(cliv_status status, const std::string &sentence = {})
{
    return cliv_set_last_error(status, sentence.empty() ? nullptr : sentence.c_str());
}
/** The version of the library, "MAJOR.MINOR.PATCH". */
inline std::string version() { return cliv_version(); }

/** @cond */
namespace detail
{
// What objects of opencl.hpp have in common: called, they give the handle of C.
template <typename Object, typename Handle>
using if_wraps = std::enable_if_t<std::is_same_v<std::decay_t<decltype(std::declval<const Object &>()())>, Handle>>;

// The count by reference: it is written when the status is made.
inline std::size_t counted(cliv_status status, const std::size_t &count)
{
    if (status == CLIV_CAPACITY || status == CLIV_OVERFLOW)
        throw capacity_error(status, count);
    check(status);
    return count;
}
} // namespace detail
/** @endcond */

/** What a context is made with; `cliv::context_options options = {};` has the defaults. */
using context_options = cliv_context_options;

/** The devices that the options or CLINTERVAL_DEVICE select, not retained; a context takes the first of them. See
 *  cliv_context_devices(). */
inline std::vector<cl_device_id> context_devices(const context_options &options = {})
{
    std::size_t count = 0;
    check(cliv_context_devices(&options, nullptr, 0, &count));
    std::vector<cl_device_id> devices(count);
    check(cliv_context_devices(&options, devices.data(), count, &count));
    return devices;
}

/** A context, which it destroys. Work in flight goes on. Stands for a cliv_context * wherever one is taken. */
class context
{
  public:
    /** On the device that the options or CLINTERVAL_DEVICE select. */
    explicit context(const context_options &options = {})
    {
        cliv_context *made = nullptr;
        check(cliv_context_create(&options, &made));
        handle.reset(made);
    }
    /** On the device of these words, as CLINTERVAL_DEVICE has them: "gpu", "1:0", "nvidia". */
    explicit context(const std::string &device) : context(on(device.c_str())) {}
    /** On an OpenCL context and device of the caller's, both retained. */
    context(cl_context cl, cl_device_id device, const context_options &options = {})
    {
        cliv_context *made = nullptr;
        check(cliv_context_create_with(cl, device, &options, &made));
        handle.reset(made);
    }
    /** The same of a cl::Context and a cl::Device. */
    template <typename Context, typename Device, typename = detail::if_wraps<Context, cl_context>,
              typename = detail::if_wraps<Device, cl_device_id>>
    context(const Context &cl, const Device &device, const context_options &options = {})
        : context(cl(), device(), options)
    {
    }
    /** Take over a context that was made in C. */
    explicit context(cliv_context *owned) : handle(owned) {}

    /** C's handle; NULL after the context was moved from. */
    cliv_context *get() const noexcept { return handle.get(); }
    /** The same, by itself. */
    operator cliv_context *() const noexcept { return get(); }
    /** The OpenCL context, not retained for the caller. */
    cl_context cl() const { return cliv_context_cl(get()); }
    /** The OpenCL device, not retained for the caller. */
    cl_device_id device() const { return cliv_context_device(get()); }
    /** The context's own in-order queue, not retained for the caller. */
    cl_command_queue queue() const
    {
        cl_command_queue own = cliv_context_queue(get());
        if (!own)
            throw error(CLIV_INVALID_ARGUMENT);
        return own;
    }
    /** Give cached memory and programs back; see cliv_context_trim(). */
    void trim() const { check(cliv_context_trim(get())); }
    /** Compile ahead; see cliv_context_compile_only(). */
    void compile_only(bool on) const { check(cliv_context_compile_only(get(), on)); }

  private:
    static context_options on(const char *device)
    {
        context_options options = {};
        options.device = device;
        return options;
    }
    struct destroy {
        void operator()(cliv_context *dead) const { cliv_context_destroy(dead); }
    };
    std::unique_ptr<cliv_context, destroy> handle;
};

/** A queue as an argument: a cl_command_queue or a cl::CommandQueue. */
class queue_handle
{
  public:
    /** Of C's handle. */
    queue_handle(cl_command_queue queue) noexcept : handle(queue) {}
    /** Of a cl::CommandQueue. */
    template <typename Queue, typename = detail::if_wraps<Queue, cl_command_queue>>
    queue_handle(const Queue &queue) : handle(queue())
    {
    }
    /** C's handle. */
    operator cl_command_queue() const noexcept { return handle; }

  private:
    cl_command_queue handle;
};

/** A wait list as an argument: nothing, `{event, …}`, or a std::vector, of cl_event or of cl::Event. */
class wait_list
{
  public:
    /** Nothing to wait for. */
    wait_list() = default;
    /** Of C's handles. */
    wait_list(std::initializer_list<cl_event> events) : list(events) {}
    /** Of C's handles. */
    wait_list(const std::vector<cl_event> &events) : list(events) {}
    /** Of one object of opencl.hpp. */
    template <typename Event, typename = detail::if_wraps<Event, cl_event>>
    wait_list(const Event &event) : list{event()}
    {
    }
    /** Of objects of opencl.hpp. */
    template <typename Event, typename = detail::if_wraps<Event, cl_event>> wait_list(const std::vector<Event> &events)
    {
        list.reserve(events.size());
        for (const Event &event : events)
            list.push_back(event());
    }
    /** How many there are. */
    cl_uint count() const noexcept { return static_cast<cl_uint>(list.size()); }
    /** C's list, NULL where it is empty. */
    const cl_event *data() const noexcept { return list.empty() ? nullptr : list.data(); }

  private:
    std::vector<cl_event> list;
};

/** Where the event of a call goes: nowhere, to a cl_event, which the caller releases, or to a cl::Event. */
class event_out
{
  public:
    /** No event is wanted. */
    event_out(std::nullptr_t = nullptr) noexcept {}
    /** To a handle of C's. */
    event_out(cl_event *event) noexcept : place(event) {}
    /** To an object of opencl.hpp. It is set where C's function sets an event, and otherwise left as it was. */
    template <typename Event, typename = detail::if_wraps<Event, cl_event>>
    event_out(Event *event)
        : place(event ? &made : nullptr), object(event),
          assign([](void *to, cl_event from) { *static_cast<Event *>(to) = Event(from); })
    {
    }
    event_out(const event_out &) = delete;
    event_out &operator=(const event_out &) = delete;
    ~event_out()
    {
        if (made)
            assign(object, made);
    }
    /** What C's function is given. */
    operator cl_event *() const noexcept { return place; }

  private:
    cl_event made = nullptr;
    cl_event *place = nullptr;
    void *object = nullptr;
    void (*assign)(void *, cl_event) = nullptr;
};

} // namespace cliv
#endif
