# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Included by ui/CMakeLists.txt. The only sources that know WebEngine are in viewers/web, a module that is loaded with the
# first page: the web engine and what it draws with take as much memory as the rest of a window.
target_sources(sandbench_ui PRIVATE
  viewers/active_view.cpp
  viewers/animation_view.cpp
  viewers/artifact_kind.cpp
  viewers/byte_rows.cpp
  viewers/bytes_view.cpp
  viewers/chart_numbers.cpp
  viewers/compare_view.cpp
  viewers/page_data.cpp
  viewers/page_watch.cpp
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
  viewers/web_engine.cpp
)
set_source_files_properties(viewers/web_engine.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON # for ccache
  COMPILE_DEFINITIONS SANDBENCH_WEB_FOLDER="/../${CMAKE_INSTALL_LIBDIR}/sandbench")

# What it does not have itself (ActiveView, core) it finds in the program that loads it: that one is linked with ENABLE_EXPORTS.
add_library(sandbench_web MODULE
  viewers/web/locked_page.cpp
  viewers/web/locked_profile.cpp
  viewers/web/page_factory.cpp
  viewers/web/web_view.cpp
)
set_target_properties(sandbench_web PROPERTIES PREFIX "" OUTPUT_NAME sandbench-web
  LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
sandbench_automoc(sandbench_web)
target_link_libraries(sandbench_web PRIVATE sandbench_flags sandbench_sanitize Qt6::WebEngineWidgets)
sandbench_unity(sandbench_web)
install(TARGETS sandbench_web LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/sandbench" COMPONENT sandbench)

# name=file: what the pages may load, see page_factory.cpp.
set(bundled ${PROJECT_SOURCE_DIR}/resources/bundled)
set(page_files
  chart.html=viewers/web/page/chart.html
  figure.html=viewers/web/page/figure.html
  figure.js=viewers/web/page/figure.js
  foreign.html=viewers/web/page/foreign.html
  text.html=viewers/web/page/text.html
  text.js=viewers/web/page/text.js
  katex.css=${bundled}/katex/katex.min.css
  katex.js=${bundled}/katex/katex.min.js
  markdown.js=${bundled}/markdown-it/markdown-it.umd.min.js
)
file(GLOB page_fonts CONFIGURE_DEPENDS ${bundled}/katex/fonts/*.woff2)
foreach(font IN LISTS page_fonts)
  get_filename_component(name "${font}" NAME)
  list(APPEND page_files "fonts/${name}=${font}")
endforeach()
foreach(pair IN LISTS page_files)
  string(REGEX MATCH "^([^=]+)=(.+)$" pair "${pair}")
  set_source_files_properties("${CMAKE_MATCH_2}" PROPERTIES QT_RESOURCE_ALIAS "${CMAKE_MATCH_1}")
  list(APPEND page_sources "${CMAKE_MATCH_2}")
endforeach()
qt_add_resources(sandbench_ui plots PREFIX /sandbench/plots FILES ${page_sources})
