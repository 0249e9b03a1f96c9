#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the wheels of the Python package for all platforms on one Linux machine, and checks them:
#
#     packaging/wheels.sh FOLDER [TAG]...
#
# FOLDER receives the wheels. TAG is one of the platform tags below; without a TAG, all wheels are built. The C
# compiler is zig from PyPI. The script needs python3 with venv, cmake, ninja, OpenCL's headers and access to PyPI.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || { echo "usage: wheels.sh FOLDER [TAG]..." >&2; exit 1; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
# The platforms: tag, zig's name. A second name of the tag follows after a point.
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
# shellcheck disable=SC2046 # a list of tags
[ $# -gt 0 ] || set -- $(echo "$platforms" | sed 's/[. ].*//')
# shellcheck source=packaging/zig.sh
. "$source/packaging/zig.sh" # defines python, zig_options
# zig recognises unchanged files if the folder has the same name each time.
work=$folder/work
rm -rf "$work"
mkdir "$work"
trap 'rm -rf "$work"' EXIT

# The wheels are built from the source distribution, so that the build leaves no files in the source folder.
"$python" -m build --no-isolation --sdist --outdir "$work/sdist" "$source" >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
mkdir "$work/source"
tar -xzf "$work"/sdist/*.tar.gz -C "$work/source" --strip-components=1

for wanted; do
    line=$(echo "$platforms" | grep "^${wanted}[. ]") ||
        { printf 'wheels.sh: there is no platform %s, but there are:\n%s' "$wanted" "$platforms" >&2; exit 1; }
    tags=py3-none-$(echo "${line%% *}" | sed 's/\./;py3-none-/g')
    options=$(zig_options "${line##* }" | sed 's/^/-Ccmake.define./')
    rm -rf "$work/out" "$work/build"
    # shellcheck disable=SC2086 # a list of options
    "$python" -m build --no-isolation --wheel --outdir "$work/out" -C wheel.tags="$tags" -C build-dir="$work/build" \
        -C install.strip=false $options "$work/source" >"$work/log" 2>&1 ||
        { cat "$work/log"; echo "wheels.sh: $wanted is not built" >&2; exit 1; }
    case $wanted in
    musllinux*) # Alpine's name of the C library, which auditwheel expects
        rm -rf "$work/unpacked"
        "$python" -m wheel unpack --dest "$work/unpacked" "$work"/out/*.whl >"$work/log"
        patchelf --replace-needed libc.so "libc.musl-${wanted#musllinux_1_2_}.so.1" \
            "$work"/unpacked/*/clinterval/lib/*.so
        rm "$work"/out/*.whl
        "$python" -m wheel pack --dest-dir "$work/out" "$work"/unpacked/* >"$work/log"
        ;;
    esac
    "$python" "$source/packaging/check_wheel.py" "$work"/out/*.whl
    case $wanted in
    *linux*)
        # auditwheel finds the tag by the versions of the symbols, without the libraries of the build machine.
        "$python" -m auditwheel show --ldpaths "$opencl" "$work"/out/*.whl >"$work/log" 2>&1 ||
            { cat "$work/log"; exit 1; }
        tr '\n' ' ' <"$work/log" | grep -qF "platform tag: \"$wanted\"" ||
            { cat "$work/log"; echo "wheels.sh: auditwheel finds another tag than $wanted" >&2; exit 1; }
        ;;
    esac
    mv "$work"/out/*.whl "$folder"
done
