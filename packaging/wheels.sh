#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the wheels of the Python package for all platforms on one Linux machine, and checks them:
#
#     packaging/wheels.sh FOLDER [TAG]...
#
# FOLDER receives the wheels. TAG is one of the platform tags below; without a TAG, all wheels are built. The C compiler
# is zig from PyPI. FOLDER/venv receives it and the other tools of packaging/wheels.txt. The script needs python3 with
# venv, cmake, ninja, OpenCL's headers (Debian: opencl-headers) and access to PyPI. CLIV_OPENCL_HEADERS names the folder
# that contains CL/cl.h; the default is /usr/include. CLIV_TEST_PYTHON_BASE names another python3.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
headers=${CLIV_OPENCL_HEADERS:-/usr/include}
[ $# -ge 1 ] || { echo "usage: wheels.sh FOLDER [TAG]..." >&2; exit 1; }
[ -f "$headers/CL/cl.h" ] || { echo "wheels.sh: $headers/CL/cl.h is missing; Debian: opencl-headers" >&2; exit 1; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift

# The platforms: tag, zig's name. An older tag that means the same platform follows after a point.
platforms='
manylinux_2_17_x86_64.manylinux2014_x86_64     x86_64-linux-gnu.2.17
manylinux_2_17_aarch64.manylinux2014_aarch64   aarch64-linux-gnu.2.17
musllinux_1_2_x86_64                           x86_64-linux-musl
musllinux_1_2_aarch64                          aarch64-linux-musl
win_amd64                                      x86_64-windows-gnu
win_arm64                                      aarch64-windows-gnu
macosx_10_14_x86_64                            x86_64-macos.10.14
macosx_11_0_arm64                              aarch64-macos.11.0
'
[ $# -gt 0 ] || set -- $(echo "$platforms" | sed 's/[. ].*//')

if [ ! -x "$folder/venv/bin/python" ] || ! cmp -s "$source/packaging/wheels.txt" "$folder/venv/list"; then
    rm -rf "$folder/venv"
    "${CLIV_TEST_PYTHON_BASE:-python3}" -m venv "$folder/venv"
    "$folder/venv/bin/python" -m pip --disable-pip-version-check install --quiet --only-binary :all: \
        --requirement "$source/packaging/wheels.txt"
    cp "$source/packaging/wheels.txt" "$folder/venv/list"
fi
python=$folder/venv/bin/python
zig=$("$python" -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')
export PATH="$folder/venv/bin:$zig:$PATH"
export ZIG_GLOBAL_CACHE_DIR="${ZIG_GLOBAL_CACHE_DIR:-$folder/venv/zig}" PYTHONDONTWRITEBYTECODE=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# OpenCL's headers alone, because the build machine's other headers do not fit. macOS has them in another folder.
mkdir "$work/opencl"
ln -s "$headers/CL" "$work/opencl/CL"
ln -s "$headers/CL" "$work/opencl/OpenCL"
# Windows: the import libraries of OpenCL.dll, made from the functions that the headers declare.
{
    printf 'LIBRARY OpenCL.dll\nEXPORTS\n'
    sed -n 's/.*CL_API_CALL *//; s/^ *\(cl[A-Z][A-Za-z0-9]*\)(.*/\1/p' "$headers/CL/cl.h" | sort -u
} >"$work/opencl/OpenCL.def"
zig dlltool -m i386:x86-64 -d "$work/opencl/OpenCL.def" -l "$work/opencl/x86_64.lib"
zig dlltool -m arm64 -d "$work/opencl/OpenCL.def" -l "$work/opencl/aarch64.lib"

# The wheels are built from the source distribution, so that the build leaves no files in the source folder.
"$python" -m build --no-isolation --sdist --outdir "$work/sdist" "$source" >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
mkdir "$work/source"
tar -xzf "$work"/sdist/*.tar.gz -C "$work/source" --strip-components=1

for wanted; do
    line=$(echo "$platforms" | grep "^$wanted[. ]") ||
        { printf 'wheels.sh: there is no platform %s, but there are:\n%s' "$wanted" "$platforms" >&2; exit 1; }
    # shellcheck disable=SC2086 # two words
    set -- $line
    tags=py3-none-$(echo "$1" | sed 's/\./;py3-none-/g')
    rm -rf "$work/out"
    "$python" -m build --no-isolation --wheel --outdir "$work/out" -C wheel.tags="$tags" -C build-dir="$work/build/$2" \
        -C install.strip=false -C cmake.define.CMAKE_TOOLCHAIN_FILE="$source/packaging/zig.cmake" \
        -C cmake.define.CMAKE_C_COMPILER_TARGET="$2" -C cmake.define.OpenCL_INCLUDE_DIR="$work/opencl" \
        -C cmake.define.OpenCL_LIBRARY="$work/opencl/${2%%-*}.lib" -C cmake.define.CLINTERVAL_WERROR=ON \
        "$work/source" >"$work/log" 2>&1 || { cat "$work/log"; echo "wheels.sh: $wanted is not built" >&2; exit 1; }
    "$python" "$source/packaging/check_wheel.py" "$work"/out/*.whl
    case $wanted in
    *linux*)
        # auditwheel derives the oldest tag from the versions of the symbols.
        "$python" -m auditwheel show "$work"/out/*.whl >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
        tr '\n' ' ' <"$work/log" | grep -qF "platform tag: \"$wanted\"" ||
            { cat "$work/log"; echo "wheels.sh: auditwheel finds another tag than $wanted" >&2; exit 1; }
        ;;
    esac
    mv "$work"/out/*.whl "$folder"
done
