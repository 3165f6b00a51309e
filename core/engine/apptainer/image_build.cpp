// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/image_build.h"

#include "core/base/clock.h"
#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/engine/apptainer/messages.h"
#include "core/engine/apptainer/process_tree.h"
#include "core/process/child_process.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace sandbench::apptainer {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kKeptBytes = 16U << 10;
constexpr std::size_t kLongestLine = 4096;
constexpr auto kEndPatience = 5s;

struct KnownFailure
{
    std::string_view said;
    ErrorCode code;
    std::string_view remedy;
};

constexpr std::array kKnownFailures
    = {KnownFailure{"no space left", ErrorCode::ResourceExhausted, "make room on the disk"},
       KnownFailure{
           "unauthorized", ErrorCode::PermissionDenied,
           "log in with 'apptainer registry login', or check the name"},
       // Of a file, as the system says it; before what a registry denies.
       KnownFailure{
           "permission denied", ErrorCode::PermissionDenied,
           "let whoever Apptainer runs as enter the folder of images, or choose another one with "
           "XDG_CACHE_HOME"},
       KnownFailure{
           "denied", ErrorCode::PermissionDenied,
           "log in with 'apptainer registry login', or check the name"},
       KnownFailure{"manifest unknown", ErrorCode::NotFound, "check the name and its tag"},
       KnownFailure{"not found", ErrorCode::NotFound, "check the name and its tag"},
       KnownFailure{
           "no such host", ErrorCode::ConnectionLost, "check the registry's name and the network"},
       KnownFailure{
           "connection refused", ErrorCode::ConnectionLost,
           "check that the registry answers at this address"},
       KnownFailure{
           "timeout", ErrorCode::ConnectionLost, "check that the registry answers at this address"},
       KnownFailure{
           "image format not recognized", ErrorCode::InvalidArgument, "name a file that is one"}};

/// Hands on whole lines, and keeps the last of them.
class Log
{
public:
    explicit Log(const OnImageProgress& onProgress)
        : m_onProgress(onProgress)
    {
    }

    void add(std::string_view bytes)
    {
        m_kept.append(bytes);
        if (m_kept.size() > kKeptBytes)
            m_kept.erase(0, m_kept.size() - kKeptBytes);
        m_line.append(bytes);
        for (auto end = m_line.find('\n'); end != std::string::npos; end = m_line.find('\n')) {
            tell(m_line.substr(0, end + 1));
            m_line.erase(0, end + 1);
        }
        if (m_line.size() > kLongestLine)
            tell(std::exchange(m_line, {}));
    }
    const std::string& kept() const { return m_kept; }

private:
    void tell(std::string line)
    {
        ImageProgress progress;
        progress.line = std::move(line);
        if (m_onProgress)
            m_onProgress(progress);
    }

    const OnImageProgress& m_onProgress;
    std::string m_line, m_kept;
};

/// Until the program closes its output.
Result<void> listen(int fd, Log& log, const std::stop_token& stop)
{
    const WakeEvent wake;
    const std::stop_callback onStop(stop, [&wake] { wake.signal(); });
    std::array<char, 4096> chunk;
    for (;;) {
        pollfd polled[2] = {{fd, POLLIN, 0}, {wake.fd(), POLLIN, 0}};
        if (::poll(polled, 2, -1) < 0 && errno != EINTR)
            return Error::fromErrno(errno, "cannot wait for Apptainer");
        if (polled[1].revents != 0)
            return Error(ErrorCode::Cancelled, "stopped while an image was made");
        if (polled[0].revents == 0)
            continue;
        const auto size = ::read(fd, chunk.data(), chunk.size());
        if (size == 0)
            return {};
        if (size < 0 && errno != EINTR)
            return Error::fromErrno(errno, "cannot read what Apptainer says");
        if (size > 0)
            log.add({chunk.data(), static_cast<std::size_t>(size)});
    }
}

} // namespace

std::vector<std::string> buildArguments(const BuildJob& job)
{
    std::vector<std::string> words = {"apptainer", "build", "--disable-cache", "--fix-perms"};
    if (job.isFolder)
        words.emplace_back("--sandbox");
    if (!job.usesTls)
        words.emplace_back("--no-https");
    words.insert(words.end(), {job.target, job.source});
    return words;
}

Result<void> runBuild(
    const Program& program, Surroundings surroundings, const BuildJob& job,
    const OnImageProgress& onProgress, std::stop_token stop)
{
    SANDBENCH_TRY(auto said, makePipe());
    SANDBENCH_TRY(const auto nothing, makeSealedMemfd("input", ""));
    SpawnSpec spec;
    spec.program = program.path;
    spec.arguments = buildArguments(job);
    surroundings.temporaryFolder = job.temporaryFolder;
    spec.environment = programEnvironment(surroundings, {});
    spec.fds = {nothing.get(), said.write.get(), said.write.get()};
    SANDBENCH_TRY(auto child, ChildProcess::spawn(spec));
    said.write.reset();
    Log log(onProgress);
    if (auto heard = listen(said.read.get(), log, stop); !heard) {
        // It unpacks and packs in processes of its own, which would go on for minutes.
        killTree(child.pid());
        return heard;
    }
    SANDBENCH_TRY(const auto end, child.wait(kEndPatience, stop));
    return end.exitCode == 0 ? Result<void>() : buildProblem(log.kept());
}

Error buildProblem(std::string_view complaint)
{
    const auto reason = reasonIn(complaint);
    if (tellsOfDamage(complaint))
        return damageProblem(complaint);
    const auto lower = lowerCase(reason);
    for (const auto& known : kKnownFailures)
        if (lower.find(known.said) != std::string::npos)
            return Error(known.code, reason + "; " + std::string(known.remedy));
    return Error(
        ErrorCode::Unavailable,
        "Apptainer did not make the image: "
            + (reason.empty() ? "it gave no reason; see what 'apptainer build' says" : reason));
}

} // namespace sandbench::apptainer
