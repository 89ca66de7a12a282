# What `cmake --install` and `cpack -G DEB` make: public headers, libraries, the tool with its page, and
# what find_package and pkg-config read.
include(CMakePackageConfigHelpers)

set(config ${CMAKE_INSTALL_LIBDIR}/cmake/Tracemark)
foreach(header create_pass names register session)
  install(FILES include/tracemark/${header}.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tracemark)
endforeach()
install(EXPORT TracemarkTargets NAMESPACE Tracemark:: DESTINATION ${config})
configure_package_config_file(cmake/TracemarkConfig.cmake.in TracemarkConfig.cmake INSTALL_DESTINATION ${config})
write_basic_package_version_file(TracemarkConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/TracemarkConfig.cmake ${CMAKE_BINARY_DIR}/TracemarkConfigVersion.cmake DESTINATION ${config})
configure_file(cmake/tracemark.pc.in tracemark.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/tracemark.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_PACKAGE_NAME tracemark)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Tracemark developers <tracemark@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "names and source listings for the dispatches of MLIR compilers")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${LLVM_LIBRARY_DIR})
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "mlir-22-tools")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libmlir-22-dev") # for compilers that link it
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)

# A Python wheel, made by scikit-build-core (python/pyproject.toml), holds no links: each library has its plain name.
if(SKBUILD)
  set_property(TARGET Tracemark TracemarkC PROPERTY VERSION)
  set_property(TARGET Tracemark TracemarkC PROPERTY SOVERSION)
  install(TARGETS Tracemark TracemarkC LIBRARY DESTINATION tracemark/lib COMPONENT python)
  install(TARGETS tracemark-iree-compile RUNTIME DESTINATION tracemark/bin COMPONENT python)
endif()
