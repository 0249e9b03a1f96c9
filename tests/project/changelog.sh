#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A change of a public header needs a line in CHANGELOG.md, in the same commit or a later one. Since the last commit
# that changed CHANGELOG.md, no declaration in include/ or mpi/include/ may have changed; comments may.
# changelog.sh SOURCE. Exit status 77: skipped, because there is no git history.
set -u
cd "$1" || exit 1
skip() {
    echo "skipped: $*"
    exit 77
}
command -v git >/dev/null || skip "there is no git"
[ "$(git rev-parse --show-prefix 2>/dev/null || echo no)" = "" ] || skip "this is no clone, so there is no history"
[ "$(git rev-parse --is-shallow-repository)" = false ] || skip "this clone is shallow, its history is cut off"
git diff --quiet HEAD -- CHANGELOG.md || {
    echo "CHANGELOG.md is being changed"
    exit 0
}
last=$(git log -1 --format=%H -- CHANGELOG.md)
[ -n "$last" ] || skip "no commit has CHANGELOG.md"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# bare: prints a header without comments, one word per line, so that comments and line breaks do not matter.
bare() {
    awk '{
        sub(/\/\/.*/, "")
        for (line = $0; line != ""; ) {
            mark = index(line, inside ? "*/" : "/*")
            if (!inside) print mark ? substr(line, 1, mark - 1) : line
            if (!mark) break
            line = substr(line, mark + 2); inside = !inside
        }
    }' | tr -s ' \t' '\n' | grep .
}
set -- include mpi/include
for header in $(git diff --name-only "$last" -- "$@" && git ls-files --others --exclude-standard -- "$@"); do
    git show "$last:$header" 2>/dev/null | bare >"$work/before"
    { [ ! -f "$header" ] || cat "$header"; } | bare >"$work/after"
    cmp -s "$work/before" "$work/after" || echo "$header"
done >"$work/changed"
[ -s "$work/changed" ] || {
    echo "no public header has changed since $(git log -1 --format='%h (%s)' "$last"), the changelog's last change"
    exit 0
}
cat "$work/changed"
echo "FAILED: these public headers have changed since CHANGELOG.md last did: say in it what users will meet" >&2
exit 1
