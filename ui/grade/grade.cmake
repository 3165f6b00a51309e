# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  grade/grade_details.cpp
  grade/grade_difference.cpp
  grade/grade_fields.cpp
  grade/grade_model.cpp
  grade/grade_panel.cpp
  grade/grade_panel_run.cpp
  grade/grade_panel_save.cpp
)
