# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  lessons/lesson_desk.cpp
  lessons/lesson_desk_runs.cpp
  lessons/lesson_desk_writing.cpp
  lessons/lesson_panel.cpp
  lessons/lesson_progress.cpp
  lessons/lesson_text_view.cpp
  lessons/prediction_box.cpp
)
