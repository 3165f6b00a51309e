// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/zygote.h"

#include "core/agent/kernel_message.h"
#include "core/base/json.h"
#include "core/engine/local/bwrap_start.h"
#include "core/engine/local/local_host.h"
#include "core/engine/local/own_mounts.h"
#include "core/process/wait_readable.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandbench::local {

namespace {

using namespace std::chrono_literals;

/// Of one step; loading libraries from a slow disk takes long.
constexpr auto kPatience = 60s;

agent::KernelMessage order(std::string name)
{
    agent::KernelMessage message;
    message.op = std::move(name);
    return message;
}

Result<void> writeProcFile(pid_t process, const char* name, const std::string& text)
{
    const auto path = "/proc/" + std::to_string(process) + "/" + name;
    const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!fd || ::write(fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return Error::fromErrno(errno, "cannot map the users of a zygote");
    return {};
}

/// So that the numbers inside are those outside.
std::string identity(unsigned first, unsigned count)
{
    const auto number = std::to_string(first);
    return number + ' ' + number + ' ' + std::to_string(count);
}

Result<void> goOn(int socket)
{
    if (::send(socket, "\n", 1, MSG_NOSIGNAL) != 1)
        return Error::fromErrno(errno, "a zygote ended before it began");
    return {};
}

} // namespace

Result<std::shared_ptr<Zygote>>
Zygote::start(LocalHost& host, const KernelRecipe& recipe, std::stop_token stop)
{
    std::shared_ptr<Zygote> zygote(new Zygote(recipe));
    SANDBENCH_TRY_VOID(zygote->spawn(host));
    SANDBENCH_TRY_VOID(zygote->mapUsers(stop));
    SANDBENCH_TRY_VOID(zygote->letGo(host, stop));
    SANDBENCH_TRY_VOID(zygote->await(zygote->m_control.get(), "ready", stop));
    return zygote;
}

Result<void> Zygote::spawn(LocalHost& host)
{
    const auto end = m_recipe.source.find('\0');
    SANDBENCH_TRY(m_source, makeSealedMemfd("sandbench-kernel", m_recipe.source.substr(0, end)));
    SANDBENCH_TRY(
        m_code,
        makeSealedMemfd(
            "sandbench-code",
            end == std::string_view::npos ? std::string_view() : m_recipe.source.substr(end + 1)));
    SANDBENCH_TRY(auto stream, makeSocketPair());
    SANDBENCH_TRY(auto control, makePacketPair());
    SANDBENCH_TRY(auto messages, makePipe());
    SANDBENCH_TRY(auto info, makePipe());
    SANDBENCH_TRY(auto users, makeSocketPair());
    SANDBENCH_TRY(auto options, makeSocketPair());
    m_configuration = configurationState(host.layout());
    const auto copied = sandboxFiles(host.layout(), SandboxSpec().hostname);
    SANDBENCH_TRY(const auto files, openFiles(copied));
    for (const int fd : {messages.read.get(), messages.write.get()})
        ::fcntl(fd, F_SETFL, O_NONBLOCK);

    SpawnSpec bwrap;
    bwrap.program = host.bwrap();
    bwrap.arguments = zygoteArguments(m_recipe.argv);
    bwrap.fds = {stream.second.get(),  stream.second.get(), messages.write.get(),
                 control.second.get(), m_source.get(),      -1,
                 m_code.get(),         info.write.get(),    options.second.get(),
                 users.second.get()};
    for (const auto& file : files)
        bwrap.fds.push_back(file.get());
    if (::geteuid() == 0) {
        SANDBENCH_TRY(auto user, UidReservation::take(host.runtimeFolder()));
        m_user.emplace(std::move(user));
        bwrap.identity = ProcessIdentity{m_user->uid(), m_user->uid()};
    }
    bwrap.limits = limitsOfSandboxes();
    bwrap.diesWithSpawner = true;
    // Before all else: it tells the kernel what it is.
    SANDBENCH_TRY_VOID(agent::sendKernelMessage(control.first.get(), order("zygote"), {}));
    SANDBENCH_TRY(m_bwrap, host.spawner().spawn(std::move(bwrap)));
    SANDBENCH_TRY_VOID(
        sendOptions(options.first.get(), zygoteOptions(host.layout(), copied, m_recipe.env)));
    m_stream = std::move(stream.first);
    m_control = std::move(control.first);
    m_messages = std::move(messages.read);
    m_info = std::move(info.read);
    m_usersReady = std::move(users.first);
    return {};
}

/// Sandboxes run as users of their own where we are root: all that they may be given are there.
Result<void> Zygote::mapUsers(std::stop_token stop)
{
    std::string text;
    for (;;) {
        SANDBENCH_TRY_VOID(waitFor(m_info.get(), stop));
        if (!readSome(m_info.get(), text))
            break;
    }
    m_init = initPidOf(text);
    if (m_init <= 0)
        return failure("did not start");
    m_info.reset();
    const bool isRoot = m_user.has_value();
    constexpr auto kCount = kLastSandboxUid - kFirstSandboxUid + 1;
    if (!isRoot)
        SANDBENCH_TRY_VOID(writeProcFile(m_init, "setgroups", "deny"));
    SANDBENCH_TRY_VOID(writeProcFile(
        m_init, "gid_map", isRoot ? identity(kFirstSandboxUid, kCount) : identity(::getegid(), 1)));
    SANDBENCH_TRY_VOID(writeProcFile(
        m_init, "uid_map", isRoot ? identity(kFirstSandboxUid, kCount) : identity(::geteuid(), 1)));
    return goOn(m_usersReady.get());
}

/// Once its mounts are made: the interpreter is to be started from the same files as in a sandbox.
Result<void> Zygote::letGo(LocalHost& host, std::stop_token stop)
{
    m_usersReady.reset();
    SANDBENCH_TRY_VOID(waitFor(m_stream.get(), stop));
    char first = 0;
    if (::recv(m_stream.get(), &first, 1, MSG_DONTWAIT) != 1)
        return failure("did not start");
    SANDBENCH_TRY(m_users, ownerOfMounts(m_init));
    if (auto mounts = copyOfMounts(m_init))
        m_mounts = std::move(*mounts);
    const auto own = separateMounts(m_init, {host.layout().folders, {}, {}});
    if (!own.files)
        return own.files.error();
    SANDBENCH_TRY_VOID(goOn(m_stream.get()));
    m_stream.reset();
    return {};
}

Result<void> Zygote::preload(const std::vector<std::string>& modules, std::stop_token stop)
{
    auto message = order("preload");
    for (const auto& module : modules)
        message.add("module", module);
    SANDBENCH_TRY_VOID(agent::sendKernelMessage(m_control.get(), message, {}));
    SANDBENCH_TRY(auto full, await(m_control.get(), "server", stop));
    if (!full)
        return failure("has no preloaded server");
    SANDBENCH_TRY_VOID(await(full.get(), "ready", stop));
    const std::lock_guard lock(m_mutex);
    m_full = std::make_shared<const UniqueFd>(std::move(full));
    return {};
}

std::shared_ptr<const UniqueFd> Zygote::preloaded() const
{
    const std::lock_guard lock(m_mutex);
    return m_full;
}

/// The descriptor that comes with it, if one does.
Result<UniqueFd> Zygote::await(int control, std::string_view what, std::stop_token stop) const
{
    SANDBENCH_TRY_VOID(waitFor(control, stop));
    pid_t sender = 0;
    auto message = agent::receiveFirstKernelMessage(control, sender);
    if (!message || message->op != what)
        return failure("does not answer");
    return message->fds.empty() ? UniqueFd() : std::move(message->fds[0]);
}

Result<void> Zygote::waitFor(int fd, std::stop_token stop) const
{
    const auto readable = waitReadable(fd, kPatience, std::move(stop));
    return readable.failedAs(ErrorCode::Timeout) ? failure("takes too long") : readable;
}

Error Zygote::failure(std::string_view what) const
{
    return Error(
        ErrorCode::Unavailable,
        "the interpreter that sandboxes get copies of " + std::string(what) + "; "
            + readMessages(m_messages.get()));
}

bool Zygote::isFor(const KernelRecipe& recipe) const
{
    return recipe.argv == m_recipe.argv && recipe.env == m_recipe.env
        && recipe.source.data() == m_recipe.source.data();
}

bool Zygote::isAlive() const
{
    pollfd ended = {m_bwrap.pidFd(), POLLIN, 0};
    return ::poll(&ended, 1, 0) == 0;
}

Result<void> Zygote::lend(const Entrance& entrance, UniqueFd door) const
{
    auto enter = order("enter");
    enter.add("user", std::to_string(kGuestUid));
    if (entrance.processes != 0)
        enter.add("rlimit", "NPROC:" + std::to_string(entrance.processes));
    if (entrance.dataBytes != 0)
        enter.add("rlimit", "DATA:" + std::to_string(entrance.dataBytes));
    const auto send = [&](int control, int itsDoor) {
        std::vector<int> fds = {itsDoor, entrance.init, entrance.filter};
        for (const auto& group : entrance.groups)
            fds.push_back(group.get());
        return agent::sendKernelMessage(control, enter, fds);
    };
    if (entrance.groups.size() + 3 > agent::kMostKernelFds)
        return Error(ErrorCode::Unsupported, "the sandbox is in too many control groups");
    std::vector<int> loan = {m_source.get(), m_code.get()};
    SANDBENCH_TRY(const auto pair, makePacketPair());
    const auto full = entrance.isPreloaded ? preloaded() : nullptr;
    // Without it the sandbox preloads for itself.
    if (full && send(full->get(), pair.second.get()))
        loan.push_back(pair.first.get());
    SANDBENCH_TRY_VOID(agent::sendKernelMessage(door.get(), order("source"), loan));
    return send(m_control.get(), door.get());
}

} // namespace sandbench::local
