# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  palette/command_book.cpp
  palette/command_palette.cpp
  palette/fuzzy_match.cpp
  palette/palette_delegate.cpp
  palette/palette_model.cpp
)
