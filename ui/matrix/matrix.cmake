# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  matrix/matrix_fields.cpp
  matrix/matrix_model.cpp
  matrix/matrix_panel.cpp
  matrix/matrix_panel_run.cpp
)
