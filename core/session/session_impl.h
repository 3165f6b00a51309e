// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/guest_files.h"
#include "core/session/session.h"
#include "core/session/session_core.h"

#include <string>

namespace sandbench {

/// What Session's functions share besides what runs need.
class Session::Impl : public SessionCore
{
public:
    using SessionCore::SessionCore;

    /// Takes over SessionSpec::memory. Errors: InvalidArgument.
    Result<void> recall();
    Result<void> connect(std::stop_token stop);
    /// Sent at once and not waited for: the agent serves them in order, so a first run finds what
    /// it needs.
    Result<void> prepareSandbox();
    void addKernels(agent::Batch& batch);
    /// Adds the engine's account of why the sandbox went away.
    Error explain(const Error& failure);
    Result<void> callContext(const char* verb, const std::string& name, std::stop_token stop);
    /// An address family that the kernel does not have has no routes.
    Result<std::string> readNetworkFile(const char* path, std::stop_token stop);
    void endConnection();
    bool lacksFolder = false; ///< Why connect() failed: the working folder cannot be made.
    GuestFiles files() { return GuestFiles(*client); }

private:
    /// Makes it where it is not there; lacksFolder tells that it could not. Errors:
    /// InvalidArgument.
    Result<void> checkFolder(const std::string& folder, std::stop_token stop);
};

} // namespace sandbench
