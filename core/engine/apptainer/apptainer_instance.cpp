// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/apptainer_instance.h"

#include "core/base/text.h"
#include "core/engine/apptainer/container_checks.h"
#include "core/engine/apptainer/messages.h"
#include "core/engine/apptainer/process_tree.h"
#include "core/engine/cgroup/cgroup_files.h"
#include "core/engine/cgroup/group_list.h"
#include "core/engine/container_options.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sandbench::apptainer {

namespace {

using namespace std::chrono_literals;

/// An image on a network file system may be slow to open.
constexpr auto kStartTimeout = 60s;
constexpr auto kInitEndTimeout = 2s;
/// Apptainer takes its own mounts away then.
constexpr auto kMonitorEndTimeout = 5s;
constexpr int kSocketBufferBytes = 1 << 20;
constexpr std::size_t kMessageBytes = 16U << 10;
constexpr std::size_t kPidFileBytes = 64;
/// What Apptainer says where it cannot mount an image's file: it unpacks that each time, or gives
/// up.
constexpr std::array<std::string_view, 2> kCannotMount
    = {"Converting SIF file to temporary sandbox", "image driver mount failure"};

Result<std::pair<UniqueFd, UniqueFd>> makeAgentSocket()
{
    SANDBENCH_TRY(auto ends, makeSocketPair());
    // Fewer wake-ups when a program prints a lot; the kernel cuts it to what we may have.
    for (const int fd : {ends.first.get(), ends.second.get()})
        ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &kSocketBufferBytes, sizeof kSocketBufferBytes);
    return ends;
}

Result<void> writeFileIn(const PrivateFolder& folder, const char* name, std::string_view text)
{
    const UniqueFd file(
        ::openat(folder.fd(), name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!file || ::fchmod(file.get(), 0644) != 0)
        return Error::fromErrno(errno, "cannot write " + folder.path() + "/" + name);
    return writeAll(file.get(), text);
}

std::string hostsText(const SandboxSpec& spec)
{
    std::string text = "127.0.0.1 localhost " + spec.hostname + "\n::1 localhost\n";
    for (const auto& host : containerOf(spec).extraHosts) {
        const auto colon = host.find(':');
        text += host.substr(colon + 1) + ' ' + host.substr(0, colon) + '\n';
    }
    return text;
}

bool cannotMount(std::string_view said)
{
    return std::any_of(kCannotMount.begin(), kCannotMount.end(), [said](std::string_view words) {
        return said.find(words) != std::string_view::npos;
    });
}

bool isMissing(const IsolationReport& report, std::string_view controller)
{
    return std::any_of(report.missing.begin(), report.missing.end(), [&](const auto& missing) {
        return missing.layer.starts_with(controller);
    });
}

void addFixedLayers(IsolationReport& report)
{
    report.layers
        = {"user, process, mount, network, ipc and host name namespaces",
           "system-call filter",
           "no capabilities",
           "no new privileges",
           "no network but its own loopback",
           "ends with this program"};
    report.miss(
        "cgroup namespace", "Apptainer makes none",
        "none known; programs see the path of their control group on this machine");
    report.miss(
        "host user id of its own", "Apptainer's containers run as whoever starts them",
        "none needed; sandboxes share your user id, but no file of yours is visible in them");
}

/// Members beyond the sandbox are not in its group: the agent is the first.
SandboxLimits limitsOfGroup(SandboxLimits limits)
{
    if (limits.pids > cgroup::kMonitorProcesses)
        limits.pids -= cgroup::kMonitorProcesses;
    return limits;
}

} // namespace

Result<std::unique_ptr<Instance>> ApptainerInstance::start(
    std::shared_ptr<ApptainerHost> host, const SandboxSpec& spec, ContainerImage image,
    std::stop_token stop)
{
    std::unique_ptr<ApptainerInstance> instance(
        new ApptainerInstance(std::move(host), std::move(image)));
    SANDBENCH_TRY_VOID(instance->open(spec, std::move(stop)));
    return std::unique_ptr<Instance>(std::move(instance));
}

ApptainerInstance::~ApptainerInstance()
{
    (void)ApptainerInstance::close().has_value();
}

