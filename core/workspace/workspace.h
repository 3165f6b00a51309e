// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/stoppable_condition.h"
#include "core/workspace/composition.h"
#include "core/workspace/run_board.h"
#include "core/workspace/run_history.h"
#include "core/workspace/sandbox_table.h"

#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace sandbench::workspace {

struct WorkspaceOptions
{
    /// Where the history is, and what is needed for kept sandboxes; see stateFolder(). Empty =
    /// nothing is kept on disk.
    std::string folder = {};
    /// Takes over the sandboxes that an earlier program kept, in a thread. Where another one has
    /// the folder, @c tell hears of it and only the history is shared.
    bool keepsSandboxes = false;
    RunBoard::Links links = {};
    /// Gets a sentence for people on each thing that could not be. Thread: any.
    TellProblem tell = {};
    /// A thread closes sandboxes that nobody uses any more and forgets old runs.
    bool reaps = true;
    ServerRules rules = {}; ///< Of all its sandboxes.
};

/// All sandboxes, runs and results of one user or service, and their history: what every face shows
/// and asks. Thread: any. It must not outlive its parts.
class Workspace
{
public:
    /// Errors: Io, PermissionDenied for the folder, where sandboxes are kept.
    static Result<std::unique_ptr<Workspace>>
    open(Composition& parts, WorkspaceOptions options = {});
    ~Workspace();
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    Composition& parts() { return m_parts; }
    SandboxTable& sandboxes() { return m_sandboxes; }
    RunBoard& runs() { return m_runs; }
    RunHistory* history() { return m_history.get(); } ///< Null = none is kept.

    /// What a run made, here or in the history, whose have no storedPath; the note of one without
    /// bytes says why. Errors: NotFound, also for runs of other callers; Unavailable.
    Result<std::vector<Artifact>> artifacts(const Caller& caller, const std::string& runId);
    /// One of them, with a private file of its bytes that is there as long as this. Errors: also
    /// NotFound where there are no bytes, Io.
    Result<std::shared_ptr<const Artifact>>
    artifact(const Caller& caller, const std::string& runId, std::size_t number);

    /// Cancels and awaits all runs, closes all sandboxes but kept ones; nothing begins afterwards.
    /// The destructor does it too, and writes what the history has not yet.
    void end();

private:
    Workspace(
        Composition& parts, UniqueFd lock, std::unique_ptr<SandboxStore> store,
        std::unique_ptr<RunHistory> history, WorkspaceOptions options);
    void adopt(const std::stop_token& stop, const TellProblem& tell);
    void reap(const std::stop_token& stop);

    Composition& m_parts;
    const UniqueFd m_lock; ///< Two servers would take each other's sandboxes for left behind.
    const std::unique_ptr<RunHistory> m_history;
    SandboxTable m_sandboxes;
    RunBoard m_runs;
    std::jthread m_adopting, m_reaping; ///< Last: they use all of the above.
};

} // namespace sandbench::workspace
