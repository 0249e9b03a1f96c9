#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Configures the library without a C++ compiler, and builds it with the command inside another project, as
# docs/install.md says. The other project installs the library only if an option requests it.
# build.sh CMAKE SOURCE-FOLDER
set -u
cmake=$1
source=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() {
    [ ! -f "$work/log" ] || cat "$work/log"
    echo "FAILED: $*" >&2
    exit 1
}
no_cxx() { # no_cxx COMMAND...: runs the command with a C++ compiler that always fails
    CXX=/bin/false "$@" >"$work/log" 2>&1
}

alone="-DCLINTERVAL_BUILD_BENCH=OFF -DCLINTERVAL_BUILD_TESTS=OFF -DCLINTERVAL_BUILD_TOOL=OFF"
# shellcheck disable=SC2086 # several options
no_cxx "$cmake" -S "$source" -B "$work/alone" $alone || fail "configuration without a C++ compiler"
no_cxx "$cmake" -S "$source" -B "$work/tool" -DCLINTERVAL_BUILD_BENCH=OFF || fail "tool and tests ask for C++"
# If MPI is missing or disabled, only libclinterval_mpi is left out.
no_cxx "$cmake" -S "$source" -B "$work/alone" -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON || fail "configuration without MPI"
grep -q 'Left out: libclinterval_mpi' "$work/log" || fail "nothing says that libclinterval_mpi is left out"
# shellcheck disable=SC2086
no_cxx "$cmake" -S "$source" -B "$work/no_mpi" $alone -DCLINTERVAL_BUILD_MPI=OFF || fail "CLINTERVAL_BUILD_MPI=OFF"
if grep -q libclinterval_mpi "$work/log" || [ -e "$work/no_mpi/mpi" ] || grep -q MPI_C "$work/no_mpi/CMakeCache.txt"; then
    fail "CLINTERVAL_BUILD_MPI=OFF does not leave MPI alone"
fi
if no_cxx "$cmake" -S "$source" -B "$work/bench"; then fail "the bench was configured without a C++ compiler"; fi
grep -q 'CLINTERVAL_BUILD_BENCH=OFF' "$work/log" || fail "nothing says how to do without the bench"

mkdir "$work/outer"
ln -s "$source" "$work/outer/libclinterval"
cat >"$work/outer/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(my_project LANGUAGES C)
add_executable(my_program outer.c)
$(awk '/^```cmake/ { block = "" } { block = block $0 "\n" } /^```$/ && block ~ /FetchContent/ { printf "%s", block; block = "" }' \
    "$source/docs/install.md" | grep -v '^```')
install(TARGETS my_program)
END
grep -q FetchContent_MakeAvailable "$work/outer/CMakeLists.txt" || fail "docs/install.md has no lines with FetchContent"
cat >"$work/outer/outer.c" <<'END'
#include <clinterval/clinterval.h>
#include <stdio.h>
int main(void) { return puts(cliv_version()) < 0; }
END
no_cxx "$cmake" -S "$work/outer" -B "$work/inside" -DCLINTERVAL_BUILD_TOOL=ON || fail "configuration inside another project"
no_cxx "$cmake" --build "$work/inside" || fail "build inside another project"
"$work/inside/my_program" >/dev/null || fail "a program that was built with the library"
"$work/inside/_deps/clinterval-build/clinterval" --help >/dev/null || fail "the command that was built without a C++ compiler"
no_cxx "$cmake" --install "$work/inside" --prefix "$work/without" || fail "installation of the other project"
[ "$(cd "$work/without" && find . -type f)" = ./bin/my_program ] || fail "more is installed than the other project's own"
no_cxx "$cmake" -DCLINTERVAL_INSTALL=ON "$work/inside" || fail "configuration with CLINTERVAL_INSTALL"
no_cxx "$cmake" --install "$work/inside" --prefix "$work/with" || fail "installation with CLINTERVAL_INSTALL"
[ ! -f "$work/with/include/clinterval/mpi.h" ] || fail "another project gets libclinterval_mpi without a word"
[ -f "$work/with/include/clinterval/clinterval.h" ] || fail "CLINTERVAL_INSTALL=ON installs no headers"
echo "builds without C++; installed only when asked to"
