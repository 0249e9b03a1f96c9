#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the wheels of all platforms, and runs what can run on this machine: wheels.sh SOURCE FOLDER
#
# packaging/wheels.sh writes the wheels into FOLDER and checks their tags and libraries. Then a program runs with the
# wheels of this processor:
# - in a new virtual environment of this machine, on the PoCL of pyopencl[pocl];
# - under Wine, with the Python for Windows that tests/windows/python_env.sh installs in build/windows_python;
# - in a new Debian 11, whose C library is older and which has PoCL 1.6. Its Python is too old, so that the Python of
#   Debian 12 is compiled there;
# - in a new Debian 12 for arm64, with PoCL 3.1, under qemu-user.
# The systems need mmdebstrap, the last one also qemu-user-static with its registered binary format. Missing programs
# are reported, and their systems are left out. The test takes about half an hour and needs the network. Exit status 77:
# skipped.
set -eu
umask 022
source=$1 folder=$2
program=$source/tests/project/wheel_program.py
base=${CLIV_TEST_PYTHON_BASE:-python3}
"$base" -c 'import ensurepip, venv' 2>/dev/null || { echo "skipped: $base has no venv"; exit 77; }
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "skipped: this is no Linux on x86-64"; exit 77; }
unset PYTHONPATH CLINTERVAL_LIBRARY CLINTERVAL_DEVICE
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
sh "$source/packaging/wheels.sh" "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # with mapped user ids, root in the new Debian is another user
fail() {
    echo "FAILED: $*" >&2
    exit 1
}

"$base" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet "pyopencl[pocl]"
began=$(date +%s)
"$work/venv/bin/python" -m pip install --quiet --no-index "$folder"/*manylinux*_x86_64.whl
echo "pip install: $(($(date +%s) - began)) s"
(cd "$work" && "$work/venv/bin/python" "$program")

windows=$source/build/windows_python
if command -v wine >/dev/null && [ -f "$windows/done" ]; then
    "$folder/venv/bin/python" -m zipfile -e "$folder"/*win_amd64.whl "$work/windows"
    # Under Wine, Python's streams must be pipes. The program's last line is the only one that begins with a version.
    PYTHONPATH="Z:$windows/site;Z:$work/windows" sh "$source/tests/windows/wine.sh" "$work/wine" \
        "$windows/python/python.exe" "Z:$program" </dev/null 2>&1 | tee "$work/log"
    grep -q '^[0-9.]*, ' "$work/log" || fail "the wheel for Windows under Wine"
else
    echo "not tested under Wine: there is no wine or no $windows, which tests/windows/python_env.sh makes"
fi

command -v mmdebstrap >/dev/null || { echo "not tested in other systems: there is no mmdebstrap"; exit 0; }
mirror=http://deb.debian.org/debian

# on_debian PROCESSOR ARCHITECTURE SUITE PACKAGES SCRIPT [SOURCES-LINE]: a new Debian with the wheels in /wheels
on_debian() {
    mkdir "$work/wheels"
    cp "$folder"/*manylinux*_"$1".whl "$program" "$work/wheels"
    pins=$(sed -n 's/\[pocl\]//; /^\(numpy\|pyopencl\)==/p' "$source/tests/harness/python.txt")
    # pip of this machine fetches the packages, because pip under qemu is slow.
    # shellcheck disable=SC2086 # two packages
    "$work/venv/bin/python" -m pip download --quiet --only-binary :all: --dest "$work/wheels" --python-version 3.11 \
        --platform "manylinux_2_28_$1" --platform "manylinux_2_27_$1" --platform "manylinux_2_26_$1" \
        --platform "manylinux_2_17_$1" --platform "manylinux2014_$1" $pins
    printf 'set -eux\nexport HOME=/root DEBIAN_FRONTEND=noninteractive\ncd /root\n%s\n' "$5" >"$work/wheels/try"
    mmdebstrap --variant=apt --architectures="$2" --include="$4" --aptopt='APT::Install-Recommends "false"' \
        --customize-hook="copy-in $work/wheels /" --customize-hook='chroot "$1" sh /wheels/try' \
        "$3" /dev/null "deb $mirror $3 main" ${6+"$6"} || fail "the wheel on Debian $3 for $2"
    rm -rf "$work/wheels"
}
# shellcheck disable=SC2016 # variables of the other shell
on_debian x86_64 amd64 bullseye pocl-opencl-icd,gcc,libc6-dev,libffi-dev,libsqlite3-dev,make,zlib1g-dev '
apt-get source -q --download-only python3.11
mkdir source && tar -xf python3.11_*.orig.tar.* -C source --strip-components=1
(cd source && ./configure -q --disable-test-modules --with-ensurepip=no CFLAGS=-O1 >/dev/null &&
    make -s -j"$(nproc)" >/dev/null 2>&1 && make -s install >/dev/null 2>&1)
python3.11 -m venv venv
venv/bin/pip install --quiet --no-index --find-links /wheels clinterval
timeout 600 venv/bin/python /wheels/wheel_program.py' "deb-src $mirror bookworm main"

if [ "$(head -n 1 /proc/sys/fs/binfmt_misc/qemu-aarch64 2>/dev/null)" != enabled ]; then
    echo "not tested on arm64: qemu-aarch64 is no registered binary format; Debian: qemu-user-static"
    exit 0
fi
on_debian aarch64 arm64 bookworm pocl-opencl-icd,python3-minimal,python3-pip '
pip3 install --quiet --no-index --find-links /wheels --break-system-packages clinterval
timeout 1200 python3 /wheels/wheel_program.py'
