# SPDX-FileCopyrightText: 2026 The Sandbench developers
# SPDX-License-Identifier: Apache-2.0
# What tests/CMakeLists.txt says of the suites that every engine runs.

# Their time is that of other people's compilers and package managers, in which a sanitizer sees nothing.
set_property(TEST tst_conformance_compilers tst_conformance_toolchains tst_conformance_managers tst_conformance_manifests
  tst_conformance_indexes
  APPEND PROPERTY LABELS tools)
# All engines one after the other: minutes for each, and for the toolchains sixty compilations.
set_tests_properties(tst_conformance_toolchains tst_conformance_compilers PROPERTIES COST 600)
set_tests_properties(tst_hostile_processes tst_hostile_output tst_hostile_files tst_hostile_memory PROPERTIES COST 200)
set_tests_properties(tst_conformance_packages tst_conformance_contexts tst_conformance_artifacts tst_conformance_displays
  tst_conformance_managers tst_conformance_streams PROPERTIES COST 150)
