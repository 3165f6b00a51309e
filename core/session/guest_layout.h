// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/engine/engine.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// Where things are in one sandbox, and what its programs start with. As it is: the embedded
/// engine's.
struct GuestLayout
{
    std::string work = "/work";
    std::string output = "/work/output"; ///< What is left there is a run's result.
    std::string home = "/home/user";
    std::string temporary = "/tmp";
    /// Room for a program's own file when work is full; not every engine has it.
    std::string reserve = "/run/sandbench";
    std::string current = "/work"; ///< Of programs, and where relative paths start.
    bool isCurrentScratch = false; ///< current has space of its own.
    std::string user = "user"; ///< Name of the programs' user.
    std::map<std::string, std::string> env; ///< The image's own, without what is set above.
    std::vector<std::string> entrypoint; ///< Words before every program.
    /// Folders that nobody makes but us.
    std::vector<std::string> toBeMade = {output};

    /// @p agentSetup: the Reply of the agent's `setup`, or null. Untrusted: variables that no
    /// program can receive are left out.
    static GuestLayout of(const GuestSetup& setup, const Json& agentSetup);

    /// Where packages are installed.
    std::string packages() const { return work + "/.packages"; }
    /// Where programs can write; its space is limited.
    std::vector<std::string> scratchFolders() const;
    /// The absolute form of a path in the sandbox.
    /// Errors: InvalidArgument (empty, NUL, a ".." component, too long).
    Result<std::string> absolute(std::string_view path) const;
};

} // namespace sandbench
