// SPDX-License-Identifier: Apache-2.0
// The library from C++: types, arrays, operations, counts, events, failures, pools, counters and recordings.
#include <clinterval/clinterval.hpp>

#include "check.hpp"

#include <cstdint>
#include <iterator>
#include <list>
#include <numeric>

CLIV_STRUCT(particle, cl_float x, y, z; cl_int cell; cl_uint tags[2];);
struct foreign {
    float re, im;
};
CLIV_TYPE(foreign, "float2", nullptr);
namespace shapes
{
CLIV_STRUCT(place, float x, y; int32_t id;);
CLIV_STRUCT_WITH(place, hop, place from, to;);
CLIV_STRUCT(mark, std::uint16_t low, high; unsigned int count; std::int8_t kind[4];);
} // namespace shapes

namespace
{

template <typename T> bool is(const std::vector<T> &got, std::initializer_list<T> expected)
{
    return got == std::vector<T>(expected);
}

void types()
{
    CHECK(&cliv::type_of<int>() == &cliv_int && &cliv::type_of<cl_ulong>() == &cliv_ulong);
    CHECK(&cliv::type_of<unsigned long long>() == &cliv_ulong && &cliv::type_of<std::size_t>().name[0] != nullptr);
    CHECK(&cliv::type_of<signed char>() == &cliv_char && &cliv::type_of<std::uint8_t>() == &cliv_uchar);
    CHECK(&cliv::type_of<double>() == &cliv_double && cliv::type_of<cl_float4>().size == 16);
    CHECK(std::string(cliv::type_of<cl_ushort8>().name) == "ushort8");
    CHECK(std::string(cliv::type_of<particle>().source).find("float x, y, z; int cell; uint tags[2];") !=
          std::string::npos);
    CHECK(std::string(cliv::type_of<shapes::hop>().source).find("int id;") != std::string::npos);
    CHECK(&cliv::type_of<shapes::hop>() == &cliv::type_of<shapes::hop>());
}

void arrays(const cliv::context &ctx, cl_command_queue queue)
{
    const std::list<short> host = {4, 5, 6, 7};
    cliv::vector some(ctx, host.begin(), host.end());
    CHECK(some.size() == 4 && is<short>(some.read(queue), {4, 5, 6, 7}));
    CHECK(is<short>(some.slice(1, 2).read(queue), {5, 6}) && is<short>(some.slice(3).read(queue), {7}));
    some.slice(2).write(queue, {1, 2});
    std::vector<short> back;
    some.read(queue, std::back_inserter(back));
    CHECK(is<short>(back, {4, 5, 1, 2}));
    cliv::vector<short> moved(std::move(some));
    CHECK(moved.size() == 4 && some.empty() && some.buffer() == nullptr);
    some = std::move(moved);
    CHECK(some.size() == 4 && cliv::vector<short>(ctx, 7).size() == 7 && cliv::vector<short>(ctx, {7}).size() == 1);
    const cliv::vector<cl_long> empty(ctx, std::vector<cl_long>());
    CHECK(empty.empty() && empty.read(queue).empty() && cliv::span<int>().empty());
    CHECK_STATUS(CLIV_OUT_OF_RANGE, some.write(queue, {1, 2, 3}));
    CHECK_STATUS(CLIV_OUT_OF_RANGE, some.slice(2, 3).read(queue));
    CHECK(some.slice(9).empty());

    cliv::vector<int> made(ctx, 4);
    const cliv::generated<int> odd("2*i + 1", 6);
    cliv::copy(ctx, queue, odd.slice(2, 4), made);
    CHECK(is(made.read(queue), {5, 7, 9, 11}));
    cliv::copy(ctx, queue, cliv::constant(8, 4), made);
    CHECK(is(made.read(queue), {8, 8, 8, 8}));
    cliv::copy(ctx, queue, cliv::constant<int>(0, 4), made); // a value, and no name that is NULL
    CHECK(is(made.read(queue), {0, 0, 0, 0}));
    cliv::copy(ctx, queue, odd.slice(1, 5).slice(1, 4), made);
    CHECK(is(made.read(queue), {5, 7, 9, 11}));
    cliv::copy(ctx, queue, cliv::constant(nullptr, 8, 4), made);
    CHECK(is(made.read(queue), {8, 8, 8, 8}));
    CHECK_STATUS(CLIV_OUT_OF_RANGE, cliv::copy(ctx, queue, odd.slice(0, 3).slice(2, 2), made));
    CHECK_STATUS(CLIV_OUT_OF_RANGE, cliv::copy(ctx, queue, odd.slice(5, 2).slice(0, 1), made));
    const cliv::vector<int> x(ctx, {1, 2, 3}), y(ctx, {4, 5, 6});
    const cliv::generated<int> product(
        {"sum(a0[i], b[i])", {x, cliv::named("b", y)}, "int sum(int a, int b) { return a + b; }"}, 3);
    cliv::copy(ctx, queue, product, made.slice(1));
    CHECK(is(made.read(queue), {8, 5, 7, 9}));
}

void structures(const cliv::context &ctx, cl_command_queue queue)
{
    // What a copy wrote counts as uninitialised in Oclgrind: the original is sorted.
    cliv::vector<particle> to(ctx, {{0, 0, 0, 3, {1, 1}}, {0, 0, 0, 1, {2, 2}}, {0, 0, 0, 2, {3, 3}}});
    cliv::vector<particle> copied(ctx, to.size());
    cliv::copy(ctx, queue, to, copied);
    cliv::sort_keys(ctx, queue, to, "a.cell < b.cell");
    CHECK(copied.read(queue)[0].cell == 3);
    std::vector<cl_uint> tags;
    for (const particle &p : to.read(queue))
        tags.push_back(p.tags[1]);
    CHECK(is(tags, {2u, 3u, 1u}));

    // both texts in one program
    const cliv::vector<shapes::place> places(ctx, {{1, 2, 10}, {3, 4, 20}});
    cliv::vector<shapes::hop> hops(ctx, 2);
    cliv::transform(ctx, queue, 2, {"a0[i].from = a1[i]; a0[i].to = a1[1 - i];", {hops, places}});
    CHECK(hops.read(queue)[0].to.id == 20 && hops.read(queue)[1].to.x == 1);

    // types as C++ spells them
    cliv::vector<shapes::mark> marks(ctx, {{1, 2, 3, {-1, 5, 6, 7}}});
    cliv::transform(ctx, queue, 1, {"a0[i].high += a0[i].low; a0[i].count += a0[i].kind[0];", {marks}});
    CHECK(marks.read(queue)[0].high == 3 && marks.read(queue)[0].count == 2);

    const cliv::vector<foreign> pairs(ctx, {{1, 2}, {3, 4}});
    cliv::vector<float> sum(ctx, 1);
    cliv::reduce(ctx, queue, cliv::generated<float>({"a0[i].x * a0[i].y", {pairs}}, 2), sum);
    CHECK(sum.read(queue)[0] == 14);
    cliv::vector<float> reals(ctx, 2);
    cliv::aos_to_soa(ctx, queue, to.slice(0, 2), {cliv_field{reals, offsetof(particle, y)}});
    CHECK(is(reals.read(queue), {0.f, 0.f}));
}

void operations(const cliv::context &ctx, cl_command_queue queue)
{
    const cliv::vector<int> a(ctx, {1, 3, 5, 5}), b(ctx, {2, 3, 5});
    cliv::vector<int> merged(ctx, 7), common(ctx, 3), count(ctx, {-1});
    cliv::merge_keys(ctx, queue, a, b, merged);
    CHECK(is(merged.read(queue), {1, 2, 3, 3, 5, 5, 5}));
    const cliv::vector<int> runs(ctx, {2, 5, 1, 5, 3}), starts(ctx, {0, 2, 4});
    cliv::vector<int> whole(ctx, 5), whence(ctx, 5);
    cliv::merge_runs_keys(ctx, queue, runs, starts, whole);
    CHECK(is(whole.read(queue), {1, 2, 3, 5, 5}));
    cliv::merge_runs_pairs(ctx, queue, runs, cliv::generated<int>("i", 5), starts, whole, whence);
    CHECK(is(whence.read(queue), {2, 0, 4, 1, 3}));
    CHECK(cliv::set_keys(ctx, queue, CLIV_INTERSECTION, a, b, common) == 2);
    cliv::set_keys(ctx, queue, CLIV_INTERSECTION, a, b, common, count);
    CHECK(count.read(queue)[0] == 2);
    CHECK(is(common.slice(0, 2).read(queue), {3, 5}));
    // Of what kernels wrote where a released buffer stood Oclgrind says that it is not initialised.
    const cliv::vector<int> keys(ctx, {1, 2, 3, 3, 5, 5, 5});
    CHECK(cliv::unique(ctx, queue, keys, cliv::none, cliv::none, cliv::none) == 4);
    CHECK(cliv::compact(ctx, queue, keys, {"x > limit", {cliv::constant("limit", 2)}}, cliv::none) == 5);
    CHECK(cliv::compact(ctx, queue, keys, "x == 5", common) == 3);
    cliv::vector<int> sums(ctx, 4), total(ctx, 1), parted(ctx, 7);
    CHECK(cliv::reduce_by_key(ctx, queue, keys, cliv::generated<int>("1", 7), cliv::none, sums) == 4);
    CHECK(is(sums.read(queue), {1, 1, 2, 3}));
    CHECK(cliv::reduce_by_key(ctx, queue, keys, keys, cliv::none, sums, cliv_max, "a / 4 < b / 4") == 2);
    CHECK(cliv::partition(ctx, queue, keys, "x % 2", parted) == 6);
    cliv::vector<int> mixed(ctx, {7, 3, 7}), unique(ctx, 3), row_counts(ctx, 3), lasts(ctx, 3), groups(ctx, 3),
        size(ctx, 1);
    CHECK(cliv::group_by(ctx, queue, {mixed}, {{mixed, lasts, "b"}, cliv::aggregate::rows(row_counts)}, {unique}) == 2);
    CHECK(unique.read(queue)[1] == 7 && row_counts.read(queue)[1] == 2 && lasts.read(queue)[0] == 3);
    cliv::group_by(ctx, queue, {mixed, mixed}, {}, {}, cliv::none, groups, size);
    CHECK(is(groups.read(queue), {1, 0, 1}) && size.read(queue)[0] == 2);
    cliv::scan_exclusive(ctx, queue, a, sums, {}, total);
    CHECK(is(sums.read(queue), {0, 1, 4, 9}) && total.read(queue)[0] == 14);
    cliv::scan_inclusive(ctx, queue, a, sums, "max(a, b)");
    CHECK(is(sums.read(queue), {1, 3, 5, 5}));
    cliv::vector<int> sorted(ctx, {1, 2, 3, 3, 5, 5, 5});
    cliv::sort_keys(ctx, queue, sorted, cliv_greater);
    CHECK(is(sorted.read(queue), {5, 5, 5, 3, 3, 2, 1}));
    CHECK(cliv::join(ctx, queue, CLIV_INNER, a, b, cliv::none, cliv::none) == 3);
    cliv_search_outputs found = {};
    cliv::vector<unsigned> places(ctx, 4);
    found.a_indices = places;
    cliv::sorted_search(ctx, queue, CLIV_LOWER_BOUND, a, b, found);
    CHECK(is(places.read(queue), {0u, 1u, 2u, 2u}));
    cliv::gather_columns(ctx, queue, places.slice(0, 2), {b, a}, {sums, total = cliv::vector<int>(ctx, 2)});
    CHECK(is(total.read(queue), {1, 3}));
    CHECK_STATUS(CLIV_INVALID_ARGUMENT, cliv::gather_columns(ctx, queue, places, {b}, {}));
    const cliv::vector<int> teams(ctx, {2, 1, 2, 1}), points(ctx, {7, 4, 9, 5});
    cliv::sort_rows(ctx, queue, {teams, points}, places);
    CHECK(is(places.read(queue), {1u, 3u, 0u, 2u}));
    cliv::sort_rows(ctx, queue, {teams, points}, places, {cliv_greater, "a % 4 > b % 4"});
    CHECK(is(places.read(queue), {0u, 2u, 3u, 1u}));
    CHECK_STATUS(CLIV_INVALID_ARGUMENT, cliv::sort_rows(ctx, queue, {teams, points}, places, {cliv_less}));
    cliv::vector<cl_uint> offsets(ctx, 3);
    const cliv::vector<cl_uint> counts(ctx, {2, 0, 1});
    CHECK(cliv::offsets_from_counts(ctx, queue, counts, offsets) == 3);
    cliv::offsets_from_counts(ctx, queue, counts, offsets, cliv::enqueue_only);
    CHECK(is(offsets.read(queue), {0u, 2u, 2u}));
}

cliv::expression above(int least, float scale)
{
    const cliv::constant factor("factor", scale); // these end before the expression does
    return {"(int)(x * factor) > least", {factor, cliv::constant("least", least)}};
}

// Expressions and generated arrays with names, made of constants that have ended when they are used.
void expressions(const cliv::context &ctx, cl_command_queue queue)
{
    const cliv::vector<int> keys(ctx, {1, 2, 3, 4, 5, 6});
    cliv::vector<int> values(ctx, {1, 2, 3, 4, 5, 6});
    const cliv::expression low("x < limit", {cliv::constant("limit", 3)});
    cliv::expression high = above(3, 0.5f), other = above(100, 1); // x > 7; x > 100
    CHECK(cliv::compact(ctx, queue, keys, low, cliv::none) == 2);
    CHECK(cliv::compact(ctx, queue, keys, high, cliv::none) == 0);
    CHECK(cliv::compact(ctx, queue, keys, above(1, 0.5f), cliv::none) == 3);
    other = above(8, 2); // x > 4
    high = other;
    other = above(100, 1);
    CHECK(cliv::compact(ctx, queue, keys, high, cliv::none) == 2);
    const cliv::expression moved = std::move(high);
    CHECK(cliv::compact(ctx, queue, keys, moved, cliv::none) == 2);
    CHECK(cliv::compact(ctx, queue, keys, low, cliv::none) == 2); // once more

    // constants between buffers, of several sizes, and one that is a structure
    const cliv::expression body("a[i] = (int)(a[i] * to.id + (wide >> 33) + small + b[i]);",
                                {cliv::named("a", values), cliv::constant("small", static_cast<signed char>(-1)),
                                 cliv::constant("wide", cl_long(1) << 33), cliv::named("b", keys),
                                 cliv::constant("to", shapes::place{1, 2, 10})});
    cliv::transform(ctx, queue, 6, body);
    CHECK(is(values.read(queue), {11, 22, 33, 44, 55, 66}));

    const cliv::generated<int> steps({"first + (int)i * step", {cliv::constant("first", 5), cliv::constant("step", 3)}},
                                     4);
    const cliv::generated<int> rest = cliv::generated<int>(steps).slice(1, 3);
    cliv::vector<int> made(ctx, 3);
    cliv::copy(ctx, queue, rest, made);
    CHECK(is(made.read(queue), {8, 11, 14}));
    // A constant without a value is refused when it is used.
    const cliv::expression nothing("x < limit", {cliv_constant("limit", &cliv_int, nullptr)});
    CHECK_STATUS(CLIV_INVALID_ARGUMENT, cliv::compact(ctx, queue, keys, nothing, cliv::none));
}

void failures(const cliv::context &ctx, cl_command_queue queue)
{
    cliv::vector<int> keys(ctx, {3, 1, 2}), small(ctx, 1);
    cliv::vector<float> floats(ctx, 3);
    CHECK_STATUS(CLIV_TYPE_MISMATCH, cliv::merge_keys(ctx, queue, keys, floats, cliv::vector<int>(ctx, 6)));
    CHECK_STATUS(CLIV_BUILD_FAILED, cliv::sort_keys(ctx, queue, keys, "a ? b :"));
    CHECK_STATUS(CLIV_INVALID_ARGUMENT, cliv::sort_keys(nullptr, queue, keys));
    try {
        cliv::merge_keys(ctx, queue, keys, keys, small);
        CHECK(false);
    } catch (const std::runtime_error &error) {
        CHECK(std::string(error.what()) == cliv_last_error() && cliv::last_error() == error.what());
    }
    cl_event event = nullptr;
    try {
        cliv::compact(ctx, queue, keys, "x > 1", small, {}, &event);
        CHECK(false);
    } catch (const cliv::capacity_error &error) {
        CHECK(error.needed() == 2 && error.status() == CLIV_CAPACITY && event);
    }
    clReleaseEvent(event);
    CHECK_STATUS(CLIV_NO_DEVICE, cliv::context(std::string("no such device")));
    cliv::context_options nowhere = {};
    nowhere.device = "no such device";
    CHECK_STATUS(CLIV_NO_DEVICE, cliv::context_devices(nowhere));
    CHECK(!cliv::context_devices().empty() && cliv::context_devices()[0] == ctx.device());
    CHECK(std::string(cliv::error(CL_OUT_OF_RESOURCES, "").what()) == cliv::status_string(CL_OUT_OF_RESOURCES));
    CHECK(cliv::set_last_error(CLIV_MPI_FAILED, "of another library") == CLIV_MPI_FAILED);
    CHECK(cliv::last_error() == "of another library");
    CHECK(cliv::set_last_error(CLIV_MPI_FAILED) == CLIV_MPI_FAILED);
    CHECK(cliv::last_error() == cliv::status_string(CLIV_MPI_FAILED));
    CHECK(cliv::version() == cliv_version());
}

void events(const cliv::context &ctx)
{
    // out of order where the device has that
    cl_int code = CL_SUCCESS;
    cl_command_queue queue =
        clCreateCommandQueue(ctx.cl(), ctx.device(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    if (code != CL_SUCCESS)
        queue = clCreateCommandQueue(ctx.cl(), ctx.device(), 0, &code);
    CHECK(code == CL_SUCCESS);
    cliv::vector<int> keys(ctx, {3, 1, 2}), output(ctx, 3);
    cl_event sorted, scanned;
    cliv::sort_keys(ctx, queue, keys, {}, {}, &sorted);
    cliv::scan_inclusive(ctx, queue, keys, output, {}, cliv::none, {sorted}, &scanned);
    clWaitForEvents(1, &scanned);
    CHECK(is(output.read(ctx.queue()), {1, 3, 6}));
    cliv::sort_keys(ctx, queue, output, cliv_greater, std::vector<cl_event>{sorted, scanned});
    clFinish(queue);
    CHECK(is(output.read(ctx.queue()), {6, 3, 1}));
    clReleaseEvent(sorted);
    clReleaseEvent(scanned);
    clReleaseCommandQueue(queue);
}

void objects(const cliv::context &ctx, cl_command_queue queue)
{
    const cliv::pool<particle> pool(ctx, 100);
    const std::vector<cl_uint> slots = pool.alloc(queue, 3);
    CHECK(slots.size() == 3 && pool.count(queue) == 3 && pool.capacity() == 100 && pool.failed(queue) == 0);
    cliv::vector<cl_uint> live(ctx, 5);
    CHECK(pool.slots(queue, live) == 3);
    pool.map(queue);
    CHECK(pool.at(2) && !pool.at(3) && pool.slot(slots[0]));
    pool.unmap(queue);
    CHECK_STATUS(CLIV_EXHAUSTED, pool.alloc(queue, 98));
    pool.reset(queue);
    CHECK(pool.pack(queue, cliv::none) == 0);

    const cliv::counter counter(ctx, 4);
    counter.set(queue, 7);
    cliv::vector<cl_ulong> counts(ctx, 4);
    counter.read(queue, counts);
    CHECK(counter.bins() == 4 && is<cl_ulong>(counts.read(queue), {7, 7, 7, 7}));

    const cliv::recording recorded(ctx, queue);
    counter.set(queue, 5);
    counter.read(queue, counts);
    recorded.end();
    CHECK(is<cl_ulong>(counts.read(queue), {7, 7, 7, 7}));
    recorded.run(queue);
    CHECK(recorded.get() && is<cl_ulong>(counts.read(queue), {5, 5, 5, 5}));
    clReleaseProgram(cliv::program_build(ctx, "__kernel void nothing(void) {}"));
}

} // namespace

int main()
{
    return run([] {
        types();
        cliv::context ctx, second = std::move(ctx);
        CHECK(!ctx.get() && second.get());
        ctx = std::move(second);
        const cl_command_queue queue = ctx.queue();
        arrays(ctx, queue);
        structures(ctx, queue);
        operations(ctx, queue);
        expressions(ctx, queue);
        failures(ctx, queue);
        events(ctx);
        objects(ctx, queue);
        ctx.trim();
        ctx.compile_only(true);
        ctx.compile_only(false);
        const cliv::context with(ctx.cl(), ctx.device());
        CHECK(with.cl() == ctx.cl());
    });
}
