// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/json.h"

#include <chrono>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace sandbench::test {

/// One packet of core/agent/guest/kernel_protocol.md. `op` is empty at the end of the connection
/// and "timeout" when nothing came.
struct KernelMessage
{
    std::string op;
    std::vector<std::pair<std::string, std::string>> fields;
    std::vector<UniqueFd> fds;

    std::string value(std::string_view key) const;
};

/// What to run, for a seat or for the real interpreter.
struct PythonRun
{
    std::string path; ///< of the program
    std::string cwd;
    std::vector<std::string> arguments = {};
    std::vector<std::string> environment = {}; ///< on top of the usual one
    std::vector<std::string> limits = {}; ///< NAME:SOFT:HARD
    std::string input = {};
    bool display = true;
};

struct DisplayRecord
{
    Json header;
    std::string body;
};

struct PythonOutcome
{
    std::string out;
    std::string err;
    std::string display;
    int status = -1; ///< raw wait status; of a cell, its code
    double milliseconds = 0;

    /// Empty `header` of the last one: the stream does not parse.
    std::vector<DisplayRecord> records() const;
    std::vector<DisplayRecord> records(std::string_view kind) const;
};

/// One server and the seat that it keeps ready.
class KernelServer
{
public:
    KernelServer() = default;
    explicit KernelServer(UniqueFd socket);

    /// Waits for `ready` and the first seat; the fields of `ready`.
    KernelMessage waitReady();
    /// Runs in the waiting seat until its end and asks for the next seat.
    PythonOutcome run(const PythonRun& run);
    /// The waiting seat, and a new one asked for.
    std::pair<pid_t, UniqueFd> takeSeat();
    KernelMessage waitExit(pid_t pid);
    KernelMessage receive(int timeoutMs = 20'000);
    void send(std::string_view op, const std::vector<std::string>& fields);
    int fd() const { return m_socket.get(); }
    void close() { m_socket.reset(); }
    pid_t seatPid() const { return m_seatPid; }

private:
    void waitSeat();

    UniqueFd m_socket;
    UniqueFd m_seat;
    pid_t m_seatPid = -1;
};

/// A kernel process as the agent starts it.
class PythonKernel
{
public:
    /// Of the embedded source.
    PythonKernel();
    explicit PythonKernel(std::string_view source);
    ~PythonKernel();
    PythonKernel(const PythonKernel&) = delete;
    PythonKernel& operator=(const PythonKernel&) = delete;

    KernelServer& bare() { return m_bare; }
    /// Starts and waits for the preloaded server.
    KernelServer preload(const std::vector<std::string>& modules);
    pid_t pid() const { return m_pid; }
    /// The wait status once the server ended; -1 while it still runs after @p timeoutMs.
    int waitEnd(int timeoutMs);

private:
    pid_t m_pid = -1;
    KernelServer m_bare;
};

/// A context and its cells.
class KernelContext
{
public:
    KernelContext(KernelServer& server, const std::string& cwd);

    /// Writes @p text to a file and executes it as @p name.
    PythonOutcome cell(std::string_view text, std::string_view name = "main.py");
    /// Only asks about it; the answer is the outcome's status.
    PythonOutcome check(std::string_view text);
    /// Sends the cell only; `finish` waits for it.
    void
    start(std::string_view text, std::string_view name = "main.py", std::string_view op = "cell");
    PythonOutcome finish();
    pid_t pid() const { return m_pid; }
    int socket() const { return m_socket.get(); }
    void close() { m_socket.reset(); }
    const UniqueFd& output() const { return m_pending.at(1); }

private:
    std::string m_cwd;
    pid_t m_pid = -1;
    UniqueFd m_socket;
    std::vector<UniqueFd> m_pending;
    std::chrono::steady_clock::time_point m_started;
};

/// `python3 path arguments…` on its own, as a seat would be: own session, the same descriptors.
PythonOutcome runRealPython(const PythonRun& run);

bool writeTestFile(const std::string& path, std::string_view bytes);
void sendPacket(
    int socket, std::string_view op, const std::vector<std::string>& fields,
    const std::vector<int>& fds = {});
bool trySendPacket(
    int socket, std::string_view op, const std::vector<std::string>& fields,
    const std::vector<int>& fds = {});
KernelMessage receivePacket(int socket, int timeoutMs = 20'000);

} // namespace sandbench::test
