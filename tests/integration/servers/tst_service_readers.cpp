// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/service_fixture.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::workspace;
using namespace sandbench::test;

/// What readers of a run's events can do to it.
class TestServiceReaders : public ServiceFixture
{
    Q_OBJECT

private Q_SLOTS:
    void endsRunsWithTheirSandboxAlsoWhereAReaderStalls()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        const auto run = start(m_caller, sandbox, {{"code", "yes"}});
        QVERIFY2(run, m_problem.c_str());
        const auto reader = EventLog::read(run->log(), 0, ReadAs::Starter);
        while (reader->next(kForever, {}).back().kind != "stdout")
            continue;
        QVERIFY(table().close(m_caller, sandbox->id()));
        const auto soon = std::chrono::steady_clock::now() + EventLog::kPatience / 2;
        const auto end = run->wait(soon, {});
        QVERIFY2(end, "it still waits for its reader");
        QVERIFY(*end);
        QCOMPARE((*end)->verdict, Verdict::Cancelled);
    }

    void endsRunsAtTheirTimeLimitWhereAReaderStalls()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        const auto run = start(m_caller, sandbox, {{"code", "yes"}, {"timeout", 0.5}});
        QVERIFY2(run, m_problem.c_str());
        const auto reader = EventLog::read(run->log(), 0, ReadAs::Starter);
        const auto soon = std::chrono::steady_clock::now() + EventLog::kPatience / 2;
        const auto end = run->wait(soon, {});
        QVERIFY2(end, "it still waits for its reader");
        QVERIFY(*end);
        QCOMPARE((*end)->verdict, Verdict::WallTimeout);
    }

    void aWatcherThatStallsChangesNoVerdict()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        const auto run
            = start(m_caller, sandbox, {{"code", "yes | head -c 4000000"}, {"timeout", 20}});
        QVERIFY2(run, m_problem.c_str());
        const auto watcher = EventLog::read(run->log(), 0);
        const auto end = run->wait(kForever, {});
        QVERIFY(end && *end);
        QCOMPARE((*end)->verdict, Verdict::Exited);
    }
};

SANDBENCH_TEST(TestServiceReaders);
#include "tst_service_readers.moc"
