/* SPDX-License-Identifier: Apache-2.0 */
/* The host memory that chunks go through on their way from device to device. */
#ifndef CLINTERVAL_STAGING_H
#define CLINTERVAL_STAGING_H

#include "world.h"

/* Collective; what fails is agreed upon. A world without any is closed as well. */
cliv_status world_open_staging(cliv_world *, const char *function);
void world_close_staging(cliv_world *);

/* Slot number `slot` that a rank sends from, as this rank sees it; NULL: it does not. */
char *world_send_slot(const cliv_world *, int rank, unsigned slot);
char *world_receive_slot(const cliv_world *, unsigned slot);
bool world_shares_memory(const cliv_world *, int rank);
/* What others have written is seen, and what is written is for others to see. */
cliv_status world_sync_staging(cliv_world *);

#endif
