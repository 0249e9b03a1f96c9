# SPDX-License-Identifier: Apache-2.0
# CPack runs this between the installation into its folder and the packing: what Debian's policy adds to each package,
# its copyright file and its changelogs, and the man page compressed.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH, if that is set
set(changelog "${CPACK_DEBIAN_PACKAGE_SOURCE} (${CPACK_DEBIAN_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}. What has changed is in changelog.gz.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")

function(compress file)
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(share ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share)
  set(doc ${share}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  if(component STREQUAL "documentation")
    file(RENAME ${share}/doc/clinterval ${doc})
  endif()
  file(COPY ${CPACK_CLINTERVAL_FILES}/packaging/copyright DESTINATION ${doc})
  configure_file(${CPACK_CLINTERVAL_FILES}/CHANGELOG.md ${doc}/changelog COPYONLY)
  file(WRITE ${doc}/changelog.Debian "${changelog}")
  compress(${doc}/changelog)
  compress(${doc}/changelog.Debian)
  file(GLOB man_pages ${share}/man/man1/*.1)
  foreach(page IN LISTS man_pages)
    compress(${page})
  endforeach()
  file(CHMOD_RECURSE ${share} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
    DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endforeach()
