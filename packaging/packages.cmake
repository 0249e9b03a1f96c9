# SPDX-License-Identifier: Apache-2.0
# Packages by CPack, of what cmake/install.cmake installs: Debian's, one for each component, an archive of all of it,
# and one of the sources. `cmake --workflow --preset package` makes them; tests/packages.sh says what each must have.
set(maintainer "libclinterval maintainers <maintainers@clinterval.invalid>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL}) # as Debian's own tools
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(deb_version ${PROJECT_VERSION}-1)

set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME libclinterval)
set(CPACK_PACKAGE_VENDOR libclinterval)
set(CPACK_PACKAGE_FILE_NAME libclinterval-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
if(TARGET clinterval_tool)
  list(APPEND CPACK_COMPONENTS_ALL tool)
endif()
list(APPEND CPACK_COMPONENTS_ALL documentation)
if(CLINTERVAL_PYTHON_FOLDER)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()

# Sources: what git has, and no build folders.
string(REGEX REPLACE "([][+.*()^$?\\|])" "\\\\\\1" here "${CMAKE_CURRENT_SOURCE_DIR}")
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME libclinterval-${PROJECT_VERSION})
set(CPACK_SOURCE_IGNORE_FILES "^${here}/(build|install|\\.git|\\.hypothesis)(/|$)" "/__pycache__(/|$)" "\\.(o|swp)$")

# Debian. The first line of a description is its summary; one for all packages would come before it.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_NAME} built using CMake") # CPack's default, which it leaves out
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SOURCE libclinterval)
set(CPACK_DEBIAN_PACKAGE_VERSION ${deb_version})
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${maintainer}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/packaging/debian_files.cmake)
set(CPACK_CLINTERVAL_FILES ${CMAKE_CURRENT_SOURCE_DIR})

# deb(COMPONENT PACKAGE SECTION MULTI-ARCH SUMMARY). CPack has no word for Multi-Arch before version 3.31, so it follows
# the section.
macro(deb component package section multi_arch description)
  set(CPACK_DEBIAN_${component}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${component}_PACKAGE_SECTION "${section}\nMulti-Arch: ${multi_arch}")
  set(CPACK_DEBIAN_${component}_DESCRIPTION "${description}
Expands, moves, scans, reduces, merges, sorts, searches and joins data
whose pieces have very different sizes, so that all work-items get the
same amount of work, on GPUs and CPUs of any vendor, by OpenCL 1.2.")
endmacro()
deb(RUNTIME libclinterval${soversion} libs same "irregular parallel primitives for OpenCL devices")
deb(DEVELOPMENT libclinterval-dev libdevel same "irregular parallel primitives for OpenCL devices (development)")
deb(TOOL clinterval utils foreign "irregular parallel primitives for OpenCL devices (command)")
deb(DOCUMENTATION libclinterval-doc doc foreign "irregular parallel primitives for OpenCL devices (documents)")
deb(PYTHON python3-clinterval python foreign "irregular parallel primitives for OpenCL devices (Python)")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "opencl-icd")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "libclinterval${soversion} (= ${deb_version}), ocl-icd-opencl-dev, opencl-headers")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libclinterval-doc, opencl-clhpp-headers, pkg-config")
set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
set(CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS "clinfo, gnuplot-nox")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "libclinterval${soversion} (>= ${PROJECT_VERSION}), python3 (>= 3.10), python3-numpy, python3-pyopencl")

# The control files that CPack does not write. Which version brought a symbol is in packaging/symbols.
set(control ${CMAKE_CURRENT_BINARY_DIR}/debian)
file(STRINGS packaging/symbols lines REGEX "^cliv_")
list(TRANSFORM lines REPLACE "^([^ ]+) (.+)$" " \\1@Base \\2")
list(JOIN lines "\n" lines)
file(WRITE ${control}/symbols "libclinterval.so.${soversion} libclinterval${soversion} #MINVER#\n${lines}\n")
file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS packaging/symbols)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${control}/symbols ${control}/triggers)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/packaging/postinst
  ${CMAKE_CURRENT_SOURCE_DIR}/packaging/prerm)

include(CPack)
