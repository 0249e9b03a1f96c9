#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles a sample of the kernel programs for devices of seven vendors with clang, without code generation:
#
#     kernel_syntax.sh PROGRAM FOLDER TUNING-FOLDER
#
# PROGRAM is kernel_texts. The test finds names that only some devices leave undefined, which no device at hand shows:
# an undefined macro is 0 in `#if`, but an error in `if`. Of each kernel file, a device has the first program and every
# 20th with each tuning file.
here=$(dirname "$0")
program=$1 folder=$2 tuning=$3
command -v clang >/dev/null || { echo "no clang"; exit 77; }
rm -rf "$folder"
env -u CLINTERVAL_TUNING -u CLINTERVAL_DEVICE -u CLINTERVAL_SUB_GROUPS "$program" "$folder" "$tuning"/*.txt || exit 1
mkdir "$folder/programs" || exit 1

for list in "$folder"/*.*.txt; do
    device=$(basename "$list" .txt)
    awk -v texts="$folder" -v prefix="$folder/programs/$device" -f "$here/kernel_syntax.awk" "$list" || exit 1
done

# Compiles one program. Its first line is a comment with the compiler's options.
cat >"$folder/compile" <<'END'
case $1 in */nvidia.*) target=nvptx64--nvidiacl ;; *) target=spir64 ;; esac
options=$(sed -n '1{s|^// ||;s/-cl-nv-[^ ]*//g;p;}' "$1")
clang -x cl -target $target -Xclang -finclude-default-header -fsyntax-only -w $options "$1" >"$1.log" 2>&1 ||
    { echo "$1"; grep error "$1.log" | head -3; }
END
find "$folder/programs" -name '*.cl' | sort >"$folder/names"
failed=$(xargs -n 1 -P "$(nproc)" sh "$folder/compile" <"$folder/names")
echo "$(wc -l <"$folder/names") programs"
[ -z "$failed" ] || { echo "$failed"; exit 1; }
