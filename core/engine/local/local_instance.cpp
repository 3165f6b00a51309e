// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/local_instance.h"

#include "core/engine/cgroup/cgroup_files.h"
#include "core/engine/guest_path.h"
#include "core/engine/local/bwrap_start.h"
#include "core/engine/local/own_mounts.h"
#include "core/engine/local/userns_check.h"
#include "core/process/wait_readable.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sandbench::local {

namespace {

using namespace std::chrono_literals;

constexpr auto kStartTimeout = 15s;
constexpr auto kInstanceEndTimeout = 2s;
constexpr int kSocketBufferBytes = 1 << 20;

Result<std::pair<UniqueFd, UniqueFd>> makeAgentSocket()
{
    SANDBENCH_TRY(auto ends, makeSocketPair());
    // Fewer wake-ups when a program prints a lot; the kernel cuts it to what we may have.
    for (const int fd : {ends.first.get(), ends.second.get()})
        ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &kSocketBufferBytes, sizeof kSocketBufferBytes);
    return ends;
}

bool isMissing(const IsolationReport& report, std::string_view controller)
{
    return std::any_of(report.missing.begin(), report.missing.end(), [&](const auto& missing) {
        return missing.layer.starts_with(controller);
    });
}

void reportNoGroups(IsolationReport& report)
{
    for (const auto* controller : {"memory", "pids", "cpu"})
        cgroup::missController(
            report, controller, "this machine has no control groups that we can see",
            "mount cgroup v2 and delegate it to this user");
}

// prlimit(1) refuses what is above our own hard limit, which holds in any case.
std::uint64_t possibleProcesses(std::uint64_t wanted)
{
    rlimit own = {};
    return ::getrlimit(RLIMIT_NPROC, &own) == 0 ? std::min<std::uint64_t>(wanted, own.rlim_max)
                                                : wanted;
}

bool isPreparedFor(const LocalHost& host, const Zygote* zygote, const SandboxSpec& spec)
{
    const auto& folders = host.layout().folders;
    return zygote && zygote->mountNamespace() >= 0 && spec.hostname == SandboxSpec().hostname
        && !isInstallNetwork(spec.network)
        && std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
               return isWithin(host.bwrap(), folder);
           });
}

} // namespace

void addFixedLayers(IsolationReport& report)
{
    report.layers.insert(
        report.layers.end(),
        {"user, process, mount, network, ipc, host name and cgroup namespaces",
         "no nested user namespaces", "system-call filter", "no capabilities", "no new privileges",
         "read-only file system with sized scratch folders", "no network but its own loopback",
         "ends with this program"});
}

LocalInstance::LocalInstance(
    std::shared_ptr<LocalHost> host, std::shared_ptr<Zygote> zygote, const SandboxSpec& spec)
    : m_host(std::move(host))
    , m_bwrapHides(m_host->bwrapHides())
    , m_zygote(std::move(zygote))
    , m_isPrepared(isPreparedFor(*m_host, m_zygote.get(), spec))
    , m_layout(m_isPrepared ? m_host->preparedLayout() : m_host->layout())
{
}

std::vector<CopiedFile> LocalInstance::copiedFiles(const SandboxSpec& spec) const
{
    if (m_isPrepared)
        return {};
    return sandboxFiles(
        m_layout, spec.hostname, isInstallNetwork(spec.network) ? kInstallNameServer : "");
}

Result<std::unique_ptr<LocalInstance>>
LocalInstance::start(std::shared_ptr<LocalHost> host, const SandboxSpec& spec, std::stop_token stop)
{
    std::shared_ptr<Zygote> suspect;
    for (;;) {
        auto zygote = suspect ? nullptr : host->zygotes().current();
        std::unique_ptr<LocalInstance> instance(new LocalInstance(host, std::move(zygote), spec));
        const auto opened = instance->open(spec, stop);
        if (opened && suspect)
            host->zygotes().giveUp(suspect);
        if (opened) {
            SANDBENCH_TRY_VOID(instance->attachNetwork(spec, std::move(stop)));
            return instance;
        }
        const auto& error = opened.error();
        // It may be its user namespace in which no sandbox can be made.
        if (instance->m_zygote
            && opened.failedAs(ErrorCode::Unavailable, ErrorCode::PermissionDenied)) {
            suspect = instance->m_zygote;
            continue;
        }
        if (instance->m_bwrapHides || error.code() != ErrorCode::Unsupported)
            return error;
        // As with a bwrap that is setuid, whose mounts belong to root.
        host->letBwrapHide();
    }
}

