// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/agent.h"

#include "core/agent/guest/hello.h"
#include "core/agent/guest/ipc_objects.h"
#include "core/agent/guest/run_domain.h"
#include "core/agent/guest/run_spec.h"
#include "core/agent/guest/run_task.h"
#include "core/agent/guest/setup_verb.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

using namespace std::chrono_literals;
using agent::Frame;
using agent::FrameType;

// A run names the requests just before it.
static constexpr std::size_t kFailuresKept = 1024;
// For a host that connects and never says a word.
static constexpr auto kHelloTimeout = 60s;

/// The engine's log is the only place left where somebody may look.
static void complain(const std::string& reason)
{
    const std::string line = "sandbench-agent: " + reason + "\n";
    [[maybe_unused]] const auto n = ::write(STDERR_FILENO, line.data(), line.size());
}

static rlimit raiseOpenFiles()
{
    rlimit before = {};
    ::getrlimit(RLIMIT_NOFILE, &before);
    const rlimit raised{before.rlim_max, before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &raised);
    return before;
}

Agent::Agent(int in, int out, UniqueFd oomScore, UniqueFd kernelDoor)
    : m_reaper(
        m_loop,
        [this] {
            m_wasTerminated = true;
            shutDown("asked to end", 0);
        })
    , m_tree(::getpid())
    , m_observer(m_loop, m_tree)
    , m_services{m_loop, m_reaper, m_tree, m_observer, raiseOpenFiles(),     ::getpid() == 1,
                 {},     {},       {},     {},         std::move(kernelDoor)}
    , m_connection(
          m_loop, in, out,
          {[this](Frame frame) { onFrame(std::move(frame)); },
           [this](const std::string& reason) { shutDown(reason, reason.empty() ? 0 : 1); },
           [this] { wakeSenders(); }})
    , m_kernels(m_services)
    , m_contexts(m_services, m_kernels)
    , m_ttl(kHelloTimeout)
{
    m_services.rights.domainRules = makeDomainRules(landlockVersion());
    m_services.rights.oomScore = std::move(oomScore);
    m_services.rights.canObserve = CallObserver::isPossible();
    setFilter(m_services.rights, {});
    m_reaper.setStrayHandler([this](pid_t pid, const ExitInfo& exit) { onStray(pid, exit); });
}

Agent::~Agent() = default;

int Agent::serve()
{
    sayHello();
    checkTtl();
    m_loop.run();
    killEverything(m_tree, m_services.isInit);
    m_entries.clear();
    m_connection.flush();
    removeTemporaryFolder(m_services);
    return m_status;
}

void Agent::sayHello()
{
    m_connection.send(
        FrameType::Hello, 0,
        writeJson(describeGuest(m_services.rights.domainRules ? landlockVersion() : 0)));
}

void Agent::shutDown(const std::string& reason, int status)
{
    if (status != 0)
        complain(reason);
    m_status = status;
    m_loop.stop();
}

void Agent::checkTtl()
{
    if (m_ttl.count() == 0)
        return;
    const auto silent = Clock::now() - m_connection.lastHeard();
    if (silent >= m_ttl)
        return shutDown("the host fell silent", 1);
    m_loop.after(
        std::chrono::ceil<std::chrono::milliseconds>(m_ttl - silent), [this] { checkTtl(); });
}

void Agent::onFrame(Frame frame)
{
    switch (frame.type) {
    case FrameType::Hello:
        return onHello(frame);
    case FrameType::Ping:
        return m_connection.send(FrameType::Pong, 0, frame.payload);
    case FrameType::Pong:
        return;
    case FrameType::Request:
        return onRequest(frame);
    case FrameType::Data:
    case FrameType::Eof:
    case FrameType::Credit:
        return onStreamFrame(frame);
    case FrameType::Reply:
    case FrameType::Event:
        return m_connection.fail("a host sends no such frame");
    }
}

void Agent::onHello(const Frame& frame)
{
    const auto hello = parseJson(frame.payload);
    if (m_greeted || !hello || jsonInt(*hello, "protocol") != agent::kProtocolVersion)
        return m_connection.fail("the host's greeting is not one of protocol version 1");
    m_greeted = true;
    const double ttl = std::clamp(jsonNumber(*hello, "ttl_seconds"), 0.0, 1e6);
    m_ttl = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(ttl));
    if (auto scratch = parseStrings(*hello, "scratch"))
        m_services.scratchPaths = std::move(*scratch);
    checkTtl();
}

