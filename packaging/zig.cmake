# SPDX-License-Identifier: Apache-2.0
# Toolchain file: zig as the C compiler for another platform. CMAKE_C_COMPILER_TARGET names the platform as zig does,
# for example aarch64-linux-gnu.2.17. zig contains the C libraries of all platforms. It must be on the PATH.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CMAKE_C_COMPILER_TARGET)
if(NOT CMAKE_C_COMPILER_TARGET MATCHES "^([a-z0-9_]+)-(linux|windows|macos)")
  message(FATAL_ERROR "CMAKE_C_COMPILER_TARGET is '${CMAKE_C_COMPILER_TARGET}', but must be a platform of zig, "
    "for example aarch64-linux-gnu.2.17")
endif()
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
if(CMAKE_MATCH_2 STREQUAL "linux")
  set(CMAKE_SYSTEM_NAME Linux)
elseif(CMAKE_MATCH_2 STREQUAL "windows")
  set(CMAKE_SYSTEM_NAME Windows)
else()
  set(CMAKE_SYSTEM_NAME Darwin)
endif()
find_program(CLINTERVAL_ZIG zig REQUIRED)
set(CMAKE_C_COMPILER ${CLINTERVAL_ZIG} cc)
# zig removes symbols itself, because the strip program of the build machine only handles its own platform.
set(CMAKE_SHARED_LINKER_FLAGS_INIT -s)
set(CMAKE_MODULE_LINKER_FLAGS_INIT -s)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
