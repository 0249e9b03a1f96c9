/* SPDX-License-Identifier: Apache-2.0 */
/* Recognises built-in operators and orders by their text. As in the main library, blanks and comments are ignored. */
#include "world.h"

#include <string.h>

/* The first character after blanks, line ends and comments. An unterminated comment is not skipped. */
static const char *past_blanks(const char *p)
{
    for (;;) {
        const char *end = NULL;
        if (*p && strchr(" \t\n\v\f\r", *p))
            ++p;
        else if (p[0] == '\\' && p[1] == '\n')
            p += 2;
        else if (p[0] == '/' && p[1] == '/')
            p += strcspn(p, "\n");
        else if (p[0] == '/' && p[1] == '*' && (end = strstr(p + 2, "*/")))
            p = end + 2;
        else
            return p;
    }
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* Does `text` equal `bare`, apart from blanks and comments? Words must not contain any. */
static bool is_text(const char *text, const char *bare)
{
    for (text = past_blanks(text); *bare && *text == *bare; ++bare)
        text = is_letter(bare[0]) && is_letter(bare[1]) ? text + 1 : past_blanks(text + 1);
    return !*bare && !*text;
}

const cliv_op *world_known_op(const cliv_op *op)
{
    static const struct {
        const char *bare;
        const cliv_op *op;
    } all[] = {{"a+b", &cliv_add},     {"a*b", &cliv_mul},    {"min(a,b)", &cliv_min}, {"max(a,b)", &cliv_max},
               {"a&b", &cliv_bit_and}, {"a|b", &cliv_bit_or}, {"a^b", &cliv_bit_xor}};
    for (size_t k = 0; op && op->combine && !op->source && k < sizeof all / sizeof *all; ++k)
        if (is_text(op->combine, all[k].bare))
            return all[k].op;
    return op ? NULL : &cliv_add;
}

const cliv_order *world_known_order(const cliv_order *order)
{
    if (order && order->source)
        return NULL;
    if (!order || !order->less || is_text(order->less, "a<b") || is_text(order->less, "b>a"))
        return &cliv_less;
    return is_text(order->less, "a>b") || is_text(order->less, "b<a") ? &cliv_greater : NULL;
}
