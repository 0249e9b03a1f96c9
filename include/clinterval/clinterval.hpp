/* SPDX-License-Identifier: Apache-2.0 */
/** @file clinterval.hpp
 *  The library from C++17: everything of clinterval.h in namespace cliv, header-only. It needs nothing but that.
 *
 *  Every function of C's has one of the same name without its prefix, with the same arguments in the same order:
 *
 *  - A failure is an exception, cliv::error, with the status and the sentence of cliv_last_error().
 *  - Orders, operators, wait lists and events may be left out.
 *  - An array argument is a cliv::vector, a cliv::span, a cliv::generated, a cliv::constant, a cliv_array of C, or
 *    cliv::none where it is left out.
 *  - An expression or body is one argument, cliv::expression, made of a text, or of a text, its arrays and its source:
 *    `{"x < limit", {cliv::constant("limit", 3)}}`.
 *  - Where the size of a result depends on the data, the call without a count blocks and returns that size; with a
 *    `count`, an array on the device or cliv::none, it enqueues only, and returns nothing.
 *
 *  Objects of opencl.hpp (cl::Context, cl::Device, cl::CommandQueue, cl::Buffer, cl::Event and vectors of them) are
 *  taken wherever the handles of C are; this header does not include that one, so either may come first, and programs
 *  that have no use for it do without.
 *
 *  @code
 *  cliv::context ctx;
 *  cliv::vector<int> keys(ctx, {3, 1, 2});
 *  cliv::sort_keys(ctx, ctx.queue(), keys, cliv_greater);
 *  std::vector<int> sorted = keys.read(ctx.queue());    // 3 2 1
 *  @endcode */
#ifndef CLINTERVAL_HPP
#define CLINTERVAL_HPP

#include "clinterval.h"

#include "cpp/arrays.hpp"
#include "cpp/context.hpp"
#include "cpp/objects.hpp"
#include "cpp/operations.hpp"
#include "cpp/results.hpp"
#include "cpp/types.hpp"

#endif
