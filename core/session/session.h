// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/artifact_store.h"
#include "core/base/clock.h"
#include "core/engine/engine.h"
#include "core/language/language.h"
#include "core/package/package_name.h"
#include "core/package/package_settings.h"
#include "core/policy/gate/code_policy.h"
#include "core/project/project_changes.h"
#include "core/session/run_record.h"
#include "core/session/variables.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

class ProjectFolder;

/// When the interpreter kernel preloads its libraries. Never: nor does it prepare a process for the
/// next program while one runs.
enum class Warm { Now, WhenIdle, Never };

struct SessionSpec
{
    std::string id; ///< Empty = a new one.
    SandboxSpec sandbox;
    std::map<std::string, std::string> env; ///< On top of the sandbox's own small environment.
    std::string profile; ///< Name of the RuntimeProfile that it was made with, for the record.
    Warm warm = Warm::WhenIdle;
    /// Interpreters wait for Session::startInterpreters(), so that they find what is installed
    /// before.
    bool installsFirst = false;
    /// Every program is held against it before anything starts; null = no policy.
    std::shared_ptr<const CodePolicy> policy;
    /// What Session::memory() said, for a sandbox that was kept; see SandboxSpec::adopts.
    std::string memory = {};
    /// The agent ends a run at its wall-clock limit; past this much more, it is not believed to.
    std::chrono::milliseconds agentGrace = std::chrono::seconds(5);
};

struct InputFile
{
    std::string destination; ///< Relative to the working folder, or absolute inside the sandbox.
    std::string bytes;
    unsigned mode = 0644;
};

/// What one package manager shall install in a sandbox.
struct InstallRequest
{
    std::string manager; ///< "pip"; see knownPackageManagers().
    std::vector<std::string> names; ///< "numpy", "requests[socks]>=2".
    /// Files that list packages; the destinations are the names by which the manager knows them:
    /// "requirements.txt".
    std::vector<InputFile> manifests;
    PackageSettings sources;
    PackageRefusal refuses; ///< Besides the session's policy; empty = no package.
    bool gateConfirmed = false; ///< A yes to the packages that the session's policy asks about.
    /// What the manager prints; on the thread that installs. Empty = nobody is told.
    std::function<void(std::string_view bytes)> onOutput;
};

/// Units: characters.
struct TerminalSize
{
    unsigned rows = 24, columns = 80;
};

/// One execution.
struct RunRequest
{
    std::string language = "python"; ///< Id in the catalog; may be empty with a command.
    std::string code; ///< Text of the program; any bytes.
    std::string
        fileName; ///< How the program's file is called in the sandbox; empty = the language's own.
    /// Instead of fileName: where the code goes in a project that copyProject() brought, relative
    /// to the working folder: "src/main.c".
    std::string projectFile;
    std::vector<std::string> projectFiles; ///< The project's files, relative: what may be built
                                           ///< with it.
    std::vector<std::string> arguments;
    /// A program of the sandbox and its arguments, started instead of code.
    std::vector<std::string> command;
    std::string folder; ///< Where it starts, absolute; empty = the sandbox's own choice.
    std::string
        context; ///< Non-empty: run in this named interpreter context, opened when it is not there.
    std::map<std::string, std::string> env;
    std::vector<InputFile> files;
    std::string stdinBytes; ///< Given to the program, then end of input.
    bool liveInput = false; ///< Keep stdin open for Session::sendInput() instead.
    /// The program gets a terminal, whose output is all stdout. Not in contexts.
    std::optional<TerminalSize> terminal = std::nullopt;
    bool onlyChecked = false; ///< With a context: see Session::checkCell().
    /// What it does and the files that it makes go into the record. Without, no bytes of those
    /// files come out of the sandbox.
    bool isObserved = true;
    /// With a context of Python: a copy of the interpreter stays for undoContext(). It is made
    /// after the cell before it; a cell that comes at once waits for two forks, 1 to 20 ms.
    bool canBeUndone = true;
    /// No program follows it in this session, so that nothing is made ready for one.
    bool isLast = false;
    /// A person has seen what the policy asks about and wants the run.
    bool gateConfirmed = false;
    RunLimits limits;
    std::uint64_t keepBytes = 16ULL
        << 20; ///< Kept of each stream in the record; all of it still goes to the sink.
};

/// Whether a cell can run as it stands; one that never will is complete: its interpreter says why.
enum class CellState {
    Complete,
    Open, ///< Something is not closed yet.
    Block, ///< Complete, but a block at its end may go on, also after an empty line.
};

