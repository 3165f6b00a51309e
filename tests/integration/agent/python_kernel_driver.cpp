// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/python_kernel_driver.h"

#include "core/base/clock.h"
#include "core/base/embedded.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace sandbench::test {

namespace {

/// Another interpreter can be tested with the same programs.
const char* python()
{
    const char* chosen = std::getenv("SANDBENCH_TEST_PYTHON");
    return chosen ? chosen : "/usr/bin/python3";
}

constexpr std::size_t kMaxPacket = 192 << 10;
constexpr int kGiveUpMs = 60'000;

double since(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// A test that cannot go on says why and fails; Qt Test catches it.
[[noreturn]] void fail(const std::string& what)
{
    throw std::runtime_error(what);
}

PipeEnds pipeOrFail()
{
    auto ends = makePipe();
    if (!ends)
        fail(ends.error().message());
    return std::move(*ends);
}

std::pair<UniqueFd, UniqueFd> packetPair()
{
    int fds[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0)
        fail("socketpair");
    return {UniqueFd(fds[0]), UniqueFd(fds[1])};
}

std::vector<std::string> usualEnvironment(const PythonRun& run)
{
    std::vector<std::string> all
        = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + run.cwd, "MPLBACKEND=Agg"};
    all.insert(all.end(), run.environment.begin(), run.environment.end());
    return all;
}

std::vector<char*> pointers(std::vector<std::string>& words)
{
    std::vector<char*> result;
    for (auto& word : words)
        result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

/// The four pipes of a program: our ends, and its ends until they are handed over.
struct Streams
{
    std::array<UniqueFd, 4> ours;
    std::array<UniqueFd, 4> theirs;

    Streams()
    {
        for (std::size_t i = 0; i < ours.size(); ++i) {
            auto [read, write] = pipeOrFail();
            ours[i] = i == 0 ? std::move(write) : std::move(read);
            theirs[i] = i == 0 ? std::move(read) : std::move(write);
        }
    }

    std::vector<int> passed(bool display) const
    {
        std::vector<int> fds = {theirs[0].get(), theirs[1].get(), theirs[2].get()};
        if (display)
            fds.push_back(theirs[3].get());
        return fds;
    }

    /// Inputs here fit into a pipe's buffer.
    void give(const std::string& input)
    {
        for (auto& fd : theirs)
            fd.reset();
        if (!input.empty() && !writeAll(ours[0].get(), input))
            fail("cannot write the input");
        ours[0].reset();
    }
};

void readAll(const std::array<UniqueFd, 4>& fds, PythonOutcome& outcome)
{
    const std::array<std::string*, 3> sinks = {&outcome.out, &outcome.err, &outcome.display};
    std::array<pollfd, 3> polled{};
    for (std::size_t i = 0; i < polled.size(); ++i)
        polled[i] = {fds[i + 1].get(), POLLIN, 0};
    std::array<char, 1 << 16> buffer;
    for (std::size_t open = polled.size(); open > 0;) {
        if (::poll(polled.data(), polled.size(), kGiveUpMs) <= 0)
            fail("a program does not end; it printed: " + outcome.out + outcome.err);
        for (std::size_t i = 0; i < polled.size(); ++i) {
            if (polled[i].fd < 0 || polled[i].revents == 0)
                continue;
            const auto n = ::read(polled[i].fd, buffer.data(), buffer.size());
            if (n > 0) {
                sinks[i]->append(buffer.data(), static_cast<std::size_t>(n));
            } else {
                polled[i].fd = -1;
                --open;
            }
        }
    }
}

std::uint32_t number(std::string_view bytes)
{
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

} // namespace

std::string KernelMessage::value(std::string_view key) const
{
    for (const auto& [name, text] : fields) {
        if (name == key)
            return text;
    }
    return {};
}

std::vector<DisplayRecord> PythonOutcome::records() const
{
    std::vector<DisplayRecord> all;
    std::string_view rest = display;
    while (!rest.empty()) {
        if (rest.size() < 8 || rest.size() - 8 < std::size_t{number(rest)} + number(rest.substr(4)))
            return all.emplace_back(), all;
        const std::size_t head = number(rest);
        const std::size_t body = number(rest.substr(4));
        auto header = parseJson(rest.substr(8, head));
        all.push_back({header ? *header : Json(), std::string(rest.substr(8 + head, body))});
        rest.remove_prefix(8 + head + body);
    }
    return all;
}

std::vector<DisplayRecord> PythonOutcome::records(std::string_view kind) const
{
    auto all = records();
    std::erase_if(all, [&](const auto& each) { return jsonString(each.header, "kind") != kind; });
    return all;
}

bool writeTestFile(const std::string& path, std::string_view bytes)
{
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    return file && writeAll(file.get(), bytes);
}

bool trySendPacket(
    int socket, std::string_view op, const std::vector<std::string>& fields,
    const std::vector<int>& fds)
{
    std::string bytes(op);
    bytes.push_back('\0');
    for (const auto& field : fields)
        bytes.append(field.c_str(), field.size() + 1);
    iovec part = {bytes.data(), bytes.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(8 * sizeof(int))> ancillary{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!fds.empty()) {
        message.msg_control = ancillary.data();
        message.msg_controllen = CMSG_SPACE(fds.size() * sizeof(int));
        cmsghdr* head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
        std::memcpy(CMSG_DATA(head), fds.data(), fds.size() * sizeof(int));
    }
    return ::sendmsg(socket, &message, MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

void sendPacket(
    int socket, std::string_view op, const std::vector<std::string>& fields,
    const std::vector<int>& fds)
{
    if (!trySendPacket(socket, op, fields, fds))
        fail("cannot send " + std::string(op) + ": " + std::strerror(errno));
}

KernelMessage receivePacket(int socket, int timeoutMs)
{
    pollfd polled = {socket, POLLIN, 0};
    if (::poll(&polled, 1, timeoutMs) <= 0)
        return {"timeout", {}, {}};
    std::string bytes(kMaxPacket, '\0');
    iovec part = {bytes.data(), bytes.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(8 * sizeof(int)) + CMSG_SPACE(sizeof(ucred))>
        ancillary{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = ancillary.data();
    message.msg_controllen = ancillary.size();
    const auto n = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    KernelMessage result;
    for (auto* head = CMSG_FIRSTHDR(&message); n > 0 && head; head = CMSG_NXTHDR(&message, head)) {
        if (head->cmsg_type != SCM_RIGHTS)
            continue;
        for (std::size_t at = CMSG_LEN(0); at + sizeof(int) <= head->cmsg_len; at += sizeof(int)) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(head) + at - CMSG_LEN(0), sizeof fd);
            result.fds.emplace_back(fd);
        }
    }
    std::string_view rest(bytes.data(), n > 0 ? static_cast<std::size_t>(n) : 0);
    for (bool first = true; !rest.empty(); first = false) {
        const auto word = rest.substr(0, rest.find('\0'));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        const auto equals = word.find('=');
        if (first)
            result.op = word;
        else
            result.fields.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return result;
}

KernelServer::KernelServer(UniqueFd socket)
    : m_socket(std::move(socket))
{
}

KernelMessage KernelServer::receive(int timeoutMs)
{
    return receivePacket(m_socket.get(), timeoutMs);
}

void KernelServer::send(std::string_view op, const std::vector<std::string>& fields)
{
    sendPacket(m_socket.get(), op, fields);
}

KernelMessage KernelServer::waitReady()
{
    auto ready = receive();
    if (ready.op != "ready")
        fail("the kernel is not ready but says: " + ready.op);
    waitSeat();
    return ready;
}

void KernelServer::waitSeat()
{
    for (;;) {
        auto message = receive();
        if (message.op == "seat" && message.fds.size() == 1) {
            m_seatPid = static_cast<pid_t>(std::stoi(message.value("pid")));
            m_seat = std::move(message.fds.front());
            return;
        }
        if (message.op != "exited")
            fail("no seat but: " + message.op);
    }
}

std::pair<pid_t, UniqueFd> KernelServer::takeSeat()
{
    std::pair<pid_t, UniqueFd> seat(m_seatPid, std::move(m_seat));
    send("fork", {});
    waitSeat();
    return seat;
}

KernelMessage KernelServer::waitExit(pid_t pid)
{
    for (;;) {
        auto message = receive();
        if (message.op.empty() || message.op == "timeout")
            fail("the end of a seat was not told");
        if (message.op == "exited" && message.value("pid") == std::to_string(pid))
            return message;
    }
}

PythonOutcome KernelServer::run(const PythonRun& run)
{
    Streams streams;
    std::vector<std::string> fields = {"path=" + run.path, "cwd=" + run.cwd};
    for (const auto& each : run.arguments)
        fields.push_back("arg=" + each);
    for (const auto& each : usualEnvironment(run))
        fields.push_back("env=" + each);
    for (const auto& each : run.limits)
        fields.push_back("rlimit=" + each);
    PythonOutcome outcome;
    const auto start = Clock::now();
    sendPacket(m_seat.get(), "run", fields, streams.passed(run.display));
    streams.give(run.input);
    readAll(streams.ours, outcome);
    outcome.status = std::stoi(waitExit(m_seatPid).value("status"));
    outcome.milliseconds = since(start);
    send("fork", {});
    waitSeat();
    return outcome;
}

PythonKernel::PythonKernel()
    : PythonKernel(embeddedFile("guest/python_kernel.py").value_or(""))
{
}

PythonKernel::PythonKernel(std::string_view source)
{
    const auto end = std::min(source.find('\0'), source.size());
    auto file = makeSealedMemfd("python_kernel.py", source.substr(0, end));
    auto code = makeSealedMemfd("python_kernel", source.substr(std::min(end + 1, source.size())));
    if (!file || !code)
        fail("cannot make a memory file");
    auto [ours, theirs] = packetPair();
    // Numbers that are known to be free: 3 is the socket's, the file keeps one above it.
    const UniqueFd script(::fcntl(file->get(), F_DUPFD_CLOEXEC, 10));
    const UniqueFd control(::fcntl(theirs.get(), F_DUPFD_CLOEXEC, 10));
    const UniqueFd compiled(::fcntl(code->get(), F_DUPFD_CLOEXEC, 10));
    std::vector<std::string> words
        = {python(), "-s", "/proc/self/fd/" + std::to_string(script.get())};
    std::vector<std::string> environment
        = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent", "MPLBACKEND=Agg"};
    const auto argv = pointers(words);
    const auto envp = pointers(environment);
    m_pid = ::fork();
    if (m_pid == 0) {
        const int null = ::open("/dev/null", O_RDWR);
        for (int fd = 0; fd < 3; ++fd)
            ::dup2(null, fd);
        ::dup2(control.get(), 3);
        ::dup2(compiled.get(), 6);
        ::fcntl(script.get(), F_SETFD, 0);
        ::execve(python(), argv.data(), envp.data());
        ::_exit(127);
    }
    m_bare = KernelServer(std::move(ours));
}

PythonKernel::~PythonKernel()
{
    m_bare.close();
    if (m_pid > 0 && waitEnd(5'000) == -1) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
}

int PythonKernel::waitEnd(int timeoutMs)
{
    const auto start = Clock::now();
    int status = -1;
    while (::waitpid(m_pid, &status, WNOHANG) == 0) {
        if (since(start) > timeoutMs)
            return -1;
        std::this_thread::yield();
    }
    m_pid = -1;
    return status;
}

KernelServer PythonKernel::preload(const std::vector<std::string>& modules)
{
    std::vector<std::string> fields;
    for (const auto& module : modules)
        fields.push_back("module=" + module);
    m_bare.send("preload", fields);
    auto message = m_bare.receive();
    if (message.op != "server" || message.fds.size() != 1)
        fail("no second server but: " + message.op);
    return KernelServer(std::move(message.fds.front()));
}

KernelContext::KernelContext(KernelServer& server, const std::string& cwd)
    : m_cwd(cwd)
{
    std::tie(m_pid, m_socket) = server.takeSeat();
    std::vector<std::string> fields = {"name=test", "cwd=" + cwd};
    for (const auto& each : usualEnvironment({"", cwd}))
        fields.push_back("env=" + each);
    sendPacket(m_socket.get(), "context", fields);
}

void KernelContext::start(std::string_view text, std::string_view name, std::string_view op)
{
    const auto path = m_cwd + "/cell.txt";
    if (!writeTestFile(path, text))
        fail("cannot write " + path);
    Streams streams;
    m_started = Clock::now();
    sendPacket(
        m_socket.get(), op, {"path=" + path, "name=" + std::string(name)}, streams.passed(true));
    streams.give({});
    m_pending.clear();
    for (auto& fd : streams.ours)
        m_pending.push_back(std::move(fd));
}

PythonOutcome KernelContext::finish()
{
    std::array<UniqueFd, 4> fds;
    std::move(m_pending.begin(), m_pending.end(), fds.begin());
    PythonOutcome outcome;
    readAll(fds, outcome);
    const auto done = receivePacket(m_socket.get());
    outcome.milliseconds = since(m_started);
    outcome.status = done.op == "done" ? std::stoi(done.value("code")) : -1;
    return outcome;
}

PythonOutcome KernelContext::check(std::string_view text)
{
    start(text, "main.py", "check");
    return finish();
}

PythonOutcome KernelContext::cell(std::string_view text, std::string_view name)
{
    start(text, name);
    return finish();
}

PythonOutcome runRealPython(const PythonRun& run)
{
    Streams streams;
    std::vector<std::string> words = {"python3", run.path};
    words.insert(words.end(), run.arguments.begin(), run.arguments.end());
    auto environment = usualEnvironment(run);
    const auto argv = pointers(words);
    const auto envp = pointers(environment);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::setsid();
        // What the caller of this test left open is none of the program's.
        ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
        for (int fd = 0; fd < 3; ++fd)
            ::dup2(streams.theirs[static_cast<std::size_t>(fd)].get(), fd);
        if (::chdir(run.cwd.c_str()) == 0)
            ::execve(python(), argv.data(), envp.data());
        ::_exit(127);
    }
    PythonOutcome outcome;
    const auto start = Clock::now();
    streams.give(run.input);
    readAll(streams.ours, outcome);
    ::waitpid(pid, &outcome.status, 0);
    outcome.milliseconds = since(start);
    return outcome;
}

} // namespace sandbench::test
