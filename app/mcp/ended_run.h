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

/// {uri, mimeType, text or blob} of an artifact's bytes. Errors: NotFound, ResourceExhausted.
Result<Json> artifactContents(const EndedRun& run, std::size_t index);

} // namespace sandbench::mcp
