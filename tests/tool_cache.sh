#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the command says where PoCL cannot write its cache of compiled programs: tool_cache.sh TOOL CASE
set -u
# shellcheck source=tests/tool_common.sh
. "$(dirname "$0")/tool_common.sh"

# A file in the place of the folder.
: >"$work/file"
POCL_CACHE_DIR="$work/file" run 1 demo
complains "did not compile; the compiler gives no error, so it may be unable to write its cache"
complains "POCL_CACHE_DIR"

# A folder that cannot be created. Other implementations, if there are any, are listed.
POCL_CACHE_DIR=/proc/none run 1 demo
grep -q 'no OpenCL device matches' "$work/err" ||
    complains "PoCL itself finds none where it cannot create its folder, POCL_CACHE_DIR"
