# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# What cpack makes Debian packages from: sandbench (the window), sandbenchctl and libsandbench-dev. packaging/package builds
# the preset "package" and calls it, with SOURCE_DATE_EPOCH, so that the same commit gives the same bytes.
find_program(SANDBENCH_DPKG_QUERY dpkg-query REQUIRED)
set(SANDBENCH_PACKAGE_VERSION "${PROJECT_VERSION}-0sandbench1" CACHE STRING "Version of the Debian packages")
set(SANDBENCH_PACKAGE_DATE "" CACHE STRING "Date of their changelog, as in a mail (default: when the version was released)")

# packages_of(<out> NAMES...): which packages have these shared libraries, by the name that the loader knows them by.
function(packages_of out)
  set(packages "")
  foreach(name IN LISTS ARGN)
    execute_process(COMMAND "${SANDBENCH_DPKG_QUERY}" --search "*/${CMAKE_LIBRARY_ARCHITECTURE}/${name}"
      OUTPUT_VARIABLE found ERROR_QUIET)
    if(NOT found MATCHES "^([a-z0-9.+-]+)[:,]")
      message(FATAL_ERROR "no installed package has ${name}")
    endif()
    list(APPEND packages "${CMAKE_MATCH_1}")
  endforeach()
  list(REMOVE_DUPLICATES packages)
  list(JOIN packages ", " packages)
  set(${out} "${packages}" PARENT_SCOPE)
endfunction()

# dpkg-shlibdeps sees what a program is linked with, not what it loads when it first needs it. The headers say the names.
file(GLOB late_headers "${PROJECT_SOURCE_DIR}/core/*/late_*.h" "${PROJECT_SOURCE_DIR}/app/*/late_*.h")
set(late_libraries "")
foreach(header IN LISTS late_headers)
  file(STRINGS "${header}" lines REGEX "LateLibrary [a-zA-Z0-9]+\\(\"")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "\"(lib[^\"]+)\"" line "${line}")
    # Where a header names two versions of a library, this release has one of them.
    find_file(SANDBENCH_LATE_FILE NAMES "${CMAKE_MATCH_1}" PATHS "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}"
      "/lib/${CMAKE_LIBRARY_ARCHITECTURE}" NO_DEFAULT_PATH NO_CACHE)
    if(SANDBENCH_LATE_FILE)
      list(APPEND late_libraries "${CMAKE_MATCH_1}")
    endif()
    unset(SANDBENCH_LATE_FILE)
  endforeach()
endforeach()
packages_of(late_packages ${late_libraries})

# A static library goes with the headers, and so with the versions, that it was built with.
file(REAL_PATH "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/libre2.so" re2_file)
file(REAL_PATH "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/libyaml-cpp.so" yaml_file)
cmake_path(GET re2_file FILENAME re2_file)
cmake_path(GET yaml_file FILENAME yaml_file)
packages_of(library_packages "${re2_file}" "${yaml_file}")

# doc_files(<component> <package>): what Debian wants to find of each package.
set(doc_files "${CMAKE_BINARY_DIR}/debian")
if(NOT SANDBENCH_PACKAGE_DATE)
  execute_process(COMMAND date --utc --rfc-email "--date=${SANDBENCH_RELEASED}" OUTPUT_VARIABLE SANDBENCH_PACKAGE_DATE
    OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
configure_file("${PROJECT_SOURCE_DIR}/packaging/debian/changelog.in" "${doc_files}/changelog.Debian" @ONLY)
execute_process(COMMAND gzip -9nf "${doc_files}/changelog.Debian" COMMAND_ERROR_IS_FATAL ANY)
function(doc_files component package)
  set(folder "${CMAKE_INSTALL_DATADIR}/doc/${package}")
  install(FILES "${doc_files}/changelog.Debian.gz" "${PROJECT_SOURCE_DIR}/packaging/debian/copyright" DESTINATION "${folder}"
    COMPONENT ${component})
endfunction()
doc_files(sandbench sandbench)
doc_files(sandbenchctl sandbenchctl)
doc_files(library libsandbench-dev)
foreach(package sandbench sandbenchctl)
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/debian/${package}.lintian-overrides" DESTINATION share/lintian/overrides
    RENAME ${package} COMPONENT ${package})
