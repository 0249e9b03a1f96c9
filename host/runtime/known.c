/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises built-in operators and orders. */
#include "runtime/known.h"
#include "runtime/lexical.h"

#include <string.h>

enum { LONGEST = 16 /* bytes of the bare texts below, with the terminating NUL */ };

const cliv_op *cliv_known_op(const cliv_op *op)
{
    static const struct {
        const char *bare;
        const cliv_op *op;
    } all[] = {{"a+b", &cliv_add},     {"a*b", &cliv_mul},    {"min(a,b)", &cliv_min}, {"max(a,b)", &cliv_max},
               {"a&b", &cliv_bit_and}, {"a|b", &cliv_bit_or}, {"a^b", &cliv_bit_xor}};
    char bare[LONGEST];
    if (!op)
        return &cliv_add;
    if (!op->combine || op->source)
        return NULL;
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k) /* most callers pass a built-in operator */
        if (op->combine == all[k].op->combine)
            return all[k].op;
    if (!cliv_bare_text(op->combine, bare, sizeof bare))
        return NULL;
    for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
        if (strcmp(bare, all[k].bare) == 0)
            return all[k].op;
    return NULL;
}

const cliv_order *cliv_known_order(const cliv_order *order)
{
    char bare[LONGEST];
    if (order && order->source)
        return NULL;
    if (!order || !order->less || order->less == cliv_less.less)
        return &cliv_less;
    if (order->less == cliv_greater.less)
        return &cliv_greater;
    if (!cliv_bare_text(order->less, bare, sizeof bare))
        return NULL;
    if (strcmp(bare, "a<b") == 0 || strcmp(bare, "b>a") == 0)
        return &cliv_less;
    return strcmp(bare, "a>b") == 0 || strcmp(bare, "b<a") == 0 ? &cliv_greater : NULL;
}