/// An entry of a folder in the sandbox. Untrusted.
struct FileEntry
{
    std::string path; ///< Absolute; bytes that are not UTF-8 are replaced.
    std::string type; ///< "file", "directory", "link", "other"
    std::uint64_t bytes = 0;
    double modifiedAt = 0; ///< Units: seconds since 1970.
    /// Of its contents, name or rights, which no program can set. Units: nanoseconds since 1970.
    std::int64_t changedAt = 0;
    unsigned mode = 0;
    std::int64_t uid = -1, gid = -1; ///< As numbers of the sandbox; -1 = the agent does not say.
    bool hasOddName = false; ///< Its name is not UTF-8: it can be listed, not read.
};

/// A file of the sandbox that is being written. It takes its name when finish() is called, instead
/// of what has it then; dropped before, nothing has changed. Must not outlive its session.
/// Thread: one at a time.
class FileWriter
{
public:
    virtual ~FileWriter() = default;
    /// Waits while the sandbox is slow. Errors: ResourceExhausted and Io of its file system,
    /// Cancelled, ConnectionLost. After one only dropping it makes sense.
    virtual Result<void> write(std::string_view bytes, std::stop_token stop) = 0;
    virtual Result<void> finish(std::stop_token stop) = 0;
};

/// One thing that changed in a folder of the sandbox.
struct FolderChange
{
    enum class Kind {
        Created, ///< Also what was renamed, where it is now.
        Written,
        Removed,
        Renamed, ///< Where it was.
        Mode, ///< Also times and owners.
    };
    std::string path; ///< Absolute. Untrusted.
    Kind kind = Kind::Written;
};

/// A folder that is watched until this is dropped. Must not outlive its session. Thread: one at a
/// time.
class FolderWatch
{
public:
    virtual ~FolderWatch() = default;
    /// The next change, in their order; several alike that follow each other quickly are one.
    /// Errors: Timeout at @p deadline; NotFound: the folder is gone; ResourceExhausted: changes
    /// were lost; Cancelled; ConnectionLost. All but the first and Cancelled come again and again.
    virtual Result<FolderChange> next(std::stop_token stop, Clock::time_point deadline) = 0;
};

enum class StreamKind { Stdout, Stderr };

/// Receives a run's events on the thread that called Session::run(), in order. May block: the
/// program is then paused by flow control.
class RunSink
{
public:
    virtual ~RunSink() = default;
    virtual void onStarted(const std::string& runId) { (void)runId; }
    /// Only where something is compiled: each compiler as it begins, then the program.
    virtual void onPhase(RunPhase phase, std::string_view name) { (void)phase, (void)name; }
    virtual void onOutput(StreamKind stream, std::string_view bytes) { (void)stream, (void)bytes; }
    virtual void onArtifact(const Artifact& artifact)
    {
        (void)artifact;
    } ///< As soon as it is stored.
    virtual void onResult(std::string_view text)
    {
        (void)text;
    } ///< Value of a context's last expression.
    virtual void onNotice(std::string_view text) { (void)text; }
};

/// One open sandbox, used through its agent: the same for every engine.
///
/// State: open() → any number of runs → close(). After ConnectionLost every call fails with it.
/// Thread: any; runs may overlap. Owns one reader thread, which also keeps the agent's heartbeat;
/// it is joined in close().
class Session
{
public:
    /// Errors: what Engine::open() says, Timeout when no agent answers, Unavailable for one without
    /// the layers that the spec or its policy requires, which is closed again before anything but
    /// the agent ran in it (a kept one is left), Cancelled.
    static Result<std::unique_ptr<Session>> open(
        Engine& engine, SessionSpec spec, const LanguageCatalog& languages,
        ArtifactStore& artifacts, std::stop_token stop);
    ~Session();

    const std::string& id() const;
    std::string engineName() const;
    IsolationReport isolation() const;
    std::string description() const;
    /// See Instance::image() and Instance::network().
    std::string image() const;
    std::string network() const;
    bool isAlive() const;

    /// Runs to the end. A stop request kills the run's whole tree; the record then says Cancelled
    /// and holds the output so far. Errors: InvalidArgument (unknown language, bad file name),
    /// Cancelled (before it started), ConnectionLost only where nothing was started: a run whose
    /// sandbox goes away ends in Verdict::AgentLost. One that the policy does not let start ends
    /// in Verdict::PolicyDenied, with its findings.
    Result<RunRecord> run(const RunRequest& request, RunSink& sink, std::stop_token stop);

