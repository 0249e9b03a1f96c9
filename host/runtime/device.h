/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL devices: their list, their features and quirks, the selection of one by the user, and sub-groups. */
#ifndef CLIV_DEVICE_H
#define CLIV_DEVICE_H

#include "runtime/text.h"

#include <clinterval/context.h>

/* Deviations of implementations. Only device.c assigns them to implementations. */
typedef struct cliv_quirks {
    bool no_barriers_in_branches; /* the compiler fails on a barrier in a branch that whole groups take or not */
    bool must_inline;             /* a function that is not inlined uses another group's local memory, or loses it */
    bool reorders_floats;         /* loops over floats are vectorised without permission to reorder */
    bool loses_loops_ends;        /* a vectorised copy of single elements may copy wrong last elements */
    bool must_not_vectorize;      /* if work-items are joined into vectors, their writes are lost */
    bool atomics_race_with_reads; /* a plain read of a word that others change by atomics is reported as a race */
    bool optimizer_breaks_values; /* the optimizer fails on structures or widened numbers, or loses parts of vectors */
    /* The compiler or the device fails if it converts and stores four numbers together. */
    bool cannot_convert_fours;
    /* Writes of kernels are lost after the host has written part of the buffer, or if the memory of a released buffer
     * is reused: the host must write the whole buffer. */
    bool forgets_kernels_writes;
    bool slow_sub_groups; /* shuffles take longer than loops through local memory */
    bool is_simulator;    /* selected only if there is no other device */
} cliv_quirks;

/* Properties that schedules need and OpenCL C 1.2 does not promise. */
typedef struct cliv_promises {
    bool visibility; /* writes of a group are visible to other groups of the launch after a fence */
    bool progress;   /* a running group makes progress while other groups wait for it */
} cliv_promises;

typedef struct cliv_device {
    cl_platform_id platform;
    cl_device_id id;
    unsigned platform_index, device_index; /* as `clinfo -l` counts */
    char platform_name[128], platform_version[128], name[128], vendor[128];
    cl_device_type type;
    cl_uint units;
    size_t work_group_limit;
    cl_ulong local_memory;
    size_t parameter_bytes; /* the maximum of all kernel arguments together */
    bool fp64, int64_atomics;
    bool ptx; /* NVIDIA's compiler, sm_70 or later */
    /* The vendor of the extension that has the shuffles. */
    enum { CLIV_NO_SHUFFLES, CLIV_KHRONOS_SHUFFLES, CLIV_INTELS_SHUFFLES, CLIV_QUALCOMMS_SHUFFLES } shuffles;
    /* The compiler option of programs with sub-groups; NULL: the option of all programs. */
    const char *sub_group_option;
    bool asks_half; /* kernels can require the smaller of the two sub-group sizes of Qualcomm's GPUs */
    /* The compiler option for the device-wide atomic_work_item_fence(); NULL if the device has no such fence. */
    const char *fence_option;
    bool asks_lanes;      /* kernels can require a sub-group size */
    unsigned lane_counts; /* the sizes that kernels can require, added up: powers of 2 from 4 to 64 */
    char arch[16];        /* "sm_90", or "" */
    cliv_quirks quirks;
    cliv_promises promises; /* by architecture; rows of a tuning file may replace them */
} cliv_device;

typedef struct cliv_device_spec {
    enum { CLIV_SPEC_DEFAULT, CLIV_SPEC_INDEX, CLIV_SPEC_KIND, CLIV_SPEC_NAME } kind;
    unsigned platform, device; /* INDEX */
    cl_device_type type;       /* KIND */
    const char *name;          /* NAME: the text itself */
} cliv_device_spec;

cliv_device_spec cliv_device_spec_parse(const char *text); /* NULL: default */
bool cliv_device_matches(const cliv_device *, const cliv_device_spec *);
/* True if kernels can make writes visible to other groups of the same launch: by mem_fence() on CPUs and accelerators,
 * by PTX, or by the fence of OpenCL C 2.0 on other GPUs, whose mem_fence() may cover only the group. */
bool cliv_device_has_fence(const cliv_device *);
/* True if kernels use the fence of OpenCL C 2.0. They do so only if a tuning file promises visibility, because the
 * fence changes the language standard of the whole program. */
bool cliv_device_takes_atomic_fence(const cliv_device *);
/* The devices of all platforms; the caller frees the list. `skipped`: the platforms and devices that do not work, with
 * the failing function. */
cliv_status cliv_device_list(cliv_device **devices, size_t *count, cliv_text *skipped);
cliv_status cliv_device_describe(cl_device_id, cliv_device *);
cliv_promises cliv_device_promises(const cliv_device *); /* by architecture */
/* `spec` has the syntax of CLINTERVAL_DEVICE. The first function returns all matching devices of one platform, at
 * least one, which the caller frees; the second returns the first of them. */
cliv_status cliv_device_select(const char *spec, cliv_device **, size_t *count);
cliv_status cliv_device_pick(const char *spec, cliv_device *);

/* ---- sub-groups with exchange of words between work-items without local memory. NVIDIA's devices have them. Other
 * devices have them if they report them and pass the test of a probe program. */
typedef struct cliv_sub_groups cliv_sub_groups;

cliv_status cliv_sub_groups_begin(const char *wish, cliv_sub_groups **); /* `wish`: CLINTERVAL_SUB_GROUPS, or NULL */
void cliv_sub_groups_end(cliv_sub_groups *);

/* The sub-group size if groups of `nt` consist of whole sub-groups; else 0. The first call for groups of several
 * work-items may wait for the probe on the device. */
unsigned cliv_lanes(const cliv_context *, size_t nt);
/* As cliv_lanes(), but 0 if a program may turn out to have no sub-groups or sub-groups of another size: the compiler
 * may accept it only without (compile.c), or its kernels cannot require a size (cache.c). The program keeps its shape
 * in this case, so local memory is computed with this function: code without sub-groups takes more. */
unsigned cliv_sure_lanes(const cliv_context *, size_t nt);
/* The sub-group size of kernels that do not require one, in groups of user-defined sizes. */
unsigned cliv_lanes_of_users(const cliv_context *);
/* Writes the macros that describe the sub-groups. */
void cliv_sub_groups_define(cliv_text *, const cliv_context *, unsigned lanes);
/* True if the kernel, which may be unable to require a sub-group size, has sub-groups of `lanes` work-items in groups
 * of `nt`. */
bool cliv_lanes_hold(const cliv_context *, cl_kernel, unsigned lanes, size_t nt);

/* Runs a kernel whose only argument is a buffer, which is copied from `data` and back. False: an OpenCL call failed. */
bool cliv_try_kernel(const cliv_context *, cl_kernel, size_t global, size_t local, void *data, size_t bytes);

#endif
