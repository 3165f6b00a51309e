// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/context.h"

#include "core/agent/guest/run_spec.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sys/epoll.h>
#include <utility>

namespace sandbench::guest {

using namespace std::chrono_literals;

// A cold interpreter on a busy machine.
static constexpr auto kUpPatience = 10s;

Context::Context(
    Services& services, std::string name, std::string kernel, std::function<void()> onGone)
    : m_services(services)
    , m_name(std::move(name))
    , m_kernel(std::move(kernel))
    , m_onGone(std::move(onGone))
    , m_owner(services.tree.newOwner())
{
}

Context::~Context()
{
    m_services.loop.cancel(m_upTimer);
    for (const Look& look : m_looks)
        m_services.loop.cancel(look.timer);
    if (m_control)
        m_services.loop.forget(m_control.get());
    if (m_pid > 0) {
        m_services.reaper.forget(m_pid);
        m_services.tree.release(m_pid);
    }
}

void Context::claim()
{
    m_sinceTicks = ticksSinceBoot();
    m_services.tree.claim(m_pid, m_owner);
    m_services.reaper.expect(m_pid, [this](const ExitInfo& exit) { onRootExit(exit); });
}

Result<void> Context::adopt(Seat seat, const Kernel::Spec& spec)
{
    m_pid = seat.pid;
    m_control = std::move(seat.control);
    claim();
    m_isUp = true;
    m_services.loop.watch(m_control.get(), EPOLLIN, [this](std::uint32_t) { readMessages(); });
    agent::KernelMessage message;
    message.op = "context";
    message.add("name", m_name);
    message.add("cwd", spec.cwd);
    for (const std::string& entry : spec.env)
        message.add("env", entry);
    addResourceLimits(message, Limits{});
    SANDBENCH_TRY_VOID(agent::sendKernelMessage(m_control.get(), message, {}));
    giveTurn();
    return {};
}

void Context::adopt(
    std::unique_ptr<LineInterpreter> interpreter, std::vector<std::string> env,
    std::function<void(Result<void>)> onUp)
{
    m_env = std::move(env);
    m_interpreter = std::move(interpreter);
    m_tellUp = std::move(onUp);
    m_pid = m_interpreter->pid();
    claim();
    m_interpreter->listen(
        {[this] { this->onUp(); },
         [this] {
             if (m_current)
                 m_current->onBegun();
         },
         [this](int code) {
             if (m_current)
                 m_current->onDone(code);
         },
         [this] { kill(); }});
    m_upTimer = m_services.loop.after(kUpPatience, [this] { kill(); });
}

void Context::adopt(UniqueFd copy, std::function<void(Result<void>)> onUp)
{
    m_control = std::move(copy);
    m_tellUp = std::move(onUp);
    m_services.loop.watch(m_control.get(), EPOLLIN, [this](std::uint32_t) {
        if (m_pid < 0)
            readFirstMessage();
        if (m_pid > 0)
            readMessages();
    });
    m_upTimer = m_services.loop.after(kUpPatience, [this] { kill(); });
    readFirstMessage();
}

void Context::readFirstMessage()
{
    pid_t sender = 0;
    const auto message = agent::receiveFirstKernelMessage(m_control.get(), sender);
    if (message.failedAs(ErrorCode::Timeout))
        return;
    // The kernel tells who it is; but a program could let a process speak that is something else.
    if (!message || message->op != "copy" || sender <= 0 || m_services.tree.claimOf(sender) != 0)
        return kill();
    m_pid = sender;
    claim();
    onUp();
}

void Context::copy(CopyHandler handler)
{
    agent::KernelMessage message;
    message.op = "copy";
    if (auto sent = agent::sendKernelMessage(m_control.get(), message, {}); !sent)
        return handler(sent.error());
    m_services.tree.expectNewcomer(m_owner);
    m_copies.push_back(std::move(handler));
}

void Context::takeCopy(agent::KernelMessage message)
{
    if (m_copies.empty())
        return;
    const CopyHandler handler = std::move(m_copies.front());
    m_copies.pop_front();
    const auto count = [&message](const char* key) {
        return static_cast<int>(std::clamp<std::int64_t>(message.number(key), 0, 1'000'000));
    };
    if (message.fds.empty())
        handler(Error(
            ErrorCode::ResourceExhausted, "there was no memory or no process left for a copy"));
    else
        handler(ContextCopy{std::move(message.fds.front()), count("threads"), count("sockets")});
    if (m_copies.empty())
        m_services.tree.callOff(m_owner);
}

void Context::onUp()
{
    if (m_isUp || m_ending)
        return;
    m_isUp = true;
    m_services.loop.cancel(m_upTimer);
    tellUp({});
    giveTurn();
}

void Context::tellUp(Result<void> how)
{
    if (const auto tell = std::exchange(m_tellUp, nullptr))
        tell(std::move(how));
}

void Context::abandon()
{
    m_ending = true;
    for (ContextUser* user : std::exchange(m_queue, {}))
        user->onContextGone();
}

void Context::enqueue(ContextUser& user)
{
    m_queue.push_back(&user);
    giveTurn();
}

void Context::leave(ContextUser& user)
{
    std::erase(m_queue, &user);
    if (m_current == &user)
        m_current = nullptr;
    giveTurn();
}

void Context::giveTurn()
{
    if (m_current || m_queue.empty() || !isReady())
        return;
    m_current = m_queue.front();
    m_queue.pop_front();
    m_current->onTurn();
}

Result<void> Context::sendCell(CellOrder cell, const RunIo& io)
{
    if (m_interpreter) {
        cell.files = io.programPaths();
        // What a cell has changed since is its own to keep.
        std::erase_if(cell.env, [this](const std::string& entry) {
            return std::find(m_env.begin(), m_env.end(), entry) != m_env.end();
        });
        return m_interpreter->sendCell(std::move(cell));
    }
    agent::KernelMessage message;
    message.op = cell.isCheck ? "check" : "cell";
    message.add("path", cell.path);
    message.add("name", cell.name);
    for (const std::string& entry : cell.env)
        message.add("env", entry);
    SANDBENCH_TRY_VOID(agent::sendKernelMessage(m_control.get(), message, io.programFds()));
    m_current->onBegun();
    return {};
}

void Context::readMessages()
{
    for (;;) {
        auto message = agent::receiveKernelMessage(m_control.get(), m_pid);
        if (message && message->op == "copied") {
            takeCopy(std::move(*message));
        } else if (message && message->op == "looked") {
            takeLook(*message);
        } else if (message && message->op == "done" && m_current) {
            m_current->onDone(static_cast<int>(message->number("code")));
        } else if (!message) {
            // A context that closed its socket can never run a cell again.
            if (message.error().code() != ErrorCode::Timeout)
                kill();
            return;
        }
    }
}

/// A copy that it has left lives on.
void Context::takeLastCopies()
{
    while (!m_copies.empty()) {
        auto message = agent::receiveKernelMessage(m_control.get(), m_pid);
        if (!message)
            return;
        if (message->op == "copied")
            takeCopy(std::move(*message));
    }
}

Result<void> Context::signal(int number)
{
    // As a terminal does it: a shell waits for the program that it started.
    const bool toGroup = m_interpreter && number == SIGINT;
    if (m_pid > 0 && ::kill(toGroup ? -m_pid : m_pid, number) != 0)
        return Error::fromErrno(errno, "cannot signal the context");
    return {};
}

void Context::kill()
{
    if (m_control)
        m_services.loop.change(m_control.get(), 0);
    if (m_interpreter)
        m_interpreter->stopListening();
    const bool isFirst = !std::exchange(m_ending, true);
    takeLastCopies();
    m_services.tree.callOff(m_owner);
    for (const CopyHandler& handler : std::exchange(m_copies, {}))
        handler(Error(ErrorCode::ConnectionLost, "the interpreter ended"));
    endLooks();
    if (m_pid < 0) {
        // A copy that never spoke: it ends with its socket.
        if (m_control && isFirst)
            m_services.loop.defer([this] { onTreeGone(); });
        return;
    }
    if (!m_killer)
        m_killer = std::make_unique<TreeKiller>(
            m_services.loop, m_services.tree, TreeKiller::Target{m_owner, m_sinceTicks, m_pid},
            m_services.isInit);
    m_killer->start([this] { onTreeGone(); });
}

void Context::killCopy()
{
    if (m_pid < 0 || ::kill(m_pid, SIGKILL) != 0)
        return kill();
    m_services.loop.change(m_control.get(), 0);
    m_ending = true;
}

void Context::onRootExit(const ExitInfo& exit)
{
    kill();
    m_killer->setRootGone();
    if (m_current)
        m_current->onContextDead(exit);
}

void Context::onTreeGone()
{
    const Error silent(ErrorCode::Unavailable, "the interpreter does not answer");
    tellUp(m_interpreter ? m_interpreter->failure().value_or(silent) : silent);
    // Those that queued never had their turn; they learn of it the same way.
    auto users = std::exchange(m_queue, {});
    if (ContextUser* current = std::exchange(m_current, nullptr))
        users.push_front(current);
    for (ContextUser* user : users)
        user->onContextGone();
    m_services.loop.defer(m_onGone);
}

} // namespace sandbench::guest
