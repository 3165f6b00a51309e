// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/answer_reader.h"
#include "core/model/model_server.h"
#include "core/net/http_client.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::model {

struct ChatMessage
{
    std::string role; ///< "system", "user" or "assistant"
    std::string text;
};

/// Asks a model. Every call blocks and obeys its stop within 100 ms. A key is sent to the server
/// and nowhere else: it is in no Error, and no redirection is followed. Thread: any.
/// Errors: PermissionDenied (the server wants a key, or another one), NotFound (URL or model),
/// ResourceExhausted (too many requests; an answer that is too large), InvalidArgument (a request
/// that the server refuses; a key that cannot be one), Unavailable (not reachable, or in trouble),
/// Protocol (no such API), ConnectionLost, Timeout, Cancelled. Each says what to do.
/// Source: OpenAI's API reference, Chat Completions and Models.
class ModelClient
{
public:
    /// @p patience: how long the server may think without a word.
    explicit ModelClient(
        ModelServer server, std::chrono::milliseconds patience = std::chrono::minutes(5));

    /// @p key: empty = none. @p onText: the pieces of the answer as they come, UTF-8, at most
    /// AnswerReader::kMostText bytes; also those before an Error.
    Result<AnswerEnd>
    ask(const std::vector<ChatMessage>& messages, const std::string& key,
        const std::function<void(std::string_view)>& onText, std::stop_token stop) const;

    /// The names of its models, at most 1000.
    Result<std::vector<std::string>> listModels(const std::string& key, std::stop_token stop) const;

private:
    Result<net::HttpRequest> authorised(net::HttpRequest request, const std::string& key) const;
    Error refusal(const net::HttpResponse& response, const std::string& key) const;
    Error explained(const Error& error) const;

    ModelServer m_server;
    std::chrono::milliseconds m_patience;
    net::HttpClient m_http;
};

} // namespace sandbench::model
