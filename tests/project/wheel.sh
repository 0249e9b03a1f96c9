#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the wheel of the Python package, and tests it:
#
#     wheel.sh SOURCE
#
# The wheel is a manylinux wheel for all versions of Python. It contains no OpenCL loader, and its library is linked
# only with the C library. It runs in a new virtual environment with only pyopencl[pocl], on the PoCL of that package.
# The test needs the packages that tests/harness/python_env.sh installs in build/python, or in the folder that
# CLIV_TEST_PYTHON_ENV names. Without them the test is skipped (77). It does not use the network.
set -eu
source=$1
env=${CLIV_TEST_PYTHON_ENV:-$source/build/python}
python=$env/venv/bin/python
if [ ! -x "$python" ] || [ ! -d "$env/wheels" ]; then
    echo "skipped: $env has no virtual environment and wheels; tests/harness/python_env.sh brings them"
    exit 77
fi
unset PYTHONPATH CLINTERVAL_LIBRARY CLINTERVAL_DEVICE
export PIP_NO_INDEX=1 PIP_FIND_LINKS="$env/wheels" PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TMPDIR="$folder"
fail() {
    echo "failed: $1"
    exit 1
}

# The wheel is built from the source distribution, so that the build leaves no files in the source folder.
"$python" -m build --outdir "$folder/built" "$source" >"$folder/log" 2>&1 ||
    { tail -n 40 "$folder/log"; fail "the wheel is not built"; }
PATH="$env/venv/bin:$PATH" "$python" -m auditwheel repair --wheel-dir "$folder/wheel" "$folder"/built/*.whl
wheel=$(echo "$folder"/wheel/*.whl)
case $wheel in
*-py3-none-manylinux_*.whl) ;;
*) fail "$wheel is no manylinux wheel of every version of Python" ;;
esac

"$python" -m zipfile -e "$wheel" "$folder/content"
for name in py.typed __init__.pyi; do
    [ -f "$folder/content/clinterval/$name" ] || fail "type checkers need $name"
done
[ -z "$(find "$folder/content" -name '*OpenCL*')" ] || fail "there is an OpenCL loader in the wheel"
[ "$(find "$folder/content" -name '*.so*' | wc -l)" = 1 ] || fail "there is more than one library in the wheel"
needed=$("$python" - "$folder"/content/clinterval/lib/libclinterval.so <<'END'
import sys
from elftools.elf.elffile import ELFFile

with open(sys.argv[1], "rb") as file:
    tags = ELFFile(file).get_section_by_name(".dynamic").iter_tags()
    print(*[tag.needed for tag in tags if tag.entry.d_tag == "DT_NEEDED"])
END
)
for name in $needed; do
    case $name in
    libc.so.6 | libm.so.6 | libpthread.so.0 | ld-linux-*) ;;
    *) fail "the library needs $name" ;;
    esac
done

"$python" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "$wheel" "pyopencl[pocl]"
(cd "$folder" && "$folder/venv/bin/python" "$source/tests/project/wheel_program.py")
basename "$wheel"
