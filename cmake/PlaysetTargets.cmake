# How a module, its test and its bench become targets; each folder's CMakeLists.txt is then one call that lists its files.

# Flags of every target of ours: the same bits everywhere (no contraction into FMA, no fast-math), and warnings.
add_library(playset_settings INTERFACE)
target_compile_features(playset_settings INTERFACE cxx_std_20)
if(NOT MSVC)
  # -fno-math-errno changes no value: roots and roundings become instructions, where a call would set errno.
  target_compile_options(playset_settings INTERFACE -ffp-contract=off -fno-math-errno)
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(playset_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # Guesses of GCC's optimiser: "a" + string (bug 105651), arrays filled in a loop of at least one turn. Clang's stay on.
      target_compile_options(playset_settings INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
    endif()
  endif()
  if(PLAYSET_WERROR)
    target_compile_options(playset_settings INTERFACE -Werror)
  endif()
  if(PLAYSET_SANITIZE)
    target_compile_options(playset_settings INTERFACE -fsanitize=${PLAYSET_SANITIZE} -fno-omit-frame-pointer
                                                      -fno-sanitize-recover=all)
    target_link_options(playset_settings INTERFACE -fsanitize=${PLAYSET_SANITIZE})
  endif()
endif()

# Records a library that users of a static playset must link as well; header-only ones stay our own affair.
function(playset_record_link library)
  get_target_property(type ${library} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    set_property(GLOBAL APPEND PROPERTY PLAYSET_PRIVATE_LINK ${library})
  endif()
endfunction()

# playset_module(name SOURCES a.cpp ... [LINK library ...])
function(playset_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  if(NOT arg_SOURCES)
    return()
  endif()
  add_library(playset_${name} OBJECT ${arg_SOURCES})
  target_include_directories(playset_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                             PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(playset_${name} PRIVATE $<BUILD_INTERFACE:playset_settings> ${arg_LINK} PUBLIC glm::glm)
  target_compile_definitions(playset_${name} PRIVATE PLAYSET_BUILDING)
  set_target_properties(playset_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                                   VISIBILITY_INLINES_HIDDEN ON CXX_EXTENSIONS OFF)
  if(NOT PLAYSET_EXCEPTIONS AND name IN_LIST PLAYSET_LIBRARY_PART)
    target_compile_options(playset_${name} PRIVATE -fno-exceptions -fno-rtti)
  endif()
  foreach(library IN LISTS arg_LINK)
    playset_record_link(${library})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY PLAYSET_MODULE_TARGETS playset_${name})
endfunction()

# playset_test(module SOURCES x_test.cpp ... [LINK library ...]) makes <module>_test and tells ctest its cases.
function(playset_test module)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${module}_test ${arg_SOURCES})
  target_link_libraries(${module}_test PRIVATE playset_whole playset_settings playset_test_support ${arg_LINK})
  target_include_directories(${module}_test PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  playset_discover_tests(${module}_test ${module})
endfunction()

# playset_bench(module SOURCES x_bench.cpp ... [LINK library ...]) makes <module>_bench; ctest runs it once with --quick.
function(playset_bench module)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${module}_bench ${arg_SOURCES})
  target_link_libraries(${module}_bench PRIVATE playset_whole playset_settings playset_bench_runner ${arg_LINK})
  target_include_directories(${module}_bench PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  if(PLAYSET_BUILD_TESTS)
    add_test(NAME "bench: ${module} runs once" COMMAND ${module}_bench --quick --json)
    set_tests_properties("bench: ${module} runs once" PROPERTIES LABELS "bench;${module}" TIMEOUT 600)
  endif()
endfunction()
