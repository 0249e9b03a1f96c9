/* SPDX-License-Identifier: Apache-2.0 */
#include "selecting.h"
bool cliv_select_is_better(const cliv_context *ctx, const cliv_selecting *c) { (void)ctx; (void)c; return false; }
cliv_status cliv_select_digits(cliv_call *call, const cliv_selecting *c) { (void)call; (void)c; return CLIV_SUCCESS; }
