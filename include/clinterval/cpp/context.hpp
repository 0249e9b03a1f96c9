/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp/context.hpp
 *  C++: exceptions, contexts, queues, wait lists and events. */
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

/** A failure of the library; what() is the message of cliv_last_error(). */
class error : public std::runtime_error
{
  public:
    /** Creates an error from a status and a message; an empty message means the text of the status. */
    explicit error(cliv_status status, const std::string &sentence = cliv_last_error())
        : std::runtime_error(sentence.empty() ? cliv_status_string(status) : sentence), code(status)
    {
    }
    /** Returns the status, a CLIV_ code or OpenCL's. */
    cliv_status status() const noexcept { return code; }

  private:
    cliv_status code;
};

/** A failure with CLIV_CAPACITY or CLIV_OVERFLOW: the result does not fit.
 *
 *  An output is too short for the result, or its type is too small for the sum. The part of the result that fits is
 *  written. */
class capacity_error : public error
{
  public:
    /** Creates an error from a status and the size that the call has counted. */
    capacity_error(cliv_status status, std::size_t size) : error(status), size_needed(size) {}
    /** Returns the number of elements of the result, or the sum. */
    std::size_t needed() const noexcept { return size_needed; }

  private:
    std::size_t size_needed;
};

/** Throws an exception if a status is not CLIV_SUCCESS. */
inline void check(cliv_status status)
{
    if (status != CLIV_SUCCESS)
        throw error(status);
}

/** Returns the name and the meaning of a status. */
inline std::string status_string(cliv_status status) { return cliv_status_string(status); }
/** Returns the message of this thread's last failure. */
inline std::string last_error() { return cliv_last_error(); }
/** Sets the message of this thread's last failure, for libraries built on this one.
 *
 *  An empty message means the text of the status. See cliv_set_last_error(). */
inline cliv_status set_last_error(cliv_status status, const std::string &sentence = {})
{
    return cliv_set_last_error(status, sentence.empty() ? nullptr : sentence.c_str());
}
/** Returns the version of the library, "MAJOR.MINOR.PATCH". */
inline std::string version() { return cliv_version(); }

/** @cond */
namespace detail
{
// True for objects of opencl.hpp: their call operator returns the handle of C.
template <typename Object, typename Handle>
using if_wraps = std::enable_if_t<std::is_same_v<std::decay_t<decltype(std::declval<const Object &>()())>, Handle>>;

// `count` is a reference because the call that computes `status` writes it.
inline std::size_t counted(cliv_status status, const std::size_t &count)
{
    if (status == CLIV_CAPACITY || status == CLIV_OVERFLOW)
        throw capacity_error(status, count);
    check(status);
    return count;
}
} // namespace detail
/** @endcond */

/** The options of a context; `cliv::context_options options = {};` has the defaults. */
using context_options = cliv_context_options;

/** Returns the devices that the options or CLINTERVAL_DEVICE select, not retained.
 *
 *  A context uses the first device. See cliv_context_devices(). */
inline std::vector<cl_device_id> context_devices(const context_options &options = {})
{
    std::size_t count = 0;
    check(cliv_context_devices(&options, nullptr, 0, &count));
    std::vector<cl_device_id> devices(count);
    check(cliv_context_devices(&options, devices.data(), count, &count));
    return devices;
}

/** A context; the destructor destroys it, and work in flight continues.
 *
 *  It converts to a cliv_context *. */
class context
{
  public:
    /** Creates a context on the device that the options or CLINTERVAL_DEVICE select.
     *
     *  If they select none, the device is the first GPU, otherwise the first CPU, otherwise any device. */
    explicit context(const context_options &options = {})
    {
        cliv_context *made = nullptr;
        check(cliv_context_create(&options, &made));
        handle.reset(made);
    }
    /** Creates a context on the device that a text selects: "gpu", "1:0", "nvidia".
     *
     *  The text has the syntax of CLINTERVAL_DEVICE. */
    explicit context(const std::string &device) : context(on(device.c_str())) {}
    /** Creates a context on the caller's OpenCL context and device, which are retained. */
    context(cl_context cl, cl_device_id device, const context_options &options = {})
    {
        cliv_context *made = nullptr;
        check(cliv_context_create_with(cl, device, &options, &made));
        handle.reset(made);
    }
    /** Creates a context on a cl::Context and a cl::Device, which are retained. */
    template <typename Context, typename Device, typename = detail::if_wraps<Context, cl_context>,
              typename = detail::if_wraps<Device, cl_device_id>>
    context(const Context &cl, const Device &device, const context_options &options = {})
        : context(cl(), device(), options)
    {
    }
    /** Takes ownership of a context that was created in C. */
    explicit context(cliv_context *owned) : handle(owned) {}

