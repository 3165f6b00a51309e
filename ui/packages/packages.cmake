# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  packages/missing_imports.cpp
  packages/package_installs.cpp
  packages/package_support.cpp
  packages/package_words.cpp
  packages/packages_panel.cpp
  packages/sources_dialog.cpp
)
