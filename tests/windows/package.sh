#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests the archive for Windows: package.sh CMAKE CPACK SOURCE BUILD. The archive has the files that docs/install.md names.
# The C program in README.md and the C++ program in the guide, compiled with the archive's CMake package, run beside its
# DLL under Wine; the C program also with the static library.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cmake=$1 cpack=$2 source=$3 build=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$cpack" --config "$build/CPackConfig.cmake" -G ZIP -B "$work/made" >log 2>&1 || { cat log; exit 1; }
"$cmake" -E tar xf made/libclinterval-*-Windows-x86_64.zip
mv libclinterval-*-Windows-x86_64 package
for file in bin/libclinterval.dll bin/clinterval.exe lib/libclinterval.dll.a lib/libclinterval.a share/doc/clinterval/LICENSE \
    include/clinterval/clinterval.h include/clinterval/clinterval.hpp lib/cmake/clinterval/clinterval-config.cmake; do
    [ -f "package/$file" ] || { echo "the archive has no $file"; exit 1; }
done
# The DLLs of Windows, and OpenCL.
used=$(x86_64-w64-mingw32-objdump -p package/bin/libclinterval.dll | sed -n 's/.*DLL Name: //p' | sort | tr '\n' ' ')
[ "$used" = "KERNEL32.dll OpenCL.dll msvcrt.dll " ] || { echo "the DLL needs $used"; exit 1; }

mkdir program
program() { awk -v begin="^\`\`\`$2\$" '$0 ~ begin { inside = 1; next } /^```/ { inside = 0 } inside' "$source/$1" >"program/$3"; }
program README.md c first.c
program docs/guide/cpp.md cpp first.cpp
cat >program/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(program LANGUAGES C CXX)
find_package(clinterval CONFIG REQUIRED)
add_executable(first first.c)
target_link_libraries(first PRIVATE clinterval::clinterval)
add_executable(first_static first.c)
target_link_libraries(first_static PRIVATE clinterval::clinterval_static)
add_executable(first_cpp first.cpp)
target_compile_features(first_cpp PRIVATE cxx_std_17)
target_link_libraries(first_cpp PRIVATE clinterval::clinterval)
END
{
    "$cmake" -S program -B program/build -G Ninja --toolchain "$source/cmake/mingw.cmake" \
        -Dclinterval_DIR="$work/package/lib/cmake/clinterval" -DCMAKE_BUILD_TYPE=Release &&
        "$cmake" --build program/build
} >log 2>&1 || { cat log; exit 1; }
cp package/bin/libclinterval.dll program/build
for name in first first_static first_cpp; do
    sh "$here/wine.sh" "$build/wine" "program/build/$name.exe" </dev/null >out 2>&1 || { cat out; exit 1; }
    echo "$name: $(tr -d '\r' <out | head -1)"
    [ $name = first_cpp ] || [ "$(tr -d '\r' <out)" = "7 7 9 5 5 5" ] || exit 1
done
