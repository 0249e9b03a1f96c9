/* SPDX-License-Identifier: Apache-2.0 */
/* Boost.Compute on sorted data: merge, stable_sort, stable_sort_by_key. Its searches find one value per call, so there
 * is no sorted search to compare with. It has no segmented sort. */
#include "peers.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Wignored-attributes"
#include <boost/compute/algorithm/copy.hpp>
#include <boost/compute/algorithm/merge.hpp>
#include <boost/compute/algorithm/stable_sort.hpp>
#include <boost/compute/algorithm/stable_sort_by_key.hpp>
#include <boost/compute/command_queue.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/function.hpp>
#pragma GCC diagnostic pop

#include <cstring>
#include <new>

namespace bc = boost::compute;

namespace
{

template <class K> struct job {
    const peer_sorted &s;
    bc::vector<K> a, b, keys;
    bc::vector<bc::int_> a_values, values;

    job(const peer_work *w, bc::command_queue &queue)
        : s(w->sorted), a(s.a_count, queue.get_context()), b(s.b_count, queue.get_context()),
          keys(s.a_count + s.b_count, queue.get_context()), a_values(s.values ? s.a_count : 0, queue.get_context()),
          values(a_values.size(), queue.get_context())
    {
        up(a, s.a, queue);
        up(b, s.b, queue);
        up(a_values, s.a_values, queue);
    }
    template <class T> static void up(bc::vector<T> &to, const void *from, bc::command_queue &queue)
    {
        const T *first = static_cast<const T *>(from);
        if (to.size())
            bc::copy(first, first + to.size(), to.begin(), queue);
    }
    void results(bc::command_queue &queue)
    {
        bc::copy(keys.begin(), keys.end(), static_cast<K *>(s.keys), queue);
        if (s.values)
            bc::copy(values.begin(), values.end(), reinterpret_cast<bc::int_ *>(s.values), queue);
    }
};

/* `<` in a form that Boost.Compute cannot recognise. */
template <class K> bc::function<bool(K, K)> before()
{
    return bc::make_function_from_source<bool(K, K)>("bench_before", "bool bench_before(" +
                                                                         std::string(bc::type_name<K>()) + " a, " +
                                                                         bc::type_name<K>() + " b) { return a < b; }");
}

template <class K> void merge(job<K> &j, bc::command_queue &queue)
{
    bc::merge(j.a.begin(), j.a.end(), j.b.begin(), j.b.end(), j.keys.begin(), queue);
}

template <class K> void sort(job<K> &j, bc::command_queue &queue)
{
    if (j.s.any_order && j.s.values)
        bc::stable_sort_by_key(j.keys.begin(), j.keys.end(), j.values.begin(), before<K>(), queue);
    else if (j.s.any_order)
        bc::stable_sort(j.keys.begin(), j.keys.end(), before<K>(), queue);
    else if (j.s.values)
        bc::stable_sort_by_key(j.keys.begin(), j.keys.end(), j.values.begin(), queue);
    else
        bc::stable_sort(j.keys.begin(), j.keys.end(), queue);
}

template <class K> struct call_state {
    job<K> *j;
    void (*body)(job<K> &, bc::command_queue &);
};

template <class T> cl_int copy_over(cl_command_queue queue, const bc::vector<T> &from, const bc::vector<T> &to)
{
    if (!from.size())
        return CL_SUCCESS;
    return clEnqueueCopyBuffer(queue, from.get_buffer().get(), to.get_buffer().get(), 0, 0, from.size() * sizeof(T), 0,
                               NULL, NULL);
}

template <class K> int restore(void *user, cl_command_queue queue)
{
    const job<K> &j = *static_cast<call_state<K> *>(user)->j;
    cl_int status = copy_over(queue, j.a, j.keys);
    return status ? status : copy_over(queue, j.a_values, j.values);
}

/* An exception must not pass through the C code that calls this function. */
template <class K> int call(void *user, cl_command_queue raw, cl_event *event)
{
    call_state<K> *state = static_cast<call_state<K> *>(user);
    try {
        bc::command_queue queue(raw);
        state->body(*state->j, queue);
        return clEnqueueMarkerWithWaitList(raw, 0, NULL, event);
    } catch (const bc::opencl_error &error) {
        return error.error_code();
    } catch (const std::exception &) {
        return CL_OUT_OF_HOST_MEMORY;
    }
}

template <class K> void measure(const peer_work *w, bool sorts, peer_times *times)
{
    try {
        bc::command_queue queue(w->queue);
        job<K> j(w, queue);
        call_state<K> state = {&j, sorts ? sort<K> : merge<K>};
        int status = w->time(w, sorts ? restore<K> : NULL, call<K>, &state, times);
        if (status)
            times->failure = "an OpenCL call failed";
        else
            j.results(queue);
    } catch (const std::bad_alloc &) {
        times->failure = "no memory";
    } catch (const std::exception &) {
        times->failure = "an OpenCL call failed";
    }
}

} // namespace

extern "C" int peer_boost_sorted(const peer_work *w, int variant, peer_times *times)
{
    bool sorts = !std::strcmp(w->operation, "sort"), pairs = w->sorted.values != NULL;
    if (variant > 0 || (!sorts && (std::strcmp(w->operation, "merge") != 0 || pairs)))
        return 1;
    *times = peer_times{!sorts  ? "Boost.Compute merge"
                        : pairs ? "Boost.Compute stable_sort_by_key"
                                : "Boost.Compute stable_sort",
                        -1, -1, NULL, PEER_LIBRARY};
    switch (w->sorted.key) {
    case PEER_INT:
        measure<bc::int_>(w, sorts, times);
        break;
    case PEER_LONG:
        measure<bc::long_>(w, sorts, times);
        break;
    case PEER_FLOAT:
        measure<bc::float_>(w, sorts, times);
        break;
    default:
        return 1;
    }
    return 0;
}
