#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests the Python package with the library that was built for it:
#
#     python.sh SOURCE PACKAGE-LIBRARY LIBRARY
#
# and a part of the package with LIBRARY, the library that is installed without Python.
# CLIV_TEST_PYTHON names a Python with the packages of tests/harness/python.txt. By default it is the Python that
# tests/harness/python_env.sh installs in build/python. If it is missing, the test is skipped (77).
# With CLIV_TEST_SHORT, which the short run of quickstart sets, the examples in the package's docstrings and the
# installed library are not tested.
set -eu
source=$1
python=${CLIV_TEST_PYTHON:-$source/build/python/venv/bin/python}
if ! command -v "$python" >/dev/null; then
    echo "skipped: there is no $python; tests/harness/python_env.sh build/python brings it"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" # hypothesis and mypy leave files in the current folder
export PYTHONPATH="$source/python" PYTHONDONTWRITEBYTECODE=1 MYPY_CACHE_DIR="$folder/mypy" CLINTERVAL_LIBRARY="$2"
# Without optimisation PoCL compiles faster. Other tests cover the kernels, and compilation takes most of this test's
# time.
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
