# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The pages of packaging/docs and their pictures, which the program brings along.
target_sources(sandbench_ui PRIVATE
  guide/guide_book.cpp
  guide/guide_hit_delegate.cpp
  guide/guide_topics.cpp
  guide/guide_view.cpp
  guide/guide_window.cpp
)
file(GLOB guide_pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/packaging/docs/*.md)
set(guide_pictures ${PROJECT_SOURCE_DIR}/resources/screenshot.png ${PROJECT_SOURCE_DIR}/resources/screenshot-sessions.png)
foreach(file IN LISTS guide_pages guide_pictures)
  cmake_path(GET file FILENAME name)
  set_source_files_properties("${file}" PROPERTIES QT_RESOURCE_ALIAS "${name}")
endforeach()
qt_add_resources(sandbench_ui guide PREFIX /sandbench/guide FILES ${guide_pages} ${guide_pictures})
