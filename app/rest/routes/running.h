// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/handling.h"
#include "core/workspace/requests.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

/// How runs are started and answered, for the API and its facades. Thread: any.
namespace sandbench::rest {

using RunPointer = std::shared_ptr<workspace::HostedRun>;

/// What the query's on_disconnect says of a client that goes away.
bool isCancelledWith(const Call& call);

/// Where a run's artifacts are; their number follows.
std::string artifactPrefix(const std::string& runId);

/// Lets go of the body of @p call, of which @p asked has all that counts: a run may take hours.
/// Errors: ResourceExhausted.
Result<void> letGoOfBody(Call& call, const workspace::RunBody& asked);
/// The same; installs what @p asked needs, then starts it. What the run keeps of the body stays the
/// caller's share of memory until it ends. Errors: those of Session::install() and
/// RunBoard::start().
Result<RunPointer>
startRun(ServerParts& parts, Call& call, const UsedSandbox& sandbox, workspace::RunBody asked);

/// Waits for the end of @p run. Cancels it when the client goes away, where isCancelledWith() says
/// so, and when the server ends, whose client gets the record of that.
/// Null: it still runs after the query's wait. Errors: Cancelled, the run's own.
Result<workspace::RunEnd> waitFor(const Call& call, const RunPointer& run);
/// The same as long as it takes, for routes without that query: a client that goes away cancels.
/// What was printed is charged to the call. Errors: ResourceExhausted too.
Result<RunRecord> waitForEnd(const Call& call, const RunPointer& run);
/// The whole record, or the state of a run that goes on.
Result<Answer> runAnswer(const Call& call, const RunPointer& run);
/// The run's events as they come. @p as: whether @p call started it.
Result<Answer> runStream(const Call& call, const RunPointer& run, workspace::ReadAs as);

/// What @p body asks for, with the server's defaults. Errors: those of workspace::readOpen().
Result<workspace::SandboxRequest>
openRequest(const ServerParts& parts, const Call& call, const Json& body = Json::object());

/// Errors: SandboxTable::open()'s.
Result<std::shared_ptr<workspace::HostedSandbox>>
openSandbox(const ServerParts& parts, const Call& call, workspace::SandboxRequest request);

/// A sandbox for one run, closed with the last copy of this. Errors: SandboxTable::open()'s.
Result<std::shared_ptr<UsedSandbox>>
openOnce(ServerParts& parts, const Call& call, workspace::SandboxRequest request);

/// The stored file of an artifact, at its beginning. Errors: NotFound where there are no bytes (any
/// more).
Result<UniqueFd> openArtifact(const Artifact& artifact);
/// All of it. Untrusted. Errors: ResourceExhausted past @p limit, NotFound.
Result<std::string> artifactBytes(const Artifact& artifact, std::uint64_t limit);

/// on_disconnect, wait and after.
const Fields& runQuery();
/// A header that says the same as "after".
inline const Field kLastEventId
    = {"Last-Event-ID", FieldType::Integer, "Number of the last event that is known"};

/// Most that a caller of such an API may ask for.
inline constexpr double kLongestSeconds = 3600;

/// Errors: InvalidArgument.
Result<Language> foreignLanguage(const ServerParts& parts, std::string_view name);

/// One program in a sandbox of its own.
struct ForeignRun
{
    RunRequest request; ///< With its language.
    std::uint64_t memoryBytes = 0; ///< Less than the usual limit; else that holds.
    /// After the run, while the sandbox is there; may be empty.
    std::function<void(const UsedSandbox&)> onEnd = {};
};
/// Errors: those of opening a sandbox, Cancelled when the client goes away.
Result<RunRecord> runForeign(ServerParts& parts, Call& call, ForeignRun run);

/// The sentence that a client may see.
std::string publicText(const Error& error);

} // namespace sandbench::rest
