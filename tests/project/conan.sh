#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds a package with the Conan recipe, then builds and runs a program with the package: conan.sh SOURCE.
# CLIV_TEST_CONAN names the program of Conan 2; if it is not set, the test is skipped (77).
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
