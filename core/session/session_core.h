// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/client.h"
#include "core/session/artifact_collector.h"
#include "core/session/guest_layout.h"
#include "core/session/project_scan.h"
#include "core/session/run_plan.h"
#include "core/session/session.h"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace sandbench {

struct SentProject;

/// How long the agent may take for a word about a context, and about a folder.
inline constexpr std::chrono::seconds kContextPatience(30);
inline constexpr std::chrono::seconds kFolderPatience(10);

/// A run that other threads may send input and signals to while it lasts.
struct ActiveRun
{
    agent::AgentStream stream;
    std::mutex mutex;
    std::vector<int> signalsSent;
    std::string context; ///< Empty = it has a process of its own.
    bool takesInput = false; ///< Through Session::sendInput().
};

/// Contexts by name, with the language that each was opened for. Thread: any.
class ContextTable
{
public:
    enum class State { Unknown, Open, OtherLanguage };
    State find(const std::string& name, const std::string& language) const;
    void add(const std::string& name, const std::string& language);
    void remove(const std::string& name);
    /// The sandbox may have one from now on.
    void noteOpening() { m_mayHaveSome = true; }
    bool mayHaveSome() const { return m_mayHaveSome; }

private:
    mutable std::mutex m_mutex;
    std::map<std::string, std::string> m_languages;
    std::atomic<bool> m_mayHaveSome = false;
};

/// Names of program files that are in use, so that overlapping runs do not replace each other's
/// program. Thread: any.
class FileNameRegistry
{
public:
    /// "main.py", or "main-2.py" while another run uses that. @p keepName: then "2/Main.java",
    /// where the name means something.
    std::string take(const std::string& wanted, bool keepName = false);
    void giveBack(const std::string& name);

private:
    std::mutex m_mutex;
    std::set<std::string> m_inUse;
};

/// What a session's runs share.
struct SessionCore
{
    SessionCore(
        SessionSpec sessionSpec, LanguageCatalog catalog, ArtifactStore& store, std::string engine,
        std::unique_ptr<Instance> sandbox);

    std::shared_ptr<ActiveRun> findRun(const std::string& runId) const;
    /// "r3f9c2a71-1"
    std::string nextRunId();
    /// Also starts the language's kernel, where no session has to pay for one that it does not use.
    /// Errors: AlreadyExists, Unavailable (the interpreter does not answer), NotFound (it is not
    /// there).
    Result<void>
    openContext(const std::string& name, const Language& language, std::stop_token stop);
    /// What every program gets besides its sandbox's own: the session's, and what finds packages.
    std::map<std::string, std::string> environment() const;
    /// What finds packages, without the session's own: for an image that is made of the sandbox.
    std::map<std::string, std::string> environmentOfPackages() const;
    /// Of the project that was brought last; null = none, or no policy.
    std::shared_ptr<const ProjectScan> scanOfProject() const;
    /// The engine's layers, and those that the agent adds.
    IsolationReport isolation() const;
    /// By the spec and its policy.
    LayerNames demandedLayers() const;
    /// Where things are for a program that is started now.
    GuestLayout layoutOfPrograms() const;

    const SessionSpec spec;
    const LanguageCatalog languages;
    ArtifactStore& artifacts;
    const std::string engineName;
    const std::unique_ptr<Instance> instance;
    std::unique_ptr<agent::AgentClient>
        client; // before the runs that use it, after the instance that it talks to
    GuestLayout layout; // known once the agent has set itself up
    ContextTable contexts;
    FileNameRegistry fileNames;
    ShownFiles shownFiles;
    std::mutex instanceMutex; // Instance: one call at a time, counters() aside

    mutable std::mutex mutex;
    std::map<std::string, std::shared_ptr<ActiveRun>> runs;
    std::uint64_t runCount = 0;
    std::map<std::string, std::string> packageEnv;
    std::vector<std::string> packagePath; // in front of PATH
    std::set<std::string> preparedManagers;
    std::shared_ptr<const ProjectScan> projectScan;
    std::shared_ptr<const SentProject> sentProject; // null = none was brought
    std::vector<std::string> wrapper; // words before every program
    bool closing = false;

private:
    std::map<std::string, std::string> withPackages(std::map<std::string, std::string> env) const;
};

/// A Request of @p batch with its data.
agent::AgentStream startKernel(agent::Batch& batch, const KernelStart& start);

/// "s-3f9c2a71"
std::string makeId(const char* prefix);

} // namespace sandbench
