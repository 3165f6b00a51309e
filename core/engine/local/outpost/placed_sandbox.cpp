// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/outpost/placed_sandbox.h"

#include "core/agent/guest/event_loop.h"
#include "core/base/fd.h"
#include "core/base/random.h"
#include "core/engine/local/local_host.h"
#include "core/engine/local/local_instance.h"
#include "core/engine/local/outpost/ask_socket.h"

#include <ctime>
#include <memory>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandbench::local {

namespace {

constexpr std::size_t kNameBytes = 8;
constexpr std::size_t kMostProgramBytes = 64U << 20;

class PlacedSandbox
{
public:
    Result<void> open(const outpost::OpenRequest& request, pid_t hub);
    const Json& report() const { return m_report; }
    void serve();
    void end();

private:
    void describe(const outpost::OpenRequest& request, LocalHost& host);
    void hear();
    Json answer(const std::string& line);
    bool hasEnded() const;

    std::string m_program; ///< The bytes of this program, which is also the agent.
    UniqueFd m_listener;
    std::unique_ptr<LocalInstance> m_instance;
    std::string m_name = randomHex(kNameBytes);
    Json m_report;
    guest::EventLoop m_loop;
    std::chrono::seconds m_lifetime{0};
};

Result<void> PlacedSandbox::open(const outpost::OpenRequest& request, pid_t hub)
{
    SANDBENCH_TRY(m_program, readFile("/proc/self/exe", kMostProgramBytes));
    SANDBENCH_TRY(m_listener, listenForAsks(m_name));
    LocalEngineOptions options;
    options.agent = m_program;
    options.agentArguments = {"hold", m_name, "awaited"};
    options.makeFilter = [&request] { return makeSealedMemfd("sandbench-filter", request.filter); };
    SANDBENCH_TRY(const auto host, LocalHost::prepare(options));
    m_program = {};
    SANDBENCH_TRY(m_instance, LocalInstance::start(host, request.spec, {}));
    m_lifetime = request.spec.keepFor;
    describe(request, *host);
    m_report["hub"] = hub;
    return {};
}

void PlacedSandbox::describe(const outpost::OpenRequest& request, LocalHost& host)
{
    outpost::Placed placed;
    placed.name = m_name;
    placed.sessionId = request.spec.sessionId;
    placed.owner = request.owner;
    placed.description = m_instance->description();
    placed.version = "bubblewrap " + host.bwrapVersion();
    placed.isolation = m_instance->isolation();
    placed.network = m_instance->network();
    const auto setup = m_instance->guestSetup();
    placed.currentFolder = setup.currentFolder;
    placed.isCurrentScratch = setup.isCurrentScratch;
    placed.isKept = request.spec.keepFor.count() > 0;
    placed.createdAt = ::time(nullptr);
    m_report = outpost::placedJson(placed);
    m_report["init"] = m_instance->initPid();
    m_report["uid"] = m_instance->ownUid().value_or(::geteuid());
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
    if (what == "counters")
        return far::countersJson(m_instance->counters());
    if (what == "reset")
        m_instance->resetPeak();
    if (what == "drop_network") {
        if (const auto dropped = m_instance->dropNetwork({}); !dropped)
            return far::errorJson(dropped.error());
        m_report["network"] = m_instance->network();
        return m_report;
    }
    if (what == "end") {
        m_loop.stop();
        if (const auto closed = m_instance->close(); !closed)
            return far::errorJson(closed.error());
    }
    return Json::object();
}

void PlacedSandbox::end()
{
    (void)m_instance->close().has_value();
}

} // namespace

int placeSandbox(const outpost::OpenRequest& request, pid_t hub, int report)
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

} // namespace sandbench::local
