// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/needs.h"
#include "tests/support/rest_client.h"
#include "tests/support/test_engine.h"

#include <QTest>

#include <memory>
#include <string>

namespace sandbench::test {

/// Clients' calls, answered by a whole server with real sandboxes of this machine.
class RestTest : public QObject
{
    Q_OBJECT

protected:
    std::unique_ptr<RestApi> m_server;

    /// As it stands, JSON or not.
    Answered sendText(const char* path, const std::string& text) const
    {
        GivenBody given(text);
        auto call = m_server->call("POST", path);
        call.body = &given;
        return m_server->send(std::move(call));
    }

private Q_SLOTS:
    void initTestCase()
    {
        TestEngine engine("local");
        if (const auto why = engine.whyNot(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        std::string problem;
        m_server = RestApi::create(problem);
        QVERIFY2(m_server, problem.c_str());
    }

    void init() { m_server->caller = workspace::localCaller(); }

    /// What was answered is as the document has it, and nothing is left behind.
    void cleanupTestCase()
    {
        const auto problems = m_server ? m_server->documentProblems() : std::string();
        m_server.reset();
        QCOMPARE(leftovers().size(), std::size_t(0));
        QVERIFY2(problems.empty(), problems.c_str());
    }
};

} // namespace sandbench::test
