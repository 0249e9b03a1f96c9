# SPDX-License-Identifier: Apache-2.0
# Tests of the examples with arguments: cases of example_test.sh, example_tables.sh and example_answers.sh. The first
# test builds the examples with the installed package, and the other tests wait for it. Cases that compute run on
# every implementation.
set(folder ${CMAKE_CURRENT_BINARY_DIR}/examples)
set(flags -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes)
set(environment)
if(CLINTERVAL_WERROR)
  list(APPEND flags -Werror)
endif()
if(CLINTERVAL_SANITIZE) # programs without sanitizers cannot load a sanitized library
  list(APPEND flags -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  set(environment CLIV_TEST_SANITIZED=1)
endif()
add_test(NAME example.build COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/project/examples_build.sh ${CMAKE_COMMAND}
  ${PROJECT_BINARY_DIR} ${folder} "${flags}")
set_tests_properties(example.build PROPERTIES FIXTURES_SETUP examples TIMEOUT 1200)

# example_case(SCRIPT CASE): on every implementation, or once if the script selects devices.
function(example_case script case)
  set(command sh ${CMAKE_CURRENT_LIST_DIR}/command/${script} ${folder}/build ${case})
  if(ARGN)
    foreach(implementation ${ARGN})
      suite_test(example.${case} ${implementation} COMMAND ${command} ENVIRONMENT ${environment})
      # Long tests begin early, so that no processor is idle at the end.
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
foreach(implementation pocl rusticl intel device) # the recipes of docs/cookbook.md
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
