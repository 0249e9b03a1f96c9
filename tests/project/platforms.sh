#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles the host code for platforms other than this machine's, with warnings as errors: platforms.sh SOURCE FOLDER
# The C compiler is zig, which packaging/zig.sh installs in FOLDER from PyPI. Exit status 77: skipped.
set -eu
source=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
"${CLIV_TEST_PYTHON_BASE:-python3}" -c 'import ensurepip, venv' 2>/dev/null ||
    { echo "skipped: ${CLIV_TEST_PYTHON_BASE:-python3} has no venv"; exit 77; }
# shellcheck source=packaging/zig.sh
. "$source/packaging/zig.sh" # defines zig_options
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for platform in aarch64-macos aarch64-linux-gnu riscv64-linux-gnu x86_64-linux-musl aarch64-windows-gnu; do
    options=$(zig_options $platform | sed 's/^/-D/')
    # shellcheck disable=SC2086 # a list of options
    { cmake -S "$source" -B "$work/$platform" -G Ninja -DCLINTERVAL_PYTHON=ON -DCMAKE_BUILD_TYPE=Debug $options &&
        cmake --build "$work/$platform" --target clinterval_objects; } >"$work/log" 2>&1 ||
        { cat "$work/log"; echo "FAILED: the host code does not compile for $platform" >&2; exit 1; }
    echo "$platform: compiled"
done