    /** Returns C's handle; NULL if the context was moved from. */
    cliv_context *get() const noexcept { return handle.get(); }
    /** Converts to C's handle. */
    operator cliv_context *() const noexcept { return get(); }
    /** Returns the OpenCL context, not retained for the caller. */
    cl_context cl() const { return cliv_context_cl(get()); }
    /** Returns the OpenCL device, not retained for the caller. */
    cl_device_id device() const { return cliv_context_device(get()); }
    /** Returns the context's own in-order queue, not retained for the caller. */
    cl_command_queue queue() const
    {
        cl_command_queue own = cliv_context_queue(get());
        if (!own)
            throw error(CLIV_INVALID_ARGUMENT);
        return own;
    }
    /** Releases cached memory and programs; see cliv_context_trim(). */
    void trim() const { check(cliv_context_trim(get())); }
    /** Turns compile-only mode on or off; see cliv_context_compile_only(). */
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

/** A queue argument: a cl_command_queue or a cl::CommandQueue. */
class queue_handle
{
  public:
    /** Creates the argument from C's handle. */
    queue_handle(cl_command_queue queue) noexcept : handle(queue) {}
    /** Creates the argument from a cl::CommandQueue. */
    template <typename Queue, typename = detail::if_wraps<Queue, cl_command_queue>>
    queue_handle(const Queue &queue) : handle(queue())
    {
    }
    /** Converts to C's handle. */
    operator cl_command_queue() const noexcept { return handle; }

  private:
    cl_command_queue handle;
};

/** A wait list argument: empty, `{event, …}`, or a std::vector, of cl_event or of cl::Event. */
class wait_list
{
  public:
    /** Creates an empty list. */
    wait_list() = default;
    /** Creates a list from C's handles. */
    wait_list(std::initializer_list<cl_event> events) : list(events) {}
    /** Creates a list from C's handles. */
    wait_list(const std::vector<cl_event> &events) : list(events) {}
    /** Creates a list from one object of opencl.hpp. */
    template <typename Event, typename = detail::if_wraps<Event, cl_event>>
    wait_list(const Event &event) : list{event()}
    {
    }
    /** Creates a list from objects of opencl.hpp. */
    template <typename Event, typename = detail::if_wraps<Event, cl_event>> wait_list(const std::vector<Event> &events)
    {
        list.reserve(events.size());
        for (const Event &event : events)
            list.push_back(event());
    }
    /** Returns the number of events. */
    cl_uint count() const noexcept { return static_cast<cl_uint>(list.size()); }
    /** Returns C's list, NULL if it is empty. */
    const cl_event *data() const noexcept { return list.empty() ? nullptr : list.data(); }

  private:
    std::vector<cl_event> list;
};

/** The destination of a call's event: none, a cl_event (which the caller releases), or a cl::Event. */
class event_out
{
  public:
    /** Requests no event. */
    event_out(std::nullptr_t = nullptr) noexcept {}
    /** Stores the event in a handle of C. */
    event_out(cl_event *event) noexcept : place(event) {}
    /** Stores the event in an object of opencl.hpp.
     *
     *  The object changes only if C's function sets an event. */
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
    /** Converts to the argument of C's function. */
    operator cl_event *() const noexcept { return place; }

  private:
    cl_event made = nullptr;
    cl_event *place = nullptr;
    void *object = nullptr;
    void (*assign)(void *, cl_event) = nullptr;
};

} // namespace cliv
#endif
