// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/run_history.h"

#include "core/workspace/database.h"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>

namespace sandbench::workspace {

namespace {

constexpr const char* kHistorySchema
    = "CREATE TABLE IF NOT EXISTS runs (number INTEGER PRIMARY KEY AUTOINCREMENT, "
      "run_id TEXT NOT NULL UNIQUE, caller TEXT NOT NULL, sandbox_id TEXT NOT NULL, "
      "language TEXT NOT NULL, verdict TEXT NOT NULL, started_at TEXT NOT NULL, "
      "wall_seconds REAL NOT NULL, record TEXT NOT NULL);"
      "CREATE INDEX IF NOT EXISTS runs_by_caller ON runs (caller, number)";
constexpr std::size_t kMostListed = 1000;
/// How deep our own records are nested is known; this is what parseJson() may have to read.
constexpr std::size_t kMostRecordBytes = 64U << 20;

Json shortened(const Json& record, std::size_t most)
{
    auto copy = record;
    for (const auto* stream : {"stdout", "stderr"})
        if (auto text = jsonString(record, stream); text.size() > most) {
            text.resize(most);
            copy[stream] = std::move(text);
            copy["truncated"] = true;
        }
    return copy;
}

class SqliteRunHistory : public RunHistory
{
public:
    SqliteRunHistory(Database database, HistoryBounds bounds)
        : m_bounds(bounds)
        , m_database(std::move(database))
    {
    }

    Result<void> count()
    {
        SANDBENCH_TRY(
            auto statement,
            m_database.prepare("SELECT caller, count(*), sum(length(CAST(record AS BLOB))) FROM "
                               "runs GROUP BY caller"));
        m_kept.clear();
        m_all = {};
        for (;;) {
            SANDBENCH_TRY(const auto hasRow, statement.step());
            if (!hasRow)
                return {};
            change(statement.text(0), statement.integer(1), statement.integer(2));
        }
    }

    Result<void> add(const std::string& caller, const Json& record) override
    {
        const auto text = writeJson(shortened(record, m_bounds.streamBytes));
        const std::lock_guard lock(m_mutex);
        SANDBENCH_TRY(
            auto statement,
            m_database.prepare(
                "INSERT INTO runs (run_id, caller, sandbox_id, language, verdict, started_at, "
                "wall_seconds, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"));
        statement.bind(jsonString(record, "run_id")).bind(caller);
        statement.bind(jsonString(record, "session_id")).bind(jsonString(record, "language"));
        statement.bind(jsonString(record, "verdict")).bind(jsonString(record, "started_at"));
        SANDBENCH_TRY_VOID(
            statement.bind(jsonNumber(record, "wall_seconds")).bind(std::string_view(text)).run());
        change(caller, 1, static_cast<std::int64_t>(text.size()));
        return removeOldest();
    }

    Result<Json> find(const Caller& caller, const std::string& runId) override
    {
        const std::lock_guard lock(m_mutex);
        SANDBENCH_TRY(
            auto statement, m_database.prepare("SELECT caller, record FROM runs WHERE run_id = ?"));
        SANDBENCH_TRY(const auto hasRow, statement.bind(runId).step());
        if (!hasRow || (statement.text(0) != caller.id && !caller.may(Scope::Admin)))
            return Error(ErrorCode::NotFound, "there is no run " + runId.substr(0, 64));
        return parseJson(statement.text(1), kMostRecordBytes);
    }

    Result<std::vector<Entry>>
    list(const Caller& caller, const std::string& before, std::size_t most) override
    {
        const std::lock_guard lock(m_mutex);
        SANDBENCH_TRY(const auto below, numberOf(caller, before));
        SANDBENCH_TRY(
            auto statement,
            m_database.prepare(
                "SELECT run_id, sandbox_id, language, verdict, started_at, wall_seconds FROM runs "
                "WHERE (caller = ?1 OR ?2) AND number < ?3 ORDER BY number DESC LIMIT ?4"));
        statement.bind(caller.id).bind(std::int64_t(caller.may(Scope::Admin))).bind(below);
        statement.bind(static_cast<std::int64_t>(std::min(most, kMostListed)));
        std::vector<Entry> entries;
        for (;;) {
            SANDBENCH_TRY(const auto hasRow, statement.step());
            if (!hasRow)
                return entries;
            entries.push_back(
                {statement.text(0), statement.text(1), statement.text(2), statement.text(3),
                 statement.text(4), statement.number(5)});
        }
    }

private:
    Result<std::int64_t> numberOf(const Caller& caller, const std::string& runId)
    {
        if (runId.empty())
            return std::numeric_limits<std::int64_t>::max();
        SANDBENCH_TRY(
            auto statement, m_database.prepare("SELECT number, caller FROM runs WHERE run_id = ?"));
        SANDBENCH_TRY(const auto hasRow, statement.bind(runId).step());
        if (!hasRow || (statement.text(1) != caller.id && !caller.may(Scope::Admin)))
            return Error(
                ErrorCode::InvalidArgument,
                "before: there is no run " + runId.substr(0, 64) + " in the history any more");
        return statement.integer(0);
    }

    struct Sizes
    {
        std::int64_t runs = 0, bytes = 0;
    };

    void change(const std::string& caller, std::int64_t runs, std::int64_t bytes)
    {
        auto& kept = m_kept[caller];
        for (auto* const sizes : {&kept, &m_all}) {
            sizes->runs += runs;
            sizes->bytes += bytes;
        }
        if (kept.runs <= 0)
            m_kept.erase(caller);
    }

    /// Of whoever has most, so that nobody pushes others' out.
    Result<void> removeOldest()
    {
        while (m_all.runs > m_bounds.runs || (m_all.bytes > m_bounds.bytes && m_all.runs > 1)) {
            const auto size = m_all.runs > m_bounds.runs ? &Sizes::runs : &Sizes::bytes;
            const auto caller = std::max_element(
                                    m_kept.begin(), m_kept.end(),
                                    [size](const auto& a, const auto& b) {
                                        return a.second.*size < b.second.*size;
                                    })
                                    ->first;
            SANDBENCH_TRY(
                auto oldest,
                m_database.prepare("SELECT number, length(CAST(record AS BLOB)) FROM runs WHERE "
                                   "caller = ? ORDER BY number LIMIT 1"));
            SANDBENCH_TRY(const auto hasRow, oldest.bind(caller).step());
            if (!hasRow)
                return count();
            SANDBENCH_TRY(auto removal, m_database.prepare("DELETE FROM runs WHERE number = ?"));
            SANDBENCH_TRY_VOID(removal.bind(oldest.integer(0)).run());
            change(caller, -1, -oldest.integer(1));
        }
        return {};
    }

    const HistoryBounds m_bounds;
    std::mutex m_mutex;
    Database m_database;
    std::map<std::string, Sizes> m_kept; ///< By caller.
    Sizes m_all;
};

} // namespace

Result<std::unique_ptr<RunHistory>> openRunHistory(const std::string& path, HistoryBounds bounds)
{
    SANDBENCH_TRY(auto database, Database::open(path, kHistorySchema));
    auto history = std::make_unique<SqliteRunHistory>(std::move(database), bounds);
    SANDBENCH_TRY_VOID(history->count());
    return std::unique_ptr<RunHistory>(std::move(history));
}

} // namespace sandbench::workspace
