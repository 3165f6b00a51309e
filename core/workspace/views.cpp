// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/base/timestamp.h"
#include "core/engine/members.h"
#include "core/session/isolation_json.h"
#include "core/workspace/requests.h"

namespace sandbench::workspace {

namespace {

/// Of a program's text, what the history keeps. Units: bytes.
constexpr std::size_t kMostCode = 64U << 10;

Json textOrNull(const std::string& text)
{
    return text.empty() ? Json(nullptr) : Json(replaceInvalidUtf8(text));
}

} // namespace

Json artifactView(const Artifact& artifact, std::size_t index, const std::string& linkPrefix)
{
    Json view
        = {{"index", index},
           {"name", replaceInvalidUtf8(artifact.name)},
           {"mime", replaceInvalidUtf8(artifact.mime)},
           {"bytes", artifact.bytes},
           {"width", artifact.width},
           {"height", artifact.height}};
    view.update(toJson(artifact.facts));
    if (!artifact.note.empty())
        view["note"] = replaceInvalidUtf8(artifact.note);
    if (!linkPrefix.empty() && artifact.note.empty())
        view["url"] = linkPrefix + std::to_string(index);
    return view;
}

Json artifactViews(const std::vector<Artifact>& artifacts, const std::string& linkPrefix)
{
    auto views = Json::array();
    for (const auto& artifact : artifacts)
        views.push_back(artifactView(artifact, views.size(), linkPrefix));
    return views;
}

Json runView(const RunRecord& record, const std::string& linkPrefix)
{
    auto view = toJson(record);
    view["success"] = record.verdict == Verdict::Exited && record.exitCode == 0;
    view["sentence"] = replaceInvalidUtf8(verdictSentence(record));
    view["artifacts"] = artifactViews(record.artifacts, linkPrefix);
    return view;
}

Json programView(const RunRequest& request)
{
    // A character that the end cuts becomes U+FFFD.
    return {
        {"code", replaceInvalidUtf8(std::string_view(request.code).substr(0, kMostCode))},
        {"bytes", request.code.size()},
        {"file",
         replaceInvalidUtf8(request.projectFile.empty() ? request.fileName : request.projectFile)},
        {"command", request.command},
        {"arguments", request.arguments},
        {"context", request.context}};
}

Json historyView(const RunHistory::Entry& entry)
{
    return {
        {"run_id", entry.runId},
        {"session_id", entry.sandboxId},
        {"language", entry.language},
        {"verdict", textOrNull(entry.verdict)},
        {"started_at", entry.startedAt},
        {"wall_seconds", entry.wallSeconds},
        {"document", entry.document},
        {"engine", entry.engine},
        {"sentence", entry.sentence},
        {"success", entry.succeeded},
        {"results", entry.results},
        {"review", entry.review.isEmpty() ? Json() : toJson(entry.review)}};
}

std::string_view sandboxStatus(HostedSandbox& sandbox)
{
    return sandbox.session().isAlive() ? kReady : kLost;
}

Json sandboxView(HostedSandbox& sandbox)
{
    auto& session = sandbox.session();
    const auto& asked = sandbox.asked();
    const auto idle = std::chrono::duration_cast<std::chrono::seconds>(sandbox.idleFor());
    return {
        {"session_id", sandbox.id()},
        {"status", sandboxStatus(sandbox)},
        {"engine", session.engineName()},
        {"image", textOrNull(session.image())},
        {"language", asked.language},
        {"network", session.network()},
        {"pool", textOrNull(sandbox.pool())},
        {"description", replaceInvalidUtf8(session.description())},
        {"policy", textOrNull(asked.policy)},
        {"profile", textOrNull(asked.session.profile)},
        {"keep", asked.isKept},
        {"created_at", utcText(sandbox.createdAt())},
        {"idle_seconds", sandbox.idleLimit().count()},
        {"idle_for_seconds", idle.count()},
        {"lifetime_seconds", asked.lifetime.count()},
        {"limits", limitsJson(asked.session.sandbox.limits, asked.runLimits)},
        {"isolation", isolationJson(session.isolation())}};
}

} // namespace sandbench::workspace