Result<void> ApptainerInstance::open(const SandboxSpec& spec, std::stop_token stop)
{
    addFixedLayers(m_isolation);
    SANDBENCH_TRY(const auto wanted, plan(spec));
    SANDBENCH_TRY_VOID(spawn(wanted));
    SANDBENCH_TRY_VOID(awaitAgent(stop));
    SANDBENCH_TRY_VOID(holdInit());
    SANDBENCH_TRY_VOID(limit(spec, stop));
    SANDBENCH_TRY_VOID(nameUsers());
    finish(spec, wanted);
    if (isInstallNetwork(spec.network)) {
        SANDBENCH_TRY(m_network, InstallNetwork::attach(m_init.pid, false, stop));
        noteInstallNetwork(m_isolation);
    }
    return {};
}

/// The image is named by a link of our own, whose path has nothing that Apptainer could take for
/// something else than a file.
Result<ContainerPlan> ApptainerInstance::plan(const SandboxSpec& spec)
{
    SANDBENCH_TRY(m_folder, m_host->makeFolder());
    if (::symlinkat(m_image.path.c_str(), m_folder.fd(), "image") != 0)
        return Error::fromErrno(errno, "cannot make a link to the image");
    if (::mkdirat(m_folder.fd(), "tmp", 0700) != 0)
        return Error::fromErrno(errno, "cannot make a folder for temporary files");
    ContainerPlan plan;
    plan.image = m_folder.path() + "/image";
    plan.hostname = spec.hostname;
    plan.scratch = scratchFolders(spec);
    plan.writableRoot = containerOf(spec).writableRoot;
    if (!containerOf(spec).gpus.empty()) {
        plan.rocm = ::access("/dev/kfd", F_OK) == 0;
        plan.nvidia = ::access("/dev/nvidiactl", F_OK) == 0;
        if (!plan.rocm && !plan.nvidia)
            return Error(
                ErrorCode::Unavailable,
                "this machine has no GPU that Apptainer could give; leave that away");
    }
    plan.binds = {{m_host->agentFile(), kAgentInside}};
    const auto resolver = isInstallNetwork(spec.network)
        ? "nameserver " + std::string(kInstallNameServer) + "\n"
        : std::string();
    // Apptainer's own would name the user and the name servers of this machine.
    for (const auto& [name, text] :
         {std::pair<const char*, std::string>{"passwd", ""},
          {"group", ""},
          {"hosts", hostsText(spec)},
          {"resolv.conf", resolver}}) {
        SANDBENCH_TRY_VOID(writeFileIn(m_folder, name, text));
        plan.binds.push_back({m_folder.path() + "/" + name, std::string("/etc/") + name});
    }
    SANDBENCH_TRY(auto mounts, readMounts(spec));
    plan.binds.insert(plan.binds.end(), mounts.begin(), mounts.end());
    m_isolation.relaxations = relaxationsOf(spec);
    return plan;
}

Result<void> ApptainerInstance::spawn(const ContainerPlan& plan)
{
    SANDBENCH_TRY(auto socket, makeAgentSocket());
    SANDBENCH_TRY(auto messages, makePipe());
    // Nothing may ever wait for us to read its messages.
    for (const int fd : {messages.read.get(), messages.write.get()})
        ::fcntl(fd, F_SETFL, O_NONBLOCK);
    SpawnSpec spec;
    spec.program = m_host->program().path;
    spec.arguments = execArguments(plan);
    // What a killed one leaves there goes with the folder.
    auto surroundings = m_host->surroundings();
    surroundings.temporaryFolder = m_folder.path() + "/tmp";
    spec.environment = programEnvironment(surroundings, {});
    spec.fds = {socket.second.get(), socket.second.get(), messages.write.get()};
    spec.limits = {{RLIMIT_CORE, 0}};
    SANDBENCH_TRY(m_monitor, ChildProcess::spawn(spec));
    m_stream = std::make_unique<SocketStream>(std::move(socket.first));
    m_messages = std::move(messages.read);
    return {};
}

