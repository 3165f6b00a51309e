# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What Qt Linguist makes of resources/translations, which the program brings along.
find_program(SANDBENCH_LRELEASE NAMES lrelease lrelease-qt6 HINTS "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS}")
if(NOT SANDBENCH_LRELEASE)
  message(FATAL_ERROR "The window's translations need lrelease of Qt 6: install the package qt6-l10n-tools, or set SANDBENCH_LRELEASE")
endif()
set(translations)
foreach(language de)
  set(compiled "${CMAKE_CURRENT_BINARY_DIR}/sandbench_${language}.qm")
  set(source "${PROJECT_SOURCE_DIR}/resources/translations/sandbench_${language}.ts")
  add_custom_command(OUTPUT "${compiled}" DEPENDS "${source}" VERBATIM
    COMMAND "${SANDBENCH_LRELEASE}" -silent "${source}" -qm "${compiled}")
  set_source_files_properties("${compiled}" PROPERTIES QT_RESOURCE_ALIAS "sandbench_${language}.qm")
  list(APPEND translations "${compiled}")
endforeach()
qt_add_resources(sandbench_ui translations PREFIX /sandbench/translations FILES ${translations})
