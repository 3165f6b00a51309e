# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  batch/batch_details.cpp
  batch/batch_fields.cpp
  batch/batch_job.cpp
  batch/batch_model.cpp
  batch/batch_panel.cpp
  batch/batch_panel_run.cpp
)
