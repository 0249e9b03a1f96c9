#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that a shared library exports exactly the symbols of its list in packaging/: symbols.sh SOURCE LIBRARY
# [symbols-mpi].
# Exit status 77: skipped.
set -u
export LC_ALL=C
name=${3-symbols} library=$2
list=$1/packaging/$name
for tool in nm readelf; do
    command -v $tool >/dev/null || {
        echo "skipped: there is no $tool"
        exit 77
    }
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
soname=$(readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
nm -D --defined-only "$library" | awk '$3 ~ /^cliv_/ { print $3 }' | sort >"$work/exported"
grep -v '^#' "$list" >"$work/lines"
cut -d' ' -f1 "$work/lines" >"$work/listed"
status=0
complain() {
    echo "FAILED: $*" >&2
    status=1
}
[ -s "$work/exported" ] || complain "nm finds no function of the library in $library"
grep -nvE '^cliv_[a-z0-9_]+ [0-9]+\.[0-9]+\.[0-9]+$' "$work/lines" &&
    complain "these lines of packaging/$name are not \"SYMBOL VERSION\""
sort -cu "$work/listed" || complain "packaging/$name is not in order, or names a symbol twice"
for symbol in $(comm -13 "$work/exported" "$work/listed"); do
    complain "$symbol has vanished from $soname: programs that call it would no longer start. Bring it back;" \
        "only a new SOVERSION may drop it, together with its line in packaging/$name"
done
for symbol in $(comm -23 "$work/exported" "$work/listed"); do
    complain "$symbol is new: \`sh tests/project/abi.sh --renew\` adds it to packaging/$name. Or hide it, if it is" \
        "not for users"
done
# The only other file that names the SOVERSION.
[ "$name" != symbols ] || grep -qF "\"$soname\"" "$1/python/clinterval/_native.py" ||
    complain "python/clinterval/_native.py does not look for $soname"
[ $status -ne 0 ] || echo "$(wc -l <"$work/listed") symbols of $soname, all listed"
exit $status
