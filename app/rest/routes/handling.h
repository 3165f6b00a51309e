// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/routes.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

/// What handlers share. Thread: any.
namespace sandbench::rest {

using Routes = std::vector<Route>;

/// A route of @p tag; @p call: "POST /sessions". A GET needs the scope Read, all else Run.
Route&
add(Routes& routes, std::string_view tag, std::string_view call, std::string_view id,
    std::string_view summary, Handler handler);

/// A handler whose errors become problems.
Handler handling(std::function<Result<Answer>(Call&)> work);

/// One that does @p work with @p parts and the call.
template <typename Work> Handler with(ServerParts& parts, Work work)
{
    return handling([&parts, work](Call& call) -> Result<Answer> { return work(parts, call); });
}

/// A parameter of the path; empty = the route has none of that name.
std::string parameter(const Call& call, const std::string& name);

/// Bounds of a listing of a folder in a sandbox.
inline constexpr std::size_t kMostEntries = 10'000;
inline constexpr int kDeepest = 32;

/// A sandbox of the caller's that is not idle as long as this is there.
struct UsedSandbox
{
    std::shared_ptr<workspace::HostedSandbox> sandbox;
    std::shared_ptr<workspace::HostedSandbox::Use> use;

    workspace::HostedSandbox* operator->() const { return sandbox.get(); }
    Session& session() const { return sandbox->session(); }
};
UsedSandbox use(std::shared_ptr<workspace::HostedSandbox> sandbox);
/// That of the path's {id}. Errors: NotFound; ConnectionLost within kSandboxLost.
Result<UsedSandbox> sandboxOf(const ServerParts& parts, const Call& call);
/// A handler that does @p work with that sandbox and the call.
template <typename Work> Handler inSandbox(ServerParts& parts, Work work)
{
    return handling([&parts, work](Call& call) -> Result<Answer> {
        SANDBENCH_TRY(auto sandbox, sandboxOf(parts, call));
        return work(std::move(sandbox), call);
    });
}

/// A lost connection to a sandbox that is gone is the end of its session (kSandboxLost).
Error ofSession(workspace::HostedSandbox& sandbox, Error error);

/// A type that a header can hold; texts with their character set. @p mime is untrusted.
std::string contentTypeOf(std::string_view mime);
/// "attachment; filename=…". Source: RFC 6266. @p name is untrusted.
std::string disposition(std::string_view kind, std::string_view name);
/// Headers for bytes that a sandbox made, so that no browser takes them for a page of this server:
/// shown inline only where @p mime cannot hold a script, else saved; never sniffed; in an origin of
/// their own.
Headers untrustedHeaders(std::string_view mime, std::string_view name);

/// One function for each file of routes. They keep @p parts by reference.
void addHealth(Routes& routes, ServerParts& parts);
void addSessions(Routes& routes, ServerParts& parts);
void addExecutions(Routes& routes, ServerParts& parts);
void addRuns(Routes& routes, ServerParts& parts);
void addArtifacts(Routes& routes, ServerParts& parts);
void addReports(Routes& routes, ServerParts& parts);
void addFiles(Routes& routes, ServerParts& parts);
void addContexts(Routes& routes, ServerParts& parts);
void addPackages(Routes& routes, ServerParts& parts);
void addImages(Routes& routes, ServerParts& parts);
void addPools(Routes& routes, ServerParts& parts);
void addCatalogs(Routes& routes, ServerParts& parts);
void addHistory(Routes& routes, ServerParts& parts);
void addMetrics(Routes& routes, ServerParts& parts);
void addExecuteCode(Routes& routes, ServerParts& parts);
void addLlmSandbox(Routes& routes, ServerParts& parts);
void addPiston(Routes& routes, ServerParts& parts);
void addSandboxFusion(Routes& routes, ServerParts& parts);
void addPages(Routes& routes, ServerParts& parts);
/// The document of all that @p routes has by then.
void addDocument(Routes& routes, const ServerParts& parts);

} // namespace sandbench::rest
