# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  runs/comparison_view.cpp
  runs/review_bar.cpp
  runs/run_details.cpp
  runs/run_reader.cpp
  runs/runs_model.cpp
  runs/runs_panel.cpp
  runs/runs_panel_actions.cpp
)
