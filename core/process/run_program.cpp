// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/process/run_program.h"
#include "core/base/clock.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace sandbench {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kKeptComplaint = 4096;

/// Both outputs of a program, until it closes the first.
class Listener
{
public:
    Listener(UniqueFd output, UniqueFd complaint, std::stop_token stop)
        : m_output(std::move(output))
        , m_complaint(std::move(complaint))
        , m_stop(std::move(stop))
        , m_onStop(m_stop, Wake{&m_wake})
    {
    }

    Result<void> listen(ProgramAnswer& answer, std::size_t maxOutput, Clock::time_point until)
    {
        while (m_output) {
            const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
            if (m_stop.stop_requested())
                return Error(ErrorCode::Cancelled, "stopped");
            if (left <= milliseconds(0))
                return Error(ErrorCode::Timeout, "it did not answer in time");
            SANDBENCH_TRY_VOID(takeAll(answer, left));
            if (answer.output.size() > maxOutput)
                return Error(ErrorCode::Protocol, "it printed too much");
        }
        return {};
    }

    /// What it said last; does not wait.
    void finish(ProgramAnswer& answer)
    {
        while (m_complaint) {
            pollfd polled = {m_complaint.get(), POLLIN, 0};
            if (::poll(&polled, 1, 0) <= 0 || !takeComplaint(answer))
                return;
        }
    }

private:
    struct Wake
    {
        WakeEvent* event;
        void operator()() const { event->signal(); }
    };

    Result<void> takeAll(ProgramAnswer& answer, milliseconds wait)
    {
        std::array<pollfd, 3> waits
            = {{{m_output.get(), POLLIN, 0},
                {m_complaint.get(), POLLIN, 0},
                {m_wake.fd(), POLLIN, 0}}};
        if (::poll(waits.data(), waits.size(), static_cast<int>(wait.count())) <= 0)
            return {};
        if (waits[1].revents != 0)
            SANDBENCH_TRY_VOID(takeComplaint(answer));
        return waits[0].revents != 0 ? take(m_output, answer.output) : Result<void>();
    }

    Result<void> takeComplaint(ProgramAnswer& answer)
    {
        SANDBENCH_TRY_VOID(take(m_complaint, answer.complaint));
        if (answer.complaint.size() > kKeptComplaint)
            answer.complaint.erase(0, answer.complaint.size() - kKeptComplaint);
        return {};
    }

    static Result<void> take(UniqueFd& fd, std::string& into)
    {
        std::array<char, 4096> chunk;
        const auto size = ::read(fd.get(), chunk.data(), chunk.size());
        if (size > 0)
            into.append(chunk.data(), static_cast<std::size_t>(size));
        else if (size == 0)
            fd.reset();
        else if (errno != EINTR)
            return Error::fromErrno(errno, "cannot read its answer");
        return {};
    }

    UniqueFd m_output, m_complaint;
    std::stop_token m_stop;
    WakeEvent m_wake;
    std::stop_callback<Wake> m_onStop;
};

} // namespace

std::string programInPath(const std::string& name, const std::string& path)
{
    std::string_view rest = path;
    while (!rest.empty()) {
        const auto candidate = std::string(takeUpTo(rest, ':')) + "/" + name;
        if (candidate.starts_with('/') && ::access(candidate.c_str(), X_OK) == 0)
            return candidate;
    }
    return {};
}

Result<ProgramAnswer> runProgram(
    SpawnSpec spec, std::string_view input, std::size_t maxOutput, milliseconds patience,
    std::stop_token stop)
{
    const auto until = Clock::now() + patience;
    // A sealed file for its input: nothing can block on a program that does not read.
    SANDBENCH_TRY(const auto inputFd, makeSealedMemfd("input", input));
    SANDBENCH_TRY(auto output, makePipe());
    SANDBENCH_TRY(auto complaint, makePipe());
    spec.fds = {inputFd.get(), output.write.get(), complaint.write.get()};
    SANDBENCH_TRY(auto child, ChildProcess::spawn(spec));
    output.write.reset();
    complaint.write.reset();
    Listener listener(std::move(output.read), std::move(complaint.read), stop);
    ProgramAnswer answer;
    SANDBENCH_TRY_VOID(listener.listen(answer, maxOutput, until));
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    SANDBENCH_TRY(answer.end, child.wait(std::max(left, milliseconds(0)), stop));
    listener.finish(answer);
    return answer;
}

} // namespace sandbench
