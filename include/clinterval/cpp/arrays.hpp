/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp/arrays.hpp
 *  C++: arrays in memory, parts of them, and arrays without memory. */
#ifndef CLINTERVAL_CPP_ARRAYS_HPP
#define CLINTERVAL_CPP_ARRAYS_HPP

#include "../array.h"
#include "context.hpp"
#include "types.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cliv
{

/** An array argument left out. */
inline const cliv_array none = {};

/** Copy a whole array to the host: `host` has room for array.count elements. Blocks. */
inline void array_read(const queue_handle &queue, cliv_array array, void *host)
{
    check(cliv_array_read(queue, array, host));
}
/** Copy array.count elements from the host. Blocks. */
inline void array_write(const queue_handle &queue, cliv_array array, const void *host)
{
    check(cliv_array_write(queue, array, host));
}

/** Some elements of a buffer, which it does not own: what pointer and length are on the host. Stands for a cliv_array
 *  wherever one is taken; a cliv::vector becomes one by itself. */
template <typename T> class span
{
  public:
    /** No elements. */
    span() : view(cliv_buffer(nullptr, &type_of<T>(), 0, 0)) {}
    /** `count` elements of a buffer, beginning `first` elements from its start. */
    span(cl_mem buffer, std::size_t first, std::size_t count) : view(cliv_buffer(buffer, &type_of<T>(), first, count))
    {
    }
    /** The same of a cl::Buffer. */
    template <typename Buffer, typename = detail::if_wraps<Buffer, cl_mem>>
    span(const Buffer &buffer, std::size_t first, std::size_t count) : span(buffer(), first, count)
    {
    }

    /** C's array. */
    operator cliv_array() const noexcept { return view; }
    /** How many elements. */
    std::size_t size() const noexcept { return view.count; }
    /** Are there none? */
    bool empty() const noexcept { return view.count == 0; }
    /** Its buffer, not retained for the caller. */
    cl_mem buffer() const noexcept { return view.buffer; }
    /** In elements: where it begins in the buffer. */
    std::size_t first() const noexcept { return view.first; }
    /** `count` elements from its element `first` on; past its end the call that uses it throws CLIV_OUT_OF_RANGE. */
    span slice(std::size_t first, std::size_t count) const { return span(cliv_slice(view, first, count)); }
    /** All elements from its element `first` on. */
    span slice(std::size_t first) const { return slice(first, size() - std::min(first, size())); }

    /** The elements, on the host. Blocks, after all that was enqueued on the queue before. */
    std::vector<T> read(const queue_handle &queue) const
    {
        std::vector<T> host(size());
        array_read(queue, view, host.data());
        return host;
    }
    /** The same to an output iterator, which it returns behind the last. */
    template <typename Output> Output read(const queue_handle &queue, Output to) const
    {
        const std::vector<T> host = read(queue);
        return std::copy(host.begin(), host.end(), to);
    }
    /** Store size() elements from the host. Blocks. Fewer or more throw CLIV_OUT_OF_RANGE. */
    void write(const queue_handle &queue, const std::vector<T> &host) const
    {
        if (host.size() != size())
            throw error(CLIV_OUT_OF_RANGE, "write: " + std::to_string(host.size()) + " elements from the host for " +
                                               std::to_string(size()) + " on the device");
        array_write(queue, view, host.data());
    }
    /** The same of host iterators. */
    template <typename Input> void write(const queue_handle &queue, Input begin, Input end) const
    {
        write(queue, std::vector<T>(begin, end));
    }

  private:
    explicit span(const cliv_array &array) : view(array) {}
    cliv_array view;
};

/** An array that owns its memory on the device. Moves; a copy is made by cliv::copy(). It may be destroyed while work
 *  in flight uses it. */
template <typename T> class vector
{
    static_assert(!std::is_same_v<T, bool>, "bool has no size that host and device agree on: take unsigned char");

  public:
    /** Its elements' type. */
    using value_type = T;
    /** No elements, no memory. */
    vector() = default;
    /** `count` elements, whose values are unspecified. */
    vector(cliv_context *ctx, std::size_t count) { create(ctx, count, nullptr); }
    /** The elements of a vector on the host. */
    vector(cliv_context *ctx, const std::vector<T> &host) { create(ctx, host.size(), host.data()); }
    /** These elements. */
    vector(cliv_context *ctx, std::initializer_list<T> host) { create(ctx, host.size(), host.begin()); }
    /** The elements between host iterators. */
    template <typename Input, typename = typename std::iterator_traits<Input>::iterator_category>
    vector(cliv_context *ctx, Input begin, Input end) : vector(ctx, std::vector<T>(begin, end))
    {
    }
    /** Takes the memory over and leaves no elements. */
    vector(vector &&other) noexcept : owned(std::exchange(other.owned, none)) {}
    /** Exchanges the memory. */
    vector &operator=(vector &&other) noexcept
    {
        std::swap(owned, other.owned);
        return *this;
    }
    vector(const vector &) = delete;
    vector &operator=(const vector &) = delete;
    ~vector() { cliv_array_release(&owned); }

    /** All of it. */
    operator span<T>() const { return span<T>(owned.buffer, 0, owned.count); }
    /** C's array, also as an element of a list of arrays. */
    operator cliv_array() const { return all(); }
    /** All of it, by name. */
    span<T> all() const { return *this; }
    /** How many elements. */
    std::size_t size() const noexcept { return owned.count; }
    /** Are there none? */
    bool empty() const noexcept { return owned.count == 0; }
    /** Its buffer, not retained for the caller: cl::Buffer(v.buffer(), true) is one more owner. */
    cl_mem buffer() const noexcept { return owned.buffer; }
    /** As span::slice. */
    span<T> slice(std::size_t first, std::size_t count) const { return all().slice(first, count); }
    /** As span::slice. */
    span<T> slice(std::size_t first) const { return all().slice(first); }
    /** As span::read. */
    std::vector<T> read(const queue_handle &queue) const { return all().read(queue); }
    /** As span::read. */
    template <typename Output> Output read(const queue_handle &queue, Output to) const { return all().read(queue, to); }
    /** As span::write. */
    void write(const queue_handle &queue, const std::vector<T> &host) const { all().write(queue, host); }
    /** As span::write. */
    template <typename Input> void write(const queue_handle &queue, Input begin, Input end) const
    {
        all().write(queue, begin, end);
    }

  private:
    void create(cliv_context *ctx, std::size_t count, const T *host)
    {
        check(cliv_array_create(ctx, &type_of<T>(), count, count ? host : nullptr, &owned));
    }
    cliv_array owned = {};
};

/** @cond */
template <typename Input>
vector(cliv_context *, Input, Input) -> vector<typename std::iterator_traits<Input>::value_type>;
/** @endcond */

/** Text of OpenCL C with what it reads: an expression or a body. A string becomes one by itself. It keeps the values of
 *  its constants as they are when it is made, so these need not live on.
 *  @code
 *  "x < 3"
 *  {"a0[i] * a1[i]", {x, y}}
 *  {"x < limit", {cliv::constant("limit", 3)}}
 *  cliv::expression low("x < limit", {cliv::constant("limit", 3)});   // for several calls
 *  @endcode */
struct expression {
    /** Of a text. */
    expression(const char *words) : text(words ? words : "") {}
    /** Of a text. */
    expression(std::string words) : text(std::move(words)) {}
    /** Of a text, the arrays and constants that it calls a0, a1 … or by their names, and declarations. */
    expression(std::string words, std::vector<cliv_array> reads, std::string declared = "")
        : text(std::move(words)), arrays(std::move(reads)), source(std::move(declared))
    {
        keep_values();
    }
    std::string text;               /**< the expression, or statements */
    std::vector<cliv_array> arrays; /**< that it reads; a body may write them */
    std::string source;             /**< declarations, or nothing */

    /** The declarations for C. */
    const char *declarations() const { return source.empty() ? nullptr : source.c_str(); }

  private:
    // Copies share them, so that what points to them stays.
    std::shared_ptr<unsigned char[]> values;
    void keep_values()
    {
        std::size_t bytes = 0;
        for (const cliv_array &array : arrays)
            bytes += array.value && array.type ? array.type->size : 0;
        if (bytes == 0)
            return;
        values.reset(new unsigned char[bytes]);
        unsigned char *to = values.get();
        for (cliv_array &array : arrays)
            if (array.value && array.type) {
                array.value = std::memcpy(to, array.value, array.type->size);
                to += array.type->size;
            }
    }
};

/** An array without memory: element i is the value of an expression of i. Stands for a cliv_array while it lives.
 *  @code
 *  cliv::generated<int>("3 * i + 1", n)                       // 1, 4, 7, …
 *  cliv::generated<float>({"a0[i] * a1[i]", {x, y}}, n)
 *  @endcode */
template <typename T> class generated
{
  public:
    /** `count` values of an expression. */
    generated(cliv::expression expression, std::size_t count)
        : made_of(std::move(expression)), part(cliv_generate(&type_of<T>(), nullptr, count))
    {
    }
    /** C's array, which points into this object. */
    operator cliv_array() const
    {
        cliv_array array = cliv_generate_from(&type_of<T>(), made_of.text.c_str(), part.count, made_of.arrays.data(),
                                              made_of.arrays.size());
        array.first = part.first;
        return made_of.source.empty() ? array : cliv_with_source(array, made_of.source.c_str());
    }
    /** How many elements. */
    std::size_t size() const noexcept { return part.count; }
    /** `count` values from number `first` on; past its end the call that uses it throws CLIV_OUT_OF_RANGE. */
    generated slice(std::size_t first, std::size_t count) const
    {
        generated other = *this;
        other.part = cliv_slice(part, first, count);
        return other;
    }

  private:
    cliv::expression made_of;
    cliv_array part; // but for what it is made of
};

/** One value, which expressions read by its name; as an array, `count` elements of it. Stands for a cliv_array while it
 *  lives. */
template <typename T> class constant
{
  public:
    /** A value by a name, or by its place in the list where the name is nullptr. A 0 is no name. */
    template <typename Name, typename = std::enable_if_t<std::is_convertible_v<Name, const char *>>>
    constant(Name name, const T &value, std::size_t count = 1) : called(name), held(value), length(count)
    {
    }
    /** A value without a name. */
    explicit constant(const T &value, std::size_t count = 1) : constant(nullptr, value, count) {}
    /** C's array, which points into this object. */
    operator cliv_array() const
    {
        cliv_array array = cliv_constant(called, &type_of<T>(), &held);
        array.count = length;
        return array;
    }

  private:
    const char *called;
    T held;
    std::size_t length;
};

/** The same array under a name that expressions call it by. */
inline cliv_array named(const char *name, cliv_array array) { return cliv_named(name, array); }
/** An array that ends at `*length` elements, which must live as long as the result. */
inline cliv_array counted(cliv_array array, const cliv_array *length) { return cliv_counted(array, length); }
/** C's array of a buffer; cliv::span<T> knows the type. */
inline cliv_array buffer(cl_mem memory, const cliv_type &type, std::size_t first, std::size_t count)
{
    return cliv_buffer(memory, &type, first, count);
}
/** C's array of an expression; cliv::generated<T> keeps what it needs. */
inline cliv_array generate(const cliv_type &type, const char *expression, std::size_t count)
{
    return cliv_generate(&type, expression, count);
}
/** A part of C's array. */
inline cliv_array slice(cliv_array array, std::size_t first, std::size_t count)
{
    return cliv_slice(array, first, count);
}

/** An order: true where a comes before b. A string, a cliv_order or nothing, which is cliv_less, become one. */
struct order : cliv_order {
    /** Ascending. */
    order() : cliv_order{nullptr, nullptr} {}
    /** Of C. */
    order(const cliv_order &other) : cliv_order(other) {}
    /** Of an expression of a and b and its declarations; the texts are not copied. */
    order(const char *before, const char *declared = nullptr) : cliv_order{before, declared} {}
};

/** An associative operator. A string, a cliv_op or nothing, which is cliv_add, become one. */
struct op : cliv_op {
    /** Sums. */
    op() : cliv_op(cliv_add) {}
    /** Of C. */
    op(const cliv_op &other) : cliv_op(other) {}
    /** Of an expression of a and b, its identity and their declarations; the texts are not copied. */
    op(const char *combined, const char *neutral = nullptr, const char *declared = nullptr)
        : cliv_op{combined, neutral, declared}
    {
    }
};

} // namespace cliv
#endif
