# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
find_package(PkgConfig REQUIRED)
pkg_check_modules(VTERM REQUIRED IMPORTED_TARGET vterm)
target_sources(sandbench_ui PRIVATE
  terminal/asked_link.cpp
  terminal/paste_guard.cpp
  terminal/shell_line.cpp
  terminal/terminal_border.cpp
  terminal/terminal_grid.cpp
  terminal/terminal_panel.cpp
  terminal/terminal_screen.cpp
  terminal/terminal_screen_input.cpp
  terminal/terminal_session.cpp
  terminal/terminal_view.cpp
  terminal/terminal_view_keys.cpp
  terminal/terminal_view_mouse.cpp
)
target_link_libraries(sandbench_ui PRIVATE PkgConfig::VTERM)
