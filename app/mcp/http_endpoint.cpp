// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/http_endpoint.h"

#include "app/mcp/http_headers.h"
#include "app/mcp/methods.h"
#include "app/rest/event_stream.h"
#include "core/base/json.h"
#include "core/base/stoppable_condition.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace sandbench::mcp {
namespace {

constexpr std::string_view kEvents = "text/event-stream";
constexpr std::size_t kMostSessionBytes = 128;
constexpr std::chrono::seconds kBetweenSigns(15);

/// Source: the same, "Sending Messages" and "Server Validation". Up to 2025-11-25, 404 says that
/// the session is over.
int statusOf(const Json& reply, bool isStateless)
{
    const auto& error = jsonField(reply, "error");
    if (!error.is_object())
        return 200;
    switch (jsonInt(error, "code")) {
    case kMethodNotFound:
        return isStateless ? 404 : 200;
    case kParseError:
    case kInvalidRequest:
    case kHeaderMismatch:
    case kMissingCapability:
    case kUnsupportedVersion:
        return 400;
    default:
        return 200;
    }
}

bool isRequest(const Message& message)
{
    return !message.id.is_null() && !message.method.empty();
}

bool isListening(const Message& message)
{
    return message.method == kListen;
}

rest::Answer noEvents()
{
    return rest::problemAnswer(406, "not_acceptable", "changes are told as text/event-stream");
}

/// The stateless version has none, whatever a client says.
std::string sessionOf(const rest::Headers& headers)
{
    return headerOf(headers, kVersionHeader) == kStatelessVersion
        ? std::string()
        : headerOf(headers, kSessionHeader).substr(0, kMostSessionBytes);
}

/// Does @p work, whose messages go as events; a client that has gone stops it.
void withEvents(
    rest::BodySink& sink, const std::stop_token& stop,
    const std::function<void(const Send& send, const std::stop_token& gone)>& work)
{
    std::stop_source gone;
    const std::stop_callback whenGone(stop, [&gone] { gone.request_stop(); });
    std::mutex mutex;
    StoppableCondition over;
    const auto write = [&](const std::string& text) {
        if (!sink.write(text))
            gone.request_stop();
    };
    // A stream that says nothing is closed by whatever is in between.
    std::jthread signs([&](const std::stop_token& end) {
        std::unique_lock lock(mutex);
        while (!over.wait_for(lock, end, kBetweenSigns, [&end] { return end.stop_requested(); }))
            if (!end.stop_requested())
                write(":\n\n");
    });
    work(
        [&](const Json& message) {
            const std::lock_guard lock(mutex);
            write("event: message\ndata: " + writeJson(message) + "\n\n");
        },
        gone.get_token());
}

std::string keyOf(const workspace::Caller& caller, const std::string& session, const Json& id)
{
    return writeJson(Json::array({caller.id, session, id}));
}

} // namespace

/// What is needed of a call after it is gone.
struct HttpEndpoint::Asked
{
    std::vector<Message> messages = {}; ///< More than one only of a batch.
    Json answers = Json::array(); ///< Those that a batch has already.
    bool isBatch = false;
    McpServer::Peer peer;
    workspace::Caller caller;
    std::string session;
    std::stop_token gone; ///< The client is, or the server ends.
    std::stop_token ending; ///< The server.
};

rest::Answer HttpEndpoint::answer(const rest::Call& call)
{
    if (auto problem = mediaProblem(call.headers))
        return std::move(*problem);
    auto text = call.body ? call.body->readAll(kMostMessageBytes) : Result<std::string>("");
    if (!text)
        return rest::problemAnswer(text.error());
    // What is made of it: the message, and what a run keeps of it.
    if (const auto memory = jsonMemory(*text); memory <= kMostJsonMemory)
        if (const auto given = call.charge(memory + text->size()); !given)
            return rest::problemAnswer(given.error());
    // One that says nothing is of the version that had no header yet, and batches.
    auto version = headerOf(call.headers, kVersionHeader);
    auto incoming = parseMessages(*text, version.empty() || version == kBatchVersion);
    text = std::string();
    Asked asked{
        .isBatch = incoming.isBatch,
        .peer = {version.empty() ? std::string(kBatchVersion) : std::move(version)},
        .caller = call.caller,
        .session = sessionOf(call.headers),
        .gone = call.stop,
        .ending = call.ending};
    for (auto& parsed : incoming.messages) {
        const auto* const refusal = std::get_if<Json>(&parsed);
        if (refusal && !incoming.isBatch)
            return rest::jsonAnswer(*refusal, 400);
        if (refusal) {
            asked.answers.push_back(*refusal);
            continue;
        }
        auto& message = std::get<Message>(parsed);
        if (const auto problem = headerProblem(message, call.headers))
            return rest::jsonAnswer(*problem, 400);
        if (isRequest(message))
            asked.messages.push_back(std::move(message));
        else
            cancel(asked, message);
    }
    if (!isOfASession(asked))
        return rest::jsonAnswer(
            errorMessage(
                asked.messages.empty() ? Json() : asked.messages.front().id, kNoSession,
                "There is no such session any more: begin anew with initialize"),
            404);
    return answerAsked(std::move(asked), call.header("accept"));
}

