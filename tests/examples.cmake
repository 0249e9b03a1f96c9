# SPDX-License-Identifier: Apache-2.0
# Tests of the examples that take arguments: cases of example_test.sh, example_tables.sh and example_answers.sh. They are built on the
# installed package, by a test that the others wait for; what computes runs on every implementation.
set(folder ${CMAKE_CURRENT_BINARY_DIR}/examples)
set(flags -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes)
set(environment)
if(CLINTERVAL_WERROR)
  list(APPEND flags -Werror)
endif()
if(CLINTERVAL_SANITIZE) # programs that are not cannot load a library that is
  list(APPEND flags -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  set(environment CLIV_TEST_SANITIZED=1)
endif()
add_test(NAME example.build COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/examples_build.sh ${CMAKE_COMMAND}
  ${PROJECT_BINARY_DIR} ${folder} "${flags}")
set_tests_properties(example.build PROPERTIES FIXTURES_SETUP examples TIMEOUT 1200)

# example_case(SCRIPT CASE): on every implementation, or once where the script chooses devices itself.
function(example_case script case)
  set(command sh ${CMAKE_CURRENT_LIST_DIR}/command/${script} ${folder}/build ${case})
  if(ARGN)
    foreach(implementation ${ARGN})
      suite_test(example.${case} ${implementation} COMMAND ${command} ENVIRONMENT ${environment})
      # The long ones begin early, so that no processor waits at the end.
      set_tests_properties(example.${case}.${implementation} PROPERTIES FIXTURES_REQUIRED examples COST 10)
    endforeach()
  else()
    add_test(NAME example.${case} COMMAND ${command})
    set_tests_properties(example.${case} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200 ENVIRONMENT "${environment}"
      FIXTURES_REQUIRED examples)
  endif()
endfunction()
example_case(example_test.sh sort pocl rusticl intel device)
foreach(case kmers spgemm events pool_simulation shortest_paths best_customers)
  example_case(example_answers.sh ${case} pocl rusticl intel device)
endforeach()
foreach(case set join join_csv)
  example_case(example_tables.sh ${case} pocl rusticl intel device)
endforeach()
foreach(implementation pocl rusticl intel device) # what docs/cookbook.md shows
  set(runs "3000 7")
  if(implementation STREQUAL pocl)
    set(runs own 0 "1000 7")
  endif()
  suite_test(example.recipes ${implementation} COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/cookbook.sh ${PROJECT_SOURCE_DIR}
    ${folder}/build/recipes ${runs} ENVIRONMENT ${environment})
  set_tests_properties(example.recipes.${implementation} PROPERTIES FIXTURES_REQUIRED examples COST 10)
endforeach()
foreach(case usage bad_text sort_default no_such_device no_platform oclgrind)
  example_case(example_test.sh ${case})
endforeach()
foreach(case answers_usage answers_oclgrind)
  example_case(example_answers.sh ${case})
endforeach()
foreach(case bad_tables tables_oclgrind)
  example_case(example_tables.sh ${case})
endforeach()
