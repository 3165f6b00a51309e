// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::lsp {

/// A program that may be installed on this machine.
struct ServerCandidate
{
    std::vector<std::string> command;
    std::string needs = {}; ///< A path without which it is of no use; empty = nothing more.
};

/// What can answer about documents of one language.
struct ServerLanguage
{
    std::string language; ///< Id in the LanguageCatalog.
    std::string name; ///< As the protocol calls it: "shellscript".
    std::string extension; ///< Of its documents: ".sh".
    std::vector<ServerCandidate> candidates; ///< The first that is installed is taken.
};

using ServerTable = std::vector<ServerLanguage>;

/// The servers that we know.
const ServerTable& usualServers();

/// The command of the first of @p candidates that a sandbox of the embedded engine would find,
/// with the program's whole path: below /usr, also where its links lead. Empty = none is installed.
std::vector<std::string> findServer(std::span<const ServerCandidate> candidates);

} // namespace sandbench::lsp
