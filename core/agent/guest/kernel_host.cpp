// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/kernel_host.h"

#include "core/agent/guest/program_text.h"
#include "core/agent/guest/run_spec.h"
#include "core/agent/guest/spawn.h"

#include <algorithm>
#include <cerrno>
#include <malloc.h>
#include <sys/socket.h>
#include <utility>

namespace sandbench::guest {

using namespace std::chrono_literals;

static constexpr int kMostFailures = 5;
static constexpr int kMostPreloads = 3;
static constexpr auto kQuietBeforePreload = 300ms;
// Longer than this, a bare interpreter that loads the libraries itself is the faster one.
static constexpr auto kPatienceForFull = 250ms;

Kernel::Kernel(Services& services, Spec spec)
    : m_services(services)
    , m_spec(std::move(spec))
    , m_owner(services.tree.newOwner())
{
}

Kernel::~Kernel()
{
    m_services.loop.cancel(m_restartTimer);
    m_services.loop.cancel(m_quietTimer);
    for (const Request& request : m_waiting)
        m_services.loop.cancel(request.timer);
}

Result<void> Kernel::keepSource()
{
    const std::string_view source = m_spec.source;
    const auto end = source.find('\0');
    SANDBENCH_TRY(m_source, makeSealedMemfd("sandbench-kernel", source.substr(0, end)));
    if (end != std::string_view::npos) {
        SANDBENCH_TRY(m_code, makeSealedMemfd("sandbench-code", source.substr(end + 1)));
    }
    std::string().swap(m_spec.source);
    // Its text came through several buffers: a sandbox that waits keeps none of them.
    ::malloc_trim(0);
    return {};
}

Result<void> Kernel::start()
{
    if (std::exchange(m_spec.isLent, false))
        return takeLent();
    if (!m_source)
        SANDBENCH_TRY_VOID(keepSource());
    return m_spec.speaksLines ? Result<void>() : spawnServer();
}

Result<void> Kernel::spawnServer()
{
    SANDBENCH_TRY(auto sockets, makePacketPair());
    auto& [ours, theirs] = sockets;
    agent::askForSenders(ours.get());
    const UniqueFd nowhere = openNowhere();
    SpawnSpec spawn;
    spawn.argv = m_spec.argv;
    spawn.argv.push_back("/proc/self/fd/4");
    spawn.env = m_spec.env;
    spawn.searchPath = searchPathOf(m_spec.env);
    spawn.cwd = "/";
    spawn.fds = {nowhere.get(), nowhere.get(),  nowhere.get(),
                 theirs.get(),  m_source.get(), m_services.rights.domainRules.get(),
                 m_code.get()};
    spawn.openFiles = m_services.openFiles;
    spawn.rights = &m_services.rights;
    spawn.observer = &m_services.observer;
    SANDBENCH_TRY(const Spawned child, spawnProcess(spawn));
    serveWith(child.pid, std::move(ours));
    return {};
}

void Kernel::serveWith(pid_t pid, UniqueFd control)
{
    m_bare = std::make_unique<KernelServer>(
        m_services, m_owner, "bare", pid, std::move(control),
        KernelServer::Listener{
            [this] { onBareReady(); }, [this] { serveWaiting(); },
            [this](pid_t server, UniqueFd itsControl) { onServer(server, std::move(itsControl)); },
            [this] { onBareDead(); }});
}

Result<void> Kernel::takeLent()
{
    SANDBENCH_TRY(auto lent, readLoan(m_services.kernelDoor.get()));
    m_source = std::move(lent.source);
    m_code = std::move(lent.code);
    auto door = std::move(m_services.kernelDoor);
    // Programs that have fewer rights than the agent need a server with those.
    if (!LentKernel::fits(m_services.rights))
        return spawnServer();
    m_lentBare = std::make_unique<LentKernel>(
        m_services, std::move(door), [this](auto server) { onLent("bare", std::move(server)); });
    if (lent.full && m_spec.warm != "never") {
        m_preloading = m_isFullLent = true;
        m_fullDoor = std::move(lent.full);
    }
    return {};
}

void Kernel::requestFull()
{
    if (m_fullDoor)
        m_lentFull
            = std::make_unique<LentKernel>(m_services, std::move(m_fullDoor), [this](auto server) {
                  onLent("full", std::move(server));
              });
    else if (m_full)
        m_full->requestSeat();
}

void Kernel::onLent(const std::string& kind, std::optional<LentKernel::Server> server)
{
    const bool isBare = kind == "bare";
    // Not while its handler runs.
    m_services.loop.defer([gone = std::shared_ptr<LentKernel>(
                               isBare ? std::move(m_lentBare) : std::move(m_lentFull))] {});
    if (isBare && server) {
        serveWith(server->pid, std::move(server->control));
    } else if (isBare) {
        if (!spawnServer())
            onBareDead();
    } else if (server) {
        onServer(server->pid, std::move(server->control));
    } else {
        m_preloading = m_isFullLent = false;
        preloadOnce();
        serveWaiting();
    }
}

void Kernel::restart()
{
    if (m_spec.speaksLines)
        return;
    m_full.reset();
    m_lentBare.reset();
    m_lentFull.reset();
    m_fullDoor.reset();
    m_preloads = 0;
    m_services.loop.cancel(std::exchange(m_restartTimer, 0));
    // As after a death, but at once.
    m_failures = -1;
    onBareDead();
}

Result<std::unique_ptr<LineInterpreter>> Kernel::startInterpreter()
{
    SpawnSpec spawn;
    spawn.argv = m_spec.argv;
    spawn.env = m_spec.env;
    spawn.searchPath = searchPathOf(m_spec.env);
    spawn.cwd = m_spec.cwd;
    spawn.limits = Limits{}.resourceLimits();
    spawn.openFiles = m_services.openFiles;
    spawn.rights = &m_services.rights;
    spawn.observer = &m_services.observer;
    return LineInterpreter::start(m_services, std::move(spawn), m_source.get());
}

void Kernel::onBareReady()
{
    m_failures = 0;
    if (m_spec.warm == "now")
        preloadOnce();
    else
        preloadWhenQuiet();
}

void Kernel::preloadWhenQuiet()
{
    m_services.loop.cancel(std::exchange(m_quietTimer, 0));
    if (m_spec.warm != "idle" || m_full || m_preloading)
        return;
    if (std::exchange(m_isFullMissed, false))
        return preloadOnce();
    m_quietTimer = m_services.loop.after(kQuietBeforePreload, [this] {
        m_quietTimer = 0;
        preloadOnce();
    });
}

void Kernel::onBareDead()
{
    m_bare.reset();
    m_preloading = false;
    m_services.loop.cancel(std::exchange(m_quietTimer, 0));
    // Those who wait have another way to run their program.
    auto waiting = std::move(m_waiting);
    m_waiting.clear();
    for (Request& request : waiting) {
        m_services.loop.cancel(request.timer);
        request.handler(std::nullopt);
    }
    if (++m_failures > kMostFailures)
        return;
    m_restartTimer
        = m_services.loop.after(m_failures == 0 ? 0ms : 50ms * (1 << m_failures), [this] {
              if (!start())
                  onBareDead();
          });
}

void Kernel::onServer(pid_t pid, UniqueFd control)
{
    m_preloading = false;
    m_full = std::make_unique<KernelServer>(
        m_services, m_owner, "full", pid, std::move(control),
        KernelServer::Listener{
            [] {}, [this] { serveWaiting(); }, [](pid_t, const UniqueFd&) {},
            [this] {
                m_full.reset();
                preloadOnce();
            }});
}

void Kernel::preloadOnce()
{
    if (m_spec.warm == "never" || m_full || m_preloading || !m_bare || !m_bare->isReady()
        || m_spec.preload.empty() || m_preloads >= kMostPreloads)
        return;
    ++m_preloads;
    m_preloading = true;
    m_bare->preload(m_spec.preload);
}

bool Kernel::wantsFull(const std::string& programPath)
{
    const bool isToHave = m_spec.warm == "idle" && !m_full && !m_preloading;
    if (!hasFull() && !isFullComing() && !isToHave)
        return false;
    const bool isWanted
        = mentionsAny(readProgramText(programPath), hasFull() ? m_full->modules() : m_spec.preload);
    m_isFullMissed = m_isFullMissed || (isToHave && isWanted);
    return isWanted && !isToHave;
}

bool Kernel::serve(Request& request)
{
    KernelServer* server = request.preferFull && hasFull() ? m_full.get() : m_bare.get();
    const bool waits = request.preferFull && isFullComing();
    if (waits || !server || !server->hasSeat())
        return false;
    m_services.loop.cancel(std::exchange(m_quietTimer, 0));
    m_services.loop.cancel(request.timer);
    request.handler(server->takeSeat());
    // Forked beside the run, so that a next run that follows at once does not wait for it; but not
    // where hardly another one follows.
    if (isToBeReady())
        server->requestSeat();
    return true;
}

Kernel::RequestId
Kernel::acquireSeat(bool preferFull, std::chrono::milliseconds patience, SeatHandler handler)
{
    const bool isToBeFull = preferFull && (hasFull() || isFullComing());
    Request request{m_nextRequest++, isToBeFull, std::move(handler), 0};
    const RequestId id = request.id;
    if (serve(request))
        return id;
    if (!m_bare && !m_lentBare) {
        request.handler(std::nullopt);
        return id;
    }
    if (request.preferFull) {
        requestFull();
        request.timer = m_services.loop.after(kPatienceForFull, [this, id, patience] {
            for (Request& waiting : m_waiting) {
                if (waiting.id != id)
                    continue;
                waiting.preferFull = false;
                waiting.timer = m_services.loop.after(patience, [this, id] { giveUpWaiting(id); });
            }
            requestSeats();
            serveWaiting();
        });
    } else {
        if (m_bare)
            m_bare->requestSeat();
        request.timer = m_services.loop.after(patience, [this, id] { giveUpWaiting(id); });
    }
    m_waiting.push_back(std::move(request));
    return id;
}

void Kernel::giveUpWaiting(RequestId id)
{
    const auto found
        = std::find_if(m_waiting.begin(), m_waiting.end(), [id](const Request& request) {
              return request.id == id;
          });
    if (found == m_waiting.end())
        return;
    const SeatHandler handler = std::move(found->handler);
    m_waiting.erase(found);
    handler(std::nullopt);
}

void Kernel::cancel(RequestId request)
{
    const auto found
        = std::find_if(m_waiting.begin(), m_waiting.end(), [request](const Request& waiting) {
              return waiting.id == request;
          });
    if (found == m_waiting.end())
        return;
    m_services.loop.cancel(found->timer);
    m_waiting.erase(found);
}

void Kernel::serveWaiting()
{
    for (auto at = m_waiting.begin(); at != m_waiting.end();) {
        auto node = at++;
        std::list<Request> taken;
        taken.splice(taken.begin(), m_waiting, node);
        if (!serve(taken.front()))
            m_waiting.splice(at, taken);
    }
    if (!m_waiting.empty())
        requestSeats();
}

void Kernel::requestSeats()
{
    if (m_bare)
        m_bare->requestSeat();
    if (m_full)
        m_full->requestSeat();
}

void Kernel::onRunEnded()
{
    if (!isToBeReady())
        return;
    requestSeats();
    preloadWhenQuiet();
}

Result<Json> KernelHost::start(const Json& request, std::string source)
{
    const std::string name = jsonString(request, "kernel");
    if (m_kernels.contains(name))
        return Error(ErrorCode::AlreadyExists, "the kernel " + name + " is there already");
    Kernel::Spec spec;
    SANDBENCH_TRY(spec.argv, parseStrings(request, "argv"));
    SANDBENCH_TRY(spec.env, parseEnvironment(request));
    SANDBENCH_TRY(spec.preload, parseStrings(request, "preload"));
    SANDBENCH_TRY(auto scratch, parseStrings(request, "scratch"));
    spec.source = std::move(source);
    spec.warm = jsonString(request, "warm", "never");
    const std::string protocol = jsonString(request, "protocol", "seats");
    spec.speaksLines = protocol == "lines";
    spec.isLent = jsonBool(request, "lent");
    spec.cwd = jsonString(request, "cwd", scratch.empty() ? "/" : scratch.front());
    if (name.empty() || spec.argv.empty() || spec.source.empty() != spec.isLent)
        return Error(ErrorCode::InvalidArgument, "a kernel needs a name, argv and source");
    if (!spec.speaksLines && protocol != "seats")
        return Error(ErrorCode::InvalidArgument, "this agent knows no kernel protocol " + protocol);
    if (!scratch.empty())
        m_services.scratchPaths = std::move(scratch);
    auto kernel = std::make_unique<Kernel>(m_services, std::move(spec));
    SANDBENCH_TRY_VOID(kernel->start());
    m_kernels.emplace(name, std::move(kernel));
    return Json::object();
}

void KernelHost::restart()
{
    for (const auto& [name, kernel] : m_kernels)
        kernel->restart();
}

Kernel* KernelHost::find(const std::string& name)
{
    const auto found = m_kernels.find(name);
    return found == m_kernels.end() ? nullptr : found->second.get();
}

} // namespace sandbench::guest