Result<void> LocalInstance::open(const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(reserve(spec));
    SANDBENCH_TRY_VOID(spawn(spec));
    SANDBENCH_TRY_VOID(enterGroup(spec.limits, stop));
    SANDBENCH_TRY_VOID(release(spec));
    SANDBENCH_TRY_VOID(findInit(stop));
    SANDBENCH_TRY_VOID(awaitAgent(stop));
    return separateFromHost();
}

/// When all else is there: what fails here says nothing of a zygote.
Result<void> LocalInstance::attachNetwork(const SandboxSpec& spec, std::stop_token stop)
{
    if (!isInstallNetwork(spec.network))
        return {};
    SANDBENCH_TRY(m_network, InstallNetwork::attach(m_initPid, true, std::move(stop)));
    noteInstallNetwork(m_isolation);
    return {};
}

LocalInstance::~LocalInstance()
{
    (void)LocalInstance::close().has_value();
}

Result<void> LocalInstance::reserve(const SandboxSpec& spec)
{
    m_host->lookAfterMachine();
    addFixedLayers(m_isolation);
    m_setup.currentFolder = spec.workingFolder;
    m_hasFewerCalls = spec.onlyNeededCalls;
    m_setup.isCurrentScratch = bringsWorkingFolder(m_layout, spec.workingFolder);
    if (::geteuid() == 0) {
        SANDBENCH_TRY(auto user, UidReservation::take(m_host->runtimeFolder()));
        m_user.emplace(std::move(user));
        m_isolation.layers.push_back("host user id of its own");
    } else {
        m_isolation.miss(
            "host user id of its own", "this user may not become another one",
            "none needed; sandboxes share your user id, but no file of yours is visible in them");
    }
    if (auto* tree = m_host->cgroups()) {
        m_group = tree->create(m_host->nextGroupName(spec.sessionId), spec.limits, m_isolation);
    } else {
        reportNoGroups(m_isolation);
    }
    return {};
}

Result<void> LocalInstance::spawn(const SandboxSpec& spec)
{
    SANDBENCH_TRY(auto socket, makeAgentSocket());
    SANDBENCH_TRY(auto messages, makePipe());
    SANDBENCH_TRY(auto info, makePipe());
    SANDBENCH_TRY(auto options, makeSocketPair());
    SANDBENCH_TRY(auto door, makePacketPair());
    SANDBENCH_TRY(const auto filter, m_host->openSeccompFilter());
    SANDBENCH_TRY(const auto files, openFiles(copiedFiles(spec)));
    // Nothing inside may ever wait for us to read its messages.
    for (const int fd : {messages.read.get(), messages.write.get()})
        ::fcntl(fd, F_SETFL, O_NONBLOCK);

    SpawnSpec bwrap;
    bwrap.program = m_host->bwrap();
    // It stands in for the group's, also where only moveIn() will tell whether there is one.
    const bool needsRlimit = isMissing(m_isolation, "pids") || (m_group && m_group->reportsLate());
    const auto processLimit = needsRlimit ? possibleProcesses(spec.limits.pids) : 0;
    bwrap.arguments = bwrapArguments(m_layout, processLimit, m_host->agentArguments());
    if (processLimit != 0 && !m_layout.prlimit.empty())
        m_isolation.layers.push_back("process limit (rlimit of the sandbox's own user namespace)");
    bwrap.fds = {socket.second.get(), socket.second.get(), messages.write.get(), m_host->agentFd(),
                 filter.get(),        info.write.get(),    options.second.get(), door.second.get()};
    for (const auto& file : files)
        bwrap.fds.push_back(file.get());
    // Its copies can enter what is below that.
    if (m_zygote)
        bwrap.userNamespace = m_zygote->userNamespace();
    if (m_isPrepared)
        bwrap.mountNamespace = m_zygote->mountNamespace();
    if (m_user)
        bwrap.identity = ProcessIdentity{m_user->uid(), m_user->uid()};
    bwrap.limits = limitsOfSandboxes();
    bwrap.diesWithSpawner = true;
    std::vector<UniqueFd> entries;
    if (m_group) {
        SANDBENCH_TRY(entries, m_group->entries());
    }
    for (const auto& file : entries)
        bwrap.joinFds.push_back(file.get());
    auto spawned = m_host->spawner().spawn(std::move(bwrap));
    if (!spawned && m_user && spawned.error().code() == ErrorCode::PermissionDenied)
        return Error(
            ErrorCode::Unavailable,
            spawned.error().text()
                + "; this root may not become another user, as in a container that maps only one: "
                  "run Sandbench as an ordinary user");
    SANDBENCH_TRY(m_bwrap, std::move(spawned));
    m_stream = std::make_unique<SocketStream>(std::move(socket.first));
    m_messages = std::move(messages.read);
    m_info = std::move(info.read);
    m_options = std::move(options.first);
    m_door = std::move(door.first);
    m_processLimit = processLimit;
    return {};
}

