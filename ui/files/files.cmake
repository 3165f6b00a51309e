# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  files/drag_out.cpp
  files/file_names.cpp
  files/file_moves.cpp
  files/file_moves_transfer.cpp
  files/file_node.cpp
  files/file_preview.cpp
  files/download.cpp
  files/file_tree_data.cpp
  files/file_tree_model.cpp
  files/file_tree_view.cpp
  files/files_panel.cpp
  files/files_panel_actions.cpp
  files/sandbox_documents.cpp
  files/upload.cpp
)
