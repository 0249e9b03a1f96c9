# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154 # source and folder are set by the script that sources this file
# Sourced by scripts that compile for other platforms. They set two variables: $source, the sources, and $folder.
# Installs the tools of packaging/wheels.txt in $folder/venv and puts them on the PATH, with zig, the C compiler.
# $folder/opencl gets OpenCL's headers and import libraries of OpenCL.dll. CLIV_OPENCL_HEADERS names the folder that
# contains CL/cl.h; the default is /usr/include. CLIV_TEST_PYTHON_BASE names another python3.
headers=${CLIV_OPENCL_HEADERS:-/usr/include}
[ -f "$headers/CL/cl.h" ] || { echo "$headers/CL/cl.h is missing; Debian: opencl-headers" >&2; exit 1; }

if [ ! -x "$folder/venv/bin/python" ] || ! cmp -s "$source/packaging/wheels.txt" "$folder/venv/list"; then
    rm -rf "$folder/venv"
    "${CLIV_TEST_PYTHON_BASE:-python3}" -m venv "$folder/venv"
    "$folder/venv/bin/python" -m pip --disable-pip-version-check install --quiet --only-binary :all: \
        --requirement "$source/packaging/wheels.txt"
    cp "$source/packaging/wheels.txt" "$folder/venv/list"
fi
python=$folder/venv/bin/python
zig=$("$python" -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')
export PATH="$folder/venv/bin:$zig:$PATH"
export ZIG_GLOBAL_CACHE_DIR="$folder/venv/zig" PYTHONDONTWRITEBYTECODE=1

# Only OpenCL's headers are linked here, because the other headers of the build machine are for its own C library.
# macOS has them in the folder OpenCL.
opencl=$folder/opencl
mkdir -p "$opencl"
ln -sfn "$headers/CL" "$opencl/CL"
ln -sfn "$headers/CL" "$opencl/OpenCL"
{
    printf 'LIBRARY OpenCL.dll\nEXPORTS\n'
    sed -n 's/.*CL_API_CALL *//; s/^ *\(cl[A-Z][A-Za-z0-9]*\)(.*/\1/p' "$headers/CL/cl.h" | sort -u
} >"$opencl/OpenCL.def"
zig dlltool -m i386:x86-64 -d "$opencl/OpenCL.def" -l "$opencl/x86_64.lib"
zig dlltool -m arm64 -d "$opencl/OpenCL.def" -l "$opencl/aarch64.lib"

# zig_options PLATFORM: CMake's options for one of zig's platforms, a line each
zig_options() {
    printf '%s\n' "CMAKE_TOOLCHAIN_FILE=$source/packaging/zig.cmake" "CMAKE_C_COMPILER_TARGET=$1" CLINTERVAL_WERROR=ON \
        "OpenCL_INCLUDE_DIR=$opencl" "OpenCL_LIBRARY=$opencl/${1%%-*}.lib"
}
