// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/requests.h"
#include "core/workspace/workspace.h"
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
        auto opened = request ? table().open(caller, {.request = *std::move(request)}, {})
                              : Result<std::shared_ptr<HostedSandbox>>(request.error());
        if (!opened) {
            m_problem = opened.error().text();
            return nullptr;
        }
        return *opened;
    }

    /// What a call opens that makes one run.
    Result<std::shared_ptr<HostedSandbox>> openOnce(const Caller& caller, std::stop_token stop = {})
    {
        SANDBENCH_TRY(auto request, readOpen(*m_parts, caller, Json::object()));
        return table().open(
            caller, {.request = std::move(request), .isForOneRun = true}, std::move(stop));
    }

    std::shared_ptr<HostedRun>
    start(const Caller& caller, const std::shared_ptr<HostedSandbox>& sandbox, const Json& body)
    {
        auto asked = readRun(*m_parts, sandbox->asked(), body);
        auto run = asked ? board().start(caller, sandbox, std::move(asked->request))
                         : Result<std::shared_ptr<HostedRun>>(asked.error());
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

    SandboxTable& table() { return m_workspace->sandboxes(); }
    RunBoard& board() { return m_workspace->runs(); }

    std::unique_ptr<Composition> m_parts;
    std::unique_ptr<Workspace> m_workspace;
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
        // Tests say themselves when what is idle goes.
        auto workspace = Workspace::open(*m_parts, {.reaps = false});
        QVERIFY(workspace);
        m_workspace = *std::move(workspace);
    }

    void cleanup()
    {
        m_workspace.reset();
        QVERIFY(test::leftovers().empty());
    }
};

} // namespace sandbench::test