    /// For a run with liveInput. Waits while the program does not read. Errors: NotFound when it is
    /// over, Cancelled.
    Result<void>
    sendInput(const std::string& runId, std::string_view bytes, std::stop_token stop = {});
    Result<void> closeInput(const std::string& runId);
    /// SIGINT, SIGTERM … to a run. Errors: NotFound when it is over.
    Result<void> signal(const std::string& runId, int signalNumber);
    /// Of a run with a terminal. Errors: NotFound when it is over.
    Result<void> resize(const std::string& runId, TerminalSize size);

    Result<void>
    openContext(const std::string& name, const std::string& language, std::stop_token stop = {});
    struct ContextInfo
    {
        std::string name;
        std::string language;
        bool isBusy = false;
    };
    /// Those that are there, by name.
    Result<std::vector<ContextInfo>> listContexts(std::stop_token stop = {});
    Result<void> resetContext(const std::string& name, std::stop_token stop = {});
    Result<void> closeContext(const std::string& name, std::stop_token stop = {});
    /// A cell that a Python context can go back to before: each of its last ones has a copy.
    struct ContextStep
    {
        int number = 0; ///< From 1, of the context's cells.
        std::string text; ///< The first line of the cell's code. Untrusted.
        int threads = 0; ///< That ran beside the program then; a copy has none of them.
        int sockets = 0; ///< That were open then; a copy has the same, as they are now.
        bool filesKnown = false; ///< What cells changed of files since was watched and is kept.
        int filesBack = 0; ///< Of the working folder, changed since, that come back with it.
        int filesLeft = 0; ///< Those that do not: too large, or no plain file.
        /// After undoContext(): the first of filesLeft, also of those that somebody else has
        /// changed since. Untrusted.
        std::vector<std::string> pathsLeft = {};
    };
    /// The oldest first. Also of a context that a cell ended. Errors: NotFound.
    Result<std::vector<ContextStep>>
    listContextSteps(const std::string& name, std::stop_token stop = {});
    /// Makes the context what it was before cell @p step; 0 = its last one. What it has started
    /// since ends, and what its cells changed in the working folder comes back where it was kept
    /// and nobody has changed it since. Errors: NotFound (no such context, or no copy of then),
    /// Unavailable while a cell runs, Unsupported (not Python, or no cell yet).
    Result<ContextStep>
    undoContext(const std::string& name, int step = 0, std::stop_token stop = {});
    /// Opens @p to as what @p name was before cell @p step; 0 = what it is now. Both go on by
    /// themselves. Errors: as undoContext(), AlreadyExists, ResourceExhausted.
    Result<void> branchContext(
        const std::string& name, const std::string& to, int step = 0, std::stop_token stop = {});
    /// What a Python context has defined, modules and names that begin with _ left out. Nothing of
    /// the program changes, and nothing that it has defined is called. Errors: NotFound,
    /// Unavailable while a cell runs, Unsupported (not Python), Timeout, ResourceExhausted,
    /// Protocol.
    Result<VariableList> listVariables(const std::string& context, std::stop_token stop = {});
    /// All of one, which may be asked what it is: in a copy of the interpreter that ends with the
    /// answer. Errors: those, NotFound also where there is no such variable.
    Result<VariableDetails>
    showVariable(const std::string& context, const std::string& name, std::stop_token stop = {});
    /// What the interpreter of its context says of the code of @p cell, of which nothing runs.
    /// Opens the context as run() does. Errors: as run().
    Result<CellState> checkCell(RunRequest cell, std::stop_token stop);

    /// Installs packages where every later program finds them, on top of what the sandbox has. The
    /// manager and what it runs (a setup.py) have this sandbox's limits and no others' files; the
    /// network is the one that the sandbox has now. Errors: InvalidArgument for a name that is
    /// none, PermissionDenied for one that is refused, NotFound (no such manager; not in the
    /// folder), Unavailable with the line that says why, Cancelled.
    Result<void> install(const InstallRequest& request, std::stop_token stop);
    /// Every program from now on is started through these words, such as micromamba run -n base;
    /// {packages} in them is where packages are installed. Interpreters that wait for programs
    /// cannot be, so call it before startInterpreters(), which starts none then.
    void wrapPrograms(std::vector<std::string> words);
    /// For SessionSpec::installsFirst, once.
    Result<void> startInterpreters();

    /// The end of an install phase: takes the network away, which never comes back, and then
    /// looks from inside whether it is gone. After an error no code may run here that should not
    /// have a network. Errors: Unsupported, Io, the connection's own, Cancelled.
    Result<void> dropNetwork(std::stop_token stop);

