// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/model/model_client.h"

#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>

namespace sandbench::model {

namespace {

constexpr std::size_t kMostModels = 1000, kLongestName = 300, kMostListBytes = 4U << 20,
                      kLongestKey = 4096;

/// What a server says may have the key that it was sent.
Error withoutKey(const Error& error, const std::string& key)
{
    auto message = error.message();
    for (auto at = message.find(key); !key.empty() && at != std::string::npos;
         at = message.find(key, at))
        message.replace(at, key.size(), "[key]");
    return {error.code(), std::move(message)};
}

Json bodyOf(const ModelServer& server, const std::vector<ChatMessage>& messages)
{
    Json list = Json::array();
    for (const auto& message : messages)
        list.push_back({{"role", message.role}, {"content", message.text}});
    Json body = {{"messages", std::move(list)}, {"stream", true}};
    if (!server.name.empty())
        body["model"] = server.name;
    return body;
}

/// ": the server's words", or nothing.
std::string saying(const std::string& words)
{
    return words.empty() ? std::string() : ": " + words;
}

} // namespace

ModelClient::ModelClient(ModelServer server, std::chrono::milliseconds patience)
    : m_server(std::move(server))
    , m_patience(patience)
    , m_http(m_server.endpoint)
{
}

Result<AnswerEnd> ModelClient::ask(
    const std::vector<ChatMessage>& messages, const std::string& key,
    const std::function<void(std::string_view)>& onText, std::stop_token stop) const
{
    auto plain = net::jsonRequest("POST", bodyOf(m_server, messages));
    plain.target = m_server.path + "/chat/completions";
    SANDBENCH_TRY(const auto request, authorised(std::move(plain), key));
    AnswerReader reader(onText);
    bool isOver = false; // nothing more is wanted, whatever the server does
    const auto response = m_http.stream(
        request,
        [&](std::string_view bytes) -> Result<void> {
            const auto fed = reader.feed(bytes);
            isOver = !fed || reader.isDone();
            return isOver ? Error(ErrorCode::Cancelled, "nothing more is wanted") : fed;
        },
        stop);
    if (response && response->status / 100 != 2)
        return refusal(*response, key);
    if (!isOver && response.failedAs(ErrorCode::Cancelled))
        return response.error();
    const auto end = reader.finish();
    if (response || isOver)
        return end ? end : withoutKey(end.error(), key).within(m_server.host());
    return end && response.failedAs(ErrorCode::ConnectionLost) ? end : explained(response.error());
}

Result<std::vector<std::string>>
ModelClient::listModels(const std::string& key, std::stop_token stop) const
{
    net::HttpRequest plain;
    plain.target = m_server.path + "/models";
    SANDBENCH_TRY(const auto request, authorised(std::move(plain), key));
    const auto response = m_http.send(request, stop, kMostListBytes);
    if (!response)
        return explained(response.error());
    if (response->status / 100 != 2)
        return refusal(*response, key);
    const auto json = parseJson(response->body, kMostListBytes);
    if (!json || !jsonField(*json, "data").is_array())
        return Error(
            ErrorCode::Protocol,
            m_server.host() + " sent no list of models; check its URL, which usually ends in /v1");
    std::vector<std::string> names;
    for (const auto& model : jsonList(*json, "data")) {
        auto name = oneLine(jsonString(model, "id"), kLongestName);
        if (!name.empty() && names.size() < kMostModels)
            names.push_back(std::move(name));
    }
    std::ranges::sort(names);
    return names;
}

Result<net::HttpRequest>
ModelClient::authorised(net::HttpRequest request, const std::string& key) const
{
    request.patience = m_patience;
    request.headers.emplace_back("Accept", "text/event-stream, application/json");
    const auto isOdd = [](char c) { return c <= ' ' || c > '~'; };
    if (key.size() > kLongestKey || std::any_of(key.begin(), key.end(), isOdd))
        return Error(
            ErrorCode::InvalidArgument,
            "the key holds blanks or other characters that no key has; copy it once more");
    if (!key.empty())
        request.headers.emplace_back("Authorization", "Bearer " + key);
    return request;
}

Error ModelClient::refusal(const net::HttpResponse& response, const std::string& key) const
{
    const auto host = m_server.host();
    const auto status = " (" + std::to_string(response.status) + ")";
    const auto said = saying(problemText(response.body));
    const auto error = [&](ErrorCode code, const std::string& message) {
        return withoutKey(Error(code, message), key);
    };
    switch (response.status) {
    case 401:
    case 403:
        return error(
            ErrorCode::PermissionDenied,
            host + (key.empty() ? " wants a key" : " does not accept the key") + status + said);
    case 400:
    case 413:
    case 422:
        return error(
            ErrorCode::InvalidArgument,
            host + " refuses the question" + status + said
                + "; shorten the text, or check the model's name");
    case 404:
    case 405:
        return error(
            ErrorCode::NotFound,
            host + " knows no such page, or no such model" + status + said
                + "; check the URL, which usually ends in /v1, and the model's name");
    case 429: {
        const auto after = oneLine(response.header("retry-after"), 40);
        return error(
            ErrorCode::ResourceExhausted,
            host + " takes no more questions for now" + status + said + "; try again "
                + (after.empty() ? "later"
                       : after.find_first_not_of("0123456789") == std::string::npos
                       ? "in " + after + " s"
                       : "after " + after));
    }
    default:
        break;
    }
    if (response.status / 100 == 3)
        return error(
            ErrorCode::Protocol,
            host + " sends on to " + inQuotes(response.header("location")) + status
                + "; if that is right, put it into the settings");
    if (response.status >= 500)
        return error(
            ErrorCode::Unavailable, host + " is in trouble" + status + said + "; try again later");
    return error(
        ErrorCode::Protocol,
        host + " gives an answer that was not expected" + status + said + "; check the URL");
}

// The transport's next steps are those for an engine.
Error ModelClient::explained(const Error& error) const
{
    if (error.code() == ErrorCode::Cancelled)
        return error;
    auto cause = error.text();
    if (const auto step = cause.rfind("; "); step != std::string::npos)
        cause.resize(step);
    const auto code
        = error.code() == ErrorCode::PermissionDenied ? ErrorCode::Unavailable : error.code();
    const bool isLocal = m_server.endpoint.kind == net::Endpoint::Kind::Tcp;
    return {
        code,
        cause
            + (isLocal ? "; start the model's server, or correct its URL in the settings"
                       : "; check the URL in the settings, the network, and that this machine "
                         "trusts the server's certificate")};
}

} // namespace sandbench::model
