#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds and unpacks the packages: packages.sh CMAKE SOURCE. Tests the files of each package, that lintian finds no
# error, that the source archive is complete, and that an example, the command and the Python package run from the
# unpacked files. To save time it builds without the bench and without optimisation; tests/project/packages_clean.sh
# builds everything and tests it on a clean Debian.
# Exit status 77: skipped.
set -u
umask 022
cmake=$1 source=$2
for tool in dpkg-deb dpkg-shlibdeps file ninja pkg-config; do
    command -v $tool >/dev/null || {
        echo "skipped: there is no $tool"
        exit 77
    }
done
"$cmake" --list-presets=package -S "$source" >/dev/null 2>&1 || {
    echo "skipped: this CMake is older than 3.25 and reads no presets"
    exit 77
}
cpack=$(dirname "$cmake")/cpack
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
quietly() { # quietly COMMAND...: prints the output of the command only if it fails
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$*"; }
}

cd "$source" || exit 1
quietly "$cmake" --preset package -B "$work/build" -DCLINTERVAL_BUILD_BENCH=OFF -DCLINTERVAL_BUILD_DOCS=OFF \
    -DCMAKE_C_FLAGS_RELEASE=-O0
quietly "$cmake" --build "$work/build"
quietly "$cpack" --config "$work/build/CPackConfig.cmake" -G DEB -B "$work/packages"
quietly "$cpack" --config "$work/build/CPackSourceConfig.cmake" -G TGZ -B "$work/archives"

