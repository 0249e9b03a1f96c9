#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests the installed package: install.sh CMAKE BUILD-FOLDER cmake|pkg_config|files|mpi
# Installs into a temporary folder, and builds and runs the examples there. "cmake" builds every example with the
# static library (example.build uses the shared library), and two with the shared library. "pkg_config" builds every
# example with the shared library, and two with the static library. "files" checks the installed files and headers.
# "mpi" tests libclinterval_mpi with its own program.
# Exit status 77: skipped.
set -u
cmake=$1
build=$2
case_name=$3
here=$(cd "$(dirname "$0")" && pwd)
examples=$(cd "$here/../../examples" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
export RUSTICL_ENABLE=llvmpipe

fail() {
    echo "FAILED: $*" >&2
    exit 1
}
skip() {
    echo "skipped: $*"
    exit 77
}

"$cmake" --install "$build" --prefix "$prefix" >"$work/log" || { cat "$work/log"; fail "cmake --install"; }
library=$(dirname "$(find "$prefix" -name 'libclinterval.so')")

case $case_name in
cmake)
    for static in OFF ON; do
        "$cmake" -S "$examples" -B "$work/$static" -DCMAKE_PREFIX_PATH="$prefix" -DSTATIC=$static || fail "configuration"
    done
    "$cmake" --build "$work/OFF" --target expand cpp_expand || fail "build"
    { "$work/OFF/expand" && "$work/OFF/cpp_expand"; } || fail "an example"
    "$cmake" --build "$work/ON" || fail "build, static"
    (cd "$work/ON" && ctest --output-on-failure --no-tests=error) || fail "an example, static"
    # The examples may lack CHOLMOD only if this build lacks CHOLMOD.
    if [ ! -x "$work/ON/spmv" ] && ! grep -q '^CHOLMOD_LIBRARY:.*-NOTFOUND$' "$build/CMakeCache.txt"; then
        fail "spmv was left out"
    fi
    if [ ! -x "$work/ON/events" ] && printf '#include <sqlite3.h>\n' | cc -E -x c - >/dev/null 2>&1; then
        fail "events was left out"
    fi
    for program in sort_lines set_lines; do
        [ -x "$work/ON/$program" ] || fail "$program was left out"
    done
    for static in OFF ON; do
        for program in expand cpp_expand; do
            linked=$(ldd "$work/$static/$program" | grep -c libclinterval)
            case $static$linked in
            OFF1 | ON0) ;;
            *) fail "$program, static: $static, links libclinterval.so $linked times" ;;
            esac
        done
    done
    ;;
pkg_config)
    command -v pkg-config >/dev/null || skip "there is no pkg-config"
    command -v make >/dev/null || skip "there is no make"
    PKG_CONFIG_PATH=$library/pkgconfig
    export PKG_CONFIG_PATH
    cp -r "$examples" "$work/shared" && cp -r "$examples" "$work/static" || exit 1
    make -C "$work/shared" check || fail "examples by pkg-config"
    make -C "$work/static" STATIC=1 expand cpp_expand || fail "examples by pkg-config --static"
    { "$work/static/expand" && "$work/static/cpp_expand"; } || fail "an example by pkg-config --static"
    ldd "$work/shared/expand" | grep -q "libclinterval.*$work" || fail "not our shared library"
    if ldd "$work/static/expand" | grep -q libclinterval; then fail "not static"; fi
    ;;
files)
    # The files of the package are installed, and private files are not.
    for file in include/clinterval/clinterval.h include/clinterval/clinterval.hpp share/clinterval/cl/cliv_load_balance.clh \
        share/man/man1/clinterval.1 share/bash-completion/completions/clinterval bin/clinterval; do
        [ -f "$prefix/$file" ] || fail "$file is not installed"
    done
    [ -n "$(find "$prefix" -name '*.cl')" ] && fail "kernels are private, but installed"
    version=$("$prefix/bin/clinterval" --version) || fail "clinterval --version"
    grep -qF "Version: ${version#clinterval }" "$library/pkgconfig/clinterval.pc" || fail "pkg-config knows another version"
    grep -rIlF "$work" "$prefix" && fail "these files name the folder that they were installed to"

    # Every public header compiles alone, in C and in C++, with strict warnings.
    for header in "$prefix"/include/clinterval/*.h; do
        [ "${header##*/}" != mpi.h ] || continue # tested by the case "mpi"
        printf '#include <clinterval/%s>\n' "$(basename "$header")" >"$work/one.c"
        cp "$work/one.c" "$work/one.cpp"
        cc -std=c11 -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror -I"$prefix/include" -c -o "$work/one.o" \
            "$work/one.c" || fail "$header in C"
        c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -c -o "$work/one.o" "$work/one.cpp" ||
            fail "$header in C++"
    done

    # Every header for C++ compiles alone.
    for header in "$prefix"/include/clinterval/clinterval.hpp "$prefix"/include/clinterval/cpp/*.hpp; do
        printf '#include <clinterval/%s>\n' "${header#"$prefix"/include/clinterval/}" >"$work/one.cpp"
        c++ -std=c++17 -Wall -Wextra -Wpedantic -Wshadow -Werror -I"$prefix/include" -c -o "$work/one.o" \
            "$work/one.cpp" || fail "$header"
    done

    # The shared library exports all public functions and nothing else.
    nm -D --defined-only "$library/libclinterval.so" | awk '{ print $3 }' | sort >"$work/exported"
    grep -v '^cliv_' "$work/exported" && fail "these symbols are exported"
    printf '#include <clinterval/clinterval.h>\n' |
        cc -E -P -I"$prefix/include" -x c - | tr '\n;' ' \n' | grep 'visibility("default")' >"$work/declared"
    sed 's/.*visibility("default")))//; s/(.*//' "$work/declared" | grep -oE 'cliv_[a-z0-9_]+ *(,|$)' | tr -d ', ' |
        sort -u >"$work/names"
    [ -s "$work/names" ] || fail "no declarations found in the headers"
    comm -23 "$work/names" "$work/exported" >"$work/missing"
    [ -s "$work/missing" ] && { cat "$work/missing"; fail "declared, but not exported"; }
    comm -13 "$work/names" "$work/exported" >"$work/hidden"
    [ -s "$work/hidden" ] && { cat "$work/hidden"; fail "exported, but not declared in a public header"; }
    echo "$(wc -l <"$work/names") symbols exported"
    ;;
