# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Included by ui/CMakeLists.txt. The only sources that know WebEngine are in plots/web.
target_sources(sandbench_ui PRIVATE
  plots/active_view.h
  plots/artifact_card.cpp
  plots/artifact_kind.cpp
  plots/chart_view.cpp
  plots/figure_json.cpp
  plots/picture_view.cpp
  plots/plot_export.cpp
  plots/plot_model.cpp
  plots/plot_panel.cpp
  plots/plot_panel_actions.cpp
  plots/plot_stage.cpp
  plots/plot_strip.cpp
  plots/render_client.cpp
  plots/web/locked_page.cpp
  plots/web/locked_profile.cpp
  plots/web/page_factory.cpp
  plots/web/web_engine.cpp
  plots/web/web_view.cpp
)

set_source_files_properties(plots/web/page/figure.html PROPERTIES QT_RESOURCE_ALIAS figure.html)
set_source_files_properties(plots/web/page/figure.js PROPERTIES QT_RESOURCE_ALIAS figure.js)
set_source_files_properties(plots/web/page/foreign.html PROPERTIES QT_RESOURCE_ALIAS foreign.html)
qt_add_resources(sandbench_ui plots PREFIX /sandbench/plots FILES
  plots/web/page/figure.html
  plots/web/page/figure.js
  plots/web/page/foreign.html
)
