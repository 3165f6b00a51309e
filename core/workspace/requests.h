// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fields.h"
#include "core/base/json.h"
#include "core/session/run_record.h"
#include "core/workspace/caller.h"
#include "core/workspace/composition.h"
#include "core/workspace/run_history.h"
#include "core/workspace/sandbox_table.h"
#include "core/workspace/server_rules.h"

#include <optional>
#include <string>
#include <string_view>

namespace sandbench::workspace {

/// What REST bodies and tool arguments say about a sandbox: lang, image, engine, size, libraries,
/// network, env, policy …
const Fields& openFields();
/// Those of them that the tools of models offer.
const Fields& modelFields();
using sandbench::kLongestSeconds;
/// Errors: InvalidArgument naming the member, also for an unknown language, engine, profile or
/// policy; PermissionDenied for what the caller's scopes do not allow: whatever relaxes the
/// isolation needs Admin, but for the engine's usual network, which needs Network (see
/// checkNetwork()); fetching an image needs Images.
/// @p defaults: members that the body need not have, of whoever started the server. Another engine
/// or policy than theirs needs Admin. @p rules hold for everybody.
Result<SandboxRequest> readOpen(
    const Composition& parts, const Caller& caller, const Json& body,
    const Json& defaults = Json::object(), const ServerRules& rules = {});

/// What they say about a run: code, language, context, stdin, timeout, files, env, arguments …
const Fields& runFields();
struct RunBody
{
    RunRequest request;
    std::vector<std::string> libraries; ///< Installed before.
    bool wantsEvents = false;
};
/// @p sandbox: its language and limits hold where the body says nothing. Errors: as readOpen().
Result<RunBody> readRun(const Composition& parts, const SandboxRequest& sandbox, const Json& body);

inline constexpr std::size_t kLongestContextName = 64;
/// Whether a path of the API can name a context so. Errors: InvalidArgument naming @p member.
Result<void> checkContextName(std::string_view member, const std::string& name);

/// {index, name, mime, bytes, width, height, note} and, as @p linkPrefix + index, "url" where it is
/// not empty. Never where the bytes are on this machine.
Json artifactView(const Artifact& artifact, std::size_t index, const std::string& linkPrefix);
/// A list of them, numbered from 0.
Json artifactViews(const std::vector<Artifact>& artifacts, const std::string& linkPrefix);
/// {stdout, stderr, exit_code, success, sentence, …} and the whole record; artifacts as
/// artifactViews().
Json runView(const RunRecord& record, const std::string& linkPrefix);
/// {code, bytes, file, command, arguments, context}: what was run, for the history, with the first
/// 64 KiB of the code; in records as "program".
Json programView(const RunRequest& request);
/// {run_id, session_id, language, verdict, started_at, wall_seconds, document, engine, sentence,
/// success, results, review}; the review is null where there is none, the verdict is null while the
/// run goes on.
Json historyView(const RunHistory::Entry& entry);
/// How a session is, in answers and their schemas: Lost went away without being closed.
inline constexpr std::string_view kReady = "ready", kLost = "lost", kClosed = "closed";
std::string_view sandboxStatus(HostedSandbox& sandbox);
/// {session_id, status, engine, image, language, network, …}
Json sandboxView(HostedSandbox& sandbox);

} // namespace sandbench::workspace
