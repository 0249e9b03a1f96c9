/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp/arrays.hpp
 *  C++: arrays in memory, their parts, arrays without memory, expressions, orders and operators. */
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

/** An array argument that is left out. */
inline const cliv_array none = {};

/** Copies all elements of an array to the host. Blocks. `host` has memory for array.count elements. */
inline void array_read(const queue_handle &queue, cliv_array array, void *host)
{
    check(cliv_array_read(queue, array, host));
}
/** Copies array.count elements from the host to an array. Blocks. */
inline void array_write(const queue_handle &queue, cliv_array array, const void *host)
{
    check(cliv_array_write(queue, array, host));
}

/** A part of a buffer, which the span does not own, like std::span on the host.
 *
 *  It converts to a cliv_array. A cliv::vector converts to a span. */
template <typename T> class span
{
  public:
    /** Creates a span without elements. */
    span() : view(cliv_buffer(nullptr, &type_of<T>(), 0, 0)) {}
    /** Creates a span of `count` elements of a buffer, from element `first` on. */
    span(cl_mem buffer, std::size_t first, std::size_t count) : view(cliv_buffer(buffer, &type_of<T>(), first, count))
    {
    }
    /** Creates a span of `count` elements of a cl::Buffer, from element `first` on. */
    template <typename Buffer, typename = detail::if_wraps<Buffer, cl_mem>>
    span(const Buffer &buffer, std::size_t first, std::size_t count) : span(buffer(), first, count)
    {
    }

    /** Converts to C's array. */
    operator cliv_array() const noexcept { return view; }
    /** Returns the number of elements. */
    std::size_t size() const noexcept { return view.count; }
    /** Returns true if there are no elements. */
    bool empty() const noexcept { return view.count == 0; }
    /** Returns the buffer, not retained for the caller. */
    cl_mem buffer() const noexcept { return view.buffer; }
    /** Returns the start of the span in the buffer, in elements. */
    std::size_t first() const noexcept { return view.first; }
    /** Returns a span of `count` elements, from element `first` on.
     *
     *  If the part extends past the end of this span, the call that uses it throws CLIV_OUT_OF_RANGE. */
    span slice(std::size_t first, std::size_t count) const { return span(cliv_slice(view, first, count)); }
    /** Returns a span of all elements from element `first` on. */
    span slice(std::size_t first) const { return slice(first, size() - std::min(first, size())); }

    /** Copies the elements to the host, after all commands enqueued earlier on the queue. Blocks. */
    std::vector<T> read(const queue_handle &queue) const
    {
        std::vector<T> host(size());
        array_read(queue, view, host.data());
        return host;
    }
    /** Copies the elements to an output iterator and returns the iterator after the last element. Blocks. */
    template <typename Output> Output read(const queue_handle &queue, Output to) const
    {
        const std::vector<T> host = read(queue);
        return std::copy(host.begin(), host.end(), to);
    }
    /** Copies size() elements from the host. Blocks. Throws CLIV_OUT_OF_RANGE if host.size() differs. */
    void write(const queue_handle &queue, const std::vector<T> &host) const
    {
        if (host.size() != size())
            throw error(CLIV_OUT_OF_RANGE, "write: host has " + std::to_string(host.size()) +
                                               " elements, but the array has " + std::to_string(size()));
        array_write(queue, view, host.data());
    }
    /** Copies size() elements from a range of host iterators. Blocks. Throws CLIV_OUT_OF_RANGE for other sizes. */
    template <typename Input> void write(const queue_handle &queue, Input begin, Input end) const
    {
        write(queue, std::vector<T>(begin, end));
    }

  private:
    explicit span(const cliv_array &array) : view(array) {}
    cliv_array view;
};

/** An array that owns its memory on the device.
 *
 *  It is movable; cliv::copy() copies the elements. It may be destroyed while work in flight uses it. */
