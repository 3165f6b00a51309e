# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  gate/finding_marks.cpp
  gate/finding_text.cpp
  gate/findings_model.cpp
  gate/findings_panel.cpp
  gate/gate_controller.cpp
  gate/gate_scanner.cpp
  gate/policy_shelf.cpp
  gate/run_gate.cpp
  gate/wants_line.cpp
)
