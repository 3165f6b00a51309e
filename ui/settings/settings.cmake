# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  settings/key_field.cpp
  settings/setting_row.cpp
  settings/setting_table.cpp
  settings/settings_dialog.cpp
  settings/settings_store.cpp
  settings/settings_text.cpp
  settings/shortcuts_page.cpp
)
