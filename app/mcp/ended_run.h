// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/toolbox.h"

#include <memory>
#include <string>

namespace sandbench::mcp {

struct EndedRun
{
    std::shared_ptr<workspace::HostedRun> run;
    RunRecord record;
};
/// Errors: NotFound, Unavailable for one that goes on, and what the run failed with.
Result<EndedRun>
findEndedRun(const Toolbox& box, const workspace::Caller& caller, const std::string& id);

/// What an ended run made, here or in the history. Errors: as findEndedRun(), Unavailable.
Result<std::vector<Artifact>>
endedArtifacts(const Toolbox& box, const workspace::Caller& caller, const std::string& id);
/// One of them, with its bytes. Errors: the same, and NotFound where there is no such one or it has
/// no bytes.
Result<std::shared_ptr<const Artifact>> endedArtifact(
    const Toolbox& box, const workspace::Caller& caller, const std::string& id, std::size_t index);

/// {uri, mimeType, text or blob} of an artifact's bytes. Errors: NotFound, ResourceExhausted.
Result<Json> artifactContents(const Artifact& artifact, const std::string& uri);

} // namespace sandbench::mcp
