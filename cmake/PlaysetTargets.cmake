# How a module, its test and its bench become targets; each folder's CMakeLists.txt is then one call that lists its files.

add_library(playset_settings INTERFACE)
target_compile_features(playset_settings INTERFACE cxx_std_20)
if(NOT MSVC)
  # Same input, same bits: no contraction into FMA, no fast-math.
  target_compile_options(playset_settings INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(PLAYSET_WERROR)
    target_compile_options(playset_settings INTERFACE -Werror)
  endif()
  if(NOT PLAYSET_EXCEPTIONS)
    target_compile_options(playset_settings INTERFACE -fno-exceptions -fno-rtti)
  endif()
  if(PLAYSET_SANITIZE)
    target_compile_options(playset_settings INTERFACE -fsanitize=${PLAYSET_SANITIZE} -fno-omit-frame-pointer
                                                      -fno-sanitize-recover=all)
    target_link_options(playset_settings INTERFACE -fsanitize=${PLAYSET_SANITIZE})
  endif()
endif()

# playset_module(name SOURCES a.cpp ... [DEPENDS module ...] [LINK library ...])
function(playset_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  if(NOT arg_SOURCES)
    return()
  endif()
  add_library(playset_${name} OBJECT ${arg_SOURCES})
  target_include_directories(playset_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                             PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(playset_${name} PRIVATE $<BUILD_INTERFACE:playset_settings> PUBLIC glm::glm)
  target_compile_definitions(playset_${name} PRIVATE PLAYSET_BUILDING)
  set_target_properties(playset_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                                   VISIBILITY_INLINES_HIDDEN ON)
  if(arg_LINK)
    target_link_libraries(playset_${name} PRIVATE ${arg_LINK})
    set_property(GLOBAL APPEND PROPERTY PLAYSET_PRIVATE_LINK ${arg_LINK})
  endif()
  set_property(GLOBAL APPEND PROPERTY PLAYSET_MODULE_TARGETS playset_${name})
endfunction()

# playset_test(module SOURCES x_test.cpp ... [LINK library ...]) makes <module>_test and tells ctest its cases.
function(playset_test module)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${module}_test ${arg_SOURCES})
  target_link_libraries(${module}_test PRIVATE playset playset_settings playset_test_support ${arg_LINK})
  target_include_directories(${module}_test PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  playset_discover_tests(${module}_test ${module})
endfunction()

# playset_bench(module SOURCES x_bench.cpp ... [LINK library ...]) makes <module>_bench; ctest runs it once with --quick.
function(playset_bench module)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${module}_bench ${arg_SOURCES})
  target_link_libraries(${module}_bench PRIVATE playset playset_settings playset_bench_runner ${arg_LINK})
  target_include_directories(${module}_bench PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  add_test(NAME "bench: ${module}" COMMAND ${module}_bench --quick)
  set_tests_properties("bench: ${module}" PROPERTIES LABELS bench RUN_SERIAL ON)
endfunction()
