/* SPDX-License-Identifier: Apache-2.0 */
/* Boost.Compute, the established OpenCL library, used as its documentation suggests. It has no interval operations.
 * Its users compose the expansion from a scatter of the interval numbers, a running maximum and a gather. */
#include "peers.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Wignored-attributes"
#include <boost/compute/algorithm/copy.hpp>
#include <boost/compute/algorithm/exclusive_scan.hpp>
#include <boost/compute/algorithm/fill.hpp>
#include <boost/compute/algorithm/gather.hpp>
#include <boost/compute/algorithm/inclusive_scan.hpp>
#include <boost/compute/algorithm/reduce.hpp>
#include <boost/compute/algorithm/scatter_if.hpp>
#include <boost/compute/command_queue.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/functional/math.hpp>
#include <boost/compute/iterator/counting_iterator.hpp>
#pragma GCC diagnostic pop

#include <cstring>
#include <new>
#include <vector>

namespace bc = boost::compute;

namespace
{

typedef bc::vector<bc::int_> ints;

struct job {
    const peer_work *work;
    bc::context context;
    ints input, output, offsets, sizes, ids;

    explicit job(const peer_work *w)
        : work(w), context(w->context), input(context), output(context), offsets(context), sizes(context), ids(context)
    {
    }
};

void upload(ints &to, const int32_t *from, size_t count, bc::command_queue &queue)
{
    to = ints(count, queue.get_context());
    bc::copy(from, from + count, to.begin(), queue);
}

void scan(job &j, bc::command_queue &queue)
{
    bc::exclusive_scan(j.input.begin(), j.input.end(), j.output.begin(), queue);
}

void reduce(job &j, bc::command_queue &queue)
{
    bc::reduce(j.input.begin(), j.input.end(), j.output.begin(), bc::plus<bc::int_>(), queue);
}

void segments(job &j, ints &to, bc::command_queue &queue)
{
    bc::fill(to.begin(), to.end(), 0, queue);
    bc::scatter_if(bc::make_counting_iterator<bc::int_>(0),
                   bc::make_counting_iterator<bc::int_>(static_cast<bc::int_>(j.work->intervals)), j.offsets.begin(),
                   j.sizes.begin(), to.begin(), queue);
    bc::inclusive_scan(to.begin(), to.end(), to.begin(), bc::max<bc::int_>(), queue);
}

void expand(job &j, bc::command_queue &queue)
{
    segments(j, j.ids, queue);
    bc::gather(j.ids.begin(), j.ids.end(), j.input.begin(), j.output.begin(), queue);
}

void search(job &j, bc::command_queue &queue) { segments(j, j.output, queue); }

struct call_state {
    job *j;
    void (*body)(job &, bc::command_queue &);
};

/* An exception must not pass through the C code that calls this function. */
int call(void *user, cl_command_queue raw, cl_event *event)
{
    call_state *state = static_cast<call_state *>(user);
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

void prepare(job &j, bool intervals, bc::command_queue &queue)
{
    const peer_work *w = j.work;
    if (!intervals) {
        upload(j.input, w->input, w->outputs, queue);
        return;
    }
    std::vector<int32_t> sizes(w->intervals);
    for (size_t k = 0; k < w->intervals; k++)
        sizes[k] = (k + 1 < w->intervals ? w->offsets[k + 1] : static_cast<int32_t>(w->outputs)) - w->offsets[k];
    upload(j.offsets, w->offsets, w->intervals, queue);
    upload(j.sizes, sizes.data(), w->intervals, queue);
    if (w->values)
        upload(j.input, w->values, w->intervals, queue);
}

} // namespace

extern "C" int peer_boost(const peer_work *w, int variant, peer_times *times)
{
    static const struct {
        const char *operation, *name;
        void (*body)(job &, bc::command_queue &);
    } table[] = {{"scan", "Boost.Compute exclusive_scan", scan},
                 {"reduce", "Boost.Compute reduce", reduce},
                 {"expand", "Boost.Compute scatter_if + inclusive_scan(max) + gather", expand},
                 {"segments", "Boost.Compute scatter_if + inclusive_scan(max)", search}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (std::strcmp(table[i].operation, w->operation) != 0)
            continue;
        if (variant > 0)
            return 1;
        bool reduces = table[i].body == reduce, intervals = table[i].body == expand || table[i].body == search;
        *times = peer_times{table[i].name, -1, -1, NULL, PEER_LIBRARY};
        try {
            job j(w);
            bc::command_queue queue(w->queue);
            prepare(j, intervals, queue);
            j.output = ints(reduces ? 1 : w->outputs, j.context);
            if (table[i].body == expand)
                j.ids = ints(w->outputs, j.context);
            call_state state = {&j, table[i].body};
            int status = w->time(w, NULL, call, &state, times);
            if (status)
                times->failure = "an OpenCL call failed";
            else
                bc::copy(j.output.begin(), j.output.end(), w->output, queue);
        } catch (const std::bad_alloc &) {
            times->failure = "no memory";
        } catch (const std::exception &) {
            times->failure = "an OpenCL call failed";
        }
        return 0;
    }
    return 1;
}
