# The one library users link: playset::playset, made of the modules' objects.
get_property(module_targets GLOBAL PROPERTY PLAYSET_MODULE_TARGETS)
get_property(private_link GLOBAL PROPERTY PLAYSET_PRIVATE_LINK)
list(REMOVE_DUPLICATES private_link)

# playset_library(target [STATIC|SHARED])
function(playset_library target)
  add_library(${target} ${ARGN})
  foreach(module_target IN LISTS module_targets)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${module_target}>)
  endforeach()
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                              $<INSTALL_INTERFACE:include>)
  target_link_libraries(${target} PUBLIC glm::glm PRIVATE ${private_link} $<BUILD_INTERFACE:playset_settings>)
endfunction()

playset_library(playset)
add_library(playset::playset ALIAS playset)
set_target_properties(playset PROPERTIES VERSION ${PROJECT_VERSION}
                                         SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT PLAYSET_SANITIZE)
  target_link_options(playset PRIVATE LINKER:--no-undefined)  # said here, not by the users' linker
endif()

# What tests and benches link: they look at private parts too, which a shared library hides.
if(BUILD_SHARED_LIBS)
  playset_library(playset_whole STATIC)
else()
  add_library(playset_whole ALIAS playset)
endif()
