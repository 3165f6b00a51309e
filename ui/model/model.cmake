# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: GPL-3.0-or-later
find_package(PkgConfig REQUIRED)
pkg_check_modules(SECRET REQUIRED libsecret-1>=0.20)
target_sources(sandbench_ui PRIVATE
  model/model_desk.cpp
  model/model_dialog.cpp
  model/secret_service.cpp
)
# Loaded when it is first needed; GLib's headers do not know Qt's words.
set_source_files_properties(model/secret_service.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_AUTOMOC ON
  SKIP_PRECOMPILE_HEADERS ON)
target_include_directories(sandbench_ui SYSTEM PRIVATE ${SECRET_INCLUDE_DIRS})
