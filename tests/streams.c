/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a test, has groups draw tile after tile where the device allows it, however few tiles there are. */
#include "../host/count_fill.h"

__attribute__((constructor)) static void stream(void) { cliv_always_streams = true; }
