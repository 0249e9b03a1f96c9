#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fault_complete.sh LIST LIBRARY: checks that the fault shim wraps all functions of OpenCL and of the allocator that the
# library calls.
calls=$(nm -u "$2" | awk '$1 == "U" && $2 ~ /^(cl[A-Z].*|malloc|calloc|realloc|free|strdup|strndup|aligned_alloc|posix_memalign)$/ { print $2 }' |
    sort -u)
[ -n "$calls" ] || { echo "no calls found in $2"; exit 1; }
missing=$(echo "$calls" | grep -vxF -f "$1")
[ -z "$missing" ] || { echo "not in $1:"; echo "$missing"; exit 1; }
echo "$(echo "$calls" | wc -l) functions, all in the list"
