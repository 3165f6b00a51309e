// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/handling.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

/// E2B's API below /e2b: a client needs E2B_API_URL and E2B_SANDBOX_URL to say so, nothing else.
/// What of it there is: sandboxes; the code interpreter with its contexts; files, signed addresses
/// of them and watched folders; commands. Templates are images of this server's engine, the network
/// is what this server allows.
/// Source: e2b 2.51 and @e2b/code-interpreter 2.8 (clients); envd's process and filesystem
/// services; the Connect protocol.
namespace sandbench::rest {

void addE2bSandboxes(Routes& routes, ServerParts& parts);
void addE2bInterpreter(Routes& routes, ServerParts& parts);
/// Before those of files, which say what else there is not.
void addE2bWatching(Routes& routes, ServerParts& parts);
void addE2bFiles(Routes& routes, ServerParts& parts);
void addE2bProcesses(Routes& routes, ServerParts& parts);
/// What there is not, and why; after all others.
void addE2bAbsent(Routes& routes, ServerParts& parts);

/// The one that their clients call so, who is everybody here.
inline constexpr std::string_view kE2bUser = "user";
/// Whether @p call is as that one. Errors: InvalidArgument: nobody is silently somebody else.
Result<void> checkE2bUser(const Call& call);
/// That of the header E2b-Sandbox-Id. Errors: NotFound, InvalidArgument where it is missing
/// and of checkE2bUser().
Result<UsedSandbox> e2bSandbox(const ServerParts& parts, const Call& call);
/// {code, message} with E2B's status: a sandbox that is gone is 502 to its own services.
Answer e2bProblem(const Error& error);
/// "2026-11-21T16:26:39Z". @p seconds: since 1970; those that no date has are its beginning.
std::string e2bDate(std::int64_t seconds);
/// Adds a route about sandboxes, see add().
Route& addE2bSandboxRoute(
    Routes& routes, std::string_view call, std::string_view id, std::string_view summary,
    Handler handler);
/// Adds a route of a service of the sandbox's, see add().
Route& addE2b(
    Routes& routes, std::string_view call, std::string_view id, std::string_view summary,
    std::function<Result<Answer>(Call&)> work);

/// What does @p work in that sandbox.
template <typename Work>
std::function<Result<Answer>(Call&)> inE2bSandbox(ServerParts& parts, Work work)
{
    return [&parts, work](Call& call) -> Result<Answer> {
        SANDBENCH_TRY(auto sandbox, e2bSandbox(parts, call));
        return work(std::move(sandbox), call);
    };
}

/// Streams of the Connect protocol. Source: "Streaming RPCs" there.
inline constexpr std::string_view kE2bStreamType = "application/connect+json";
/// A message of a stream.
std::string e2bEnvelope(const Json& message, char flags = 0);
/// The last one; @p error: null where all went well.
std::string e2bEndOfStream(const Error* error = nullptr);
Answer e2bFailedStream(const Error& error);
/// What a service has and we have not; after its other routes.
void addE2bMissing(Routes& routes, std::string_view call, std::string_view id);

/// Output whose last character may be cut: gives what is whole. Thread: one.
class WholeText
{
public:
    std::string add(std::string_view bytes);
    /// What is left at the end.
    std::string flush();

private:
    std::string m_rest;
};

} // namespace sandbench::rest
