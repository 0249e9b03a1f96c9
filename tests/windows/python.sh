#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests the Python package with its DLL under Wine:
#
#     python.sh SOURCE LIBRARY WINE-PREFIX FILE...
#
# FILE is a file of python/tests. The test is skipped (77) without build/windows_python, which python_env.sh makes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$1 library=$2 prefix=$3
shift 3
python=$source/build/windows_python
[ -f "$python/done" ] || { echo "skipped: there is no $python; tests/windows/python_env.sh makes it"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export PYTHONPATH="Z:$python/site;Z:$source/python" PYTHONDONTWRITEBYTECODE=1 CLINTERVAL_LIBRARY="Z:$library"
export POCL_EXTRA_BUILD_FLAGS="${POCL_EXTRA_BUILD_FLAGS:--cl-opt-disable}"
for file; do
    set -- "$@" "Z:$source/python/tests/$file"
    shift
done
# Under Wine, Python can write to a pipe only.
{
    sh "$here/wine.sh" "$prefix" "$python/python/python.exe" -m pytest -q -p no:cacheprovider "$@" </dev/null 2>&1 &&
        echo 0 >code || echo $? >code
} | cat
exit "$(cat code)"
