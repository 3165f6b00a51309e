// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace sandbench {

/// What a search for engines depends on, so that tests can give another machine.
struct Surroundings
{
    std::map<std::string, std::string> env;
    unsigned uid = 0;
    std::string root; ///< Put before /run, /var/run and /etc; empty but in tests.

    /// Empty when it is not set.
    std::string variable(const std::string& name) const;
    static Surroundings ofThisProcess();
};

} // namespace sandbench
