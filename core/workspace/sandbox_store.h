// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sandbench::workspace {

/// What must be known to open a session again in a sandbox that its engine kept.
struct KeptSandbox
{
    std::string id; ///< Of the session.
    std::string caller, engine, language;
    std::string engineId; ///< Instance::id(): where entering takes a secret, it is in it.
    std::int64_t createdAt = 0; ///< Units: seconds since 1970.
    std::int64_t idleSeconds = 0, lifetimeSeconds = 0;
    std::string policy; ///< Id; empty = none.
    std::string runLimits; ///< JSON.
    std::string spec; ///< JSON: its limits, environment, profile, network and image.
    std::string memory; ///< See Session::memory().
};

/// The kept sandboxes of one server, in its state folder. Survives a kill -9 at any moment.
/// Source: SQLite. Thread: any.
class SandboxStore
{
public:
    virtual ~SandboxStore() = default;
    virtual Result<void> put(const KeptSandbox& sandbox) = 0;
    virtual Result<void> remove(const std::string& id) = 0;
    virtual Result<std::vector<KeptSandbox>> all() = 0;
};

/// @p path: of its file. Errors: Io, PermissionDenied.
Result<std::unique_ptr<SandboxStore>> openSandboxStore(const std::string& path);

} // namespace sandbench::workspace
