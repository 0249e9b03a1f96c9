/* SPDX-License-Identifier: Apache-2.0 */
/* dlsym() for tests that replace a function of OpenCL and call the replaced one. */
#ifndef TEST_DLFCN_H
#define TEST_DLFCN_H

#include <windows.h>

#define RTLD_NEXT NULL

static inline void *dlsym(void *handle, const char *name)
{
    (void)handle;
    return (void *)(uintptr_t)GetProcAddress(GetModuleHandleA("OpenCL.dll"), name);
}

#endif
