# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  tasks/task_delegate.cpp
  tasks/task_feeds.cpp
  tasks/task_list.cpp
  tasks/tasks_popup.cpp
  tasks/transfer_feed.cpp
)
