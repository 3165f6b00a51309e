# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
target_sources(sandbench_ui PRIVATE
  images/build_steps.cpp
  images/image_build.cpp
  images/image_check_view.cpp
  images/image_details.cpp
  images/image_places.cpp
  images/images_model.cpp
  images/images_panel.cpp
  images/images_panel_actions.cpp
  images/images_panel_remove.cpp
)
