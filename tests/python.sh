#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests the Python package on the library as it was built:
#
#     python.sh SOURCE LIBRARY
#
# CLIV_TEST_PYTHON names a Python that has pyopencl, pandas, pytest and hypothesis; where it names none the test is
# skipped (77). With mypy there, types are checked, too.
set -eu
source=$1 library=$2
if [ -z "${CLIV_TEST_PYTHON-}" ]; then
    echo "skipped: CLIV_TEST_PYTHON names no Python with pyopencl, pandas, pytest and hypothesis"
    exit 77
fi
export PYTHONPATH="$source/python" PYTHONDONTWRITEBYTECODE=1 CLINTERVAL_LIBRARY="$library"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" # hypothesis and mypy leave things where they run
if "$CLIV_TEST_PYTHON" -c 'import mypy' 2>/dev/null; then
    "$CLIV_TEST_PYTHON" -m mypy --strict -p clinterval
fi
"$CLIV_TEST_PYTHON" -m pytest -q -p no:cacheprovider --doctest-modules "$source/python/clinterval" "$source/python/tests"
