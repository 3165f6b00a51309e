// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/package/install_plan.h"
#include "core/session/install_step.h"
#include "core/session/session.h"
#include "core/session/session_core.h"

#include <stop_token>
#include <string>

namespace sandbench {

/// Does one InstallRequest: brings along what it needs, runs the manager, and lets later programs
/// find what came of it. Thread: the one that calls install(), once.
class PackageInstaller
{
public:
    PackageInstaller(
        Session& session, SessionCore& core, const InstallRequest& request, std::stop_token stop);

    /// Errors: as Session::install().
    Result<void> install();

private:
    Result<void> checkRights() const;
    Result<void> readNames();
    Result<void> checkAllowed(const PackageName& package) const;
    Result<void> bringSources();
    Result<void> bringFolder(const std::string& hostFolder);
    Result<std::string> bringManifests();
    Result<void> makeFolder(const std::string& path);
    Result<void> installFrom(const std::string& manifest);
    Result<void> run(const InstallStep& step, const InstallPlan& plan);
    Error failed(const InstallStep& step, const InstallOutcome& outcome) const;
    void remember();

    Session& m_session;
    SessionCore& m_core;
    const InstallRequest& m_request;
    const std::stop_token m_stop;
    const InstallPlaces m_places;
    PackageManager m_manager;
    std::vector<InputFile> m_manifests; // as they are handed over
    InstallTask m_task;
};

} // namespace sandbench
