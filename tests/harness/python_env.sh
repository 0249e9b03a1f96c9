#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Brings what tests of the Python package need into a folder:
#
#     python_env.sh FOLDER
#
# FOLDER/wheels has the packages of tests/harness/python.txt and what these need, from PyPI, in those versions; FOLDER/venv is a
# virtual environment with them. Nothing is installed anywhere else, and what is there already is not fetched again.
# Fails, and says why, where that is not to be had. python3 is used, or what CLIV_TEST_PYTHON_BASE names.
set -eu
list=$(cd "$(dirname "$0")" && pwd)/python.txt
python=${CLIV_TEST_PYTHON_BASE:-python3}
mkdir -p "$1"
folder=$(cd "$1" && pwd)

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    echo "$python makes no virtual environments; Debian: python3-venv" >&2
    exit 1
fi
# Wheels are of one version of Python.
mark="$("$python" -c 'import sys; print(sys.version)') $(cat "$list")"
if [ -x "$folder/venv/bin/python" ] && [ "$mark" = "$(cat "$folder/mark" 2>/dev/null)" ]; then
    exit 0
fi
rm -rf "$folder/venv" "$folder/wheels" "$folder/mark"
"$python" -m venv "$folder/venv"
pip() { "$folder/venv/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }
pip download --only-binary :all: --requirement "$list" --dest "$folder/wheels" >&2
pip install --no-index --find-links "$folder/wheels" --requirement "$list" >&2
echo "$mark" >"$folder/mark"
