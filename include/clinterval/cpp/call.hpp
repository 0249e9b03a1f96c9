/* SPDX-License-Identifier: Apache-2.0 */
/** @file cpp/call.hpp
 *  C++: the call of a C function by the functions of operations.hpp and results.hpp. */
#ifndef CLINTERVAL_CPP_CALL_HPP
#define CLINTERVAL_CPP_CALL_HPP

#include "../clinterval.h"
#include "arrays.hpp"
#include "context.hpp"

/** @cond */
/* The first and the last parameters of all functions. */
#define CLIV_CPP_HEAD cliv_context *ctx, const queue_handle &queue
#define CLIV_CPP_TAIL const wait_list &after = {}, const event_out &event = {}

namespace cliv
{
namespace detail
{
template <typename Function, typename... Arguments>
void call(Function *function, cliv_context *ctx, const queue_handle &queue, const wait_list &after,
          const event_out &event, Arguments... arguments)
{
    check(function(ctx, queue, arguments..., after.count(), after.data(), event));
}
} // namespace detail
} // namespace cliv
/** @endcond */
#endif
