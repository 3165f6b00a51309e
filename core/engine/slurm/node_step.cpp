// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/node_step.h"

#include "core/base/clock.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/engine/outpost/outpost_program.h"
#include "core/engine/slurm/job_end.h"
#include "core/engine/slurm/keeper_script.h"
#include "core/policy/system_call_filter.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandbench::slurm {

namespace {

using namespace std::chrono_literals;

/// Programs and images may be on a slow network file system.
constexpr auto kStartPatience = 180s;
constexpr auto kStepEndPatience = 10s;
constexpr auto kTermPatience = 5s;
constexpr std::size_t kMostNoise = 64; ///< Lines of a TaskProlog of the cluster's.
constexpr std::size_t kMessageBytes = 16U << 10;

/// What is said before the frames begin, both ways, until a stop or the end of its time.
class Talk
{
public:
    Talk(UniqueFd socket, UniqueFd messages, std::stop_token stop)
        : m_socket(std::move(socket))
        , m_messages(std::move(messages))
        , m_onStop(std::move(stop), Wake{&m_wake})
        , m_until(Clock::now() + kStartPatience)
    {
    }

    Result<std::string> line()
    {
        for (;;) {
            if (const auto end = m_read.find('\n'); end != std::string::npos) {
                auto line = m_read.substr(0, end);
                m_read.erase(0, end + 1);
                return line;
            }
            if (m_read.size() > far::kMostLineBytes)
                return Error(ErrorCode::Protocol, "the step of the job says too much");
            SANDBENCH_TRY_VOID(await(POLLIN));
            std::array<char, 4096> chunk;
            const auto size = ::recv(m_socket.get(), chunk.data(), chunk.size(), MSG_DONTWAIT);
            if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR))
                return ended();
            if (size > 0)
                m_read.append(chunk.data(), static_cast<std::size_t>(size));
        }
    }

    Result<void> say(std::string_view bytes)
    {
        while (!bytes.empty()) {
            SANDBENCH_TRY_VOID(await(POLLOUT));
            const auto size
                = ::send(m_socket.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
            if (size < 0 && errno != EAGAIN && errno != EINTR)
                return ended();
            if (size > 0)
                bytes.remove_prefix(static_cast<std::size_t>(size));
        }
        return {};
    }

    std::unique_ptr<JobStream> takeStream()
    {
        auto stream = std::make_unique<JobStream>(std::move(m_socket));
        stream->putBack(m_read);
        return stream;
    }

private:
    struct Wake
    {
        WakeEvent* event;
        void operator()() const { event->signal(); }
    };

    Result<void> await(short what)
    {
        for (;;) {
            const auto left
                = std::chrono::ceil<std::chrono::milliseconds>(m_until - Clock::now()).count();
            if (left <= 0)
                return Error(
                    ErrorCode::Timeout,
                    "the job's node did not start the sandbox in time"
                        + (messages().empty() ? std::string() : " (" + messages() + ")"));
            pollfd polled[2] = {{m_socket.get(), what, 0}, {m_wake.fd(), POLLIN, 0}};
            if (::poll(polled, 2, static_cast<int>(left)) < 0 && errno != EINTR)
                return Error::fromErrno(errno, "cannot wait for the job's step");
            if (polled[1].revents != 0)
                return Error(ErrorCode::Cancelled, "stopped while opening a sandbox");
            if (polled[0].revents != 0)
                return {};
        }
    }

    /// Its last words.
    std::string messages()
    {
        std::array<char, 4096> chunk;
        for (;;) {
            const auto size = ::read(m_messages.get(), chunk.data(), chunk.size());
            if (size <= 0)
                return m_said;
            m_said.append(chunk.data(), static_cast<std::size_t>(size));
            if (m_said.size() > kMessageBytes)
                m_said.erase(0, m_said.size() - kMessageBytes);
        }
    }

    /// srun closes its output before it says why.
    Error ended()
    {
        pollfd polled = {m_messages.get(), POLLIN, 0};
        (void)::poll(&polled, 1, 1000);
        return slurmProblem(messages());
    }

    UniqueFd m_socket, m_messages;
    WakeEvent m_wake;
    std::stop_callback<Wake> m_onStop;
    const Clock::time_point m_until;
    std::string m_read, m_said;
};

