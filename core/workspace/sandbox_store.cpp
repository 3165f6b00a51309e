// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/sandbox_store.h"

#include "core/workspace/database.h"

#include <array>
#include <mutex>

namespace sandbench::workspace {

namespace {

constexpr std::array kSandboxSteps
    = {"CREATE TABLE IF NOT EXISTS sandboxes (id TEXT PRIMARY KEY, caller TEXT NOT NULL, "
       "engine TEXT NOT NULL, language TEXT NOT NULL, engine_id TEXT NOT NULL, "
       "created_at INTEGER NOT NULL, idle_seconds INTEGER NOT NULL, "
       "lifetime_seconds INTEGER NOT NULL, policy TEXT NOT NULL, run_limits TEXT NOT NULL, "
       "spec TEXT NOT NULL, memory TEXT NOT NULL)"};

class SqliteSandboxStore : public SandboxStore
{
public:
    explicit SqliteSandboxStore(Database database)
        : m_database(std::move(database))
    {
    }

    Result<void> put(const KeptSandbox& sandbox) override
    {
        const std::lock_guard lock(m_mutex);
        SANDBENCH_TRY(
            auto statement,
            m_database.prepare(
                "INSERT OR REPLACE INTO sandboxes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
        statement.bind(sandbox.id).bind(sandbox.caller).bind(sandbox.engine).bind(sandbox.language);
        statement.bind(sandbox.engineId).bind(sandbox.createdAt).bind(sandbox.idleSeconds);
        statement.bind(sandbox.lifetimeSeconds).bind(sandbox.policy).bind(sandbox.runLimits);
        return statement.bind(sandbox.spec).bind(sandbox.memory).run();
    }

    Result<void> remove(const std::string& id) override
    {
        const std::lock_guard lock(m_mutex);
        SANDBENCH_TRY(auto statement, m_database.prepare("DELETE FROM sandboxes WHERE id = ?"));
        return statement.bind(id).run();
    }

    Result<std::vector<KeptSandbox>> all() override
    {
        const std::lock_guard lock(m_mutex);
        SANDBENCH_TRY(
            auto statement,
            m_database.prepare(
                "SELECT id, caller, engine, language, engine_id, created_at, idle_seconds, "
                "lifetime_seconds, policy, run_limits, spec, memory FROM sandboxes "
                "ORDER BY created_at, id"));
        std::vector<KeptSandbox> sandboxes;
        for (;;) {
            SANDBENCH_TRY(const auto hasRow, statement.step());
            if (!hasRow)
                return sandboxes;
            sandboxes.push_back(read(statement));
        }
    }

private:
    static KeptSandbox read(const Statement& row)
    {
        KeptSandbox sandbox;
        sandbox.id = row.text(0);
        sandbox.caller = row.text(1);
        sandbox.engine = row.text(2);
        sandbox.language = row.text(3);
        sandbox.engineId = row.text(4);
        sandbox.createdAt = row.integer(5);
        sandbox.idleSeconds = row.integer(6);
        sandbox.lifetimeSeconds = row.integer(7);
        sandbox.policy = row.text(8);
        sandbox.runLimits = row.text(9);
        sandbox.spec = row.text(10);
        sandbox.memory = row.text(11);
        return sandbox;
    }

    std::mutex m_mutex;
    Database m_database;
};

} // namespace

Result<std::unique_ptr<SandboxStore>> openSandboxStore(const std::string& path)
{
    SANDBENCH_TRY(auto database, Database::open(path, kSandboxSteps));
    return std::unique_ptr<SandboxStore>(std::make_unique<SqliteSandboxStore>(std::move(database)));
}

} // namespace sandbench::workspace
