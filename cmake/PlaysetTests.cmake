# Tells ctest the cases of a doctest program: after linking, the program lists them itself (tests/support/test_main.cpp).
# Included twice: by CMake to define playset_discover_tests, and by ctest (with TEST_PROGRAM set) to add the cases.

function(playset_discover_tests target module)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}.cases.cmake)
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${target}.ctest.cmake)
  add_custom_command(TARGET ${target} POST_BUILD BYPRODUCTS ${list}
    COMMAND ${target} --list-test-cases --reporters=ctest --out=${list} VERBATIM)
  if(PLAYSET_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(times 5)
  else()
    set(times 1)
  endif()
  file(GENERATE OUTPUT ${include} CONTENT
"set(playset_program \"$<TARGET_FILE:${target}>\")
set(playset_module \"${module}\")
set(playset_time_factor ${times})
include(\"${PROJECT_SOURCE_DIR}/cmake/PlaysetTests.cmake\")
if(EXISTS \"${list}\")
  include(\"${list}\")
else()
  add_test(\"${module}: not built\" \"${target}-not-built\")
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()

# One line of the program's list. Cases get two minutes, those of the suite "slow" half an hour.
function(playset_case name filter label)
  add_test("${playset_module}: ${name}" "${playset_program}" "--test-case=${filter}")
  set(playset_seconds 120)
  if("${label}" STREQUAL "slow")
    set(playset_seconds 1800)
  endif()
  math(EXPR playset_seconds "${playset_seconds} * ${playset_time_factor}")
  set_tests_properties("${playset_module}: ${name}" PROPERTIES TIMEOUT ${playset_seconds} LABELS "${playset_module};${label}")
endfunction()
