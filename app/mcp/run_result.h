// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/tool.h"
#include "core/session/run_record.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::mcp {

/// What a tool says of a run besides its record.
struct RunNames
{
    std::string runId, sandboxId;
    std::string note; ///< One more line for the model; empty = none.
};

std::string runUri(const std::string& runId);
std::string artifactUri(const std::string& runId, std::size_t index);

/// Of the tools that run something, and of get_run.
const Fields& runOutput();
/// Of an artifact in a list.
const Fields& artifactFields();
Json artifactJson(const Artifact& artifact, const std::string& runId, std::size_t index);

/// Text, then the pictures that fit, then links to the rest.
ToolResult runResult(const RunRecord& record, const RunNames& names);

/// Of a run of which only the history knows: as it has @p record.
ToolResult pastRunResult(const Json& record);

/// Of a run that goes on.
struct RunProgress
{
    std::string stdoutBytes, stderrBytes; ///< Since the event that was asked for.
    std::uint64_t nextSeq = 0; ///< To ask for what comes then.
    bool lost = false; ///< Some of it is gone.
};
/// Of a run that ended, to whoever has read what it printed before @p since.
ToolResult restOfRun(RunRecord record, const RunNames& names, const RunProgress& since);
ToolResult runningResult(const RunProgress& progress, const RunNames& names);

/// A picture as content, where it is one that clients show and is small enough; else null.
Json pictureBlock(const Artifact& artifact, std::uint64_t mostBytes);
Json linkBlock(const Artifact& artifact, const std::string& runId, std::size_t index);

} // namespace sandbench::mcp
