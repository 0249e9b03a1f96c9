/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test, starves groups that may be waited for: of three tiles one tells nothing to those behind it, and
 * one tells it late. Where who waits falls back, results are what they were. */
#include "../host/count_fill.h"
#include "../host/look_back.h"

__attribute__((constructor)) static void starve(void)
{
    enum { LOOKS = 300 };
    cliv_starved_looks = LOOKS;
    cliv_always_streams = true;
}
