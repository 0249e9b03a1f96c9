/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test, starves groups that may be waited for: of three tiles one tells nothing to those behind it, and
 * one tells it late. Where who waits falls back, results are what they were. */
#include "grid/look_back.h"
#include "scan/count_fill.h"

__attribute__((constructor)) static void starve(void)
{
    enum { LOOKS = 300 };
    cliv_starved_looks = LOOKS;
    cliv_always_streams = true;
}
