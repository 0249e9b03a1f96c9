/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic additions to sums of one or two uints, in one address space. Before the include, define
 *     CLIV_SUM_ADD    the name of the function
 *     CLIV_SUM_SPACE  the address space
 *     CLIV_SUM_UINTS  1 or 2 */

#ifndef CLIV_LOW_HALF
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define CLIV_LOW_HALF 1
#else
#define CLIV_LOW_HALF 0
#endif
#endif

/* Work-item. Adds `amount` to sum `at`, modulo the size of a sum. A sum of two uints uses no 64-bit atomics, which
 * some devices lack: each addition to the low half that carries adds the carry to the high half. The two halves may be
 * inconsistent while other work-items add. Local memory: `sums`, if CLIV_SUM_SPACE is local. */
CLIV_FUNCTION void CLIV_SUM_ADD(volatile CLIV_SUM_SPACE uint *sums, const cliv_index at, const cliv_count amount)
{
#if CLIV_SUM_UINTS == 2
    volatile CLIV_SUM_SPACE uint *const halves = sums + 2 * at;
    const uint low = (uint)amount, high = (uint)(amount >> 32);
    const uint carry = atomic_add(halves + CLIV_LOW_HALF, low) > ~low;
    if (high + carry)
        atomic_add(halves + (1 - CLIV_LOW_HALF), high + carry);
#else
    atomic_add(sums + at, (uint)amount);
#endif
}

#undef CLIV_SUM_ADD
#undef CLIV_SUM_SPACE
#undef CLIV_SUM_UINTS
