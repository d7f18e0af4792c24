# Install rules: headers, library, CMake package, pkg-config file. Consumers are tested by tests/consumer.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/playset)
install(TARGETS playset EXPORT playset_targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(module IN LISTS PLAYSET_MODULES)
  install(DIRECTORY include/playset/${module} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/playset FILES_MATCHING PATTERN "*.h")
endforeach()
install(EXPORT playset_targets NAMESPACE playset:: DESTINATION ${package_dir} FILE playset-targets.cmake)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/playset)

set(PLAYSET_DEPENDENCIES "find_dependency(glm)")
set(PLAYSET_PC_PRIVATE "")
if(NOT BUILD_SHARED_LIBS AND "ZLIB::ZLIB" IN_LIST private_link)
  string(APPEND PLAYSET_DEPENDENCIES "\nfind_dependency(ZLIB)")
  string(APPEND PLAYSET_PC_PRIVATE " zlib")
endif()
if(NOT BUILD_SHARED_LIBS AND "cairo" IN_LIST private_link)
  string(APPEND PLAYSET_PC_PRIVATE " cairo")
endif()
configure_package_config_file(cmake/playset-config.cmake.in ${PROJECT_BINARY_DIR}/playset-config.cmake
  INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/playset-config-version.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH PLAYSET_PC_PREFIX /x/${CMAKE_INSTALL_LIBDIR}/pkgconfig /x)
configure_file(cmake/playset.pc.in ${PROJECT_BINARY_DIR}/playset.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/playset-config.cmake ${PROJECT_BINARY_DIR}/playset-config-version.cmake
  DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/playset.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