/// Named by their contents, so that another version of ours brings its own.
const std::vector<NodeProgram>& nodePrograms()
{
    static const auto kPrograms = [] {
        std::vector<NodeProgram> programs;
        for (const auto& machine : outpost::knownMachines())
            if (const auto program = outpost::programFor(machine))
                programs.push_back(
                    {machine, "outpost-" + sha256Of(*program).substr(0, 16), program->size()});
        return programs;
    }();
    return kPrograms;
}

/// Which processor the node has, whose program is there then.
Result<std::string> bring(Talk& talk)
{
    for (std::size_t lines = 0; lines < kMostNoise; ++lines) {
        SANDBENCH_TRY(const auto line, talk.line());
        std::string_view machine = line;
        const auto word = takeUpTo(machine, ' ');
        if (word != "have" && word != "need" && word != "none")
            continue;
        const auto program = outpost::programFor(std::string(machine));
        if (!program)
            return Error(
                ErrorCode::Unavailable, "the job's node cannot be used: " + program.error().text());
        if (word == "need")
            SANDBENCH_TRY_VOID(talk.say(*program));
        return std::string(machine);
    }
    return Error(ErrorCode::Protocol, "the step of the job says something else than it should");
}

Result<outpost::Placed> ask(Talk& talk, outpost::OpenRequest request)
{
    SANDBENCH_TRY(const auto machine, bring(talk));
    SANDBENCH_TRY(request.filter, systemCallFilter(machine));
    SANDBENCH_TRY_VOID(talk.say(outpost::writeOpenRequest(request)));
    SANDBENCH_TRY(const auto line, talk.line());
    SANDBENCH_TRY(const auto answer, far::readAnswer(line));
    return outpost::readPlaced(answer);
}

} // namespace

Result<NodeStep> startStep(
    const Programs& programs, const Keeper& keeper, const outpost::OpenRequest& request,
    std::stop_token stop)
{
    SANDBENCH_TRY(auto sockets, makeSocketPair());
    SANDBENCH_TRY(auto messages, makePipe());
    // Nothing may ever wait for us to read its messages.
    for (const int fd : {messages.read.get(), messages.write.get()})
        makeNonBlocking(fd);
    auto spec = programs.spawnSpec(
        "srun", stepArguments(keeper.id.number, placeScript(keeper.folder, nodePrograms())));
    spec.fds = {sockets.second.get(), sockets.second.get(), messages.write.get()};
    NodeStep step;
    SANDBENCH_TRY(step.srun, ChildProcess::spawn(spec));
    sockets.second.reset();
    messages.write.reset();
    Talk talk(std::move(sockets.first), std::move(messages.read), std::move(stop));
    auto placed = ask(talk, request);
    step.stream = talk.takeStream();
    if (!placed) {
        // A stop is obeyed at once: srun goes on for a moment and is told to end the step.
        step.stream->close();
        step.srun.kill(SIGTERM);
        return std::move(placed.error());
    }
    step.placed = *std::move(placed);
    step.stream->hastenSocketsOf(step.srun.pid(), step.srun.pidFd());
    return step;
}

Result<void> endStep(NodeStep& step)
{
    step.stream->close();
    if (step.srun.wait(kStepEndPatience))
        return {};
    // It hands that on to the step.
    step.srun.kill(SIGTERM);
    if (step.srun.wait(kTermPatience))
        return {};
    step.srun = ChildProcess();
    return Error(ErrorCode::Timeout, "the step of the job does not end");
}

} // namespace sandbench::slurm
