// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/net/http_client.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::cli {

/// Where the keeper of a sandbox that `sessions open` made listens: a Unix socket of this user's,
/// at which it speaks the REST API. Errors: NotFound (no state folder), ResourceExhausted (its name
/// is too long for a socket), Io.
Result<std::string> keeperSocket(const std::string& session);

/// A sandbox that a keeper has, as the commands after `sessions open` reach it. Thread: any.
class KeptSession
{
public:
    /// By its id, or how that begins. Sockets of keepers that are gone are removed. Errors:
    /// NotFound, InvalidArgument (several).
    static Result<KeptSession> find(const std::string& id);

    const std::string& id() const { return m_id; }
    /// "/sessions/s-1f0c/files"
    std::string path(const std::string& below) const { return "/sessions/" + m_id + below; }
    const net::HttpClient& client() const { return *m_client; }

    /// @p body: null = none. @p patience: 0 = for ever, as packages and programs take. Errors:
    /// those that the keeper answers with, and the connection's.
    Result<Json>
    ask(const std::string& method, const std::string& path, const Json& body, std::stop_token stop,
        std::chrono::milliseconds patience = {}) const;
    Result<net::HttpResponse> send(const net::HttpRequest& request, std::stop_token stop) const;

private:
    KeptSession(std::string id, const std::string& socket);

    std::string m_id;
    std::shared_ptr<const net::HttpClient> m_client;
};

/// What an answer of 300 or more says. Untrusted text comes out printable.
Error problemOf(const net::HttpResponse& response);
/// The same of {code, message}, as an event has it.
Error problemOf(const std::string& code, const std::string& text);

} // namespace sandbench::cli
