#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests that messages.txt has the texts of all error messages in the sources: messages.sh SOURCE [--write]. With --write
# it writes the file. Exit status 77: skipped.
set -u
cd "$1" || exit 1
if ! python3 -c 'import ast; ast.unparse' 2>/dev/null; then
    echo "skipped: there is no Python 3.9"
    exit 77
fi
list=tests/project/messages.txt
new=$(mktemp) || exit 1
trap 'rm -f "$new"' EXIT
PYTHONUTF8=1 python3 tests/project/messages.py . >"$new" || exit 1
[ "${2-}" != --write ] || cp "$new" $list
if diff "$list" "$new"; then
    echo "$(grep -c '^[^#]' $list) lines of messages, all listed"
else
    echo "FAILED: the messages in the sources (>) differ from $list (<). Read the new messages as a new user would," \
        "then write the file: sh tests/project/messages.sh . --write" >&2
    exit 1
fi