void Agent::onRequest(const Frame& frame)
{
    if (!m_greeted)
        return m_connection.fail("a request came before the greeting");
    if (frame.stream <= m_lastStream)
        return m_connection.fail("a stream number was used twice");
    m_lastStream = frame.stream;
    Entry& entry = m_entries
                       .emplace(
                           frame.stream,
                           Entry{Stream(m_connection, frame.stream, [this] { sweep(); }), nullptr})
                       .first->second;
    const auto request = parseJson(frame.payload, agent::kMaxPayload);
    if (!request || !request->is_object())
        entry.stream.fail(Error(ErrorCode::InvalidArgument, "a request must be a JSON object"));
    else
        dispatch(jsonString(*request, "verb"), *request, entry);
}

void Agent::onStreamFrame(const Frame& frame)
{
    if (frame.stream > m_lastStream)
        return m_connection.fail("data for a stream that was never opened");
    const auto found = m_entries.find(frame.stream);
    // The host may not know yet that the stream has ended.
    if (found == m_entries.end())
        return;
    Entry& entry = found->second;
    if (entry.stream.isFinished())
        return;
    if (frame.type == FrameType::Credit) {
        if (!entry.stream.addCredit(frame.channel(), frame.credit()))
            return m_connection.fail("more credit than anybody needs");
        if (entry.task)
            entry.task->onSendable();
    } else if (frame.type == FrameType::Eof) {
        if (!entry.task || !entry.task->onEof(frame.channel()))
            return m_connection.fail("this stream takes no such input");
    } else if (!entry.stream.accountReceived(frame.channel(), frame.data().size())) {
        return m_connection.fail("the host sent more than it had credit for");
    } else if (!entry.task || !entry.task->onData(frame.channel(), frame.data())) {
        return m_connection.fail("this stream takes no such input");
    }
}

void Agent::onStray(pid_t pid, const ExitInfo& exit)
{
    m_observer.noteExit(pid, exit);
    const OwnerId owner = m_tree.ownerOf(pid);
    RunTask* only = nullptr;
    int count = 0;
    for (auto& [id, entry] : m_entries) {
        if (!entry.run || entry.run->owner() == 0)
            continue;
        if (entry.run->owner() == owner)
            return entry.run->addOrphanTime(exit.cpuSeconds);
        only = entry.run;
        ++count;
    }
    // Never seen alive; with one run there is no doubt whose it was.
    if (count == 1 && owner == 0)
        only->addOrphanTime(exit.cpuSeconds);
}

void Agent::wakeSenders()
{
    // Another one goes first each time, so that nobody takes all the room for ever.
    auto next = m_entries.upper_bound(m_wokenFirst);
    for (std::size_t i = 0; i < m_entries.size(); ++i, ++next) {
        if (next == m_entries.end())
            next = m_entries.begin();
        if (i == 0)
            m_wokenFirst = next->first;
        if (next->second.task && !next->second.stream.isFinished())
            next->second.task->onSendable();
    }
}

void Agent::sweep()
{
    // Streams end inside their own handlers; they may only go when those have returned.
    if (m_sweepScheduled)
        return;
    m_sweepScheduled = true;
    m_loop.defer([this] {
        m_sweepScheduled = false;
        std::erase_if(m_entries, [this](const auto& item) {
            if (item.second.stream.hasFailed())
                m_failedRequests.insert(item.first);
            if (!item.second.stream.isFinished())
                return false;
            m_isTidy = m_isTidy && item.second.run == nullptr;
            return true;
        });
        while (m_failedRequests.size() > kFailuresKept)
            m_failedRequests.erase(m_failedRequests.begin());
        tidyUp();
    });
}

void Agent::tidyUp()
{
    const bool isIdle = m_contexts.isEmpty()
        && std::none_of(m_entries.begin(), m_entries.end(),
                        [](const auto& item) { return item.second.run != nullptr; });
    m_isTidy = m_isTidy && isIdle;
    // Only with a namespace of its own: in an existing container they are somebody else's.
    if (m_services.isInit && isIdle && !std::exchange(m_isTidy, true))
        removeIpcObjects();
}

} // namespace sandbench::guest
