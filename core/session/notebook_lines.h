// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench {

/// What a cell of Python says in the way of notebooks: "!ls", "%pip install rich", "%%bash". Found
/// by how lines begin, also inside a text: too much rather than too little. Every line stays on its
/// number.
struct NotebookLines
{
    std::string python; ///< The cell, with Python that does the same in place of those lines.
    std::string shell; ///< What shells are given, and nothing else.
    bool installsPackages = false;
    bool isNone = true; ///< There was no such line.
};

/// Pure; linear. Thread: any.
NotebookLines readNotebookLines(std::string_view cell);

} // namespace sandbench
