/* SPDX-License-Identifier: Apache-2.0 */
/* The shared frame of operations whose output count depends on the data: count, scan the counts, fill; or all in one
 * launch. Kernels take `first`, CLIV_OUTPUT_OFFSETS_PARAMS, `more` and the arrays of the build. */
#ifndef CLIV_COUNT_FILL_H
#define CLIV_COUNT_FILL_H

#include "runtime/call.h"

typedef struct cliv_count_fill {
    cliv_array count;   /* CLIV_NONE, or the array that gets the output count */
    size_t *host_count; /* NULL, or gets the output count */
    bool has_output;
    size_t capacity;          /* the count of outputs that fit */
    size_t most;              /* 0, or the largest output count of valid data */
    const cliv_scratch *base; /* NULL, or a ulong: the index of the first output */
    size_t tiles;
    const char *count_kernel, *fill_kernel;
    const cliv_argument *first, *more; /* the kernels' arguments before and after the tile states, or NULL */
    bool total_first;                  /* the fill kernel needs the total, so there is no look-back */
    bool single_launch;                /* a total_first operation in one launch, a cooperative grid */
    bool carries;                      /* with look-back: a phase of one group completes results that span tiles */
    bool last;                         /* the fill kernel is the call's last command */
    bool streams;        /* with look-back: groups draw several tiles if there are more tiles than running groups */
    bool publishes_sums; /* with look-back: groups always draw several tiles, and publish a 4-byte sum with the count */
    /* Set by cliv_count_fill_describe(): */
    bool look_back;    /* one launch with look-back */
    unsigned schedule; /* CLIV_LAST_GROUP: the last group adds up the counts, or completes results (`carries`) */
    cl_ulong value;    /* the output count, set by cliv_count_fill_read() */
    /* private to count_fill.c */
    cliv_scratch *begins; /* the counts of tiles, then their output offsets; or the tile states */
    cliv_scratch *total;
    cliv_scratch *states; /* NULL, or the counter of the last-block reduction */
} cliv_count_fill;
cliv_use cliv_count_fill_use(const cliv_count_fill *);
/* Adds the definitions to the prelude; after cliv_build_begin(). `items` is the count of items that tiles divide. */
void cliv_count_fill_describe(cliv_count_fill *, cliv_build *, size_t items);
cliv_status cliv_count_fill_scratch(cliv_call *, cliv_count_fill *, const cliv_build *); /* after `tiles` is set */
cliv_status cliv_count_fill_run(cliv_call *, cliv_count_fill *, const cliv_build *);
cliv_status cliv_count_fill_read(cliv_call *, cliv_count_fill *);
/* Launches another kernel of the program; it has the same parameters. */
cliv_status cliv_count_fill_launch(cliv_call *, const cliv_count_fill *, const cliv_build *, const char *kernel,
                                   cliv_grid, bool last);
/* After the end of the call: stores the host count and returns the final status. */
cliv_status cliv_count_fill_answer(const cliv_count_fill *, cliv_status);

#endif
