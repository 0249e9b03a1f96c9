/* SPDX-License-Identifier: Apache-2.0 */
/* Boost.Compute: set operations on keys, reduce_by_key, copy_if, and copy, transform, gather, scatter, min_element.
 * Sizes and indices that it returns on the host are part of its times. It has no joins, insertion, removal, scan by
 * key or run lengths. */
#include "peers.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Wignored-attributes"
#include <boost/compute/algorithm/copy.hpp>
#include <boost/compute/algorithm/copy_if.hpp>
#include <boost/compute/algorithm/gather.hpp>
#include <boost/compute/algorithm/min_element.hpp>
#include <boost/compute/algorithm/reduce_by_key.hpp>
#include <boost/compute/algorithm/scatter.hpp>
#include <boost/compute/algorithm/set_difference.hpp>
#include <boost/compute/algorithm/set_intersection.hpp>
#include <boost/compute/algorithm/set_symmetric_difference.hpp>
#include <boost/compute/algorithm/set_union.hpp>
#include <boost/compute/algorithm/transform.hpp>
#include <boost/compute/command_queue.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/function.hpp>
#pragma GCC diagnostic pop

#include <algorithm>
#include <cstring>
#include <new>

#define TEXT_OF(x) TEXT(x)
#define TEXT(x) #x

namespace bc = boost::compute;

