/* SPDX-License-Identifier: Apache-2.0 */
/** @file clinterval.hpp
 *  The library for C++17, header-only: all of clinterval.h in namespace cliv.
 *
 *  Every C function has a C++ function with the same name without the prefix, and the same arguments in the same order.
 *  The differences are:
 *
 *  - A failure is an exception, cliv::error, with the status and the message of cliv_last_error().
 *  - Orders, operators, wait lists and events may be left out.
 *  - An array argument is a cliv::vector, a cliv::span, a cliv::generated, a cliv::constant, a cliv_array of C, or
 *    cliv::none if it is left out.
 *  - An expression or body is one argument, a cliv::expression. It is created from a text, or from a text, its arrays
 *    and its source: `{"x < limit", {cliv::constant("limit", 3)}}`.
 *  - If the size of a result depends on the data, the call without a count blocks and returns the size; an output that
 *    is too short throws cliv::capacity_error. With a `count` (an array on the device, or cliv::none) the call does
 *    not block and returns nothing.
 *
 *  Functions accept objects of opencl.hpp (cl::Context, cl::Device, cl::CommandQueue, cl::Buffer, cl::Event and vectors
 *  of them) instead of C's handles. This header does not include opencl.hpp: the headers may be included in any order,
 *  and programs without opencl.hpp need not install it.
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
