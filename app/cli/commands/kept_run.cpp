// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/kept_run.h"

#include "app/cli/options.h"
#include "app/cli/run_report.h"
#include "core/artifact/artifact_store.h"
#include "core/base/fd.h"
#include "core/config/settings.h"
#include "core/workspace/requests.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sandbench::cli {

Result<workspace::HistoryReader> openHistory(const std::string& state)
{
    const auto folder = state.empty() ? stateFolder() : state;
    if (folder.empty())
        return Error(
            ErrorCode::NotFound,
            "there is no history of runs: neither XDG_STATE_HOME nor HOME is an absolute path");
    return workspace::HistoryReader::open(folder + "/" + workspace::kHistoryName);
}

Result<KeptRun> readRun(workspace::HistoryReader& history, const std::string& id)
{
    KeptRun run;
    SANDBENCH_TRY(run.record, history.find(workspace::userCaller(), id));
    SANDBENCH_TRY(run.artifacts, history.artifacts(workspace::userCaller(), id));
    // What the record says of them is older: their bytes may be gone by now.
    if (!run.artifacts.empty())
        run.record["artifacts"] = workspace::artifactViews(run.artifacts, {});
    return run;
}

report::BytesOfResult bytesOfArtifacts(workspace::HistoryReader& history, const std::string& id)
{
    return [&history, id](std::size_t index) {
        return history.artifactBytes(workspace::userCaller(), id, index);
    };
}

Result<void> saveArtifacts(
    workspace::HistoryReader& history, const std::string& id, const std::string& folder,
    std::vector<Artifact> artifacts, const std::set<std::size_t>& places, bool say)
{
    SANDBENCH_TRY_VOID(prepareOutFolder(folder));
    SANDBENCH_TRY(const auto store, ArtifactStore::create());
    const auto bytesOf = bytesOfArtifacts(history, id);
    RunRecord record;
    for (std::size_t i = 0; i < artifacts.size(); ++i) {
        if (!places.empty() && !places.contains(i))
            continue;
        auto artifact = std::move(artifacts[i]);
        if (artifact.note.empty()) {
            SANDBENCH_TRY(const auto bytes, bytesOf(i));
            SANDBENCH_TRY(const auto stored, store->add(artifact.name, artifact.mime, bytes));
            artifact.storedPath = stored.storedPath;
        }
        record.artifacts.push_back(std::move(artifact));
    }
    return exportArtifacts(record, folder, say);
}

Result<NewFile> NewFile::create(const std::string& path, bool mayReplace)
{
    if (path == "-")
        return NewFile({}, {}, UniqueFd(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)), true);
    struct stat info = {};
    if (!mayReplace && ::lstat(path.c_str(), &info) == 0)
        return Error(
            ErrorCode::AlreadyExists, path + " is there already; say --replace, or another name");
    auto made = path + ".new-XXXXXX";
    UniqueFd fd(::mkostemp(made.data(), O_CLOEXEC));
    if (!fd)
        return Error::fromErrno(errno, "cannot write " + path);
    const auto mask = ::umask(022); // the only way to know it
    ::umask(mask);
    ::fchmod(fd.get(), 0666 & ~mask);
    return NewFile(path, std::move(made), std::move(fd), mayReplace);
}

NewFile::NewFile(std::string path, std::string made, UniqueFd fd, bool mayReplace)
    : m_path(std::move(path))
    , m_made(std::move(made))
    , m_fd(std::move(fd))
    , m_mayReplace(mayReplace)
{
}

NewFile::NewFile(NewFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_made(std::exchange(other.m_made, {}))
    , m_fd(std::move(other.m_fd))
    , m_mayReplace(other.m_mayReplace)
{
}

NewFile::~NewFile()
{
    if (!m_made.empty())
        ::unlink(m_made.c_str());
}

Result<void> NewFile::write(std::string_view bytes)
{
    return writeAll(m_fd.get(), bytes);
}

Result<void> NewFile::finish()
{
    if (m_made.empty())
        return {};
    const unsigned flags = m_mayReplace ? 0 : RENAME_NOREPLACE;
    if (::renameat2(AT_FDCWD, m_made.c_str(), AT_FDCWD, m_path.c_str(), flags) != 0)
        return Error::fromErrno(errno, "cannot write " + m_path);
    m_made.clear();
    return {};
}

void addState(CLI::App& command, std::string& state)
{
    one(command, "--state", state, "DIR",
        "Where the history is, as 'serve' was told (default: sandbench in XDG_STATE_HOME)");
}

void addRunAndState(CLI::App& command, std::string& id, std::string& state)
{
    command.add_option("RUN", id, "Its id")->type_name("RUN")->required();
    addState(command, state);
}

} // namespace sandbench::cli
