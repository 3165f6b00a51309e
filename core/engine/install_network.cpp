// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/install_network.h"

#include "core/base/text.h"
#include "core/process/wait_readable.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sandbench {

namespace {

using namespace std::chrono_literals;

/// Fixed, as of bwrap: nothing that a PATH names becomes a part of the isolation.
constexpr std::array kPlaces = {"/usr/bin/slirp4netns", "/usr/local/bin/slirp4netns"};
constexpr auto kReadyPatience = 10s;
constexpr auto kEndPatience = 2s;
constexpr std::size_t kMostSaid = 4096, kLongestReason = 200;
constexpr std::string_view kOtherwise = ", say --network none where nothing is fetched, or bring "
                                        "the packages along in a folder (--wheels)";

Result<std::string> findProgram()
{
    for (const auto* place : kPlaces)
        if (::access(place, X_OK) == 0)
            return std::string(place);
    return Error(
        ErrorCode::Unavailable,
        "slirp4netns, which gives a sandbox a network while packages are installed, is not "
        "installed; install the package slirp4netns"
            + std::string(kOtherwise));
}

/// It warns, and tells what its child did, before and after the line that says why.
bool isReason(std::string_view line)
{
    for (const std::string_view told : {"WARNING", "child failed", "sent tapfd", "received tapfd"})
        if (line.starts_with(told))
            return false;
    return !line.empty();
}

} // namespace

bool isInstallNetwork(const NetworkChoice& choice)
{
    return choice.installPhaseOnly && choice.name == kInstallNetwork;
}

void noteInstallNetwork(IsolationReport& isolation)
{
    std::erase(isolation.layers, "no network but its own loopback");
    isolation.relaxations.push_back(
        "network " + std::string(kInstallNetwork) + " until the packages are installed");
}

std::vector<std::string> installNetworkArguments(InstallNetworkUser user)
{
    std::vector<std::string> words
        = {"slirp4netns",      "--configure",       "--mtu=65520", "--disable-host-loopback",
           "--enable-seccomp", "--netns-type=path", "--exit-fd=5", "--ready-fd=6"};
    // Its own sandbox takes all rights and nearly all files from it; only a root can make it.
    if (user != InstallNetworkUser::Owner)
        words.emplace_back("--enable-sandbox");
    if (user != InstallNetworkUser::NamespaceRoot)
        words.emplace_back("--userns-path=/proc/self/fd/4");
    words.insert(words.end(), {"/proc/self/fd/3", "tap0"});
    return words;
}

Error installNetworkProblem(std::string_view said)
{
    std::string reason = "it ended without a word";
    for (auto rest = said; !rest.empty();)
        if (const auto line = takeUpTo(rest, '\n'); isReason(line)) {
            reason = oneLine(line, kLongestReason);
            break;
        }
    const bool lacksDevice = reason.find("/dev/net/tun") != std::string::npos;
    return Error(
        ErrorCode::Unavailable,
        "slirp4netns could not give the sandbox a network while packages are installed (" + reason
            + ");"
            + (lacksDevice ? " let this user read and write /dev/net/tun" : " see its manual")
            + std::string(kOtherwise));
}

Result<InstallNetwork> InstallNetwork::attach(pid_t inside, bool mapsRoot, std::stop_token stop)
{
    InstallNetwork network;
    SANDBENCH_TRY_VOID(network.start(inside, mapsRoot));
    SANDBENCH_TRY_VOID(network.awaitReady(std::move(stop)));
    network.m_state = State::Attached;
    return network;
}

Result<void> InstallNetwork::start(pid_t inside, bool mapsRoot)
{
    SANDBENCH_TRY(const auto program, findProgram());
    const auto path = "/proc/" + std::to_string(inside) + "/ns/net";
    const UniqueFd network(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    // A program inside may be in another user namespace than its network belongs to.
    const UniqueFd owner(network ? ::ioctl(network.get(), NS_GET_USERNS) : -1);
    if (!owner)
        return Error::fromErrno(errno, "cannot reach the sandbox's network");
    const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    SANDBENCH_TRY(auto messages, makePipe());
    SANDBENCH_TRY(auto exit, makePipe());
    SANDBENCH_TRY(auto ready, makePipe());
    // It may never wait for us to read them.
    for (const int fd : {messages.read.get(), messages.write.get()})
        makeNonBlocking(fd);
    const auto user = ::geteuid() == 0 ? InstallNetworkUser::Root
        : mapsRoot                     ? InstallNetworkUser::NamespaceRoot
                                       : InstallNetworkUser::Owner;
    SpawnSpec spec;
    spec.program = program;
    spec.arguments = installNetworkArguments(user);
    if (user == InstallNetworkUser::NamespaceRoot)
        spec.userNamespace = owner.get();
    // When it leaves its old root, what is mounted below shared mounts would be unmounted for the
    // whole machine.
    spec.ownMounts = user == InstallNetworkUser::Root;
    spec.fds = {nothing.get(), nothing.get(),   messages.write.get(), network.get(),
                owner.get(),   exit.read.get(), ready.write.get()};
    auto spawned = ChildProcess::spawn(spec);
    if (!spawned)
        return installNetworkProblem(spawned.error().text());
    m_program = std::move(*spawned);
    m_messages = std::move(messages.read);
    m_exit = std::move(exit.write);
    m_ready = std::move(ready.read);
    return {};
}

Result<void> InstallNetwork::awaitReady(std::stop_token stop)
{
    const auto readable = waitReadable(m_ready.get(), kReadyPatience, std::move(stop));
    if (readable.failedAs(ErrorCode::Timeout))
        return Error(
            ErrorCode::Timeout,
            "slirp4netns did not give the sandbox a network in time" + std::string(kOtherwise));
    SANDBENCH_TRY_VOID(readable);
    char byte = 0;
    if (::read(m_ready.get(), &byte, 1) == 1)
        return {};
    std::string said(kMostSaid, '\0');
    const auto length = ::read(m_messages.get(), said.data(), said.size());
    return installNetworkProblem(
        {said.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0))});
}

std::string InstallNetwork::name() const
{
    if (m_state == State::None)
        return "none";
    return std::string(kInstallNetwork) + (m_state == State::Dropped ? " (dropped)" : "");
}

Result<void> InstallNetwork::drop()
{
    if (m_state == State::None)
        return Error(
            ErrorCode::Unsupported, "this sandbox has no network that could be taken away");
    m_exit.reset();
    if (m_state == State::Attached)
        (void)m_program.wait(kEndPatience).has_value();
    // One that does not end by itself is killed, and then its interface is gone as well.
    m_program = ChildProcess();
    m_state = State::Dropped;
    return {};
}

} // namespace sandbench
