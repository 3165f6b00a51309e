# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  variables/number_chart.cpp
  variables/variable_view.cpp
  variables/variables_model.cpp
  variables/variables_panel.cpp
)
