#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the packages for the tests of the Python package in a folder:
#
#     python_env.sh FOLDER
#
# FOLDER/wheels contains the packages of tests/harness/python.txt and their dependencies from PyPI, in fixed versions;
# FOLDER/venv is a virtual environment with them. Nothing is installed elsewhere, and existing files are not fetched
# again. The script fails with a message if a package is not available. CLIV_TEST_PYTHON_BASE names another python3.
set -eu
list=$(cd "$(dirname "$0")" && pwd)/python.txt
python=${CLIV_TEST_PYTHON_BASE:-python3}
mkdir -p "$1"
folder=$(cd "$1" && pwd)

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    echo "$python makes no virtual environments; Debian: python3-venv" >&2
    exit 1
fi
# Wheels are specific to one version of Python.
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
