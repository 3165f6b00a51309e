// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What the arguments of calls say.
#include "core/agent/guest/call_observer.h"
#include "core/agent/guest/process_exit.h"
#include "core/agent/guest/process_memory.h"
#include "core/agent/guest/process_table.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <utility>

namespace sandbench::guest {

namespace {

constexpr std::size_t kMostAskers = 64;
constexpr std::size_t kMostPathBytes = 1024, kMostMessages = 4, kMostPacket = 512;
constexpr std::uint16_t kNameServer = 53;

/// A file that exec() can start; each folder of PATH is tried until there is one.
bool canStart(pid_t thread, const std::string& path)
{
    char folder[40] = "";
    if (!path.starts_with('/'))
        std::snprintf(folder, sizeof folder, "/proc/%d/cwd/", static_cast<int>(thread));
    struct stat info = {};
    return ::stat((folder + path).c_str(), &info) == 0 && S_ISREG(info.st_mode)
        && (info.st_mode & 0111U) != 0;
}

std::uint64_t wordAt(const std::string& bytes, std::size_t offset)
{
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + offset, sizeof word);
    return word;
}

std::optional<SocketAddress>
addressAt(const ProcessMemory& memory, std::uint64_t address, std::uint64_t size)
{
    constexpr std::uint64_t kMost = sizeof(sockaddr_un);
    return parseSocketAddress(
        memory.bytes(address, static_cast<std::size_t>(std::min(size, kMost))));
}

} // namespace

void CallObserver::observeProgram(
    CallLog& log, Listener& listener, const seccomp_data& call, pid_t thread)
{
    const bool isAt = call.nr == SYS_execveat;
    const ProcessMemory memory(thread);
    if (!memory.isOpen()) {
        // As a run's own root, which the log knows; what else hides its memory is a program too.
        if (!m_tree.claimOf(thread)) {
            log.countProgram();
            log.missed("arguments");
        }
        listener.hasStarted = true;
        return;
    }
    auto path = memory.text(call.args[isAt ? 1 : 0], kMostPathBytes);
    // Relative to a descriptor, or the descriptor itself: its name is not worth a guess.
    if (!isAt && !canStart(thread, path))
        return;
    if (!std::exchange(listener.hasStarted, true))
        return;
    if (path.empty())
        path = "(a file that was open)";
    log.countProgram();
    if (!log.takesProgram())
        return;
    bool isCut = false;
    auto arguments = memory.texts(
        call.args[isAt ? 2 : 1], CallLog::kMostArguments, CallLog::kMostArgumentBytes, isCut);
    // Now, for it may have ended by the time when the agent goes on.
    auto descriptor = openProcess(thread);
    auto ids = descriptor ? idsOf(descriptor.get()) : std::nullopt;
    if (!ids)
        ids = readProcessIds(thread);
    log.addProgram(
        ids ? ids->pid : thread, ids ? ids->parent : 0, std::move(path), std::move(arguments),
        isCut, std::move(descriptor));
}

void CallObserver::observeAddress(
    CallLog& log, const char* name, const seccomp_data& call, pid_t thread)
{
    const auto address = addressAt(ProcessMemory(thread), call.args[1], call.args[2]);
    if (!address)
        return log.countAttempt();
    log.addAttempt(name, *address);
    noteAsker(thread, call.args[0], *address);
}

void CallObserver::noteAsker(pid_t thread, std::uint64_t socket, const SocketAddress& address)
{
    m_askers.erase({thread, socket});
    if (address.port != kNameServer)
        return;
    if (m_askers.size() >= kMostAskers)
        m_askers.clear();
    m_askers.emplace(thread, socket);
}

void CallObserver::observeDatagram(CallLog& log, const seccomp_data& call, pid_t thread)
{
    const ProcessMemory memory(thread);
    const auto address = addressAt(memory, call.args[4], call.args[5]);
    if (!address)
        return log.countAttempt();
    log.addAttempt("send", *address);
    if (address->port != kNameServer)
        return;
    const auto size = std::min<std::uint64_t>(call.args[2], kMostPacket);
    if (auto name = parseAskedName(memory.bytes(call.args[1], static_cast<std::size_t>(size))))
        log.addName(std::move(*name));
}

void CallObserver::observeMessages(CallLog& log, const seccomp_data& call, pid_t thread)
{
    const ProcessMemory memory(thread);
    const bool isConnected = m_askers.contains({thread, call.args[0]});
    const auto most = std::min<std::uint64_t>(call.args[2], kMostMessages);
    const auto messages
        = memory.bytes(call.args[1], static_cast<std::size_t>(most) * sizeof(mmsghdr));
    for (std::size_t at = 0; at + sizeof(mmsghdr) <= messages.size(); at += sizeof(mmsghdr)) {
        msghdr header = {};
        std::memcpy(&header, messages.data() + at, sizeof header);
        const auto address = addressAt(
            memory, reinterpret_cast<std::uint64_t>(header.msg_name), header.msg_namelen);
        if (address)
            log.addAttempt("send", *address);
        const auto part = memory.bytes(
            reinterpret_cast<std::uint64_t>(header.msg_iov), 2 * sizeof(std::uint64_t));
        if (part.size() != 2 * sizeof(std::uint64_t)
            || !(address ? address->port == kNameServer : isConnected))
            continue;
        const auto size = std::min<std::uint64_t>(wordAt(part, sizeof(std::uint64_t)), kMostPacket);
        if (auto name
            = parseAskedName(memory.bytes(wordAt(part, 0), static_cast<std::size_t>(size))))
            log.addName(std::move(*name));
    }
}

} // namespace sandbench::guest
