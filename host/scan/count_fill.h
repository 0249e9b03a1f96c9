/* SPDX-License-Identifier: Apache-2.0 */
/* Operations whose number of outputs only the data tells: they count, then fill; or do both in one pass. Their kernels
 * take the numbers, what CLIV_OUTPUT_OFFSETS_PARAMS says, the memory objects and the arrays of the build. */
#ifndef CLIV_COUNT_FILL_H
#define CLIV_COUNT_FILL_H

#include "runtime/array_use.h"
#include "runtime/cache.h"
#include "runtime/call.h"
#include "runtime/program.h"
#include "runtime/scratch.h"

#include <clinterval/array.h>

#include <stdbool.h>
#include <stddef.h>

/* Do groups draw tile after tile even where each has only one to draw? Tests set it. */
extern bool cliv_always_streams;

typedef struct cliv_count_fill {
    cliv_array count;   /* CLIV_NONE, or where the number goes */
    size_t *host_count; /* and NULL or the same */
    bool has_output;
    size_t capacity;          /* outputs there is room for */
    size_t most;              /* 0, or the most that valid data can give */
    const cliv_scratch *base; /* NULL, or a ulong: where outputs begin */
    size_t tiles;
    const char *count_kernel, *fill_kernel;
    cl_ulong numbers[3];
    unsigned number_count;
    cl_mem mems[2];
    unsigned mem_count;
    bool total_first;   /* it asks for the number of outputs before it fills: nothing looks back */
    bool single_launch; /* which it does in one launch, of groups that wait for each other */
    bool last;          /* the fill kernel is the call's last command */
    bool streams;    /* with look-back, where there are more tiles than groups that run, these draw tile after tile */
    bool tells_sums; /* with look-back they do so always, and tiles tell a sum of 4 bytes beside the number */
    /* Set by cliv_count_fill_describe(): */
    bool look_back;   /* one pass does it */
    bool last_counts; /* only the number is asked for, and the last group to count may add up */
    /* private to count_fill.c */
    cliv_scratch *begins; /* of tiles: their counts, then where their outputs begin; or the states of look-back */
    cliv_scratch *total;
    cliv_scratch *states; /* NULL, or what the last group to count is known by */
    cl_ulong value;
} cliv_count_fill;
cliv_use cliv_count_fill_use(const cliv_count_fill *); /* how the count array is used */
/* What the prelude of its kernels says, whose tiles divide `items`; after cliv_build_begin(). */
void cliv_count_fill_describe(cliv_count_fill *, cliv_build *, size_t items);
cliv_status cliv_count_fill_scratch(cliv_call *, cliv_count_fill *, const cliv_build *); /* once the tiles are known */
cliv_status cliv_count_fill_run(cliv_call *, cliv_count_fill *, const cliv_build *, cliv_program *);
cliv_status cliv_count_fill_read(cliv_call *, cliv_count_fill *);
/* After the call's end: what the host is told. */
cliv_status cliv_count_fill_answer(const cliv_count_fill *, cliv_status);

#endif
