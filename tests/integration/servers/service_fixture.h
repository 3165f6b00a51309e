// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/requests.h"
#include "core/workspace/run_board.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"

#include <QTest>

namespace sandbench::test {

using namespace workspace;

inline constexpr auto kForever = std::chrono::steady_clock::time_point::max();

inline std::string codeOf(const Error& error)
{
    return std::string(errorCodeName(error.code()));
}

inline Caller callerOf(const std::string& id)
{
    Caller caller;
    caller.id = id;
    caller.scopes = {Scope::Read, Scope::Run};
    return caller;
}

/// Sandboxes and runs of callers, in the embedded engine.
class ServiceFixture : public QObject
{
    Q_OBJECT

protected:
    std::shared_ptr<HostedSandbox> open(const Caller& caller, const Json& body = Json::object())
    {
        auto request = readOpen(*m_parts, caller, body);
        auto opened = request ? m_table->open(caller, *std::move(request), {}, {})
                              : Result<std::shared_ptr<HostedSandbox>>(request.error());
        if (!opened) {
            m_problem = opened.error().text();
            return nullptr;
        }
        return *opened;
    }

    std::shared_ptr<HostedRun>
    start(const Caller& caller, const std::shared_ptr<HostedSandbox>& sandbox, const Json& body)
    {
        auto wish = readRun(*m_parts, sandbox->asked(), body);
        auto run = wish ? m_board->start(caller, sandbox, std::move(wish->request))
                        : Result<std::shared_ptr<HostedRun>>(wish.error());
        if (!run) {
            m_problem = run.error().text();
            return nullptr;
        }
        return *run;
    }

    /// The run's view; an error's is {"error"}.
    Json
    runToEnd(const Caller& caller, const std::shared_ptr<HostedSandbox>& sandbox, const Json& body)
    {
        const auto run = start(caller, sandbox, body);
        if (!run)
            return {{"error", m_problem}};
        const auto end = run->wait(kForever, {});
        return *end ? runView(**end, "/artifacts/") : Json{{"error", end->error().text()}};
    }

    std::unique_ptr<Composition> m_parts;
    std::unique_ptr<SandboxTable> m_table;
    std::unique_ptr<RunBoard> m_board;
    const Caller m_caller = callerOf("one");
    std::string m_problem;

private Q_SLOTS:
    void initTestCase()
    {
        test::TestEngine engine("local");
        if (const auto why = engine.whyNot(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        auto parts = Composition::create();
        QVERIFY(parts);
        m_parts = *std::move(parts);
    }

    void init()
    {
        m_table = std::make_unique<SandboxTable>(*m_parts, nullptr);
        m_board = std::make_unique<RunBoard>(nullptr);
    }

    void cleanup()
    {
        m_board.reset();
        m_table.reset();
        QVERIFY(test::leftovers().empty());
    }
};

} // namespace sandbench::test
