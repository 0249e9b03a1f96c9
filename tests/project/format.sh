#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that every source file has the format of .clang-format. format.sh [SOURCE-FOLDER]. Versions of clang-format
# format differently with the same rules. The test uses version 14, of Debian 12; without version 14 it is skipped.
set -u
cd "${1:-$(dirname "$0")/../..}" || exit 2
version=14

for formatter in clang-format clang-format-$version none; do
    case $($formatter --version 2>/dev/null) in
    *"version $version."*) break ;;
    esac
done
if [ "$formatter" = none ]; then
    echo "skipped: clang-format $version is not installed"
    exit 77
fi
list() {
    find . \( -path ./build -o -path ./install -o -path ./.git \) -prune -o \
        \( -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.cu' -o -name '*.cl' -o -name '*.clh' -o -name '*.inl' \) -print
}
if [ -z "$(list)" ]; then
    echo "there are no files"
    exit 1
fi
# shellcheck disable=SC2046 # names without blanks
if ! $formatter --dry-run --Werror $(list); then
    echo "not as .clang-format has it: clang-format -i mends the files named above"
    exit 1
fi
