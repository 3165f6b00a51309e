// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/reaper/reaper_client.h"

#include "core/base/stoppable_condition.h"
#include "core/engine/ownership.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace sandbench::reaper {

namespace {

using namespace std::chrono_literals;
using Verb = ReaperMessage::Verb;

constexpr int kMostReaperStarts = 3;
constexpr std::size_t kMostUnsent = 1U << 20;
constexpr auto kStartTimeout = 2s;
constexpr auto kSweepTimeout = 1s;

/// All that it gets of our environment: what ssh, TLS and kubeconfig files need to reach an engine.
constexpr std::array kEnvironment
    = {"HOME",
       "KUBECONFIG",
       "KUBERNETES_SERVICE_HOST",
       "KUBERNETES_SERVICE_PORT",
       "LANG",
       "LOGNAME",
       "PATH",
       "SSH_AUTH_SOCK",
       "USER",
       "XDG_RUNTIME_DIR"};

std::vector<std::string> environment()
{
    std::vector<std::string> words;
    for (const char* name : kEnvironment)
        if (const char* value = std::getenv(name))
            words.push_back(std::string(name) + "=" + value);
    return words;
}

bool isSame(const EngineConnection& left, const EngineConnection& right)
{
    ReaperMessage one, other;
    one.connection = left;
    other.connection = right;
    return encodeReaperMessage(one) == encodeReaperMessage(other);
}

/// In place of the reaper, once per engine and program.
void sweepForASecond(const Reaper::Sweep& sweep)
{
    std::stop_source stop;
    const auto limit = std::chrono::steady_clock::now() + kSweepTimeout;
    std::jthread timer([&](std::stop_token over) {
        restUntil(limit, over);
        if (!over.stop_requested())
            stop.request_stop();
    });
    sweep(stop.get_token());
}

} // namespace

std::string findReaper()
{
    char path[4096];
    const auto length = ::readlink("/proc/self/exe", path, sizeof path);
    if (length <= 0 || static_cast<std::size_t>(length) == sizeof path)
        return {};
    std::string folder(path, static_cast<std::size_t>(length));
    folder.resize(folder.rfind('/'));
    for (const char* place : {"/", "/../", "/../libexec/sandbench/"})
        if (auto program = folder + place + "sandbench-reaper";
            ::access(program.c_str(), X_OK) == 0)
            return program;
    return {};
}

Reaper::Reaper(std::string program)
    : m_program(program.empty() ? findReaper() : std::move(program))
{
}

Reaper::~Reaper()
{
    m_socket.reset();
    // It must not be killed before it has made itself independent of us.
    if (m_child.pid() > 0)
        (void)m_child.wait(kStartTimeout).has_value();
}

std::optional<MissingLayer> Reaper::watch(
    const EngineConnection& engine, const Thing& thing, std::chrono::seconds lease,
    const Sweep& sweep)
{
    const auto told = tell(Verb::Made, engine, thing, lease);
    if (told)
        return std::nullopt;
    bool isFirst = false;
    {
        const std::lock_guard lock(m_mutex);
        isFirst = m_swept.insert(engine.name + engine.endpoint.text()).second;
    }
    if (isFirst)
        sweepForASecond(sweep);
    return MissingLayer{
        "reaper", told.error().text(),
        "install sandbench-reaper next to this program; without it a sandbox that this program "
        "leaves behind ends by itself after "
            + std::to_string(lease.count()) + " s"};
}

void Reaper::forget(const EngineConnection& engine, const Thing& thing)
{
    (void)tell(Verb::Gone, engine, thing, 0s).has_value();
}

Result<void> Reaper::tell(
    Verb verb, const EngineConnection& connection, const Thing& thing, std::chrono::seconds lease)
{
    const std::lock_guard lock(m_mutex);
    if (m_child.pid() > 0 && m_child.wait(0s))
        m_child = ChildProcess();
    ReaperMessage message;
    message.verb = verb;
    message.engine = numberOf(connection);
    message.thing = thing;
    message.lease = lease;
    const std::pair key(message.engine, thing);
    if (verb == Verb::Gone && m_watched.erase(key) == 0)
        return {};
    if (verb == Verb::Made)
        m_watched[key] = lease;
    if (m_socket) {
        m_unsent += encodeReaperMessage(message);
        if (const auto sent = send(); sent || sent.error().code() != ErrorCode::ConnectionLost)
            return sent;
    }
    // Nothing to tell a reaper of is nothing to start one for.
    if (m_watched.empty())
        return {};
    SANDBENCH_TRY_VOID(start());
    if (auto sent = send(); sent || sent.error().code() != ErrorCode::ConnectionLost)
        return sent;
    return Error(ErrorCode::Unavailable, m_program + " ends by itself");
}

/// With everything that is there now: also in place of one that somebody killed.
Result<void> Reaper::start()
{
    if (m_program.empty())
        return Error(ErrorCode::Unavailable, "sandbench-reaper is not installed");
    if (m_starts++ >= kMostReaperStarts)
        return Error(ErrorCode::Unavailable, m_program + " ends by itself");
    SANDBENCH_TRY(auto ends, makeSocketPair());
    SpawnSpec spec;
    spec.program = m_program;
    spec.arguments = {"sandbench-reaper", ownerOfThisProcess()};
    spec.environment = environment();
    spec.fds = {ends.second.get()};
    SANDBENCH_TRY(m_child, ChildProcess::spawn(spec));
    m_socket = std::move(ends.first);
    m_unsent.clear();
    ReaperMessage message;
    for (unsigned number = 0; number < m_connections.size(); ++number) {
        message.engine = number;
        message.connection = m_connections[number];
        m_unsent += encodeReaperMessage(message);
    }
    message.verb = Verb::Made;
    for (const auto& [key, lease] : m_watched) {
        message.engine = key.first;
        message.thing = key.second;
        message.lease = lease;
        m_unsent += encodeReaperMessage(message);
    }
    return {};
}

/// What does not fit into the socket now goes with the next message.
Result<void> Reaper::send()
{
    while (!m_unsent.empty()) {
        const auto sent
            = ::send(m_socket.get(), m_unsent.data(), m_unsent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            m_unsent.erase(0, static_cast<std::size_t>(sent));
            continue;
        }
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && errno == EAGAIN)
            break;
        return Error(ErrorCode::ConnectionLost, "the reaper is gone");
    }
    if (m_unsent.size() <= kMostUnsent)
        return {};
    return Error(ErrorCode::ResourceExhausted, "the reaper does not listen");
}

unsigned Reaper::numberOf(const EngineConnection& connection)
{
    for (unsigned number = 0; number < m_connections.size(); ++number)
        if (isSame(m_connections[number], connection))
            return number;
    m_connections.push_back(connection);
    const auto number = static_cast<unsigned>(m_connections.size() - 1);
    ReaperMessage message;
    message.engine = number;
    message.connection = connection;
    if (m_socket)
        m_unsent += encodeReaperMessage(message);
    return number;
}

} // namespace sandbench::reaper
