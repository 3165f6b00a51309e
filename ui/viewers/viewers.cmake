# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Included by ui/CMakeLists.txt. The only sources that know WebEngine are in viewers/web.
target_sources(sandbench_ui PRIVATE
  viewers/active_view.h
  viewers/animation_view.cpp
  viewers/artifact_kind.cpp
  viewers/byte_rows.cpp
  viewers/bytes_view.cpp
  viewers/chart_numbers.cpp
  viewers/compare_view.cpp
  viewers/figure_json.cpp
  viewers/json_model.cpp
  viewers/json_view.cpp
  viewers/pdf_view.cpp
  viewers/picture_actions.cpp
  viewers/picture_difference.cpp
  viewers/picture_view.cpp
  viewers/picture_view_paint.cpp
  viewers/pixel_label.cpp
  viewers/render_client.cpp
  viewers/result_view.h
  viewers/result_views.cpp
  viewers/table_model.cpp
  viewers/table_pane.cpp
  viewers/table_view.cpp
  viewers/text_view.cpp
  viewers/web/locked_page.cpp
  viewers/web/locked_profile.cpp
  viewers/web/page_factory.cpp
  viewers/web/web_engine.cpp
  viewers/web/web_view.cpp
)

set_source_files_properties(viewers/web/page/figure.html PROPERTIES QT_RESOURCE_ALIAS figure.html)
set_source_files_properties(viewers/web/page/figure.js PROPERTIES QT_RESOURCE_ALIAS figure.js)
set_source_files_properties(viewers/web/page/foreign.html PROPERTIES QT_RESOURCE_ALIAS foreign.html)
qt_add_resources(sandbench_ui plots PREFIX /sandbench/plots FILES
  viewers/web/page/figure.html
  viewers/web/page/figure.js
  viewers/web/page/foreign.html
)
