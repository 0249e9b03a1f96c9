#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the recipes for vcpkg and Spack without these programs: recipes.sh CMAKE SOURCE
# vcpkg's functions are replaced by short forms, so that the port configures, builds and installs the library; then
# another project uses the package. Spack's functions are replaced by recorders. Every CMake option that a recipe sets
# must exist.
set -eu
cmake=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    [ ! -f "$work/log" ] || cat "$work/log"
    echo "FAILED: $*" >&2
    exit 1
}

cat >"$work/port.cmake" <<END
set(CURRENT_PORT_DIR $source/packaging/vcpkg/clinterval)
set(CURRENT_PACKAGES_DIR $work/package)
function(vcpkg_check_linkage)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" SOURCE_PATH OPTIONS)
  execute_process(COMMAND $cmake -G Ninja -S \${arg_SOURCE_PATH} -B $work/build \${arg_OPTIONS} -DCMAKE_INSTALL_LIBDIR=lib
    -DCMAKE_BUILD_TYPE=Release COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
  execute_process(COMMAND $cmake --build $work/build COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND $cmake --install $work/build --prefix $work/package COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" CONFIG_PATH "")
  if(NOT EXISTS $work/package/\${arg_CONFIG_PATH}/clinterval-config.cmake)
    message(FATAL_ERROR "CONFIG_PATH is \${arg_CONFIG_PATH}, which has no CMake package")
  endif()
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" FILE_LIST)
  file(INSTALL \${arg_FILE_LIST} DESTINATION $work/package/share/clinterval)
endfunction()
include($source/packaging/vcpkg/clinterval/portfile.cmake)
END
"$cmake" -P "$work/port.cmake" >"$work/log" 2>&1 || fail "the port for vcpkg"
[ -f "$work/package/share/clinterval/LICENSE" ] || fail "the port for vcpkg installs no licence"
[ -z "$(find "$work/package" -name '*.html' -o -name tests)" ] || fail "the port for vcpkg installs too much"
"$cmake" -G Ninja -S "$source/packaging/conan/test_package" -B "$work/program" -DCMAKE_PREFIX_PATH="$work/package" \
    >"$work/log" 2>&1 || fail "find_package() in the package of vcpkg"
"$cmake" --build "$work/program" >"$work/log" 2>&1 || fail "a program with the package of vcpkg"
"$work/program/expand" >/dev/null || fail "a program with the shared library"
"$work/program/expand_static" >/dev/null || fail "a program with the static library"

python3 - "$source" <<'END'
import json
import re
import sys
import types
from pathlib import Path

source = Path(sys.argv[1])
recipes = source / "packaging"
port = json.loads((recipes / "vcpkg/clinterval/vcpkg.json").read_text())
header = (source / "include/clinterval/status.h").read_text()
version = ".".join(re.findall(r"CLIV_VERSION_[A-Z]+ +(\d+)", header))
assert port["version"] == version, f"vcpkg.json has version {port['version']}, but status.h {version}"
known = {"$schema", "name", "version", "description", "license", "supports", "dependencies"}
assert set(port) <= known, f"vcpkg.json has other fields than {known}"

calls = []
def recorder(name):
    return lambda *args, **options: calls.append((name, args, options))

class CMakePackage:
    define = staticmethod(lambda name, value: f"-D{name}={value}")
    define_from_variant = staticmethod(lambda name, variant: f"-D{name}={variant}")

for name in ("spack", "spack.package", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems",
             "spack_repo.builtin.build_systems.cmake"):
    module = sys.modules[name] = types.ModuleType(name)
    module.CMakePackage = CMakePackage
    for function in ("depends_on", "license", "variant", "version"):
        setattr(module, function, recorder(function))
package = recipes / "spack/spack_repo/clinterval/packages/clinterval/package.py"
names = {}
exec(compile(package.read_text(), str(package), "exec"), names)
arguments = names["Clinterval"]().cmake_args()
variants = {args[0] for name, args, _ in calls if name == "variant"}
assert variants == {"tool", "mpi"}, variants

listed = (source / "CMakeLists.txt").read_text()
portfile = (recipes / "vcpkg/clinterval/portfile.cmake").read_text()
for option in re.findall(r"-D(CLINTERVAL_\w+)=", portfile + " ".join(arguments)):
    assert f"option({option} " in listed, f"there is no option {option}"
END
echo "the port for vcpkg builds; the recipe for Spack has known options"
