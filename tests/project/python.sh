#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests the Python package on its library as it was built:
#
#     python.sh SOURCE PACKAGE-LIBRARY LIBRARY
#
# and a part of it on the library as it is installed without Python.
# CLIV_TEST_PYTHON names a Python that has what tests/harness/python.txt lists; where it names none it is the one that
# tests/harness/python_env.sh put into build/python, and where that is not there the test is skipped (77).
# With CLIV_TEST_SHORT, which the short run of quickstart sets, the examples in the package's docstrings and the installed
# library are left out.
set -eu
source=$1
python=${CLIV_TEST_PYTHON:-$source/build/python/venv/bin/python}
if ! command -v "$python" >/dev/null; then
    echo "skipped: there is no $python; tests/harness/python_env.sh build/python brings it"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" # hypothesis and mypy leave things where they run
export PYTHONPATH="$source/python" PYTHONDONTWRITEBYTECODE=1 CLINTERVAL_LIBRARY="$2"
# Kernels have tests of their own; these take most of their time in PoCL's compiler, and take less of it so.
export POCL_EXTRA_BUILD_FLAGS="${POCL_EXTRA_BUILD_FLAGS:--cl-opt-disable}"
"$python" -m mypy --strict -p clinterval
if [ -n "${CLIV_TEST_SHORT-}" ]; then
    "$python" -m pytest -q -p no:cacheprovider "$source/python/tests"
    exit
fi
"$python" -m pytest -q -p no:cacheprovider --doctest-modules "$source/python/clinterval" "$source/python/tests"
CLINTERVAL_LIBRARY="$3" "$python" -m pytest -q -p no:cacheprovider --doctest-modules "$source/python/clinterval/_maps.py" \
    "$source/python/clinterval/_sorts.py" "$source/python/tests/test_outputs.py" \
    "$source/python/tests/test_recording_rules.py"