endforeach()
# Nothing starts by itself: packaging/systemd/README.md says how.
install(FILES "${PROJECT_SOURCE_DIR}/packaging/systemd/sandbench.service" "${PROJECT_SOURCE_DIR}/packaging/systemd/sandbench.socket"
  DESTINATION lib/systemd/system COMPONENT sandbenchctl)
install(FILES "${PROJECT_SOURCE_DIR}/packaging/systemd/sandbench.sysusers" DESTINATION lib/sysusers.d RENAME sandbench.conf
  COMPONENT sandbenchctl)

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL sandbenchctl library)
if(SANDBENCH_BUILD_GUI)
  list(PREPEND CPACK_COMPONENTS_ALL sandbench)
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
# The address is one that nobody has: reports go where the source came from.
set(CPACK_PACKAGE_CONTACT "The Sandbench developers <developers@sandbench.invalid>")
set(CPACK_DEBIAN_PACKAGE_SOURCE sandbench)
set(CPACK_DEBIAN_PACKAGE_VERSION "${SANDBENCH_PACKAGE_VERSION}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_SANDBENCH_PACKAGE_NAME sandbench)
set(CPACK_DEBIAN_SANDBENCH_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_SANDBENCH_PACKAGE_DEPENDS "sandbenchctl (= ${SANDBENCH_PACKAGE_VERSION})")
# Symbols and icons, a window on Wayland, texts of Qt's own dialogs, OpenGL without a card; keys of models in the user's keyring;
# what its first examples draw with.
set(CPACK_DEBIAN_SANDBENCH_PACKAGE_RECOMMENDS "fonts-dejavu-core, libgl1-mesa-dri, libsecret-1-0, python3-plotly, qt6-qpa-plugins, qt6-svg-plugins | libqt6svg6, qt6-translations-l10n, qt6-wayland")
set(CPACK_COMPONENT_SANDBENCH_DESCRIPTION "workbench for code that nobody should trust yet
An editor, live output and a plot viewer around a sandbox: what a program
of a language model prints, draws and does is seen without trusting it.
.
Every run is bounded in time, memory, processes, disk and output. The
embedded engine needs no daemon, no image and no network; containers of
Docker, Podman and Apptainer and pods of Kubernetes behave the same.")

set(CPACK_DEBIAN_SANDBENCHCTL_PACKAGE_NAME sandbenchctl)
set(CPACK_DEBIAN_SANDBENCHCTL_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_SANDBENCHCTL_PACKAGE_DEPENDS "bubblewrap, ca-certificates, ${late_packages}")
set(CPACK_DEBIAN_SANDBENCHCTL_PACKAGE_RECOMMENDS "python3, python3-matplotlib, slirp4netns")
set(CPACK_DEBIAN_SANDBENCHCTL_PACKAGE_SUGGESTS "nodejs, openssh-client, podman | docker.io, python3-pandas, python3-plotly")
set(CPACK_COMPONENT_SANDBENCHCTL_DESCRIPTION "runs code that nobody should trust yet in sandboxes
The command line of Sandbench: runs programs in sandboxes, keeps sandboxes
open, checks answers of language models and grades submissions of classes.
.
It is also a server with a REST API and a server of the Model Context
Protocol. It needs no display.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libsandbench-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libexpected-dev, libre2-dev, libseccomp-dev, libsqlite3-dev, libwslay-dev, libyaml-cpp-dev, nlohmann-json3-dev, ${library_packages}, ${late_packages}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS "bubblewrap, pkg-config")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "sandboxes for code that nobody should trust yet (C++ library)
The engine of Sandbench as a static C++20 library without Qt: sandboxes,
runs, sessions, results and their history, with a CMake package and a
pkg-config file.")
include(CPack)
