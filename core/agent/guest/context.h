// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/kernel_host.h"
#include "core/agent/guest/run_io.h"

#include <deque>

namespace sandbench::guest {

/// What runs in a context and is told about it.
class ContextUser
{
public:
    virtual ~ContextUser() = default;
    /// Its turn: the context is there and idle.
    virtual void onTurn() = 0;
    /// The interpreter has the cell's files.
    virtual void onBegun() = 0;
    virtual void onDone(int code) = 0;
    /// The interpreter ended; what it left behind is being killed by the context.
    virtual void onContextDead(const ExitInfo& exit) = 0;
    /// All of it is gone. The context itself goes away right after this call.
    virtual void onContextGone() = 0;
};

/// A stopped copy of a context, on its way.
struct ContextCopy
{
    UniqueFd control;
    int threads = 0; ///< That the copy lacks.
    int sockets = 0; ///< That it shares.
};

/// A named interpreter that keeps its state between cells; one cell at a time, others queue.
/// Thread: one.
class Context
{
public:
    using CopyHandler = std::function<void(Result<ContextCopy>)>;
    using LookHandler = std::function<void(Result<std::string>)>;
    static constexpr std::size_t kMostAnswer = 2U << 20; ///< Of look(). Units: bytes.

    /// @p onGone: the interpreter and all it started are gone; destroys this object.
    Context(Services& services, std::string name, std::string kernel, std::function<void()> onGone);
    ~Context();
    void setOnGone(std::function<void()> onGone) { m_onGone = std::move(onGone); }

    const std::string& name() const { return m_name; }
    const std::string& kernel() const { return m_kernel; }
    pid_t pid() const { return m_pid; }
    OwnerId owner() const { return m_owner; }
    std::uint64_t sinceTicks() const { return m_sinceTicks; }
    bool isReady() const { return m_isUp && !m_ending; }
    bool isEnding() const { return m_ending; }
    bool isBusy() const { return m_current != nullptr; }
    bool canBeCopied() const { return m_control && m_isUp && !m_ending; }

    /// Makes the seat this context. Errors: ConnectionLost, ResourceExhausted.
    Result<void> adopt(Seat seat, const Kernel::Spec& spec);
    /// Makes the interpreter this context. @p onUp is called once: it answers, or it is gone
    /// without having done so.
    void adopt(
        std::unique_ptr<LineInterpreter> interpreter, std::vector<std::string> env,
        std::function<void(Result<void>)> onUp);
    /// Makes the copy this context, which is up as soon as it has said so. @p onUp as above.
    void adopt(UniqueFd copy, std::function<void(Result<void>)> onUp);
    /// Has the interpreter leave a copy of itself, before whatever it is sent next. @p handler is
    /// called once. Errors: ConnectionLost, ResourceExhausted.
    void copy(CopyHandler handler);
    /// Has the interpreter tell what its variables are, or all of the one called @p variable: JSON,
    /// which may be anything. While no cell runs. @p handler is called once. Errors: Timeout,
    /// ResourceExhausted, Unavailable (too many ask), ConnectionLost, Io.
    void look(const std::string& variable, LookHandler handler);
    /// Tells those that queued that it could not be opened.
    void abandon();
    /// Also before adopt(): the turn comes when the interpreter is there.
    void enqueue(ContextUser& user);
    void leave(ContextUser& user);
    /// For the current user only. Errors: ConnectionLost, ResourceExhausted.
    Result<void> sendCell(CellOrder cell, const RunIo& io);
    /// Errors: of kill(2).
    Result<void> signal(int number);
    /// Ends the interpreter and all that it started.
    void kill();
    /// The same of one that has started nothing as a rule: looks for more when it has ended.
    void killCopy();
    std::size_t killed() const { return m_killer ? m_killer->killed() : 0; }

private:
    void claim();
    void readMessages();
    void readFirstMessage();
    void takeCopy(agent::KernelMessage message);
    void takeLastCopies();
    void takeLook(const agent::KernelMessage& message);
    void endLooks();
    void giveTurn();
    void onUp();
    void tellUp(Result<void> how);
    void onRootExit(const ExitInfo& exit);
    void onTreeGone();

    Services& m_services;
    std::string m_name;
    std::string m_kernel;
    std::function<void()> m_onGone;
    OwnerId m_owner;
    std::uint64_t m_sinceTicks = 0;
    pid_t m_pid = -1;
    UniqueFd m_control;
    std::unique_ptr<LineInterpreter> m_interpreter; // instead of m_control
    std::vector<std::string> m_env; // that it was started with
    std::function<void(Result<void>)> m_tellUp;
    EventLoop::TimerId m_upTimer = 0;
    bool m_isUp = false;
    ContextUser* m_current = nullptr;
    std::deque<ContextUser*> m_queue;
    std::deque<CopyHandler> m_copies; // that were asked for
    struct Look
    {
        LookHandler handler; ///< Empty: it was told that it takes too long.
        UniqueFd answer;
        EventLoop::TimerId timer = 0;
    };
    std::deque<Look> m_looks; // that were asked for, in that order
    std::unique_ptr<TreeKiller> m_killer;
    bool m_ending = false;
};

} // namespace sandbench::guest
