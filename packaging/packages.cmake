# SPDX-License-Identifier: Apache-2.0
# Packages by CPack, of what cmake/install.cmake installs: Debian's, one for each component, an archive of all of it,
# and one of the sources. `cmake --workflow --preset package` makes them; tests/project/packages.sh says what each must have.
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
if(TARGET clinterval_mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi mpi_development)
endif()
if(TARGET clinterval_mpi_tool)
  list(APPEND CPACK_COMPONENTS_ALL mpi_tool)
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
deb(MPI libclinterval-mpi${soversion} libs same "irregular parallel primitives for many OpenCL devices, by MPI")
deb(MPI_DEVELOPMENT libclinterval-mpi-dev libdevel same
  "irregular parallel primitives for many OpenCL devices, by MPI (development)")
deb(MPI_TOOL clinterval-mpi utils foreign "irregular parallel primitives for many OpenCL devices, by MPI (command)")
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
# Programs must be built with the MPI that the library was built with, and started by it.
set(mpi_packages libopenmpi-dev openmpi-bin)
if(MPI_C_INCLUDE_DIRS MATCHES mpich)
  set(mpi_packages libmpich-dev mpich)
endif()
list(GET mpi_packages 0 mpi_development)
list(GET mpi_packages 1 mpi_launcher)
set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "libclinterval${soversion} (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_MPI_PACKAGE_SUGGESTS "opencl-icd")
set(CPACK_DEBIAN_MPI_DEVELOPMENT_PACKAGE_DEPENDS "libclinterval-mpi${soversion} (= ${deb_version}), \
libclinterval-dev (= ${deb_version}), ${mpi_development}, ${mpi_launcher}")
set(CPACK_DEBIAN_MPI_DEVELOPMENT_PACKAGE_SUGGESTS "libclinterval-doc, pkg-config")
set(CPACK_DEBIAN_MPI_TOOL_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_MPI_TOOL_PACKAGE_DEPENDS "libclinterval${soversion} (>= ${PROJECT_VERSION}), \
libclinterval-mpi${soversion} (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_MPI_TOOL_PACKAGE_RECOMMENDS "${mpi_launcher}, pocl-opencl-icd | opencl-icd")
# Where dpkg-shlibdeps finds our own libraries, about which no installed package tells it anything.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/mpi)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "libclinterval${soversion} (>= ${PROJECT_VERSION}), python3 (>= 3.10), python3-numpy, python3-pyopencl")

# The control files that CPack does not write. control(COMPONENT LIST LIBRARY PACKAGE): LIST has which version brought
# a symbol.
macro(control component list library package)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/debian/${component})
  file(STRINGS ${list} lines REGEX "^cliv_")
  list(TRANSFORM lines REPLACE "^([^ ]+) (.+)$" " \\1@Base \\2")
  list(JOIN lines "\n" lines)
  file(WRITE ${folder}/symbols "${library}.so.${soversion} ${package}${soversion} #MINVER#\n${lines}\n")
  file(WRITE ${folder}/triggers "activate-noawait ldconfig\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  set(CPACK_DEBIAN_${component}_PACKAGE_CONTROL_EXTRA ${folder}/symbols ${folder}/triggers)
endmacro()
control(RUNTIME packaging/symbols libclinterval libclinterval)
control(MPI packaging/symbols-mpi libclinterval_mpi libclinterval-mpi)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/packaging/postinst
  ${CMAKE_CURRENT_SOURCE_DIR}/packaging/prerm)

include(CPack)
