# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  plots/artifact_card.cpp
  plots/figure_spare.cpp
  plots/plot_export.cpp
  plots/plot_model.cpp
  plots/plot_panel.cpp
  plots/plot_panel_actions.cpp
  plots/plot_panel_export.cpp
  plots/plot_panel_tools.cpp
  plots/plot_picture.cpp
  plots/plot_stage.cpp
  plots/plot_strip.cpp
  plots/plot_window.cpp
)