# ---- the source archive: all files that git tracks, and no ignored files
version=$("$work/build/clinterval" --version) && version=${version#clinterval }
tar -tzf "$work/archives/libclinterval-$version.tar.gz" >"$work/tar" || fail "no archive of the sources"
sed "s|^libclinterval-$version/||; /\/\$/d; /^\$/d" "$work/tar" | sort >"$work/archived"
[ -s "$work/archived" ] || fail "the archive of the sources is empty"
if git ls-files >"$work/listed" 2>/dev/null && [ -e .git ]; then
    while read -r file; do
        [ ! -f "$file" ] || grep -qxF "$file" "$work/archived" || fail "the archive of the sources lacks $file"
    done <"$work/listed"
    git check-ignore --no-index --stdin <"$work/archived" && fail "the archive of the sources has what git ignores"
fi

# ---- the files of each package. consists PACKAGE PATTERN...: the package has a file for each pattern and no other
# ---- files
soversion=${version%.*}
folder=usr/lib/$(cc -print-multiarch)
root=$work/root
consists() {
    package=$1
    shift
    set -- "$@" "usr/share/doc/$package/(changelog|changelog.Debian)\.gz" "usr/share/doc/$package/copyright"
    deb=$(echo "$work/packages/${package}"_*.deb)
    [ -f "$deb" ] || fail "there is no package $package"
    dpkg-deb -x "$deb" "$root" || fail "$package cannot be unpacked"
    dpkg-deb --fsys-tarfile "$deb" | tar -t | sed 's|^\./||; /\/$/d' >"$work/files"
    for pattern in "$@"; do
        grep -qxE "$pattern" "$work/files" || fail "$package has no $pattern"
        grep -vxE "$pattern" "$work/files" >"$work/others"
        mv "$work/others" "$work/files"
    done
    [ ! -s "$work/files" ] || { cat "$work/files"; fail "these files should not be in $package"; }
}
field() { # field PACKAGE NAME TEXT: the field NAME of the package's control file has that text
    dpkg-deb -f "$work/packages/$1"_*.deb "$2" | grep -qF -- "$3" || fail "$1: $2 is not $3"
}
consists "libclinterval$soversion" "$folder/libclinterval\.so\.$soversion" "$folder/libclinterval\.so\.$version"
consists libclinterval-dev 'usr/include/clinterval/(m[^p]|[a-ln-z])[a-z_]*\.hp*' 'usr/include/clinterval/cpp/[a-z_]+\.hpp' \
    "$folder/libclinterval\.so" "$folder/libclinterval\.a" "$folder/pkgconfig/clinterval\.pc" \
    "$folder/cmake/clinterval/clinterval-(config(-version)*|targets(-[a-z]+)*)\.cmake" 'usr/share/clinterval/cl/cliv_[a-z0-9_]+\.(clh|inl)'
consists clinterval usr/bin/clinterval 'usr/share/man/man1/clinterval\.1\.gz' \
    usr/share/bash-completion/completions/clinterval
consists libclinterval-doc 'usr/share/doc/libclinterval-doc/(README\.md|docs/.*|examples/.*)'
consists python3-clinterval 'usr/lib/python3/dist-packages/clinterval/[a-z0-9_/]+\.py' \
    usr/lib/python3/dist-packages/clinterval/py.typed \
    "usr/lib/python3/dist-packages/clinterval-$version\.dist-info/METADATA"
if [ -e "$work/build/mpi/libclinterval_mpi.so" ]; then
    consists "libclinterval-mpi$soversion" "$folder/libclinterval_mpi\.so\.$soversion" \
        "$folder/libclinterval_mpi\.so\.$version"
    consists libclinterval-mpi-dev usr/include/clinterval/mpi.h "$folder/libclinterval_mpi\.so" \
        "$folder/pkgconfig/clinterval-mpi\.pc" "$folder/cmake/clinterval/clinterval-mpi-targets(-[a-z]+)*\.cmake"
    field "libclinterval-mpi$soversion" Depends "libclinterval$soversion (>= $version)"
    field "libclinterval-mpi$soversion" Depends libopenmpi
    field "libclinterval-mpi$soversion" Multi-Arch same
    field libclinterval-mpi-dev Depends \
        "libclinterval-mpi$soversion (= $version-1), libclinterval-dev (= $version-1), libopenmpi-dev"
    if [ -x "$work/build/clinterval-mpi" ]; then
        consists clinterval-mpi usr/bin/clinterval-mpi 'usr/share/man/man1/clinterval-mpi\.1\.gz'
        field clinterval-mpi Depends "libclinterval-mpi$soversion (>= $version)"
    fi
else
    echo "there is no MPI, so no package of libclinterval_mpi"
fi
field libclinterval-dev Depends "libclinterval$soversion (= $version-1), ocl-icd-opencl-dev, opencl-headers"
field "libclinterval$soversion" Depends libopencl1
field "libclinterval$soversion" Multi-Arch same
field clinterval Depends libopencl1
field python3-clinterval Depends "libclinterval$soversion (>= $version)"
field python3-clinterval Depends "python3-numpy, python3-pyopencl"
field python3-clinterval Architecture all
field libclinterval-doc Architecture all
symbols() { # symbols PACKAGE LIST
    dpkg-deb -I "$work/packages/$1"_*.deb symbols >"$work/symbols" || fail "$1 has no list of symbols"
    [ "$(grep -c '^ cliv_.*@Base ' "$work/symbols")" -eq "$(grep -c '^cliv_' "packaging/$2")" ] ||
        fail "the list of symbols of $1 is not packaging/$2"
}
symbols "libclinterval$soversion" symbols
[ ! -e "$work/build/mpi/libclinterval_mpi.so" ] || symbols "libclinterval-mpi$soversion" symbols-mpi
if command -v lintian >/dev/null; then
    TMPDIR=$work lintian --profile debian --fail-on error "$work/packages/"*.deb >"$work/log" 2>&1 ||
        { cat "$work/log"; fail "lintian"; }
else
    echo "there is no lintian to ask"
fi

# ---- an example built with the unpacked files, the command, and Python
export LD_LIBRARY_PATH="$root/$folder" PKG_CONFIG_PATH="$root/$folder/pkgconfig" PYTHONDONTWRITEBYTECODE=1
flags=$(pkg-config --cflags --libs clinterval) || fail "pkg-config"
# shellcheck disable=SC2086 # several options
cc -std=c11 -o "$work/expand" "$root/usr/share/doc/libclinterval-doc/examples/expand.c" $flags ||
    fail "an example's build"
ldd "$work/expand" | grep -qF "$root/$folder/libclinterval.so.$soversion" || fail "the example takes another library"
"$work/expand" || fail "the example"
"$root/usr/bin/clinterval" devices | grep -q '^  \* [0-9]*:[0-9]* ' || fail "clinterval devices"
bash tests/command/completion.sh "$root/usr/bin/clinterval" "$root/usr/share/bash-completion/completions/clinterval" || exit 1
if [ -x "$root/usr/bin/clinterval-mpi" ]; then
    [ "$("$root/usr/bin/clinterval-mpi" --version)" = "clinterval-mpi $version" ] || fail "clinterval-mpi --version"
fi
if /usr/bin/python3 -c 'import numpy, pyopencl' 2>/dev/null; then
    PYTHONPATH=$root/usr/lib/python3/dist-packages /usr/bin/python3 -c '
import clinterval, numpy
assert list(clinterval.sort(numpy.array([3, 1, 2], dtype=numpy.int32))) == [1, 2, 3]' || fail "the Python package"
else
    echo "there are no python3-numpy and python3-pyopencl to try the Python package with"
fi
