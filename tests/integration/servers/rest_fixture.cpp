// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/rest_fixture.h"

#include "core/base/stoppable_condition.h"

#include <csignal>
#include <stdexcept>

namespace sandbench::test {

namespace {

using namespace rest;

Answer textAnswer(std::string text)
{
    Answer answer;
    answer.contentType = "text/plain";
    answer.body = std::move(text);
    return answer;
}

Answer formAnswer(Call& call)
{
    std::string text;
    std::size_t size = 0;
    const auto endPart = [&] {
        if (!text.empty())
            text += std::to_string(size) + ";";
        size = 0;
    };
    const auto read = call.body->stream(
        [&](const BodySource::Part& part) {
            endPart();
            text += part.name + "/" + part.fileName + "=";
            return Result<void>();
        },
        [&](std::string_view bytes) {
            size += bytes.size();
            return Result<void>();
        });
    endPart();
    return read ? textAnswer(text) : problemAnswer(read.error());
}

void setOnce(std::promise<void>& promise, std::atomic<bool>& isSet)
{
    if (!isSet.exchange(true))
        promise.set_value();
}

void waitForStop(const std::stop_token& stop)
{
    restUntil(StoppableCondition::TimePoint::max(), stop);
}

} // namespace

RestServer::RestServer(ListenerOptions options, const WindDownRules& rules)
{
    std::signal(SIGPIPE, SIG_IGN);
    Listener::Handlers handlers
        = {.onCall = [this](Call& call) { return answer(call); },
           .onRefused =
               [this](const std::string&, int status) {
                   if (lacksMemory)
                       throw std::bad_alloc();
                   const std::scoped_lock lock(m_mutex);
                   m_refusals.push_back(status);
               }};
    auto listener = Listener::open(std::move(options), std::move(handlers));
    if (!listener)
        throw std::runtime_error(listener.error().text());
    m_listener = std::move(*listener);
    m_thread = std::thread(
        [this, rules] { m_listener->serve(m_stop.get_token(), rules, m_hurry.get_token()); });
}

void RestServer::end()
{
    requestEnd();
    if (m_thread.joinable())
        m_thread.join();
}

std::vector<int> RestServer::refusals()
{
    const std::scoped_lock lock(m_mutex);
    return m_refusals;
}

Answer RestServer::answer(Call& call)
{
    if (call.path == "/room")
        return textAnswer(std::to_string(static_cast<int>(call.room)));
    if (call.path == "/hello")
        return textAnswer("hello");
    if (call.path == "/big")
        return textAnswer(std::string(4U << 20, 'b'));
    if (call.path == "/throw")
        throw std::runtime_error("secret");
    if (call.path == "/form")
        return formAnswer(call);
    if (call.path == "/echo") {
        auto body = call.body->readAll(1U << 20);
        return body ? textAnswer(*body) : problemAnswer(body.error());
    }
    if (call.path == "/wait") {
        setOnce(started, m_hasStarted);
        waitForStop(call.stop);
        setOnce(stopped, m_hasStopped);
        return problemAnswer(Error(ErrorCode::Cancelled, "stopped"));
    }
    if (call.path == "/drip") {
        Answer answer;
        answer.stream = [this, stop = call.stop](BodySink& sink) {
            while (sink.write("x") && !stop.stop_requested()) { }
            setOnce(stopped, m_hasStopped);
        };
        return answer;
    }
    return problemAnswer(404, "not_found", "there is no " + call.path);
}

} // namespace sandbench::test
