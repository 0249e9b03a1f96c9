# SPDX-License-Identifier: Apache-2.0
# Compile options of all targets of this project. Programs that use the library do not get them.
add_library(clinterval_warnings INTERFACE)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(clinterval_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:C>:-Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes>
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra>)
  if(CLINTERVAL_WERROR)
    target_compile_options(clinterval_warnings INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:-Werror>)
  endif()
  if(CLINTERVAL_SANITIZE)
    target_compile_options(clinterval_warnings INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:
      -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer>)
    target_link_options(clinterval_warnings INTERFACE -fsanitize=address,undefined)
  endif()
endif()