    /// Files in the sandbox, streamed. Host files are opened without following links in the last
    /// component.
    Result<void>
    copyIn(const std::string& hostPath, const std::string& guestPath, std::stop_token stop);
    /// At most as many bytes as the sandbox's disk has. Errors: ResourceExhausted for a larger
    /// file.
    Result<void>
    copyOut(const std::string& guestPath, const std::string& hostPath, std::stop_token stop);
    Result<void> writeFile(
        const std::string& guestPath, std::string_view bytes, unsigned mode, std::stop_token stop);
    Result<std::string>
    readGuestFile(const std::string& guestPath, std::uint64_t limit, std::stop_token stop);

    struct FileList
    {
        std::vector<FileEntry> entries; ///< Folder by folder, in no order.
        bool isTruncated = false; ///< There was more than the limit.
    };
    /// @p depth: 1 = the folder's own entries. No link is followed. Errors: NotFound,
    /// InvalidArgument (not a folder).
    Result<FileList>
    listFiles(const std::string& guestPath, int depth, std::size_t limit, std::stop_token stop);
    /// The same of several folders, after @p removed are removed with all that is in them; what is
    /// not there has neither. The sandbox is asked once, whatever their number.
    Result<std::vector<FileList>> listAfterRemoving(
        const std::vector<std::string>& removed, const std::vector<std::string>& folders, int depth,
        std::size_t limit, std::stop_token stop);
    Result<FileEntry> fileInfo(const std::string& guestPath, std::stop_token stop);
    /// With those above it; fine when it is there.
    Result<void> makeFolder(const std::string& guestPath, std::stop_token stop);
    /// Errors: NotFound, InvalidArgument for a folder with something in it that is not to go
    /// (@p recursive).
    Result<void> removeFile(const std::string& guestPath, bool recursive, std::stop_token stop);
    Result<void> renameFile(const std::string& from, const std::string& to, std::stop_token stop);
    /// A regular file from byte @p offset on, piece by piece; returns how many bytes that were,
    /// @p limit at most. The sandbox waits while @p consume works; its error ends the reading.
    Result<std::uint64_t> streamFile(
        const std::string& guestPath, std::uint64_t offset, std::uint64_t limit,
        const std::function<Result<void>(std::string_view)>& consume, std::stop_token stop);
    /// Of any length, with the folders above it.
    Result<std::unique_ptr<FileWriter>>
    createFile(const std::string& guestPath, unsigned mode, std::stop_token stop);
    /// What changes from now on. @p withFolders: in the folders below it too, also in those that
    /// come. Errors: NotFound, InvalidArgument (not a folder), ResourceExhausted (more than 2,000
    /// folders, or more than the machine lets be watched).
    Result<std::unique_ptr<FolderWatch>>
    watchFolder(const std::string& guestPath, bool withFolders, std::stop_token stop);

    /// Brings a project into the working folder. @p onProgress is told how many bytes are there.
    /// Errors: those of the file that failed, naming it; ResourceExhausted when it does not fit.
    Result<void> copyProject(
        const ProjectFolder& project, const std::function<void(std::uint64_t)>& onProgress,
        std::stop_token stop);

    /// What became of it since. @p inputs: files that were brought besides, no part of it, as
    /// InputFile::destination has them. New files below the output folder are results and no
    /// part of it either. @p keep gets the contents of what is new or changed, and returns their
    /// digest. Errors: NotFound without a project; ConnectionLost, Cancelled; those of @p keep.
    using KeepContents = std::function<Result<std::string>(std::string_view bytes)>;
    Result<ProjectChanges> projectChanges(
        const std::vector<std::string>& inputs, const KeepContents& keep, std::stop_token stop);

    struct Metrics
    {
        double cpuSeconds = 0;
        std::uint64_t memoryBytes = 0, memoryLimitBytes = 0, processes = 0;
    };
    Result<Metrics> metrics(std::stop_token stop = {});
    /// Of the file system that the working folder is on. Units: bytes.
    struct DiskUse
    {
        std::uint64_t usedBytes = 0, totalBytes = 0;
    };
    /// Errors: NotFound where the working folder is no scratch space of the sandbox's own.
    Result<DiskUse> diskUse(std::stop_token stop = {});

    /// As the engine calls the sandbox; empty = it has no name.
    std::string engineId() const;
    /// What this program knows of the sandbox and another one could not find out in it: where
    /// packages are. JSON; see SessionSpec::memory.
    std::string memory() const;
    /// From now on the sandbox stays when this program dies, see SandboxSpec::keepFor. Errors:
    /// Unsupported.
    Result<void> keep();
    /// Instead of close(), for a sandbox that is kept: ends the session, and leaves it.
    Result<void> leave();

    /// Ends the sandbox; returns when nothing of it is left. May be called twice.
    Result<void> close();

private:
    class Impl;
    explicit Session(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sandbench
