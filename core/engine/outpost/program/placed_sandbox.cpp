// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/program/placed_sandbox.h"

#include "core/agent/guest/event_loop.h"
#include "core/base/fd.h"
#include "core/engine/outpost/program/ask_socket.h"
#include "core/engine/outpost/program/made_sandbox.h"

#include <memory>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandbench::outpost {

namespace {

class PlacedSandbox
{
public:
    Result<void> open(const OpenRequest& request, pid_t hub);
    const Json& report() const { return m_report; }
    void serve();
    void end();

private:
    void hear();
    Json answer(const std::string& line);
    bool hasEnded() const;

    UniqueFd m_listener;
    std::unique_ptr<local::LocalInstance> m_instance;
    std::string m_name = newPlaceName();
    Json m_report;
    guest::EventLoop m_loop;
    std::chrono::seconds m_lifetime{0};
};

Result<void> PlacedSandbox::open(const OpenRequest& request, pid_t hub)
{
    SANDBENCH_TRY(m_listener, listenForAsks(m_name));
    SANDBENCH_TRY(auto made, makeEmbedded(request, {"hold", m_name, "awaited"}));
    m_instance = std::move(made.instance);
    m_lifetime = request.spec.keepFor;
    auto placed = placedAs(m_name, request, *m_instance);
    placed.version = std::move(made.version);
    m_report = placedJson(placed);
    m_report["init"] = m_instance->initPid();
    m_report["uid"] = m_instance->ownUid().value_or(::geteuid());
    m_report["hub"] = hub;
    return {};
}

/// The agent holds its end of the stream as long as it lives, whoever its host is.
void PlacedSandbox::serve()
{
    auto& stream = static_cast<SocketStream&>(m_instance->stream());
    m_loop.watch(stream.fd(), EPOLLIN, [this](std::uint32_t) {
        if (hasEnded())
            m_loop.stop();
    });
    m_loop.watch(m_listener.get(), EPOLLIN, [this](std::uint32_t) { hear(); });
    if (m_lifetime.count() > 0)
        m_loop.after(m_lifetime, [this] { m_loop.stop(); });
    m_loop.run();
}

bool PlacedSandbox::hasEnded() const
{
    auto& stream = static_cast<SocketStream&>(m_instance->stream());
    char bytes[64];
    const auto n = ::recv(stream.fd(), bytes, sizeof bytes, MSG_DONTWAIT);
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
}

void PlacedSandbox::hear()
{
    const auto asked = takeAsk(m_listener.get());
    if (!asked)
        return;
    (void)writeAll(asked->from.get(), writeJson(answer(asked->line)) + "\n").has_value();
}

Json PlacedSandbox::answer(const std::string& line)
{
    const auto object = far::readAnswer(line);
    const auto what = object ? jsonString(*object, "ask") : std::string();
    if (what == "info") {
        if (const auto hub = jsonInt(*object, "hub"); hub > 0)
            m_report["hub"] = hub;
        return m_report;
    }
    if (what == "end") {
        m_loop.stop();
        const auto closed = m_instance->close();
        return closed ? Json::object() : far::errorJson(closed.error());
    }
    auto answer = answerAbout(*m_instance, what);
    m_report["network"] = m_instance->network();
    return answer;
}

void PlacedSandbox::end()
{
    (void)m_instance->close().has_value();
}

} // namespace

int placeSandbox(const OpenRequest& request, pid_t hub, int report)
{
    PlacedSandbox sandbox;
    const auto opened = sandbox.open(request, hub);
    const auto line = writeJson(opened ? sandbox.report() : far::errorJson(opened.error())) + "\n";
    const auto told = writeAll(report, line);
    ::close(report);
    if (!opened)
        return 1;
    // Nobody waits for it any more.
    if (told)
        sandbox.serve();
    sandbox.end();
    return 0;
}

} // namespace sandbench::outpost
