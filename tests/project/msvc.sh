#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the library's sources for extensions of GNU C and for POSIX, which Microsoft's compiler does not have:
#
#     msvc.sh SOURCE-FOLDER OPENCL-INCLUDE-FOLDER
#
# clang parses them for the target of Microsoft's compiler, with declarations of its C runtime from the folder msvc. The
# command needs POSIX and is not checked.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$1" || exit 2
clang=''
for name in clang-cl clang-cl-19 clang-cl-18 clang-cl-17 clang-cl-16 clang-cl-15 clang-cl-14; do
    command -v $name >/dev/null && clang=$name && break
done
[ -n "$clang" ] || { echo "skipped: there is no clang-cl (Debian: clang-tools-15)"; exit 77; }
# clang accepts these, which error.h and platform.c use for GNU C only.
if grep -nE '__builtin_|typeof|__int128|__attribute__' host/*/*.[ch] include/clinterval/*.h |
    grep -vE 'host/runtime/(error\.h|platform\.c|captures\.c|compile\.c):|include/clinterval/status\.h:'; then
    exit 1
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
for name in errno fcntl io malloc stdio stdlib string sys/stat; do
    mkdir -p "$(dirname "$work/$name.h")"
    echo '#include "runtime.h"' >"$work/$name.h"
done
ln -s "$2/CL" "$work/CL"
$clang --target=x86_64-pc-windows-msvc -fsyntax-only /std:c11 /X -DCLIV_BUILD -Wno-everything -Wgnu -Wvla -Wpedantic \
    -Wimplicit-function-declaration -Werror -Ihost -Icl -Iinclude -I "$here/msvc" /imsvc "$work" host/*/*.c || exit 1
set -- host/*/*.c
echo "$# files, without extensions"
