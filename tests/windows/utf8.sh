#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tests names of files in UTF-8 under Wine, in a variable, in an option and in messages: utf8.sh WINE-PREFIX COMMAND.exe
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LC_ALL=C.UTF-8 # Wine converts the host's variables and arguments by the locale
clinterval() { sh "$here/wine.sh" "$prefix" "$command" "$@" </dev/null >"$folder/out" 2>&1; }
says() { grep -qF "$1" "$folder/out" || { echo "not printed: $1"; cat "$folder/out"; exit 1; }; }
prefix=$1 command=$2

: >"$folder/größe 日.txt"
CLINTERVAL_TUNING="$folder/größe 日.txt" clinterval devices
says "rows of $folder/größe 日.txt before the built-in ones"
! CLINTERVAL_TUNING="$folder/fehlt ß.txt" clinterval demo || exit 1
says "tuning file $folder/fehlt ß.txt, named by CLINTERVAL_TUNING: No such file or directory"
clinterval demo --kronecker 5 --csv "$folder/ü 日.csv"
grep -q vertices "$folder/ü 日.csv"