namespace
{

template <class K> struct job {
    const peer_work *w;
    bc::vector<K> a, b, output,
        second; /* keys of both sides; or values, with keys, indices or other inputs; and unique keys */

    job(const peer_work *work, bc::command_queue &queue)
        : w(work), a(queue.get_context()), b(queue.get_context()), output(queue.get_context()),
          second(queue.get_context())
    {
    }
    static void up(bc::vector<K> &to, const void *from, size_t count, bc::command_queue &queue)
    {
        const K *first = static_cast<const K *>(from);
        to = bc::vector<K>(count, queue.get_context());
        if (count)
            bc::copy(first, first + count, to.begin(), queue);
    }
    void down(void *to, const bc::vector<K> &from, bc::command_queue &queue) const
    {
        const size_t most = w->capacity ? std::min(*w->found, w->capacity) : w->bulk.results;
        const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(std::min(most, from.size()));
        if (to && count)
            bc::copy(from.begin(), from.begin() + count, static_cast<K *>(to), queue);
    }
};

template <class K> void set(job<K> &j, bc::command_queue &queue)
{
    auto a = j.a.begin(), a_end = j.a.end(), b = j.b.begin(), b_end = j.b.end(), out = j.output.begin(), end = out;
    switch (j.w->sorted.kind) {
    case PEER_INTERSECTION:
        end = bc::set_intersection(a, a_end, b, b_end, out, queue);
        break;
    case PEER_UNION:
        end = bc::set_union(a, a_end, b, b_end, out, queue);
        break;
    case PEER_DIFFERENCE:
        end = bc::set_difference(a, a_end, b, b_end, out, queue);
        break;
    default:
        end = bc::set_symmetric_difference(a, a_end, b, b_end, out, queue);
    }
    *j.w->found = static_cast<size_t>(end - out);
}

void by_key(job<bc::int_> &j, bc::command_queue &queue)
{
    auto ends = bc::reduce_by_key(j.b.begin(), j.b.end(), j.a.begin(), j.second.begin(), j.output.begin(), queue);
    *j.w->found = static_cast<size_t>(ends.first - j.second.begin());
}

void compact(job<bc::int_> &j, bc::command_queue &queue)
{
    auto keeps = bc::make_function_from_source<bool(bc::int_)>(
        "bench_keeps", "bool bench_keeps(int x) { return " TEXT_OF(PEER_KEEPS(x)) "; }");
    *j.w->found =
        static_cast<size_t>(bc::copy_if(j.a.begin(), j.a.end(), j.output.begin(), keeps, queue) - j.output.begin());
}

void copy(job<bc::int_> &j, bc::command_queue &queue) { bc::copy(j.a.begin(), j.a.end(), j.output.begin(), queue); }

void transform(job<bc::int_> &j, bc::command_queue &queue)
{
    bc::transform(j.a.begin(), j.a.end(), j.b.begin(), j.output.begin(), bc::plus<bc::int_>(), queue);
}

void pick(job<bc::int_> &j, bc::command_queue &queue)
{
    bc::gather(j.b.begin(), j.b.end(), j.a.begin(), j.output.begin(), queue);
}

void place(job<bc::int_> &j, bc::command_queue &queue)
{
    bc::scatter(j.a.begin(), j.a.end(), j.b.begin(), j.output.begin(), queue);
}

void find_first(job<bc::int_> &j, bc::command_queue &queue)
{
    const bc::int_ first = static_cast<bc::int_>(bc::min_element(j.a.begin(), j.a.end(), queue) - j.a.begin());
    bc::copy(&first, &first + 1, j.output.begin(), queue);
}

const struct verb {
    const char *operation, *name;
    void (*body)(job<bc::int_> &, bc::command_queue &);
} verbs[] = {
    {"reduce_by_key", "Boost.Compute reduce_by_key", by_key},
    {"compact", "Boost.Compute copy_if", compact},
    {"copy", "Boost.Compute copy", copy},
    {"transform", "Boost.Compute transform", transform},
    {"pick", "Boost.Compute gather", pick},
    {"place", "Boost.Compute scatter", place},
    {"find_first", "Boost.Compute min_element (result to the host)", find_first},
};

template <class K> struct call_state {
    job<K> *j;
    void (*body)(job<K> &, bc::command_queue &);
};

/* An exception must not pass through the C code that calls this function. */
template <class K> int call(void *user, cl_command_queue raw, cl_event *event)
{
    call_state<K> *state = static_cast<call_state<K> *>(user);
    try {
        bc::command_queue queue(raw);
        cl_int status = clFlush(raw); /* the time begins with this flush */
        if (!status)
            state->body(*state->j, queue);
        if (!status && !event)
            return clFinish(raw); /* copy_if returns before the copy has ended */
        if (!status)
            status = clEnqueueMarkerWithWaitList(raw, 0, NULL, event);
        return status ? status : clFlush(raw);
    } catch (const bc::opencl_error &error) {
        return error.error_code();
    } catch (const std::exception &) {
        return CL_OUT_OF_HOST_MEMORY;
    }
}

template <class K, class Prepare, class Results>
int measure(const peer_work *w, const char *name, void (*body)(job<K> &, bc::command_queue &), Prepare prepare,
            Results results, peer_times *times)
{
    *times = peer_times{name, -1, -1, NULL, PEER_LIBRARY};
    try {
        bc::command_queue queue(w->queue);
        job<K> j(w, queue);
        prepare(j, queue);
        call_state<K> state = {&j, body};
        if (w->time(w, NULL, call<K>, &state, times))
            times->failure = "an OpenCL call failed";
        else
            results(j, queue);
    } catch (const std::bad_alloc &) {
        times->failure = "no memory";
    } catch (const std::exception &) {
        times->failure = "an OpenCL call failed";
    }
    return 0;
}

template <class K> int measure_set(const peer_work *w, peer_times *times)
{
    static const char *const names[] = {"Boost.Compute set_intersection", "Boost.Compute set_union",
                                        "Boost.Compute set_difference", "Boost.Compute set_symmetric_difference"};
    return measure<K>(
        w, names[w->sorted.kind], set<K>,
        [w](job<K> &j, bc::command_queue &queue) {
            j.up(j.a, w->sorted.a, w->sorted.a_count, queue);
            j.up(j.b, w->sorted.b, w->sorted.b_count, queue);
            j.output = bc::vector<K>(w->sorted.a_count + w->sorted.b_count, queue.get_context());
        },
        [w](job<K> &j, bc::command_queue &queue) { j.down(w->sorted.keys, j.output, queue); }, times);
}

int measure_verb(const peer_work *w, const verb &v, peer_times *times)
{
    const peer_bulk &s = w->bulk;
    return measure<bc::int_>(
        w, v.name, v.body,
        [&s](job<bc::int_> &j, bc::command_queue &queue) {
            const int32_t *beside = s.keys ? s.keys : s.indices ? s.indices : s.other;
            j.up(j.a, s.input, s.count, queue);
            j.output = bc::vector<bc::int_>(std::max(s.count, s.results), queue.get_context());
            if (beside)
                j.up(j.b, beside, s.indices ? s.listed : s.count, queue);
            if (s.unique)
                j.second = bc::vector<bc::int_>(s.count, queue.get_context());
        },
        [&s](job<bc::int_> &j, bc::command_queue &queue) {
            j.down(s.output, j.output, queue);
            j.down(s.unique, j.second, queue);
        },
        times);
}

} // namespace

extern "C" int peer_boost_sets(const peer_work *w, int variant, peer_times *times)
{
    if (variant > 0)
        return 1;
    for (const verb &v : verbs)
        if (!std::strcmp(w->operation, v.operation))
            return measure_verb(w, v, times);
    if (std::strcmp(w->operation, "set") || w->sorted.values)
        return 1;
    switch (w->sorted.key) {
    case PEER_INT:
        return measure_set<bc::int_>(w, times);
    case PEER_LONG:
        return measure_set<bc::long_>(w, times);
    case PEER_FLOAT:
        return measure_set<bc::float_>(w, times);
    default:
        return 1;
    }
}
