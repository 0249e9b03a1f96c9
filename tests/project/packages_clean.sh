#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests the packages on a clean Debian: packages_clean.sh CMAKE SOURCE. `cmake --workflow --preset package` builds the
# packages in an unpacked source archive. apt installs them into a new, minimal Debian of this machine's version. There
# programs are built and run on PoCL. The test takes about ten minutes and needs the network. Exit status 77: skipped.
set -u
umask 022
cmake=$1 source=$2
skip() {
    echo "skipped: $*"
    exit 77
}
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
# shellcheck source=/dev/null
. /etc/os-release
[ "$ID" = debian ] || skip "this is $PRETTY_NAME, not Debian"
for tool in mmdebstrap lintian doxygen ninja; do
    command -v $tool >/dev/null || skip "there is no $tool"
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # with mapped user ids, root in the new Debian is another user

cd "$source" || exit 1
"$cmake" --preset package -B "$work/first" >"$work/log" 2>&1 || { cat "$work/log"; fail "configuration"; }
"$(dirname "$cmake")/cpack" --config "$work/first/CPackSourceConfig.cmake" -G TGZ -B "$work" >"$work/log" ||
    { cat "$work/log"; fail "cpack"; }
tar -xzf "$work"/libclinterval-*.tar.gz -C "$work" || fail "the archive of the sources"
cd "$work"/libclinterval-*/ || exit 1
"$cmake" --workflow --preset package || fail "cmake --workflow --preset package"
made=$PWD/build/package/packages
ls -l "$made"
[ "$(find "$made" -maxdepth 1 -name "*.tar.gz" | wc -l)" -eq 2 ] ||
    fail "there should be an archive of the sources and one of what was built"
TMPDIR=$work lintian --profile debian --fail-on error "$made"/*.deb || fail "lintian"
mkdir "$work/debs" && cp "$made"/*.deb "$source/tests/completion.sh" "$source/tests/installed_mpi.c" \
    "$source/tests/mpi_run.sh" "$work/debs" || exit 1

cat >"$work/debs/try" <<'END'
set -eux
export DEBIAN_FRONTEND=noninteractive CLINTERVAL_DEVICE=pocl PYTHONDONTWRITEBYTECODE=1
cd /root
# The packages depend on everything that they need. PoCL is the device; the other packages are for building.
apt-get install -q -y --no-install-recommends /debs/*.deb
apt-get install -q -y --no-install-recommends pocl-opencl-icd gcc g++ libc6-dev make cmake pkg-config man-db
clinterval devices | grep pthread
clinterval demo
clinterval bench --op scan_exclusive --size 2^16 --reps 2
man clinterval | grep -q 'CLINTERVAL_DEVICE'
bash /debs/completion.sh /usr/bin/clinterval /usr/share/bash-completion/completions/clinterval
cp -r /usr/share/doc/libclinterval-doc/examples .
make -C examples expand sort_merge cpp_expand
examples/expand && examples/sort_merge && examples/cpp_expand
make -C examples clean && make -C examples STATIC=1 expand && examples/expand
cmake -S examples -B build
cmake --build build --target expand cpp_expand
build/expand && build/cpp_expand
ldd build/expand | grep "/lib/$(gcc -print-multiarch)/libclinterval.so"
test -f /usr/share/doc/libclinterval-doc/html/index.html
python3 -c '
import clinterval, numpy
keys = clinterval.sort(numpy.array([3, 1, 2], dtype=numpy.int32))
assert list(keys) == [1, 2, 3], keys
from importlib.metadata import version
assert clinterval.__doc__ and version("clinterval")'
# If the packages were built with MPI, programs with MPI build without further packages.
if [ -f /usr/include/clinterval/mpi.h ]; then
    mpicc -std=c11 -o sum /debs/installed_mpi.c $(pkg-config --cflags --libs clinterval-mpi)
    sh /debs/mpi_run.sh 2 ./sum
fi
# No file remains after a purge.
apt-get purge -q -y '*clinterval*'
find / -xdev -name '*clinterval*' -not -path '/debs/*' -not -path '/root/*' -not -path '/var/lib/apt/*' \
    -not -path '/var/cache/man/*' -not -path '/proc/*' >/tmp/left
cat /tmp/left
test ! -s /tmp/left
END
set -- /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list
for list in "$@"; do
    shift
    [ ! -f "$list" ] || set -- "$@" "$list"
done
cd / && mmdebstrap --variant=apt --customize-hook="copy-in $work/debs /" --customize-hook='chroot "$1" sh /debs/try' \
    "$VERSION_CODENAME" /dev/null "$@" || fail "on a clean $PRETTY_NAME"
