// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/history_reader.h"
#include "core/workspace/run_history.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <mutex>
#include <string>

namespace sandbench::test {

/// Units: ms.
inline constexpr int kFilePatience = 60'000;

/// What a history's face hears of problems.
class ToldProblems
{
public:
    workspace::TellProblem function()
    {
        return [this](const std::string& sentence) {
            const std::lock_guard lock(m_mutex);
            m_sentences << QString::fromStdString(sentence);
        };
    }
    QStringList all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_sentences;
    }
    void forget()
    {
        const std::lock_guard lock(m_mutex);
        m_sentences.clear();
    }
    bool isOnly(const char* words) const
    {
        return all().size() == 1 && all().front().contains(words);
    }

private:
    mutable std::mutex m_mutex;
    QStringList m_sentences;
};

inline workspace::Caller readerOf(const std::string& id)
{
    workspace::Caller caller;
    caller.id = id;
    caller.scopes = {workspace::Scope::Read};
    return caller;
}

inline Json recordOf(const std::string& id, const std::string& output = "out")
{
    return {
        {"run_id", id},
        {"session_id", "s-1"},
        {"language", "python"},
        {"verdict", "exited"},
        {"started_at", "2026-11-22T20:00:00.000Z"},
        {"wall_seconds", 0.5},
        {"truncated", false},
        {"stdout", output}};
}

/// "r-3 r-2", or what went wrong.
inline std::string idsOf(const Result<std::vector<workspace::RunHistory::Entry>>& entries)
{
    if (!entries)
        return entries.error().text();
    std::string ids;
    for (const auto& entry : *entries)
        ids += (ids.empty() ? "" : " ") + entry.runId;
    return ids;
}

inline std::string idsIn(workspace::RunHistory& history)
{
    return idsOf(history.list(workspace::localCaller(), {}, 1000));
}

/// What the file has, of which no program's memory knows.
inline std::string idsInFile(const std::string& path)
{
    auto reader = workspace::HistoryReader::open(path);
    return reader ? idsOf(reader->list(workspace::localCaller(), {}, 1000)) : reader.error().text();
}

/// The same of one run; what went wrong is in "problem".
inline Json recordInFile(const std::string& path, const std::string& id)
{
    auto reader = workspace::HistoryReader::open(path);
    const auto record
        = reader ? reader->find(workspace::localCaller(), id) : Result<Json>(reader.error());
    return record ? *record : Json{{"problem", record.error().text()}};
}

} // namespace sandbench::test
