#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The Conan recipe makes a package that a program can be built on and run: conan.sh SOURCE. CLIV_TEST_CONAN names Conan 2;
# where it names none the test is skipped (77).
set -eu
if [ -z "${CLIV_TEST_CONAN-}" ]; then
    echo "skipped: CLIV_TEST_CONAN names no Conan 2"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CONAN_HOME="$work/home" PYTHONDONTWRITEBYTECODE=1
"$CLIV_TEST_CONAN" profile detect
"$CLIV_TEST_CONAN" create "$1/packaging/conan" --no-remote -c tools.cmake.cmake_layout:test_folder="$work/test" \
    -c tools.cmake.cmaketoolchain:generator=Ninja
