# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
find_package(PkgConfig REQUIRED)
if(SANDBENCH_STATIC_RE2)
  set(re2 ${RE2_LIBRARY})
else()
  pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
  set(re2 PkgConfig::RE2)
endif()
target_sources(sandbench_ui PRIVATE
  output/ansi_line_discipline.cpp
  output/ansi_parser.cpp
  output/ansi_sgr.cpp
  output/cell_painter.cpp
  output/char_cells.cpp
  output/find_bar.cpp
  output/full_output_window.cpp
  output/input_line.cpp
  output/live_line.cpp
  output/log_document.cpp
  output/log_finder.cpp
  output/log_layout.cpp
  output/log_line.cpp
  output/log_painter.cpp
  output/log_painter_rows.cpp
  output/log_palette.cpp
  output/log_section.cpp
  output/log_text.cpp
  output/log_view.cpp
  output/log_view_keys.cpp
  output/log_view_mouse.cpp
  output/output_panel.cpp
  output/output_panel_files.cpp
  output/spool_file.cpp
  output/spool_saver.cpp
  output/traceback_linker.cpp
)
target_link_libraries(sandbench_ui PRIVATE ${re2})
