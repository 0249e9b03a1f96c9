#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs Intel's CPU runtime for OpenCL in a folder, for tests/harness/on.sh:
#
#     intel.sh FOLDER
#
# FOLDER/lib contains the libraries, FOLDER/vendors the ICD file that names them. Nothing is installed elsewhere. The
# runtime comes from PyPI, a quarter of a gigabyte, in the versions of tests/harness/intel.txt. Intel's licence applies;
# FOLDER/share contains it. The script fails with a message if the runtime is not available.
set -eu
list=$(cd "$(dirname "$0")" && pwd)/intel.txt
mkdir -p "$1"
folder=$(cd "$1" && pwd)

if [ -f "$folder/vendors/intel.icd" ] && cmp -s "$list" "$folder/intel.txt"; then
    exit 0
fi
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
    echo "Intel's CPU runtime is for Linux on x86-64" >&2
    exit 1
fi

rm -rf "$folder/wheels" "$folder/lib" "$folder/share" "$folder/vendors"
mkdir -p "$folder/wheels" "$folder/vendors"
trap 'rm -rf "$folder/wheels"' EXIT
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
    --requirement "$list" --dest "$folder/wheels" >&2
# Wheels contain links as copies, so one file of equal contents is kept. The runtime's loader would hide the system's.
python3 - "$folder" "$folder"/wheels/*.whl <<'END'
import os, sys, zipfile

folder, have = sys.argv[1], {}
for wheel in sys.argv[2:]:
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            part = entry.filename.partition(".data/data/")[2]
            if not part.startswith(("lib/", "share/")) or "libOpenCL" in part or part == "lib/icx-lto.so":
                continue
            path = os.path.join(folder, part)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            same = have.setdefault((entry.CRC, entry.file_size), path)
            if same != path:
                os.symlink(os.path.relpath(same, os.path.dirname(path)), path)
            else:
                with archive.open(entry) as data, open(path, "wb") as out:
                    while block := data.read(1 << 20):
                        out.write(block)
END
cp "$list" "$folder/intel.txt"
echo "$folder/lib/libintelocl.so" >"$folder/vendors/intel.icd"
