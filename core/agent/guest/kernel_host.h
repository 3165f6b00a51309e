// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/kernel_server.h"
#include "core/agent/guest/lent_kernel.h"
#include "core/agent/guest/line_interpreter.h"
#include "core/base/json.h"

#include <list>
#include <map>
#include <memory>

namespace sandbench::guest {

/// One language's warm interpreter: the bare fork server, its preloaded sibling, and who waits for
/// a seat. A server that dies is started again, with growing pauses. The first one may be lent: see
/// LentKernel. One that speaks lines has no
/// server: each context is an interpreter of its own, and nothing runs before the first.
/// Thread: one.
class Kernel
{
public:
    struct Spec
    {
        std::vector<std::string> argv;
        std::vector<std::string> env;
        std::vector<std::string> preload;
        std::string source; ///< Its text; behind a NUL what it reads as a file of its own.
        std::string warm;
        std::string cwd; ///< Of contexts.
        bool speaksLines = false;
        bool isLent = false; ///< It comes through Services::kernelDoor, and its source with it.
    };
    /// Nothing: no seat is to be had.
    using SeatHandler = std::function<void(std::optional<Seat>)>;
    using RequestId = std::uint64_t;

    Kernel(Services& services, Spec spec);
    ~Kernel();

    /// Errors: those of starting a process.
    Result<void> start();
    const Spec& spec() const { return m_spec; }
    /// Anew, with the rights that programs have now. What runs already goes on with its own.
    void restart();
    /// For one that speaks lines. Errors: those of starting a process.
    Result<std::unique_ptr<LineInterpreter>> startInterpreter();

    /// Calls @p handler once, perhaps before it returns (then the id means nothing). @p patience:
    /// how long to wait.
    RequestId acquireSeat(bool preferFull, std::chrono::milliseconds patience, SeatHandler handler);
    void cancel(RequestId request);
    /// Whether a program with this text gains from the preloaded server that is there. Remembers
    /// where one was missed.
    bool wantsFull(const std::string& programPath);
    bool hasFull() const { return m_full && m_full->isReady(); }
    /// It was lent, and takes a moment to come once it is wanted.
    bool isFullComing() const
    {
        return m_isFullLent && !hasFull() && (m_fullDoor || m_lentFull || m_full);
    }
    /// A run that used a seat is over: time for the next one.
    void onRunEnded();
    /// Whether another run will follow this one; else no seat is made ready for it.
    void expectMore(bool expected) { m_expectsMore = expected; }

private:
    struct Request
    {
        RequestId id;
        bool preferFull;
        SeatHandler handler;
        EventLoop::TimerId timer;
    };

    Result<void> keepSource();
    Result<void> spawnServer();
    Result<void> takeLent();
    void requestFull();
    void onLent(const std::string& kind, std::optional<LentKernel::Server> server);
    void onBareReady();
    void onBareDead();
    void serveWith(pid_t pid, UniqueFd control);
    void onServer(pid_t pid, UniqueFd control);
    void serveWaiting();
    void requestSeats();
    void preloadOnce();
    /// At once where a program would have used the libraries, else once no run has begun for a
    /// moment: a short session never pays for them.
    void preloadWhenQuiet();
    void giveUpWaiting(RequestId id);
    bool serve(Request& request);
    bool isToBeReady() const { return m_expectsMore && m_spec.warm != "never"; }

    Services& m_services;
    Spec m_spec;
    OwnerId m_owner;
    UniqueFd m_source;
    UniqueFd m_code;
    std::unique_ptr<KernelServer> m_bare;
    std::unique_ptr<KernelServer> m_full;
    UniqueFd m_fullDoor; ///< Until it is wanted.
    std::unique_ptr<LentKernel> m_lentBare; ///< While it is on its way.
    std::unique_ptr<LentKernel> m_lentFull;
    std::list<Request> m_waiting;
    RequestId m_nextRequest = 1;
    EventLoop::TimerId m_restartTimer = 0;
    EventLoop::TimerId m_quietTimer = 0;
    int m_failures = 0; // since it was ready
    int m_preloads = 0;
    bool m_preloading = false;
    bool m_isFullLent = false;
    bool m_isFullMissed = false; ///< A program would have used it, but it was not there.
    bool m_expectsMore = true;
};

/// All kernels of the sandbox by name.
class KernelHost
{
public:
    explicit KernelHost(Services& services)
        : m_services(services)
    {
    }

    /// `kernel_start`. Errors: InvalidArgument, AlreadyExists, and those of starting a process.
    Result<Json> start(const Json& request, std::string source);
    /// All of them.
    void restart();
    Kernel* find(const std::string& name);

private:
    Services& m_services;
    std::map<std::string, std::unique_ptr<Kernel>> m_kernels;
};

} // namespace sandbench::guest
