# SPDX-License-Identifier: Apache-2.0
# The installed package: headers, device headers, libraries, command, man page, documents, CMake and pkg-config files.
# The components are runtime, development, tool, documentation, python and licence, and for the library over MPI mpi,
# mpi_development and mpi_tool. packaging/packages.cmake makes a Debian package of each component except licence.
include(CMakePackageConfigHelpers)

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/clinterval)
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/clinterval COMPONENT development)
install(FILES ${cpp_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/clinterval/cpp COMPONENT development)
install(FILES ${device_headers} DESTINATION ${CMAKE_INSTALL_DATADIR}/clinterval/cl COMPONENT development)
install(TARGETS clinterval clinterval_static EXPORT clinterval
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
install(EXPORT clinterval NAMESPACE clinterval:: FILE clinterval-targets.cmake DESTINATION ${config_folder}
  COMPONENT development)
if(TARGET clinterval_tool)
  install(TARGETS clinterval_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
  if(NOT WIN32)
    install(FILES docs/clinterval.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
    install(FILES tools/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
      RENAME clinterval COMPONENT tool)
  endif()
endif()
# The library over MPI has a separate export, so programs that do not use it do not require MPI.
if(TARGET clinterval_mpi)
  install(FILES ${mpi_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/clinterval COMPONENT mpi_development)
  install(TARGETS clinterval_mpi EXPORT clinterval_mpi
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT mpi NAMELINK_COMPONENT mpi_development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT mpi_development
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mpi)
  install(EXPORT clinterval_mpi NAMESPACE clinterval:: FILE clinterval-mpi-targets.cmake DESTINATION ${config_folder}
    COMPONENT mpi_development)
endif()
if(TARGET clinterval_mpi_tool)
  install(TARGETS clinterval_mpi_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mpi_tool)
  install(FILES docs/clinterval-mpi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT mpi_tool)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)

# The documents keep their relative paths, so their links are valid.
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documentation
  PATTERN clinterval*.1 EXCLUDE PATTERN Doxyfile.in EXCLUDE)
if(DOXYGEN AND CLINTERVAL_BUILD_DOCS)
  install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/reference/html DESTINATION ${CMAKE_INSTALL_DOCDIR}
    COMPONENT documentation)
endif()

# The Python package that uses the installed library. (The package that pip builds contains a library:
# cmake/python.cmake.)
set(CLINTERVAL_PYTHON_FOLDER "" CACHE STRING
  "Folder below the prefix that the Python package is installed to, such as lib/python3/dist-packages; empty: none")
if(CLINTERVAL_PYTHON_FOLDER)
  install(DIRECTORY python/clinterval DESTINATION ${CLINTERVAL_PYTHON_FOLDER} COMPONENT python
    FILES_MATCHING PATTERN *.py PATTERN py.typed PATTERN lib EXCLUDE PATTERN __pycache__ EXCLUDE)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/METADATA
    "Metadata-Version: 2.1\nName: clinterval\nVersion: ${PROJECT_VERSION}\nSummary: ${PROJECT_DESCRIPTION}\n")
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/METADATA
    DESTINATION ${CLINTERVAL_PYTHON_FOLDER}/clinterval-${PROJECT_VERSION}.dist-info COMPONENT python)
endif()

set(DEVICE_HEADERS ${CMAKE_INSTALL_DATADIR}/clinterval/cl)
configure_package_config_file(cmake/clinterval-config.cmake.in clinterval-config.cmake
  INSTALL_DESTINATION ${config_folder} PATH_VARS DEVICE_HEADERS)
write_basic_package_version_file(clinterval-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/clinterval-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/clinterval-config-version.cmake DESTINATION ${config_folder}
  COMPONENT development)

# pkg-config. The OpenCL loaders ocl-icd and Khronos have a pkg-config file; for other loaders the library is named.
set(pc_requires "")
set(pc_opencl "")
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(OPENCL_PC QUIET OpenCL)
endif()
if(OPENCL_PC_FOUND)
  set(pc_requires "Requires: OpenCL\n")
elseif(APPLE)
  set(pc_opencl " -framework OpenCL")
else()
  set(pc_opencl " -lOpenCL")
endif()
# Folders are relative to the pkg-config file, so it is valid after `cmake --install --prefix` or a move.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH pc_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  string(REGEX REPLACE "/$" "" pc_prefix "\${pcfiledir}/${pc_prefix}")
endif()
foreach(folder LIBDIR INCLUDEDIR DATADIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
    set(pc_${folder} "${CMAKE_INSTALL_${folder}}")
  else()
    set(pc_${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
  endif()
endforeach()
configure_file(cmake/clinterval.pc.in clinterval.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/clinterval.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)
if(TARGET clinterval_mpi)
  configure_file(cmake/clinterval-mpi.pc.in clinterval-mpi.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/clinterval-mpi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT mpi_development)
endif()
