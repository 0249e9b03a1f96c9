#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# locale.sh LOCALE COMMAND [ARGUMENT]...: runs a command under a locale, for example "tr_TR.UTF-8". A missing locale is
# compiled from the system's sources in a temporary folder. Skipped if that is impossible.
locale=$1
shift
if ! locale -a 2>/dev/null | tr -d '-' | grep -qix "$(echo "$locale" | tr -d '-')"; then
    folder=$(mktemp -d) || exit 1
    trap 'rm -rf "$folder"' EXIT
    if ! localedef -i "${locale%.*}" -f "${locale#*.}" "$folder/$locale" 2>/dev/null; then
        echo "skipped: there is no locale $locale, nor can localedef make it"
        exit 77
    fi
    export LOCPATH="$folder"
fi
LC_ALL=$locale "$@"
