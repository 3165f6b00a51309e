# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  completion/completer.cpp
  completion/language_servers.cpp
)