/// While bwrap still waits for its options: the group in which it makes the cgroup namespace
/// becomes the root of that, and a path outside of it would show the guest where on the host it is.
Result<void> LocalInstance::enterGroup(const SandboxLimits& limits, std::stop_token stop)
{
    if (m_group && m_group->reportsLate()) {
        const pid_t pids[] = {m_bwrap.pid()};
        SANDBENCH_TRY_VOID(m_group->moveIn(pids, m_isolation, stop));
    }
    if (limits.memoryBytes != 0 && isMissing(m_isolation, "memory"))
        limitEachProcess(limits.memoryBytes);
    return {};
}

Result<void> LocalInstance::release(const SandboxSpec& spec)
{
    const auto sent = sendOptions(
        m_options.get(), bwrapOptions(m_layout, spec, copiedFiles(spec), m_bwrapHides));
    m_options.reset();
    return sent ? sent : startFailure();
}

/// Only where the group does not: a program that meets this limit sees its allocation fail, and
/// the run could not be told to be out of memory.
void LocalInstance::limitEachProcess(std::uint64_t memoryBytes)
{
    const rlimit limit = {memoryBytes, memoryBytes};
    if (::prlimit(m_bwrap.pid(), RLIMIT_DATA, &limit, nullptr) != 0)
        return;
    m_dataLimit = memoryBytes;
    m_isolation.layers.push_back("data limit of each process (rlimit)");
}

/// bwrap writes its child's number in pieces and then closes the descriptor.
Result<void> LocalInstance::findInit(std::stop_token stop)
{
    std::string text;
    for (;;) {
        SANDBENCH_TRY_VOID(waitFor(m_info.get(), stop, "start"));
        if (!readSome(m_info.get(), text))
            break;
    }
    m_initPid = initPidOf(text);
    if (m_initPid > 0)
        m_init.reset(static_cast<int>(::syscall(SYS_pidfd_open, m_initPid, 0)));
    if (!m_init)
        return startFailure();
    m_info.reset();
    return {};
}

