#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that the completion for bash offers exactly the words that --help lists: completion.sh TOOL COMPLETION
set -u
tool=$1
# shellcheck source=tools/completion.bash
. "$2" || exit 1
status=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# offers WORD...: prints the completions of the last word, after the other words
offers() {
    COMP_WORDS=(clinterval "$@")
    COMP_CWORD=$#
    local before=clinterval
    [ $# -lt 2 ] || before=${*:$#-1:1}
    _clinterval "$tool" "${*:$#}" "$before"
    printf '%s\n' "${COMPREPLY[@]}" | sort -u
}
# same WHAT: the words of --help and the words of the completion are the same.
same() {
    sort -u "$work/help" >"$work/sorted"
    [ -s "$work/sorted" ] || { echo "FAILED: --help names no $1" >&2; status=1; }
    diff "$work/sorted" "$work/offered" >"$work/diff" && return
    echo "FAILED: $1 of --help (<) and of tools/completion.bash (>) differ:" >&2
    cat "$work/diff" >&2
    status=1
}
# text COMMAND OPTION: the text of the option in --help, in one line
text() {
    "$tool" "$1" --help | awk -v option="$2" '
        /^ *-/ { mine = $1 == option || $2 == option }
        /^ *$/ { mine = 0 }
        mine' | tr -s '\n ' ' '
}

"$tool" --help | awk '/^Commands:/ { mine = 1; next } /^$/ { mine = 0 } mine && !/built without/ { print $1 }' \
    >"$work/commands"
offers '' | grep -v '^-' >"$work/offered"
cp "$work/commands" "$work/help"
same "the commands"
offers -- >"$work/offered"
printf '%s\n' --help --version >"$work/help"
same "the options before a command"
offers de >"$work/offered"
grep '^de' "$work/commands" >"$work/help"
same "the commands with de"

while read -r command; do
    # An option begins a line of the help, or follows a short option or another option.
    "$tool" "$command" --help | sed -nE 's/^ +(-[a-zA-Z], +)?(--[a-z-]+)(.*)/\2\n\3/p' | sed -nE '
        /^--/p
        s/^ [A-Z]+  +(--[a-z-]+).*/\1/p' >"$work/help"
    offers "$command" -- >"$work/offered"
    same "the options of $command"
done <"$work/commands"

if grep -q bench "$work/commands"; then
    for option in --shape --keys --order --type; do
        text bench $option | sed 's/.*: //' | tr -d ' ' | tr ',' '\n' >"$work/help"
        offers bench $option '' >"$work/offered"
        same "the values of bench $option"
    done
    text bench --suite | grep -oE '[a-z]+: ' | tr -d ': ' >"$work/help"
    offers bench --suite '' >"$work/offered"
    same "the values of bench --suite"
    text tune --family | sed 's/.* only //; s/ or /, /' | tr -d ' ' | tr ',' '\n' >"$work/help"
    offers tune --family '' >"$work/offered"
    same "the values of tune --family"
fi
for word in gpu cpu accelerator; do
    "$tool" --help | grep -q "\"$word\"" && echo $word
done >"$work/help"
offers demo --device '' >"$work/offered"
same "the kinds of devices"

touch "$work/a graph.mtx"
[ "$(cd "$work" && offers demo --graph a)" = "a graph.mtx" ] || {
    echo "FAILED: no files for demo --graph" >&2
    status=1
}
[ $status -ne 0 ] || echo "the completion knows what --help says"
exit $status
