/* SPDX-License-Identifier: Apache-2.0 */
/* Types of OpenCL C, for device headers that define structures in global memory. Include this header and the device
 * headers after all other headers. */
#ifndef CLIV_DEVICE_TYPES_H
#define CLIV_DEVICE_TYPES_H

#include "runtime/program.h"

#define uint cl_uint
#define ulong cl_ulong
typedef cl_ulong cliv_index; /* programs without 64-bit indices have cl_uint */

/* The size in bytes of a structure of indices in the kernels of a program. */
#define CLIV_INDICES_BYTES(build, type) (sizeof(type) / sizeof(cliv_index) * cliv_index_bytes(build))

#endif
