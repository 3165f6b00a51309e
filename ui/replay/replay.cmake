# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
find_package(GIF 5.1 REQUIRED)
target_link_libraries(sandbench_ui PRIVATE GIF::GIF)
target_sources(sandbench_ui PRIVATE
  replay/gif_palette.cpp
  replay/gif_writer.cpp
  replay/replay_film.cpp
  replay/replay_player.cpp
  replay/replay_stage.cpp
  replay/replay_window.cpp
  replay/replay_window_export.cpp
)
