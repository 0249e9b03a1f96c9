/* SPDX-License-Identifier: Apache-2.0 */
/** @file status.h
 *  Status codes, their names, the message of the last failure, and the version. */
#ifndef CLINTERVAL_STATUS_H
#define CLINTERVAL_STATUS_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120 /**< OpenCL 1.2, unless the program has defined another version. */
#endif
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Marks a function or an object that the shared library exports. On Windows, a program that links the static library
 *  defines CLIV_STATIC. */
#if !defined(_WIN32)
#define CLIV_API __attribute__((visibility("default")))
#elif defined(CLIV_BUILD)
#define CLIV_API __declspec(dllexport)
#elif defined(CLIV_STATIC)
#define CLIV_API
#else
#define CLIV_API __declspec(dllimport)
#endif

/** The version of these headers. cliv_version() returns the version of the library in use. */
/**@{*/
#define CLIV_VERSION_MAJOR 0
#define CLIV_VERSION_MINOR 1
#define CLIV_VERSION_PATCH 0
/**@}*/

/** The library's status codes: X(name, value, meaning).
 *
 *  The enumeration below, cliv_status_string() and the table in the documentation are generated from this list. */
#define CLIV_STATUS_LIST(X)                                                              \
    X(CLIV_SUCCESS, 0, "success")                                                        \
    X(CLIV_INVALID_ARGUMENT, -3000, "an argument is missing or not allowed here")        \
    X(CLIV_TYPE_MISMATCH, -3001, "types that must be the same differ")                   \
    X(CLIV_OUT_OF_RANGE, -3002, "an array or buffer is too short for the operation")     \
    X(CLIV_CAPACITY, -3003, "an output array is too short for the result")               \
    X(CLIV_NO_DEVICE, -3004, "no OpenCL device was found, or none matches the request")  \
    X(CLIV_BUILD_FAILED, -3005, "OpenCL C source did not compile")                       \
    X(CLIV_UNSUPPORTED, -3006, "the device or the library does not support the request") \
    X(CLIV_CHECK_FAILED, -3007, "checked data violates a precondition")                  \
    X(CLIV_OUT_OF_MEMORY, -3008, "memory could not be allocated")                        \
    X(CLIV_OVERFLOW, -3009, "a sum does not fit its type")                               \
    X(CLIV_EXHAUSTED, -3010, "the pool is full")                                         \
    X(CLIV_MPI_FAILED, -3011, "a call of MPI failed")

/** A status: 0, an OpenCL error code (-1 … -1999) unchanged, or one of the CLIV_ codes. */
typedef int cliv_status;

enum {
/** @cond */
#define CLIV_STATUS_ENUMERATOR(name, value, text) name = value,
    /** @endcond */
    CLIV_STATUS_LIST(CLIV_STATUS_ENUMERATOR)
#undef CLIV_STATUS_ENUMERATOR
};

/** Returns the name and the meaning of a status.
 *
 *  @param status  a status of the library or a code of OpenCL
 *  @return a static string, never NULL.
 *
 *  @code
 *  cliv_status_string(-3002)
 *  // CLIV_OUT_OF_RANGE: an array or buffer is too short for the operation
 *  @endcode */
CLIV_API const char *cliv_status_string(cliv_status status);

/** Returns the message of this thread's last failure.
 *
 *  @return one sentence with the function, the argument, its value and the expected value, for example
 *          "cliv_sort_keys: queue is NULL"; "" before the first failure.
 *
 *  If a build failed, the compiler's complete log follows; for an expression or a body, the message quotes the line
 *  with the error. A success does not change the message. The string is valid until this thread's next failing call. */
CLIV_API const char *cliv_last_error(void);

/** Sets the message that cliv_last_error() returns, for libraries built on this one.
 *
 *  @param status    CLIV_SUCCESS does not change the last failure
 *  @param sentence  the message, which is copied; NULL: the string of cliv_status_string()
 *  @return `status`. */
CLIV_API cliv_status cliv_set_last_error(cliv_status status, const char *sentence);

/** Returns the version of the library, "MAJOR.MINOR.PATCH". */
CLIV_API const char *cliv_version(void);

#ifdef __cplusplus
}
#endif
#endif
