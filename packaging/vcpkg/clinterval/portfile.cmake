# SPDX-License-Identifier: Apache-2.0
# The port for vcpkg: vcpkg install clinterval --overlay-ports=packaging/vcpkg. It builds the sources that contain it.
vcpkg_check_linkage(ONLY_DYNAMIC_LIBRARY) # the package also contains the static library: clinterval::clinterval_static
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DCLINTERVAL_BUILD_TOOL=OFF
        -DCLINTERVAL_BUILD_BENCH=OFF
        -DCLINTERVAL_BUILD_TESTS=OFF
        -DCLINTERVAL_BUILD_MPI=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/clinterval)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
    "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
