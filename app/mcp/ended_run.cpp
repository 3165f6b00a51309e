// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/ended_run.h"

#include "core/base/base64.h"
#include "core/base/fd.h"
#include "core/base/text.h"

#include <chrono>

namespace sandbench::mcp {
namespace {

/// What one message carries. Units: bytes, before base64.
constexpr std::uint64_t kMostBytes = 16U << 20;

bool isText(const std::string& mime)
{
    return mime.starts_with("text/") || mime.ends_with("json") || mime.ends_with("+xml");
}

} // namespace

Result<EndedRun>
findEndedRun(const Toolbox& box, const workspace::Caller& caller, const std::string& id)
{
    SANDBENCH_TRY(auto run, box.workspace.runs().find(caller, id));
    auto end = run->wait(std::chrono::steady_clock::now(), {});
    if (!end)
        return Error(ErrorCode::Unavailable, "the run goes on; follow it with get_run");
    if (!*end)
        return end->error();
    return EndedRun{std::move(run), **end};
}

Result<std::vector<Artifact>>
endedArtifacts(const Toolbox& box, const workspace::Caller& caller, const std::string& id)
{
    if (box.workspace.runs().find(caller, id)) {
        SANDBENCH_TRY(auto run, findEndedRun(box, caller, id));
        return std::move(run.record.artifacts);
    }
    return box.workspace.artifacts(caller, id);
}

Result<std::shared_ptr<const Artifact>> endedArtifact(
    const Toolbox& box, const workspace::Caller& caller, const std::string& id, std::size_t index)
{
    SANDBENCH_TRY(const auto all, endedArtifacts(box, caller, id));
    if (index >= all.size())
        return Error(
            ErrorCode::NotFound,
            "there is no artifact " + std::to_string(index) + ": the run made "
                + std::to_string(all.size()));
    return box.workspace.artifact(caller, id, index);
}

Result<Json> artifactContents(const Artifact& artifact, const std::string& uri)
{
    if (artifact.bytes > kMostBytes)
        return Error(
            ErrorCode::ResourceExhausted,
            "the artifact is larger than " + std::to_string(kMostBytes) + " bytes");
    const auto bytes = readFile(artifact.storedPath, kMostBytes);
    // Its message has a path of ours.
    if (!bytes)
        return Error(ErrorCode::NotFound, "the artifact is not kept any more");
    Json contents = {{"uri", uri}, {"mimeType", oneLine(artifact.mime, 200)}};
    if (isText(artifact.mime) && isValidUtf8(*bytes))
        contents["text"] = *bytes;
    else
        contents["blob"] = toBase64(*bytes);
    return contents;
}

} // namespace sandbench::mcp