template <typename T> class vector
{
    static_assert(!std::is_same_v<T, bool>, "the size of bool may differ between host and device: use unsigned char");

  public:
    /** The type of an element. */
    using value_type = T;
    /** Creates an array without elements and without memory. */
    vector() = default;
    /** Creates an array of `count` elements with unspecified values. */
    vector(cliv_context *ctx, std::size_t count) { create(ctx, count, nullptr); }
    /** Creates an array with the elements of a vector on the host. */
    vector(cliv_context *ctx, const std::vector<T> &host) { create(ctx, host.size(), host.data()); }
    /** Creates an array with the elements of an initializer list. */
    vector(cliv_context *ctx, std::initializer_list<T> host) { create(ctx, host.size(), host.begin()); }
    /** Creates an array with the elements of a range of host iterators. */
    template <typename Input, typename = typename std::iterator_traits<Input>::iterator_category>
    vector(cliv_context *ctx, Input begin, Input end) : vector(ctx, std::vector<T>(begin, end))
    {
    }
    /** Takes over the memory of another array, which is then empty. */
    vector(vector &&other) noexcept : owned(std::exchange(other.owned, none)) {}
    /** Exchanges the memory of both arrays. */
    vector &operator=(vector &&other) noexcept
    {
        std::swap(owned, other.owned);
        return *this;
    }
    vector(const vector &) = delete;
    vector &operator=(const vector &) = delete;
    ~vector() { cliv_array_release(&owned); }

    /** Converts to a span of all elements. */
    operator span<T>() const { return span<T>(owned.buffer, 0, owned.count); }
    /** Converts to C's array, also in a list of arrays. */
    operator cliv_array() const { return all(); }
    /** Returns a span of all elements. */
    span<T> all() const { return *this; }
    /** Returns the number of elements. */
    std::size_t size() const noexcept { return owned.count; }
    /** Returns true if there are no elements. */
    bool empty() const noexcept { return owned.count == 0; }
    /** Returns the buffer, not retained for the caller: cl::Buffer(v.buffer(), true) retains it. */
    cl_mem buffer() const noexcept { return owned.buffer; }
    /** Returns a part of the array, see span::slice. */
    span<T> slice(std::size_t first, std::size_t count) const { return all().slice(first, count); }
    /** Returns the elements from element `first` on, see span::slice. */
    span<T> slice(std::size_t first) const { return all().slice(first); }
    /** Copies the elements to the host, see span::read. */
    std::vector<T> read(const queue_handle &queue) const { return all().read(queue); }
    /** Copies the elements to an output iterator, see span::read. */
    template <typename Output> Output read(const queue_handle &queue, Output to) const { return all().read(queue, to); }
    /** Copies size() elements from the host, see span::write. */
    void write(const queue_handle &queue, const std::vector<T> &host) const { all().write(queue, host); }
    /** Copies size() elements from a range of host iterators, see span::write. */
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

/** An expression or a body: OpenCL C text, with the arrays that the text reads.
 *
 *  A string converts to an expression. An expression copies the values of its constants when it is created, so the
 *  constants need not outlive it.
 *  @code
 *  "x < 3"
 *  {"a0[i] * a1[i]", {x, y}}
 *  {"x < limit", {cliv::constant("limit", 3)}}
 *  cliv::expression low("x < limit", {cliv::constant("limit", 3)});   // for several calls
 *  @endcode */
struct expression {
    /** Creates an expression from a text. */
    expression(const char *words) : text(words ? words : "") {}
    /** Creates an expression from a text. */
    expression(std::string words) : text(std::move(words)) {}
    /** Creates an expression from a text, the arrays that it reads, and declarations.
     *
     *  The text reads the arrays and constants as a0, a1 … or by their names. */
    expression(std::string words, std::vector<cliv_array> reads, std::string declared = "")
        : text(std::move(words)), arrays(std::move(reads)), source(std::move(declared))
    {
        keep_values();
    }
    std::string text;               /**< The expression, or statements. */
    std::vector<cliv_array> arrays; /**< Arrays that the text reads; a body may write them. */
    std::string source;             /**< The declarations, or an empty string. */

    /** Returns the declarations for C, or nullptr. */
    const char *declarations() const { return source.empty() ? nullptr : source.c_str(); }

  private:
    // Shared by copies, so that pointers to the values remain valid.
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

/** An array without memory: element i is the value of an expression of i.
 *
 *  It converts to a cliv_array, which must not outlive it. Each operation that reads the array evaluates the expression
 *  again; see cliv_generate() for when to store the values with cliv::copy() first.
 *  @code
 *  cliv::generated<int>("3 * i + 1", n)                       // 1, 4, 7, …
 *  cliv::generated<float>({"a0[i] * a1[i]", {x, y}}, n)
 *  @endcode */
template <typename T> class generated
{
  public:
    /** Creates an array of `count` values of an expression. */
    generated(cliv::expression expression, std::size_t count)
        : made_of(std::move(expression)), part(cliv_generate(&type_of<T>(), nullptr, count))
    {
    }
    /** Converts to C's array, which points into this object. */
    operator cliv_array() const
    {
        cliv_array array = cliv_generate_from(&type_of<T>(), made_of.text.c_str(), part.count, made_of.arrays.data(),
                                              made_of.arrays.size());
        array.first = part.first;
        return made_of.source.empty() ? array : cliv_with_source(array, made_of.source.c_str());
    }
    /** Returns the number of elements. */
    std::size_t size() const noexcept { return part.count; }
    /** Returns `count` values, from index `first` on.
     *
     *  If the part extends past the end of the array, the call that uses it throws CLIV_OUT_OF_RANGE. */
    generated slice(std::size_t first, std::size_t count) const
    {
        generated other = *this;
        other.part = cliv_slice(part, first, count);
        return other;
    }

  private:
    cliv::expression made_of;
    cliv_array part; // without the text and arrays of made_of
};

/** One value that expressions read by its name; as an array, `count` elements with this value.
 *
 *  It converts to a cliv_array, which must not outlive it. */
template <typename T> class constant
{
  public:
    /** Creates a constant with a name.
     *
     *  If the name is nullptr, expressions use a0, a1 … by the index in the list. The literal 0 is not accepted as a
     *  name. */
    template <typename Name, typename = std::enable_if_t<std::is_convertible_v<Name, const char *>>>
    constant(Name name, const T &value, std::size_t count = 1) : called(name), held(value), length(count)
    {
    }
    /** Creates a constant without a name. */
    explicit constant(const T &value, std::size_t count = 1) : constant(nullptr, value, count) {}
    /** Converts to C's array, which points into this object. */
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

/** Returns the same array with a name for expressions. */
inline cliv_array named(const char *name, cliv_array array) { return cliv_named(name, array); }
/** Returns a counted array, with the device-side length `*length`. `length` must outlive the result. */
inline cliv_array counted(cliv_array array, const cliv_array *length) { return cliv_counted(array, length); }
/** Describes a part of a buffer as C's array; cliv::span<T> derives the type from T. */
inline cliv_array buffer(cl_mem memory, const cliv_type &type, std::size_t first, std::size_t count)
{
    return cliv_buffer(memory, &type, first, count);
}
/** Describes a generated array as C's array; cliv::generated<T> owns the expression. */
inline cliv_array generate(const cliv_type &type, const char *expression, std::size_t count)
{
    return cliv_generate(&type, expression, count);
}
/** Returns a part of C's array. */
inline cliv_array slice(cliv_array array, std::size_t first, std::size_t count)
{
    return cliv_slice(array, first, count);
}

/** An order: an expression that is true if a comes before b.
 *
 *  A string or a cliv_order converts to an order. The default is cliv_less. */
struct order : cliv_order {
    /** Creates the ascending order, cliv_less. */
    order() : cliv_order{nullptr, nullptr} {}
    /** Creates a copy of an order of C. */
    order(const cliv_order &other) : cliv_order(other) {}
    /** Creates an order from an expression of a and b, and its declarations; the texts are not copied. */
    order(const char *before, const char *declared = nullptr) : cliv_order{before, declared} {}
};

/** An associative operator.
 *
 *  A string or a cliv_op converts to an operator. The default is cliv_add. */
struct op : cliv_op {
    /** Creates the addition operator, cliv_add. */
    op() : cliv_op(cliv_add) {}
    /** Creates a copy of an operator of C. */
    op(const cliv_op &other) : cliv_op(other) {}
    /** Creates an operator from an expression of a and b, its identity, and declarations.
     *
     *  The texts are not copied. */
    op(const char *combined, const char *neutral = nullptr, const char *declared = nullptr)
        : cliv_op{combined, neutral, declared}
    {
    }
};

} // namespace cliv
#endif
