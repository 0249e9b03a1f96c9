#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that programs built with an older library of this SOVERSION run with this library. packaging/declarations has
# the declarations of the older public headers, and abidiff (libabigail) compares them with the current declarations.
# abidiff compares libraries, so each set of declarations is compiled to a library with one variable for each function,
# variable and enumerator, of its type. So only the types on this machine matter, and no debug information or binary
# file is kept.
#
#     abi.sh [--mpi] [C++-COMPILER INCLUDE-FOLDER...]    the test; exit status 77: skipped
#     abi.sh --renew [--mpi]                             writes packaging/declarations and packaging/symbols, if no
#                                                        program breaks
#
# --mpi: the same for libclinterval_mpi, mpi.h and packaging/declarations-mpi; mpicc gives the folder of MPI's headers.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/../.."
renew='' mpi='' kept=packaging/declarations symbols=packaging/symbols includes=-Iinclude
header=include/clinterval/clinterval.h ours='clinterval/[a-z_]+[.]h"$' needed='<CL/cl.h>'
if [ "${1-}" = --renew ]; then
    renew=yes
    shift
fi
if [ "${1-}" = --mpi ]; then
    mpi=' --mpi' kept=$kept-mpi symbols=$symbols-mpi header=mpi/include/clinterval/mpi.h
    ours='clinterval/mpi[.]h"$' needed='<clinterval/clinterval.h> <mpi.h>'
    shift
fi
compiler=${1-c++}
[ $# -eq 0 ] || shift
for folder in "$@"; do
    includes="$includes -I$folder"
done
skip() {
    echo "skipped: $*"
    exit 77
}
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
command -v abidiff >/dev/null || skip "there is no abidiff (Debian: abigail-tools)"
command -v "$compiler" >/dev/null || skip "there is no C++ compiler"
if [ -n "$mpi" ]; then
    command -v mpicc >/dev/null || skip "there is no mpicc"
    includes="$includes -Impi/include -DOMPI_SKIP_MPICXX=1 -DMPICH_SKIP_MPICXX=1 $(mpicc -show | tr ' ' '\n' | grep '^-I')"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# CMakeLists.txt computes the SOVERSION from the version in the same way.
version=$(sed -n 's/#define CLIV_VERSION_[A-Z]* *\([0-9]*\)$/\1/p' include/clinterval/status.h | paste -sd. -)
soversion=${version%.*}

# Preprocessed: without comments, conditions and macros.
# shellcheck disable=SC2086 # a list of words
"$compiler" -x c -std=c11 -E $includes $header >"$work/all" ||
    fail "the public headers do not compile"
{
    echo "/* SPDX-License-Identifier: Apache-2.0 */"
    echo "/* What the public headers declare in SOVERSION $soversion. Written by \`sh tests/project/abi.sh --renew$mpi\`. */"
    awk -v pattern="$ours" '/^# [0-9]+ "/ { ours = $3 ~ pattern; next } ours && NF' "$work/all" |
        sed 's/__attribute__((visibility("default")))/CLIV_API/; /.\{120\}/ s/, /,\n    /g'
} >"$work/now"

# names FILE: prints the names of functions, variables and enumerators, one per line. A name in capitals is an
# enumerator; an exported name ends before a parenthesis, a comma or a semicolon.
names() {
    sed 1,2d "$1" | tr '\n' ' ' | tr ';{' '[\n*]' | sed -n '/CLIV_API/ { s/(.*//; p; }' | tr ',' '\n' |
        sed 's/ *$//; s/.*[ *]//'
    sed '1,2d; s/CLIV_API//' "$1" | grep -o '\<CLIV_[A-Z0-9_]*'
}
# library FILE NAME: compiles the declarations in FILE to a library.
library() {
    {
        printf '#define CL_TARGET_OPENCL_VERSION 120\n'
        # shellcheck disable=SC2086 # a list of words
        printf '#include %s\n' $needed '<stddef.h>'
        printf '#undef CLIV_API\n#define CLIV_API\nextern "C" {\n'
        cat "$1"
        names "$1" | sed 's/^cliv_.*/decltype(\&&) of_&;/; s/^CLIV_.*/decltype(&) of_&;/'
        echo '}'
    } >"$work/$2.cpp"
    # shellcheck disable=SC2086 # a list of words
    "$compiler" -std=c++17 -g -O0 -fPIC -shared $includes -o "$work/$2" "$work/$2.cpp" ||
        fail "the declarations do not compile as C++"
}
library "$work/now" after
before=$([ ! -f $kept ] || sed -n 's/.* SOVERSION \([0-9.]*\)\. .*/\1/p' $kept)
if [ "$soversion" = "$before" ]; then
    library $kept before
    code=0
    abidiff --leaf-changes-only --no-added-syms "$work/before" "$work/after" >"$work/said" 2>&1 || code=$?
    [ $code -eq 0 ] || cat "$work/said"
    [ $((code & 3)) -eq 0 ] || fail "abidiff could not compare"
    [ $code -eq 0 ] ||
        fail "programs built with an older library of SOVERSION $soversion would not run with this one. Undo the" \
            "change, or raise the SOVERSION, which is in include/clinterval/status.h (CONTRIBUTING.md)"
elif [ -z "$renew" ]; then
    fail "$kept is of SOVERSION $before, the headers are of $soversion; \`sh tests/project/abi.sh --renew$mpi\` renews it"
fi
# Compilers may print different blanks.
bare() { tr -d ' \n' <"$1"; }
if [ -z "$renew" ] && [ "$(bare $kept)" != "$(bare "$work/now")" ]; then
    diff -u -L $kept -L "$header" $kept "$work/now" || :
    fail "declarations have changed; abidiff knows of nothing in it that breaks a program. If you agree," \
        "\`sh tests/project/abi.sh --renew$mpi\` writes them to $kept"
fi

# The list of symbols must match the declarations.
names "$work/now" | grep '^cliv_' | sort >"$work/declared"
if [ -n "$renew" ]; then # new symbols get the current version
    {
        grep '^#' $symbols
        grep -v '^#' $symbols | sort | join -a 2 -o 0,1.2 -e "$version" - "$work/declared"
    } >"$work/symbols"
    cp "$work/symbols" $symbols
fi
grep -o '^cliv_[a-z0-9_]*' $symbols | diff - "$work/declared" >"$work/said" || {
    cat "$work/said"
    fail "$symbols (<) is not what the headers declare (>)"
}
if [ -n "$renew" ]; then
    cp "$work/now" $kept
    echo "$kept and $symbols match the headers"
else
    echo "SOVERSION $soversion has all that $kept has: $(names $kept | wc -l) functions, variables and enumerators"
fi