Result<void> ApptainerInstance::awaitAgent(std::stop_token stop)
{
    const WakeEvent wake;
    const std::stop_callback onStop(stop, [&wake] { wake.signal(); });
    const auto until = std::chrono::steady_clock::now() + kStartTimeout;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(
            until - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            return Error(
                ErrorCode::Timeout,
                "Apptainer did not start the sandbox in time"
                    + (m_said.empty() ? std::string() : " (" + reasonIn(m_said) + ")")
                    + "; see whether the image's %environment ends, and its file system answers");
        pollfd polled[3]
            = {{m_stream->fd(), POLLIN, 0}, {wake.fd(), POLLIN, 0}, {m_messages.get(), POLLIN, 0}};
        if (::poll(polled, 3, static_cast<int>(left.count())) < 0 && errno != EINTR)
            return Error::fromErrno(errno, "cannot wait for the sandbox");
        if (polled[1].revents != 0)
            return Error(ErrorCode::Cancelled, "stopped while opening a sandbox");
        if (polled[2].revents != 0)
            takeMessages();
        if (cannotMount(m_said) && !tellsOfDamage(m_said))
            return Error(
                ErrorCode::Unsupported,
                "Apptainer cannot mount the image's file here (" + reasonIn(m_said) + ")");
        if (polled[0].revents == 0)
            continue;
        char first = 0;
        if (::recv(m_stream->fd(), &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1)
            return {};
        takeMessages();
        if (!cannotMount(m_said) || tellsOfDamage(m_said))
            return startFailure();
    }
}

void ApptainerInstance::takeMessages()
{
    char chunk[4096];
    for (;;) {
        const auto length = ::read(m_messages.get(), chunk, sizeof chunk);
        if (length == 0)
            m_messages.reset();
        if (length <= 0)
            return;
        m_said.append(chunk, static_cast<std::size_t>(length));
        // The last words say why.
        if (m_said.size() > kMessageBytes)
            m_said.erase(0, m_said.size() - kMessageBytes);
    }
}

Error ApptainerInstance::startFailure() const
{
    // By the name that the user knows.
    auto said = m_said;
    const auto link = m_folder.path() + "/image";
    for (auto at = said.find(link); at != std::string::npos; at = said.find(link))
        said.replace(at, link.size(), "the image");
    return startProblem(said);
}

Result<void> ApptainerInstance::holdInit()
{
    const auto init = findContainerInit(m_monitor.pid());
    if (!init)
        return Error(
            ErrorCode::Unavailable,
            "the container's first process is not to be found; Apptainer runs it in no process "
            "namespace of its own, see 'allow pid ns' in its apptainer.conf");
    m_init = *init;
    m_initFd.reset(static_cast<int>(::syscall(SYS_pidfd_open, m_init.pid, 0)));
    if (!m_initFd)
        return Error::fromErrno(errno, "cannot hold the container's first process");
    if (m_init.uid == 0)
        return Error(
            ErrorCode::Unavailable,
            "Apptainer would run programs as root of this machine; run Sandbench as an ordinary "
            "user");
    return {};
}

Result<void> ApptainerInstance::limit(const SandboxSpec& spec, std::stop_token stop)
{
    auto* tree = m_host->cgroups();
    if (tree) {
        cgroup::removeStaleGroups(*tree);
        const auto limits = limitsOfGroup(spec.limits);
        auto group = tree->create(m_host->nextGroupName(spec.sessionId), limits, m_isolation);
        const std::lock_guard lock(m_groupMutex);
        m_group = std::move(group);
    }
    const pid_t members[] = {m_init.pid};
    if (m_group)
        SANDBENCH_TRY_VOID(m_group->moveIn(members, m_isolation, std::move(stop)));
    if (!tree)
        for (const auto* controller : {"memory", "pids", "cpu"})
            cgroup::missController(
                m_isolation, controller, "this machine has no control groups that we can see",
                "mount cgroup v2 and delegate it to this user");
    // They are outside of the group, and had no filter.
    if (!childrenOf(m_init.pid).empty())
        return Error(
            ErrorCode::Unavailable,
            "the image starts programs of its own before the sandbox's agent; take them out of "
            "its %environment, or of /.singularity.d/env");
    if (spec.limits.memoryBytes != 0 && isMissing(m_isolation, "memory"))
        limitEachProcess(spec.limits.memoryBytes);
    if (spec.limits.pids != 0 && isMissing(m_isolation, "pids")) {
        m_setup.processes = spec.limits.pids;
        m_isolation.layers.emplace_back(
            "process limit (rlimit of the sandbox's own user namespace)");
    }
    return {};
}

/// Only where the group does not: a program that meets this limit sees its allocation fail, and the
/// run could not be told to be out of memory.
void ApptainerInstance::limitEachProcess(std::uint64_t memoryBytes)
{
    const rlimit limit = {memoryBytes, memoryBytes};
    if (::prlimit(m_init.pid, RLIMIT_DATA, &limit, nullptr) == 0)
        m_isolation.layers.emplace_back("data limit of each process (rlimit)");
}

/// Who the container's user is, is known only when it runs.
Result<void> ApptainerInstance::nameUsers()
{
    const auto uid = std::to_string(m_init.uid), gid = std::to_string(m_init.gid);
    SANDBENCH_TRY_VOID(writeFileIn(
        m_folder, "passwd",
        "root:x:0:0:root:/root:/usr/sbin/nologin\nuser:x:" + uid + ":" + gid
            + ":user:/home/user:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:"
              "/usr/sbin/nologin\n"));
    return writeFileIn(m_folder, "group", "root:x:0:\nuser:x:" + gid + ":\nnogroup:x:65534:\n");
}

void ApptainerInstance::finish(const SandboxSpec& spec, const ContainerPlan& plan)
{
    auto scratch = plan.scratch;
    const auto quarter = scratch.front().bytes;
    scratch.push_back({"/dev/shm", quarter, 01777});
    const auto mounts = finishMounts(m_init, scratch, plan.binds);
    const char* root = plan.writableRoot ? nullptr : "read-only file system";
    if (root)
        m_isolation.layers.push_back(
            root + std::string(mounts.scratch ? " with sized scratch folders" : ""));
    if (!mounts.scratch)
        m_isolation.miss(
            "disk limit", mounts.scratch.error().text(),
            "none known; its folders share the size that 'sessiondir max size' in apptainer.conf "
            "gives them");
    if (mounts.terminals)
        m_isolation.layers.push_back(std::to_string(kMostTerminals) + " terminals at most");
    else
        m_isolation.miss(
            "terminal limit", mounts.terminals.error().text(),
            "none known; programs could take all pseudo terminals of this machine");
    if (!mounts.readOnly)
        m_isolation.miss(
            "read-only mounts", mounts.readOnly.error().text(),
            "Linux 5.12 or newer; what is mounted below a folder that the sandbox sees can be "
            "written to");
    if (!mounts.hidden)
        m_isolation.miss(
            "hidden kernel files", mounts.hidden.error().text(),
            "none known; programs see what /proc tells everybody on this machine");
    m_setup.filterSystemCalls = true;
    m_setup.entrypoint = containerOf(spec).entrypoint;
    m_setup.currentFolder = spec.workingFolder;
    m_setup.isCurrentScratch = spec.bringsWorkingFolder;
}

ResourceCounters ApptainerInstance::counters() const
{
    const std::lock_guard lock(m_groupMutex);
    return m_group ? m_group->counters() : ResourceCounters();
}

void ApptainerInstance::resetPeak()
{
    const std::lock_guard lock(m_groupMutex);
    if (m_group)
        m_group->resetPeak();
}

std::string ApptainerInstance::description() const
{
    return m_host->program().version;
}

Result<void> ApptainerInstance::dropNetwork(std::stop_token)
{
    return m_network.drop();
}

Result<void> ApptainerInstance::removeGroup()
{
    const std::lock_guard lock(m_groupMutex);
    if (m_group)
        SANDBENCH_TRY_VOID(m_group->remove(kInitEndTimeout));
    m_group.reset();
    return {};
}

Result<void> ApptainerInstance::close()
{
    if (std::exchange(m_closed, true))
        return {};
    if (m_stream)
        m_stream->close();
    m_network = InstallNetwork();
    if (!m_initFd && m_monitor.pid() > 0)
        if (const auto init = findContainerInit(m_monitor.pid()))
            m_initFd.reset(static_cast<int>(::syscall(SYS_pidfd_open, init->pid, 0)));
    // The end of process 1 is the end of its namespace: the kernel reports it only when nothing
    // else is left there.
    if (m_initFd)
        ::syscall(SYS_pidfd_send_signal, m_initFd.get(), SIGKILL, nullptr, 0);
    pollfd ended = {m_initFd.get(), POLLIN, 0};
    const bool gone
        = !m_initFd || ::poll(&ended, 1, std::chrono::milliseconds(kInitEndTimeout).count()) == 1;
    // With a container it takes its own mounts away first; before it has one it is just ended.
    const bool ends = m_initFd && gone && m_monitor.wait(kMonitorEndTimeout);
    if (m_monitor.pid() > 0 && !ends)
        killTree(m_monitor.pid());
    m_monitor = ChildProcess();
    if (m_group && !gone)
        m_group->killAll();
    SANDBENCH_TRY_VOID(removeGroup());
    if (!gone)
        return Error(ErrorCode::Timeout, "a process of the sandbox does not end");
    return {};
}

} // namespace sandbench::apptainer
