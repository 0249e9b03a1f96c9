#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fetches the sources of cmocka with apt, because Debian and Ubuntu have no cmocka for Windows:
#
#     cmocka.sh FOLDER
#
# FOLDER/source then contains them. Nothing is installed, and apt's own lists do not change.
set -eu
mkdir -p "$1"
cd "$1"
[ ! -d source ] || exit 0
command -v apt-get >/dev/null || { echo "cmocka.sh: there is no apt-get" >&2; exit 1; }
rm -rf fetch
mkdir -p fetch/lists/partial fetch/parts
cd fetch
# The system's package sources, as sources of source packages.
for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"parts/$(basename "$file")"
done
sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >list 2>/dev/null || : >list
apt() {
    apt-get -q -o Dir::Etc::SourceList="$PWD/list" -o Dir::Etc::SourceParts="$PWD/parts" \
        -o Dir::State::Lists="$PWD/lists" -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache= "$@" >log 2>&1 ||
        { cat log >&2; exit 1; }
}
apt update
apt source --download-only cmocka
mkdir source
for file in cmocka_*.orig.tar.[gx]z; do
    tar -xf "$file" --strip-components=1 -C source
done
mv source ..
cd ..
rm -rf fetch
