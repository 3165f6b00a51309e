// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/net/endpoint.h"

#include <string>
#include <string_view>

namespace sandbench::model {

/// A server with an API like OpenAI's, and which of its models is asked.
struct ModelServer
{
    net::Endpoint endpoint; ///< Tls, or Tcp on this machine.
    std::string path; ///< Before "/chat/completions": "/v1", or empty.
    std::string name; ///< Of the model; empty = the server's own choice.

    /// As people write it, without a port that goes without saying: "127.0.0.1:11434".
    std::string host() const;
    /// The same server has the same: "https://models.example:443/v1". A key belongs to it.
    std::string url() const;
};

/// Reads "http://127.0.0.1:11434/v1". What is sent to another machine is encrypted: http:// is only
/// for addresses of this one. Errors: InvalidArgument; the message has nothing of an address that
/// may hold a key.
Result<ModelServer> readModelServer(std::string_view url, std::string_view name);

} // namespace sandbench::model
