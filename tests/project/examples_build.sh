#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds examples/ with the installed package, for the tests of the examples:
# examples_build.sh CMAKE BUILD-FOLDER FOLDER FLAGS
# The package is installed and the examples are built in FOLDER. FLAGS are compiler flags, separated by semicolons.
set -eu
cmake=$1
build=$2
folder=$3
flags=$(echo "$4" | tr ';' ' ')
cxx_flags=$(echo "$flags" | sed 's/-Wstrict-prototypes//') # an option for C only
examples=$(cd "$(dirname "$0")/../../examples" && pwd)

rm -rf "$folder"
mkdir -p "$folder"
"$cmake" --install "$build" --prefix "$folder/prefix" >"$folder/log" || { cat "$folder/log"; exit 1; }
"$cmake" -S "$examples" -B "$folder/build" -DCMAKE_PREFIX_PATH="$folder/prefix" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$cxx_flags"
"$cmake" --build "$folder/build" --target applications recipes --parallel 2