/// Or needs none: who names no session has none, and initialize begins one.
bool HttpEndpoint::isOfASession(Asked& asked)
{
    const auto& messages = asked.messages;
    if (asked.session.empty())
        return true;
    asked.peer.conversation = m_sessions.use(asked.caller.id, asked.session);
    return asked.peer.conversation
        || std::any_of(messages.begin(), messages.end(), [](const Message& message) {
               return message.method == "initialize";
           });
}

rest::Answer HttpEndpoint::endSession(const rest::Call& call)
{
    const auto session = sessionOf(call.headers);
    if (session.empty())
        return rest::problemAnswer(400, "invalid_argument", "Mcp-Session-Id says what is ended");
    if (!m_sessions.end(call.caller.id, session))
        return rest::problemAnswer(404, "not_found", "there is no such session");
    return {.status = 204};
}

rest::Answer HttpEndpoint::answerAsked(Asked asked, std::string_view accepted)
{
    const auto& messages = asked.messages;
    if (messages.empty() && asked.answers.empty())
        return {.status = 202};
    const bool takesEvents = accepted.find(kEvents) != std::string_view::npos;
    if (!takesEvents && std::any_of(messages.begin(), messages.end(), isListening))
        return noEvents();
    const bool streams
        = takesEvents && !std::all_of(messages.begin(), messages.end(), McpServer::isQuick);
    return answerRequest(std::move(asked), streams);
}

void HttpEndpoint::cancel(const Asked& asked, const Message& message)
{
    // Without a session, all that one token's clients call the same is one: none may cancel
    // another's. They close their streams instead.
    if (message.method == "notifications/cancelled" && !asked.session.empty())
        m_inFlight.cancel(
            keyOf(asked.caller, asked.session, jsonField(message.params, "requestId")));
}

rest::Answer HttpEndpoint::answerRequest(Asked asked, bool streams)
{
    if (streams)
        return rest::eventsAnswer([this, kept = std::make_shared<Asked>(std::move(asked))](
                                      rest::BodySink& sink) { stream(std::move(*kept), sink); });
    auto replies = Json::array();
    run(asked, [&replies](const Json& message) {
        // Progress is for streams.
        if (message.contains("id"))
            replies.push_back(message);
    });
    if (replies.empty())
        return rest::problemAnswer(499, "cancelled", "the request was cancelled");
    if (asked.isBatch)
        return rest::jsonAnswer(replies);
    const auto& reply = replies.front();
    const bool isStateless = !McpServer::statelessVersion(asked.messages.front()).empty();
    auto answer = rest::jsonAnswer(reply, statusOf(reply, isStateless));
    if (asked.messages.front().method == "initialize" && reply.contains("result"))
        answer.headers[kSessionHeader] = m_sessions.begin(asked.caller.id);
    return answer;
}

void HttpEndpoint::run(const Asked& asked, const Send& send)
{
    for (const auto& answer : asked.answers)
        send(answer);
    for (const auto& message : asked.messages)
        runOne(asked, message, send);
}

void HttpEndpoint::runOne(const Asked& asked, const Message& message, const Send& send)
{
    std::stop_source stop;
    const std::stop_callback whenGone(asked.gone, [&stop] { stop.request_stop(); });
    // Two requests of one id can only be told apart by their streams; the second cannot be
    // cancelled by its name.
    auto entry = m_inFlight.add(keyOf(asked.caller, asked.session, message.id), stop);
    auto peer = asked.peer;
    auto ending = asked.ending;
    std::optional<std::stop_callback<std::function<void()>>> whenQuitting;
    if (isListening(message)) {
        ending = m_quitting;
        whenQuitting.emplace(m_quitting, [&stop] { stop.request_stop(); });
    }
    const auto answer = [&](const Json& out) {
        // Who has the answer may use its id again.
        if (out.contains("id"))
            entry.reset();
        send(out);
    };
    m_server.handle(message, peer, asked.caller, answer, stop.get_token(), ending);
}

void HttpEndpoint::stream(Asked asked, rest::BodySink& sink)
{
    withEvents(sink, asked.gone, [&](const Send& send, const std::stop_token& gone) {
        asked.gone = gone;
        run(asked, send);
    });
}

rest::Answer HttpEndpoint::changes(const rest::Call& call)
{
    const auto session = sessionOf(call.headers);
    if (session.empty()) {
        auto answer = rest::problemAnswer(
            405, "method_not_allowed", "without an Mcp-Session-Id there is nothing to tell");
        answer.headers["allow"] = "POST";
        return answer;
    }
    McpServer::Peer peer{.conversation = m_sessions.use(call.caller.id, session)};
    if (!peer.conversation)
        return rest::problemAnswer(404, "not_found", "there is no such session");
    if (call.header("accept").find(kEvents) == std::string::npos)
        return noEvents();
    return rest::eventsAnswer(
        [this, peer, caller = call.caller, stop = call.stop](rest::BodySink& sink) {
            withEvents(sink, stop, [&](const Send& send, const std::stop_token& gone) {
                std::stop_source over;
                const auto end = [&over] { over.request_stop(); };
                const std::stop_callback whenGone(gone, end);
                const std::stop_callback whenEnded(peer.conversation->ended.get_token(), end);
                const std::stop_callback whenQuitting(m_quitting, end);
                m_server.tellChanges(peer, caller, send, over.get_token());
            });
        });
}

} // namespace sandbench::mcp
