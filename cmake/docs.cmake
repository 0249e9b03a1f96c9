# SPDX-License-Identifier: Apache-2.0
# The targets `docs`: the reference of C and C++, as HTML, in reference/html of the build folder; and `site`: all documents
# and the reference of C, C++ and Python, in site. docs/site/ready.sh reports what is missing for it.
find_program(DOXYGEN doxygen)
mark_as_advanced(DOXYGEN)
configure_file(docs/Doxyfile.in Doxyfile @ONLY)

# The table of statuses, from the one list in status.h.
file(READ include/clinterval/status.h statuses)
string(REGEX MATCHALL "X\\(CLIV_[A-Z_]+, -?[0-9]+, \"[^\"]*\"" statuses "${statuses}")
set(page "# Status codes\n\nA cliv_status is one of these codes, or an error code of OpenCL.\n\n| name | value | meaning |\n|---|---|---|\n")
foreach(status IN LISTS statuses)
  string(REGEX REPLACE "X.([A-Z_]+), ([-0-9]+), \"(.*)\"" "| `\\1` | \\2 | \\3 |" row "${status}")
  string(APPEND page "${row}\n")
endforeach()
file(CONFIGURE OUTPUT status_codes.md CONTENT "${page}" @ONLY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS include/clinterval/status.h)
if(DOXYGEN)
  if(CLINTERVAL_BUILD_DOCS)
    set(docs_all ALL)
  endif()
  add_custom_target(docs ${docs_all} COMMAND ${DOXYGEN} ${CMAKE_CURRENT_BINARY_DIR}/Doxyfile
    COMMENT "Writing the reference to reference/html" VERBATIM)
elseif(CLINTERVAL_BUILD_DOCS)
  left_out("the reference" doxygen)
endif()
# The site links to the repository only if the address is known.
set(CLINTERVAL_REPOSITORY "" CACHE STRING "Address of the repository, for the site; empty: project(HOMEPAGE_URL), if any")
mark_as_advanced(CLINTERVAL_REPOSITORY)
set(repository ${CLINTERVAL_REPOSITORY})
if(NOT repository)
  set(repository ${PROJECT_HOMEPAGE_URL})
endif()
add_custom_target(site COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/docs/site/ready.sh
  COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/docs/site/build.sh ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}
    $<TARGET_FILE:clinterval> ${PROJECT_VERSION} ${repository}
  DEPENDS clinterval COMMENT "Writing the site to site/index.html" VERBATIM)