Result<void> LocalInstance::awaitAgent(std::stop_token stop)
{
    SANDBENCH_TRY_VOID(waitFor(m_stream->fd(), stop, "answer"));
    char first = 0;
    if (::recv(m_stream->fd(), &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1)
        return {};
    // The other end closed: bwrap or the agent gave up and said why.
    return startFailure();
}

/// Errors: Unsupported when bwrap has to hide what could not be hidden.
Result<void> LocalInstance::separateFromHost()
{
    WantedMounts wanted = {m_layout.folders, {}, {}};
    wanted.folders.insert(
        wanted.folders.end(), m_layout.configFolders.begin(), m_layout.configFolders.end());
    if (!m_bwrapHides) {
        wanted.hiddenFiles = m_layout.maskedProc;
        wanted.hiddenFolders = m_layout.maskedProcFolders;
    }
    const auto own = separateMounts(m_initPid, wanted);
    if (!own.hidden && !m_bwrapHides)
        return Error(ErrorCode::Unsupported, own.hidden.error().text());
    if (own.terminals)
        m_isolation.layers.push_back(std::to_string(kMostTerminals) + " terminals at most");
    else
        m_isolation.miss(
            "terminal limit", own.terminals.error().text(),
            "none known; programs could take all pseudo terminals of this machine");
    if (own.files)
        m_isolation.layers.push_back("host files through an overlay");
    else
        m_isolation.miss(
            "host files through an overlay", own.files.error().text(),
            "Linux 5.11 or newer with overlayfs; programs can lock files of this machine that "
            "others lock too, and see when they are opened");
    return {};
}

Error LocalInstance::startFailure()
{
    const auto said = messages();
    // The setting may be there and not be the reason, so bwrap's own words stay.
    if (const auto problem = findUsernsProblem(readUsernsSettings()))
        return Error(
            ErrorCode::Unavailable,
            problem->problem + (said.empty() ? "" : " (" + said + ")") + "; " + problem->remedy);
    return Error(
        ErrorCode::Unavailable,
        "the sandbox did not start: " + (said.empty() ? "no reason was given" : said));
}

Result<void> LocalInstance::waitFor(int fd, std::stop_token stop, std::string_view what)
{
    const auto ready = waitReadable(fd, kStartTimeout, std::move(stop));
    if (!ready.failedAs(ErrorCode::Timeout))
        return ready;
    return Error(
        ErrorCode::Timeout, "the sandbox did not " + std::string(what) + " in time; " + messages());
}

std::string LocalInstance::messages()
{
    return readMessages(m_messages.get());
}

bool LocalInstance::lendKernel(const KernelRecipe& recipe)
{
    auto door = std::move(m_door);
    if (recipe.argv.empty() || !m_host->agentArguments().empty())
        return false;
    m_host->zygotes().want(recipe);
    const bool joinsLate = m_group && m_group->reportsLate();
    if (!door || !m_zygote || joinsLate || m_hasFewerCalls || !m_zygote->isFor(recipe))
        return false;
    const auto filter = m_host->openSeccompFilter();
    auto groups = m_group ? m_group->entries() : Result<std::vector<UniqueFd>>();
    if (!filter || !groups)
        return false;
    const Zygote::Entrance entrance = {m_init.get(),   filter->get(), *groups,
                                       m_processLimit, m_dataLimit,   !recipe.preload.empty()};
    m_isLent = m_zygote->lend(entrance, std::move(door)).has_value();
    return m_isLent;
}

ResourceCounters LocalInstance::counters() const
{
    const std::lock_guard lock(m_groupMutex);
    return m_group ? m_group->counters() : ResourceCounters();
}

void LocalInstance::resetPeak()
{
    const std::lock_guard lock(m_groupMutex);
    if (m_group)
        m_group->resetPeak();
}

std::string LocalInstance::description() const
{
    std::string text = "bwrap " + m_host->bwrapVersion();
    if (m_user)
        text += ", uid " + std::to_string(m_user->uid());
    if (m_isLent)
        text += ", copy of a warm interpreter";
    return text;
}

Result<void> LocalInstance::dropNetwork(std::stop_token)
{
    return m_network.drop();
}

Result<void> LocalInstance::removeGroup()
{
    const std::lock_guard lock(
        m_groupMutex); // a run that is just ending may be asking for its counters
    if (m_group)
        SANDBENCH_TRY_VOID(m_group->remove(kInstanceEndTimeout));
    m_group.reset();
    return {};
}

Result<void> LocalInstance::close()
{
    if (std::exchange(m_closed, true))
        return {};
    if (m_stream)
        m_stream->close();
    m_network = InstallNetwork();
    // Killed alone in its first moments, bwrap would leave its child behind, which has no tie to it
    // yet. Before it has its options it has no child.
    if (m_info && !m_options && m_bwrap.pid() > 0)
        (void)findInit({}).has_value();
    // The end of process 1 is the end of its namespace: the kernel reports it only when nothing
    // else is left there.
    if (m_init)
        ::syscall(SYS_pidfd_send_signal, m_init.get(), SIGKILL, nullptr, 0);
    m_bwrap.kill(SIGKILL);
    // Of bwrap and what it started in its first moments; else there is nothing left to kill.
    if (m_group && !m_init)
        m_group->killAll();
    pollfd ended = {m_init.get(), POLLIN, 0};
    const bool gone
        = !m_init || ::poll(&ended, 1, std::chrono::milliseconds(kInstanceEndTimeout).count()) == 1;
    m_bwrap = ChildProcess();
    if (m_group && !gone)
        m_group->killAll();
    SANDBENCH_TRY_VOID(removeGroup());
    m_user.reset();
    if (!gone)
        return Error(ErrorCode::Timeout, "a process of the sandbox does not end");
    return {};
}

} // namespace sandbench::local
