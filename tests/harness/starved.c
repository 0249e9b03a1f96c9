/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test, starves groups that other groups wait for. Of three tiles, one never publishes its state to
 * later tiles, and one publishes it late. With fallback the results must not change. */
#include "grid/look_back.h"
#include "scan/count_fill.h"

__attribute__((constructor)) static void starve(void)
{
    enum { LOOKS = 300 };
    cliv_starved_looks = LOOKS;
    cliv_always_streams = true;
}
