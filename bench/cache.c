/* SPDX-License-Identifier: Apache-2.0 */
/* A separate program cache for the drivers that have one. */
#define _XOPEN_SOURCE 700 /* mkdtemp, setenv, nftw */
#include "runner.h"
#include "temporary.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static char cache[256];

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    return remove(path);
}

void bench_cache_begin(const char *what)
{
    static const char *const variables[] = {"CUDA_CACHE_PATH", "POCL_CACHE_DIR", "MESA_SHADER_CACHE_DIR",
                                            "NEO_CACHE_DIR", "AMD_COMGR_CACHE_DIR"};
    test_temporary_name(cache, sizeof cache, what);
    if (!mkdtemp(cache)) {
        cache[0] = 0;
        fprintf(stderr, "clinterval %s: no temporary folder; cold build times may come from the driver's cache\n",
                what);
        return;
    }
    setenv("CUDA_CACHE_MAXSIZE", "4294967295", 0); /* enough for thousands of programs */
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        setenv(variables[i], cache, 1);
}

void bench_cache_end(void)
{
    if (cache[0])
        nftw(cache, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