mpi)
    [ -e "$library/libclinterval_mpi.so" ] || skip "this build has no libclinterval_mpi"
    for file in bin/clinterval-mpi share/man/man1/clinterval-mpi.1; do
        [ -f "$prefix/$file" ] || fail "$file is not installed"
    done
    # The compiler of the MPI that CMake found.
    mpicc=$(sed -n 's/^MPI_C_COMPILER:.*=//p' "$build/CMakeCache.txt")
    command -v "$mpicc" >/dev/null || skip "there is no mpicc"
    printf '#include <clinterval/mpi.h>\n' >"$work/one.c"
    "$mpicc" -std=c11 -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror -I"$prefix/include" -c -o "$work/one.o" \
        "$work/one.c" || fail "clinterval/mpi.h in C"

    on_two_ranks() {
        code=0
        sh "$here/../mpi/mpi_run.sh" 2 "$1" || code=$?
        [ $code -ne 77 ] || skip "there is no mpirun"
        [ $code -eq 0 ] || fail "$1 on two ranks"
    }

    # A program without libclinterval_mpi needs no MPI. A program with it gets an error if MPI is missing.
    mkdir "$work/plain" "$work/asks"
    for program in plain asks; do
        [ $program = plain ] && components='' || components='COMPONENTS mpi'
        cat >"$work/$program/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project($program LANGUAGES C CXX)
find_package(clinterval CONFIG REQUIRED $components)
add_executable(program $here/installed_mpi.c)
target_link_libraries(program PRIVATE clinterval::clinterval_mpi)
add_executable(cpp_program program.cpp)
target_link_libraries(cpp_program PRIVATE clinterval::clinterval_mpi)
END
    done
    sed -i '/program/d' "$work/plain/CMakeLists.txt"
    echo 'set(CMAKE_CXX_FLAGS "-Wall -Wextra -Wpedantic -Werror")' >>"$work/asks/CMakeLists.txt"
    cp "$here/installed_mpi.c" "$work/asks/program.cpp"
    set -- -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON
    "$cmake" -S "$work/plain" -B "$work/plain/build" --no-warn-unused-cli "$@" || fail "find_package(clinterval) without MPI"
    if "$cmake" -S "$work/asks" -B "$work/asks/build" "$@" >"$work/log" 2>&1; then
        fail "find_package(clinterval COMPONENTS mpi) without MPI"
    fi
    tr -s ' \n' ' ' <"$work/log" | grep -qF "libclinterval_mpi needs MPI for C, which was not found" ||
        { cat "$work/log"; fail "find_package(clinterval COMPONENTS mpi) does not say that there is no MPI"; }

    "$cmake" -S "$work/asks" -B "$work/asks/build" -DCMAKE_DISABLE_FIND_PACKAGE_MPI=OFF || fail "configuration"
    "$cmake" --build "$work/asks/build" || fail "build"
    on_two_ranks "$work/asks/build/program"
    command -v pkg-config >/dev/null || skip "there is no pkg-config"
    PKG_CONFIG_PATH=$library/pkgconfig
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046 # a list of options
    "$mpicc" -std=c11 -o "$work/program" "$here/installed_mpi.c" $(pkg-config --cflags --libs clinterval-mpi) ||
        fail "build by pkg-config"
    LD_LIBRARY_PATH=$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export LD_LIBRARY_PATH
    on_two_ranks "$work/program"
    ldd "$work/program" | grep -q "libclinterval_mpi.*$work" || fail "not our library"
    ;;
*)
    fail "no case $case_name"
    ;;
esac
