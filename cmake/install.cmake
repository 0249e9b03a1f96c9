# SPDX-License-Identifier: Apache-2.0
# The installed package: headers, device headers, libraries, command, man page, CMake and pkg-config files.
include(CMakePackageConfigHelpers)

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/clinterval)
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/clinterval)
install(FILES ${cpp_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/clinterval/cpp)
install(FILES ${device_headers} DESTINATION ${CMAKE_INSTALL_DATADIR}/clinterval/cl)
install(TARGETS clinterval clinterval_static EXPORT clinterval
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT clinterval NAMESPACE clinterval:: FILE clinterval-targets.cmake DESTINATION ${config_folder})
if(TARGET clinterval_tool)
  install(TARGETS clinterval_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES docs/clinterval.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(DEVICE_HEADERS ${CMAKE_INSTALL_DATADIR}/clinterval/cl)
configure_package_config_file(cmake/clinterval-config.cmake.in clinterval-config.cmake
  INSTALL_DESTINATION ${config_folder} PATH_VARS DEVICE_HEADERS)
write_basic_package_version_file(clinterval-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/clinterval-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/clinterval-config-version.cmake DESTINATION ${config_folder})

# pkg-config. OpenCL has a file of its own where the loader is ocl-icd or Khronos'; elsewhere its library is named.
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
# Folders are named from where the file lies, so it stays right where `cmake --install --prefix` or a move puts it.
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
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/clinterval.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
