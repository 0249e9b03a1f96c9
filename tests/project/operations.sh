#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that the texts that are generated from host/operations.def are up to date:
#
#     operations.sh              the test
#     operations.sh --renew      generates the texts; clang-format formats them
#
# The texts are python/clinterval/_operations.py, the first table of docs/functions.md, and the C++ functions between
# the lines "operations.def: HEADER..." and "end of operations.def" in include/clinterval/cpp, one for each operation
# that HEADER declares. If a C++ function outside these lines calls an operation, none is generated for it.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/../.."
list=host/operations.def cpp=include/clinterval/cpp
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
from_list() { # from_list TEXT [OPTION...]: prints a text
    text=$1
    shift
    awk -v text="$text" "$@" -f tests/project/operations.awk $list
}
outside() { awk '/^\/\* operations\.def: / { inside = 1 } !inside; /^\/\* end of operations\.def / { inside = 0 }' "$@"; }

from_list names >"$work/names"
[ "$(wc -l <"$work/names")" -gt 50 ] || {
    echo "FAILED: $list has fewer operations than expected" >&2
    exit 1
}
{
    cat <<'END'
# SPDX-License-Identifier: Apache-2.0
"""The arguments of each operation of the library between the queue and the wait list, a letter each: an array (A), a
list (L), a number (N), an enumeration (E), another address (P). host/operations.def is the source of this file, and
tests/project/operations.sh --renew writes it."""

OPERATIONS: dict[str, str] = {
END
    from_list python
    echo "}"
} >"$work/_operations.py"

from_list documents >"$work/rows"
awk -v rows="$work/rows" '
    /^\|/ && !table { table = 1; print; getline; print; while ((getline row < rows) > 0) print row; next }
    table == 1 && /^\|/ { next }
    table == 1 { table = 2 }
    { print }' docs/functions.md >"$work/functions.md"

outside $cpp/operations.hpp $cpp/results.hpp | grep -oE '\<cliv_[a-z_0-9]+[,(]' | sed 's/^cliv_//; s/.$//' >"$work/by_hand"
# functions COUNTED HEADER...: prints the C++ functions for the operations that the headers declare. COUNTED is 1 for
# operations with a result whose size depends on the data, 0 for other operations.
functions() {
    counted=$1
    shift
    (cd include/clinterval && sed -n 's/^CLIV_API cliv_status cliv_\([a-z_0-9]*\)(.*/\1/p' "$@") | sort >"$work/declared"
    from_list sized | sort >"$work/sized"
    wanted=$(if [ "$counted" = 1 ]; then
        comm -12 "$work/declared" "$work/sized"
    else
        comm -23 "$work/declared" "$work/sized"
    fi | grep -vxFf "$work/by_hand" | tr '\n' ' ')
    from_list cpp -v wanted=" $wanted" -v counted="$counted"
}
for file in operations.hpp results.hpp; do
    counted=0 inside=
    [ $file = operations.hpp ] || counted=1
    while IFS= read -r line; do
        case $line in
        '/* end of operations.def */') inside= ;;
        esac
        [ -n "$inside" ] || printf '%s\n' "$line"
        case $line in
        '/* operations.def: '*)
            inside=yes headers=${line#*: }
            # shellcheck disable=SC2086 # a list of words
            functions $counted ${headers%' */'}
            ;;
        esac
    done <$cpp/$file >"$work/$file"
done

status=0
compare() { # compare FILE FOLDER: the blanks of C++ are clang-format's
    case $1 in
    *.hpp)
        tr -d ' \n' <"$2/$1" >"$work/is"
        tr -d ' \n' <"$work/$1" >"$work/should"
        cmp -s "$work/is" "$work/should" && return
        ;;
    *) cmp -s "$2/$1" "$work/$1" && return ;;
    esac
    diff -u "$2/$1" "$work/$1" || :
    echo "FAILED: $2/$1 does not match $list: run \`sh tests/project/operations.sh --renew\`" >&2
    status=1
}
if [ "${1-}" = --renew ]; then
    cp "$work/_operations.py" python/clinterval/
    cp "$work/functions.md" docs/
    cp "$work/operations.hpp" "$work/results.hpp" $cpp/
    clang-format -i $cpp/operations.hpp $cpp/results.hpp
else
    compare _operations.py python/clinterval
    compare functions.md docs
    compare operations.hpp $cpp
    compare results.hpp $cpp
    [ $status -ne 0 ] || echo "$(wc -l <"$work/names") operations; all texts match $list"
fi
exit $status
