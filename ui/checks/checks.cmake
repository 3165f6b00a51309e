# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  checks/check_cell.cpp
  checks/check_fields.cpp
  checks/checks_delegate.cpp
  checks/checks_model.cpp
  checks/checks_panel.cpp
  checks/checks_panel_run.cpp
)
