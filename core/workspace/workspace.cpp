// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/workspace.h"
#include "core/base/stoppable_condition.h"

#include <cerrno>
#include <chrono>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>

namespace sandbench::workspace {

namespace {

/// What callers may wait for an idle sandbox's end, which they told in seconds.
constexpr std::chrono::seconds kReapInterval(1);

/// Not locked where another program has it.
Result<UniqueFd> lockFolder(const std::string& folder)
{
    std::error_code failure;
    if (std::filesystem::create_directories(folder, failure))
        ::chmod(folder.c_str(), 0700);
    if (failure)
        return Error::fromErrno(failure.value(), "cannot make the state folder " + folder);
    const auto path = folder + "/server.lock";
    UniqueFd lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!lock)
        return Error::fromErrno(errno, "cannot write " + path);
    return ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0 ? std::move(lock) : UniqueFd();
}

} // namespace

static HistoryBounds boundsOf(const HistorySettings& settings)
{
    HistoryBounds bounds;
    bounds.runs = settings.runs;
    bounds.bytes = settings.recordBytes;
    bounds.artifactBytes = settings.resultBytes;
    return bounds;
}

Result<std::unique_ptr<Workspace>> Workspace::open(Composition& parts, WorkspaceOptions options)
{
    if (!options.tell)
        options.tell = [](const std::string&) {};
    UniqueFd lock;
    std::unique_ptr<SandboxStore> store;
    if (options.keepsSandboxes && !options.folder.empty()) {
        SANDBENCH_TRY(lock, lockFolder(options.folder));
        if (lock) {
            SANDBENCH_TRY(store, openSandboxStore(options.folder + "/sandboxes.sqlite"));
        } else {
            options.tell(
                "another server has the state folder " + options.folder
                + ": sandboxes are not kept");
        }
    }
    const bool adopts = bool(store);
    auto history = options.folder.empty()
        ? nullptr
        : openRunHistory(
            options.folder + "/" + kHistoryName, options.tell, boundsOf(parts.settings().history));
    auto workspace = std::unique_ptr<Workspace>(
        new Workspace(parts, std::move(lock), std::move(store), std::move(history), options));
    auto* const self = workspace.get();
    // An engine that does not answer keeps nobody else waiting.
    if (adopts)
        self->m_adopting = std::jthread(
            [self, tell = options.tell](const std::stop_token& stop) { self->adopt(stop, tell); });
    if (options.reaps)
        self->m_reaping = std::jthread([self](const std::stop_token& stop) { self->reap(stop); });
    return workspace;
}

Workspace::Workspace(
    Composition& parts, UniqueFd lock, std::unique_ptr<SandboxStore> store,
    std::unique_ptr<RunHistory> history, WorkspaceOptions options)
    : m_parts(parts)
    , m_lock(std::move(lock))
    , m_history(std::move(history))
    , m_sandboxes(parts, std::move(store), std::move(options.rules))
    , m_runs(m_history.get(), std::move(options.links))
{
}

Workspace::~Workspace()
{
    end();
}

void Workspace::end()
{
    m_adopting = {};
    m_reaping = {};
    m_runs.end();
    m_sandboxes.closeAll();
}

Result<std::vector<Artifact>> Workspace::artifacts(const Caller& caller, const std::string& runId)
{
    auto run = m_runs.find(caller, runId);
    if (run)
        return (*run)->artifacts();
    return m_history ? m_history->artifacts(caller, runId)
                     : Result<std::vector<Artifact>>(std::move(run.error()));
}

Result<std::shared_ptr<const Artifact>>
Workspace::artifact(const Caller& caller, const std::string& runId, std::size_t number)
{
    SANDBENCH_TRY(auto all, artifacts(caller, runId));
    if (number >= all.size())
        return Error(
            ErrorCode::NotFound,
            "the run has " + std::to_string(all.size()) + " artifacts, numbered from 0");
    if (!all[number].note.empty())
        return Error(ErrorCode::NotFound, "the artifact has no bytes: " + all[number].note);
    if (const auto run = m_runs.find(caller, runId)) {
        // As long as its run is there.
        const auto kept = std::make_shared<std::pair<std::shared_ptr<HostedRun>, Artifact>>(
            *run, std::move(all[number]));
        return std::shared_ptr<const Artifact>(kept, &kept->second);
    }
    SANDBENCH_TRY(const auto bytes, m_history->artifactBytes(caller, runId, number));
    SANDBENCH_TRY(auto copy, m_parts.artifacts().add(all[number].name, all[number].mime, bytes));
    auto owner = std::make_shared<RunArtifacts>();
    owner->add(copy);
    all[number].storedPath = copy.storedPath;
    const auto kept = std::make_shared<std::pair<std::shared_ptr<RunArtifacts>, Artifact>>(
        std::move(owner), std::move(all[number]));
    return std::shared_ptr<const Artifact>(kept, &kept->second);
}

void Workspace::adopt(const std::stop_token& stop, const TellProblem& tell)
{
    for (const auto& line : m_sandboxes.adopt(stop))
        tell(line);
}

void Workspace::reap(const std::stop_token& stop)
{
    for (;;) {
        restFor(kReapInterval, stop);
        if (stop.stop_requested())
            return;
        // Memory that is not there now may be there at the next time.
        try {
            m_sandboxes.reapIdle();
            m_runs.forgetOld();
        } catch (const std::exception&) {
            continue;
        }
    }
}

} // namespace sandbench::workspace
