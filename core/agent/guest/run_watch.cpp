// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/run_watch.h"

#include "core/agent/guest/file_verbs.h"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace sandbench::guest {

namespace {

const char* nameOf(FileChange::Kind kind)
{
    switch (kind) {
    case FileChange::Kind::Created:
        return "created";
    case FileChange::Kind::Changed:
        return "changed";
    case FileChange::Kind::Deleted:
        break;
    }
    return "deleted";
}

Json describeChange(const FileChange& change)
{
    const bool isGone = change.kind == FileChange::Kind::Deleted;
    Json out
        = {{"path", change.path},
           {"change", nameOf(change.kind)},
           {"type", fileTypeName(isGone ? change.before.mode : change.after.mode)}};
    if (change.kind != FileChange::Kind::Created)
        out["bytes_before"] = change.before.size;
    if (!isGone)
        out["bytes"] = change.after.size;
    return out;
}

} // namespace

RunWatch::RunWatch(Services& services, OwnerId owner, std::string folder)
    : m_services(services)
    , m_owner(owner)
    , m_folder(std::move(folder))
    , m_before(FolderSnapshot::take(m_folder))
{
    m_services.observer.begin(m_owner);
}

RunWatch::~RunWatch()
{
    // A context's next cell may have begun.
    if (!m_isOver)
        m_services.observer.end(m_owner);
}

void RunWatch::noteRoot(pid_t pid, const std::vector<std::string>& argv)
{
    CallLog* const log = m_services.observer.find(m_owner);
    if (!log || argv.empty())
        return;
    std::vector<std::string> arguments;
    std::size_t room = CallLog::kMostArgumentBytes;
    for (const std::string& argument : argv) {
        if (arguments.size() == CallLog::kMostArguments || room == 0)
            break;
        arguments.push_back(argument.substr(0, room));
        room -= arguments.back().size();
    }
    const bool isCut = room == 0 || arguments.size() < argv.size();
    log->countProgram();
    log->addProgram(pid, 0, argv.front(), std::move(arguments), isCut, {});
}

void RunWatch::noteProcesses(std::size_t count)
{
    m_mostProcesses = std::max(m_mostProcesses, count);
}

Json RunWatch::describeFiles(CallLog& log) const
{
    log.missed("files_elsewhere");
    if (m_before.isPartial() || m_after.isPartial())
        log.missed("files_partly");
    std::uint64_t counts[3] = {}, bytes = 0;
    std::int64_t grown = 0;
    std::size_t room = kMostPathBytes;
    Json list = Json::array();
    for (const FileChange& change : changesBetween(m_before, m_after)) {
        ++counts[static_cast<int>(change.kind)];
        if (change.kind != FileChange::Kind::Deleted && !S_ISDIR(change.after.mode))
            bytes += change.after.size;
        grown += static_cast<std::int64_t>(change.after.size)
            - static_cast<std::int64_t>(change.before.size);
        if (list.size() == kMostFiles || change.path.size() > room)
            continue;
        room -= change.path.size();
        list.push_back(describeChange(change));
    }
    return {
        {"created", counts[static_cast<int>(FileChange::Kind::Created)]},
        {"changed", counts[static_cast<int>(FileChange::Kind::Changed)]},
        {"deleted", counts[static_cast<int>(FileChange::Kind::Deleted)]},
        {"bytes", bytes},
        {"grown", grown},
        {"list", std::move(list)}};
}

Json RunWatch::end()
{
    m_after = FolderSnapshot::take(m_folder);
    CallLog* const log = m_services.observer.find(m_owner);
    if (!log)
        return nullptr;
    log->missed("processes");
    Json files = describeFiles(*log);
    Json out = m_services.observer.end(m_owner);
    m_isOver = true;
    out["files"] = std::move(files);
    out["most_processes"] = m_mostProcesses;
    return out;
}

} // namespace sandbench::guest
