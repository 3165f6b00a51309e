# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# find_package(SandbenchSyntax REQUIRED): one target, Sandbench::SyntaxHighlighting, whatever the release calls it:
# KF6's library, a KF5 library that was built for Qt 6, or what packaging/ksyntax built into the user's cache.
# A KF5 library for Qt 5 must never be loaded: its Qt 5 targets would mix with ours. So its file is read first.

if(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(_syntax_cache "$ENV{XDG_CACHE_HOME}")
else()
  set(_syntax_cache "$ENV{HOME}/.cache")
endif()
set(SANDBENCH_SYNTAX_PREFIX "${_syntax_cache}/sandbench/ksyntaxhighlighting" CACHE PATH
  "Where packaging/ksyntax put KSyntaxHighlighting")

# The static library names Qt modules that its own package file does not look for.
find_package(Qt6 QUIET COMPONENTS Core Gui Network)

set(_syntax_target "")
find_package(KF6SyntaxHighlighting QUIET)
if(KF6SyntaxHighlighting_FOUND)
  set(_syntax_target KF6::SyntaxHighlighting)
endif()

# The cached one is looked at first: nobody who has it means another.
foreach(_syntax_root IN ITEMS "${SANDBENCH_SYNTAX_PREFIX}" ${CMAKE_PREFIX_PATH} /usr/local /usr)
  if(_syntax_target OR NOT _syntax_root)
    continue()
  endif()
  file(GLOB _syntax_configs "${_syntax_root}/lib*/cmake/KF5SyntaxHighlighting/KF5SyntaxHighlightingConfig.cmake"
    "${_syntax_root}/lib*/*/cmake/KF5SyntaxHighlighting/KF5SyntaxHighlightingConfig.cmake")
  foreach(_syntax_config IN LISTS _syntax_configs)
    file(STRINGS "${_syntax_config}" _syntax_qt6 REGEX "find_dependency\\(Qt6")
    if(_syntax_qt6 AND NOT _syntax_target)
      get_filename_component(_syntax_dir "${_syntax_config}" DIRECTORY)
      find_package(KF5SyntaxHighlighting QUIET NO_DEFAULT_PATH PATHS "${_syntax_dir}")
      if(KF5SyntaxHighlighting_FOUND)
        set(_syntax_target KF5::SyntaxHighlighting)
      endif()
    endif()
  endforeach()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SandbenchSyntax REQUIRED_VARS _syntax_target
  REASON_FAILURE_MESSAGE "KSyntaxHighlighting for Qt 6 is missing: run packaging/ksyntax")
if(SandbenchSyntax_FOUND AND NOT TARGET Sandbench::SyntaxHighlighting)
  add_library(Sandbench::SyntaxHighlighting INTERFACE IMPORTED)
  target_link_libraries(Sandbench::SyntaxHighlighting INTERFACE ${_syntax_target})
endif()
