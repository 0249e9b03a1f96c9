/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp/types.hpp
 *  C++: element types, and structures that host and device share. */
#ifndef CLINTERVAL_CPP_TYPES_HPP
#define CLINTERVAL_CPP_TYPES_HPP

#include "../array.h"

#include <cstddef>
#include <string>
#include <type_traits>

/** @cond */
namespace cliv
{
namespace detail
{
inline bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Translates a C++ word to OpenCL C: cl_int4 to int4, int32_t and std::int32_t to int.
inline std::string device_word(const std::string &word)
{
    static const char *const fixed[][2] = {{"int8_t", "char"},     {"uint8_t", "uchar"}, {"int16_t", "short"},
                                           {"uint16_t", "ushort"}, {"int32_t", "int"},   {"uint32_t", "uint"},
                                           {"int64_t", "long"},    {"uint64_t", "ulong"}};
    for (const auto &pair : fixed)
        if (word == pair[0])
            return pair[1];
    return word.compare(0, 3, "cl_") == 0 ? word.substr(3) : word;
}

// The declaration of a structure for the device, with an include guard because several texts may contain it.
inline std::string declare(const std::string &name, const std::string &members, const char *before)
{
    const std::string guard = "cliv_struct_" + name;
    std::string text =
        std::string(before ? before : "") + "#ifndef " + guard + "\n#define " + guard + "\ntypedef struct {\n";
    for (std::size_t i = 0; i < members.size();) {
        if (members.compare(i, 5, "std::") == 0)
            i += 5;
        std::size_t end = i;
        while (end < members.size() && in_word(members[end]))
            ++end;
        text += end > i ? device_word(members.substr(i, end - i)) : std::string(1, members[i]);
        i = end > i ? end : i + 1;
    }
    return text + "\n} " + name + ";\n#endif\n";
}
} // namespace detail
} // namespace cliv
/** @endcond */

/** Describes the device type of a C++ type.
 *
 *  @param type    a C++ type, trivially copyable
 *  @param name    the name in OpenCL C, a string
 *  @param source  the declarations of the name, a string, or nullptr
 *
 *  Use the macro at namespace scope, in the namespace of the type. */
#define CLIV_TYPE(type, name, source)                                                         \
    inline const cliv_type &cliv_type_of(const type *)                                        \
    {                                                                                         \
        static_assert(std::is_trivially_copyable_v<type>,                                     \
                      "elements must be trivially copyable: they are copied by their bytes"); \
        static const cliv_type described = {name, sizeof(type), source};                      \
        return described;                                                                     \
    }                                                                                         \
    static_assert(sizeof(type) > 0, "")

/** Defines a structure for C++ and for the device.
 *
 *  @param name  the name of the structure; on the device it has no namespace, and must differ from all names of OpenCL
 *               C, such as `step`
 *
 *  Use the macro at namespace scope, in any namespace. Both compilers read the text of the members as C. Members may
 *  have these types:
 *  - cl_int, cl_float4 and so on;
 *  - int32_t and similar types, with or without std::;
 *  - types with the same meaning in both languages: char, short, int, float, double.
 *
 *  A member cannot have the type bool, size_t, or `long` (unless it has 64 bits on every host). The library compares
 *  the sizes when it compiles a program: if the two compilers disagree, the call throws CLIV_TYPE_MISMATCH.
 *
 *  @code
 *  CLIV_STRUCT(particle, cl_float x, y, z; cl_int cell;);
 *
 *  cliv::vector<particle> particles(ctx, host);
 *  cliv::sort_keys(ctx, queue, particles, "a.cell < b.cell");
 *  @endcode */
#define CLIV_STRUCT(name, ...) CLIV_CPP_STRUCT(name, nullptr, __VA_ARGS__)

/** Defines a structure like CLIV_STRUCT, with members of a described type.
 *
 *  @param member  the type of the members, which CLIV_STRUCT or CLIV_TYPE describes in the same namespace
 *  @param name    the name of the structure
 *
 *  @code
 *  CLIV_STRUCT(place, cl_float x, y;);
 *  CLIV_STRUCT_WITH(place, route, place from, to;);
 *  @endcode */
#define CLIV_STRUCT_WITH(member, name, ...) \
    CLIV_CPP_STRUCT(name, cliv_type_of(static_cast<const member *>(nullptr)).source, __VA_ARGS__)

/** @cond */
#define CLIV_CPP_STRUCT(name, before, ...)                                                  \
    struct name {                                                                           \
        __VA_ARGS__                                                                         \
    };                                                                                      \
    inline const char *cliv_source_of(const name *)                                         \
    {                                                                                       \
        static const std::string text = cliv::detail::declare(#name, #__VA_ARGS__, before); \
        return text.c_str();                                                                \
    }                                                                                       \
    CLIV_TYPE(name, #name, cliv_source_of(static_cast<const name *>(nullptr)))
/** @endcond */

/** @cond */
namespace cliv
{
namespace detail
{
template <typename T> constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8;

template <typename T> const cliv_type &integer_type()
{
    constexpr bool has_sign = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 1)
        return has_sign ? cliv_char : cliv_uchar;
    else if constexpr (sizeof(T) == 2)
        return has_sign ? cliv_short : cliv_ushort;
    else if constexpr (sizeof(T) == 4)
        return has_sign ? cliv_int : cliv_uint;
    else
        return has_sign ? cliv_long : cliv_ulong;
}

} // namespace detail
} // namespace cliv

#define CLIV_CPP_VECTOR(type, width) CLIV_TYPE(cl_##type##width, #type #width, nullptr);
#define CLIV_CPP_VECTORS(type) \
    CLIV_CPP_VECTOR(type, 2) CLIV_CPP_VECTOR(type, 4) CLIV_CPP_VECTOR(type, 8) CLIV_CPP_VECTOR(type, 16)
CLIV_CPP_VECTORS(char)
CLIV_CPP_VECTORS(uchar)
CLIV_CPP_VECTORS(short)
CLIV_CPP_VECTORS(ushort)
CLIV_CPP_VECTORS(int)
CLIV_CPP_VECTORS(uint)
CLIV_CPP_VECTORS(long)
CLIV_CPP_VECTORS(ulong)
CLIV_CPP_VECTORS(float)
CLIV_CPP_VECTORS(double)
/** @endcond */

namespace cliv
{

/** Returns the device type of a C++ type.
 *
 *  The type is an integer, by size and sign (long and long long are the same), float, double, or a type that
 *  CLIV_STRUCT or CLIV_TYPE describes. It may also be a vector of cl_platform.h, except a vector of 3, which
 *  cl_platform.h defines as a vector of 4. */
template <typename T> const cliv_type &type_of()
{
    if constexpr (detail::is_integer<T>)
        return detail::integer_type<T>();
    else if constexpr (std::is_same_v<T, float>)
        return cliv_float;
    else if constexpr (std::is_same_v<T, double>)
        return cliv_double;
    else
        return cliv_type_of(
            static_cast<const T *>(nullptr)); // no such function: describe T by CLIV_STRUCT or CLIV_TYPE
}

} // namespace cliv
#endif
