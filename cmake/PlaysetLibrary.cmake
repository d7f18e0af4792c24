# The one library users link: playset::playset, made of the modules' objects.
get_property(module_targets GLOBAL PROPERTY PLAYSET_MODULE_TARGETS)
get_property(private_link GLOBAL PROPERTY PLAYSET_PRIVATE_LINK)
list(REMOVE_DUPLICATES private_link)
add_library(playset)
add_library(playset::playset ALIAS playset)
foreach(module_target IN LISTS module_targets)
  target_sources(playset PRIVATE $<TARGET_OBJECTS:${module_target}>)
endforeach()
set_target_properties(playset PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
                                         SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_features(playset PUBLIC cxx_std_20)
target_include_directories(playset PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                          $<INSTALL_INTERFACE:include>)
target_link_libraries(playset PUBLIC glm::glm PRIVATE ${private_link})
