# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  changes/change_desk.cpp
  changes/change_reader.cpp
  changes/changes_model.cpp
  changes/changes_panel.cpp
  changes/changes_panel_actions.cpp
  changes/difference_parts.cpp
  changes/difference_view.cpp
)
