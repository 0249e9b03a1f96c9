#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The command's messages if PoCL cannot write its cache of compiled programs: tool_cache.sh TOOL CASE
set -u
# shellcheck source=tests/command/tool_common.sh
. "$(dirname "$0")/tool_common.sh"

# A file instead of the folder.
: >"$work/file"
POCL_CACHE_DIR="$work/file" run 1 demo
complains "did not compile; the compiler reports no error, so it may be unable to write its cache"
complains "POCL_CACHE_DIR"

# A folder that cannot be created. The message lists other implementations, if there are any.
POCL_CACHE_DIR=/proc/none run 1 demo
grep -q 'no OpenCL device matches' "$work/err" ||
    complains "PoCL has no device if it cannot create its folder, POCL_CACHE_DIR"
