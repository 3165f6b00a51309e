// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/policy/limits.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// One word for limits, network, root file system and user. As it is: what a sandbox is without
/// one.
struct RuntimeProfile
{
    std::string name; ///< "strict"
    std::string description; ///< One sentence for people.
    SandboxLimits limits;
    RunLimits runLimits;
    std::string network; ///< Empty = none.
    bool writableRoot = false;
    bool onlyNeededCalls = false; ///< See core/policy/needed_calls.h.
    std::string user; ///< As in ContainerOptions; empty = the default.
};

/// The profiles of resources/profiles.json, in their order. Thread: any (immutable).
class ProfileCatalog
{
public:
    /// Errors: InvalidArgument naming profile and field.
    static Result<ProfileCatalog> load();

    const std::vector<RuntimeProfile>& all() const { return m_profiles; }
    /// Errors: NotFound with the known names.
    Result<RuntimeProfile> find(std::string_view name) const;

private:
    std::vector<RuntimeProfile> m_profiles;
};

/// Checks and converts resources/profiles.json. No I/O. Errors: InvalidArgument naming the field.
Result<std::vector<RuntimeProfile>> parseProfiles(std::string_view json);

/// What @p profile changes, each with the default: "memory 512 MiB (default: 1 GiB)".
std::vector<std::string> differencesFromDefault(const RuntimeProfile& profile);

} // namespace sandbench
