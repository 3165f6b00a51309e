// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Programs that stand for what E2B's interpreters do by themselves. No I/O. Thread: any.
namespace sandbench::rest {

/// Statements of Java alone, as a program that has them: imports first, its lines' numbers as they
/// are. What has a main method is one already.
std::string e2bJavaProgram(const std::string& code);

/// A cell of @p language that makes @p folder its working folder; empty for a language without
/// contexts.
std::string e2bFolderCode(std::string_view language, const std::string& folder);

} // namespace sandbench::rest
