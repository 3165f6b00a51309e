// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/routes.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::test {

/// A body that is there already; of a form, its parts.
class GivenBody : public rest::BodySource
{
public:
    struct Given
    {
        Part part;
        std::string bytes;
    };
    explicit GivenBody(std::string bytes)
        : m_bytes(std::move(bytes))
    {
    }
    explicit GivenBody(std::vector<Given> parts)
        : m_parts(std::move(parts))
    {
    }
    Result<std::string> readAll(std::size_t limit) override;
    Result<void> stream(const OnPart& onPart, const Consume& consume) override;

private:
    std::string m_bytes;
    std::vector<Given> m_parts;
};

/// What a handler answered, with all that it streamed.
struct Answered
{
    int status = 0;
    rest::Headers headers;
    std::string type, body;
    Json json; ///< Null where the body is none.

    std::string header(const std::string& name) const
    {
        const auto at = headers.find(name);
        return at == headers.end() ? std::string() : at->second;
    }
    std::string code() const { return jsonString(json, "code"); }
};

/// Sends @p call through @p router as a listener would, without a socket.
Answered answered(const rest::Router& router, rest::Call call, std::size_t mostBytes = 1U << 26);

/// A whole server but for the listener, on this machine's engines.
class RestApi
{
public:
    /// Null with a reason in @p problem.
    static std::unique_ptr<RestApi> create(std::string& problem);

    rest::Call call(std::string method, std::string path) const;
    Answered send(std::string method, std::string path) const;
    Answered send(std::string method, std::string path, const Json& body) const;
    Answered send(rest::Call call) const;
    /// How answers so far differed from /openapi.json, a line each: empty at a test's end.
    std::string documentProblems() const;
    const rest::Router& router() const { return *m_router; }
    rest::ServerParts& parts() { return *m_parts; }
    workspace::SandboxTable& sandboxes() { return m_workspace->sandboxes(); }
    workspace::RunBoard& runs() { return m_workspace->runs(); }
    workspace::Caller caller = workspace::localCaller();

private:
    Json m_document;
    mutable std::mutex m_mutex;
    mutable std::string m_problems;
    std::unique_ptr<Composition> m_composition;
    std::unique_ptr<workspace::Workspace> m_workspace;
    std::unique_ptr<rest::ServerParts> m_parts;
    std::unique_ptr<rest::Router> m_router;
};

} // namespace sandbench::test
