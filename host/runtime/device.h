/* SPDX-License-Identifier: Apache-2.0 */
/* Which devices there are, what they can do, and which one the user means. */
#ifndef CLIV_DEVICE_H
#define CLIV_DEVICE_H

#include "runtime/text.h"

#include <clinterval/status.h>

#include <stdbool.h>
#include <stddef.h>

/* What is different on some implementations. device.c, and nobody else, knows which. */
typedef struct cliv_quirks {
    bool no_barriers_in_branches; /* the compiler fails on a barrier that whole groups take or leave */
    bool must_inline;             /* a function that is not inlined gets another group's local memory, or loses it */
    bool reorders_floats;         /* loops over floats are vectorised though nothing allows it */
    bool loses_loops_ends;        /* a vectorised copy of single elements may take its last ones from elsewhere */
    bool must_not_vectorize;      /* groups: work-items joined in vectors lose what they write */
    bool atomics_race_with_reads; /* a read of what others change by atomics counts as a race */
    bool optimizer_breaks_values; /* it stops at structures or widened numbers, or loses parts of vectors */
    bool cannot_convert_fours;    /* the compiler stops, or the device, at four numbers converted and stored together */
    bool forgets_kernels_writes;  /* once the host has written to a part of the buffer, and where a released one stood:
                                     there the host writes all of it */
    bool slow_sub_groups;         /* shuffles take longer than loops through local memory */
    bool is_simulator;            /* never chosen while there is another device */
} cliv_quirks;

typedef struct cliv_device {
    cl_platform_id platform;
    cl_device_id id;
    unsigned platform_index, device_index; /* as `clinfo -l` counts */
    char platform_name[128], platform_version[128], name[128], vendor[128];
    cl_device_type type;
    cl_uint units;
    size_t work_group_limit;
    cl_ulong local_memory;
    size_t parameter_bytes; /* that a kernel takes */
    bool fp64, int64_atomics;
    bool ptx; /* NVIDIA's compiler, sm_70 or later */
    enum { CLIV_NO_SHUFFLES, CLIV_KHRONOS_SHUFFLES, CLIV_INTELS_SHUFFLES } shuffles; /* by the names of whom */
    /* The compiler option for the device-wide atomic_work_item_fence(); NULL if the device has no such fence. */
    const char *fence_option;
    bool asks_lanes;      /* kernels may ask for the size of their sub-groups */
    unsigned lane_counts; /* then those that they may ask for, added up: powers of 2 from 4 to 64 */
    char arch[16];        /* "sm_90", or "" */
    cliv_quirks quirks;
} cliv_device;

typedef struct cliv_device_spec {
    enum { CLIV_SPEC_DEFAULT, CLIV_SPEC_INDEX, CLIV_SPEC_KIND, CLIV_SPEC_NAME } kind;
    unsigned platform, device; /* INDEX */
    cl_device_type type;       /* KIND */
    const char *name;          /* NAME: the text itself */
} cliv_device_spec;

cliv_device_spec cliv_device_spec_parse(const char *text); /* NULL: default */
bool cliv_device_matches(const cliv_device *, const cliv_device_spec *);
/* Whether kernels can make writes visible to other groups of the same launch: by mem_fence() on CPUs and accelerators,
 * by PTX, or by the fence of OpenCL C 2.0 on other GPUs, whose mem_fence() may cover only the group. */
bool cliv_device_has_fence(const cliv_device *);
bool cliv_device_takes_atomic_fence(const cliv_device *); /* whether kernels must use the fence of OpenCL C 2.0 */
/* Of all platforms; free() it. `skipped`: which ones, or which devices, do not work, and what fails there. */
cliv_status cliv_device_list(cliv_device **devices, size_t *count, cliv_text *skipped);
cliv_status cliv_device_describe(cl_device_id, cliv_device *);
/* spec as CLINTERVAL_DEVICE; all that it selects on one platform, at least one: free() them; or the first of these. */
cliv_status cliv_device_select(const char *spec, cliv_device **, size_t *count);
cliv_status cliv_device_pick(const char *spec, cliv_device *);

#endif
