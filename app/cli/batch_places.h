// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/first_openings.h"
#include "app/cli/run_plan.h"
#include "app/common/signals.h"
#include "core/batch/batch_place.h"

#include <memory>
#include <string>
#include <vector>

namespace sandbench::cli {

/// Where a batch shall run.
struct PlacesAsked
{
    RunOptions run; ///< Its sandboxes; a connection may be several: "A,B,C".
    std::vector<std::string> servers; ///< Addresses of `sandbenchctl serve`.
    std::string tokenFile; ///< Of all of them; empty = none.
    batch::Reuse reuse = batch::Reuse::Never;
};

/// The places of a batch, with all that they need. It must outlive them. Thread: one.
class BatchPlaces
{
public:
    BatchPlaces(Signals& signals, PlacesAsked asked);
    ~BatchPlaces();

    /// Engines by each connection, and servers. Engines only where no server is named, or where
    /// one of their options was typed. Errors: InvalidArgument, NotFound, PermissionDenied.
    Result<std::vector<std::unique_ptr<batch::Place>>> make();
    /// What the command asks of all sandboxes, with the user's defaults, without connections.
    const Json& said() const { return m_said; }
    /// Of the user. After make().
    const LanguageCatalog& languages() const;
    /// Limits of programs that name none. After make().
    const RunLimits& limits() const { return m_limits; }
    /// For a second signal. Thread: any.
    void closeAll();

private:
    struct Connected;
    Result<void> connect(const std::string& connection);
    Result<std::unique_ptr<batch::Place>> enginePlace(Connected& connected);
    Result<std::unique_ptr<batch::Place>> serverPlace(const std::string& address);

    Signals& m_signals;
    const PlacesAsked m_asked;
    Json m_said = Json::object();
    RunLimits m_limits;
    std::shared_ptr<const CodePolicy> m_policy;
    std::vector<std::unique_ptr<Connected>> m_connected;
};

} // namespace sandbench::cli
