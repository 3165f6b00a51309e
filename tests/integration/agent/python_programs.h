// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sandbench::test {

/// A program that must do the same in a seat as under `python3 main.py`.
struct PythonProgram
{
    std::string name;
    std::string source;
    std::string input = {};
    std::vector<std::string> environment = {};
    std::vector<std::string> arguments = {};
    /// Files beside main.py: name and text.
    std::vector<std::pair<std::string, std::string>> files = {};
};

std::vector<PythonProgram> exitPrograms(); ///< how programs end
std::vector<PythonProgram> sourcePrograms(); ///< what a source file may be
std::vector<PythonProgram> statePrograms(); ///< what a program sees of its interpreter
std::vector<PythonProgram> processPrograms(); ///< streams, threads, processes, signals

} // namespace sandbench::test
