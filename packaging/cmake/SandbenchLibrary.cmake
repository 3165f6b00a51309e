# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# The engine for other people's C++ programs: library, headers, a CMake package and a pkg-config file, as the install
# component "library". packaging/examples/cpp is such a program.
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/Sandbench")
set_target_properties(sandbench_core PROPERTIES EXPORT_NAME core)
target_include_directories(sandbench_core INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/sandbench>")
install(TARGETS sandbench_core EXPORT SandbenchTargets COMPONENT library)
install(EXPORT SandbenchTargets NAMESPACE Sandbench:: DESTINATION "${package_folder}" COMPONENT library)

# Not what only our own sources include: the guest's half, and what needs headers of toml++ or of libraries that users of the
# engine need not have (libarchive, libcurl, libxml2, md4c). headless_test says which header is missing here.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/core" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/sandbench" COMPONENT library
  FILES_MATCHING PATTERN "*.h"
  PATTERN "guest" EXCLUDE PATTERN "toml.h" EXCLUDE PATTERN "curl_*.h" EXCLUDE PATTERN "http_transfer.h" EXCLUDE
  PATTERN "late_archive.h" EXCLUDE PATTERN "late_curl.h" EXCLUDE PATTERN "late_md4c.h" EXCLUDE PATTERN "late_xml.h" EXCLUDE
  PATTERN "transport_error.h" EXCLUDE PATTERN "tls_stream.h" EXCLUDE)

configure_package_config_file("${PROJECT_SOURCE_DIR}/packaging/cmake/SandbenchConfig.cmake.in"
  "${CMAKE_CURRENT_BINARY_DIR}/SandbenchConfig.cmake" INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/SandbenchConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/SandbenchConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/SandbenchConfigVersion.cmake"
  DESTINATION "${package_folder}" COMPONENT library)
configure_file("${PROJECT_SOURCE_DIR}/packaging/cmake/sandbench.pc.in" sandbench.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/sandbench.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT library)
