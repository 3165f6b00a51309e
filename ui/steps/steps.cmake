# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  steps/step_desk.cpp
  steps/step_follower.cpp
  steps/step_marks.cpp
  steps/step_variables.cpp
  steps/steps_panel.cpp
  steps/steps_panel_parts.cpp
)
