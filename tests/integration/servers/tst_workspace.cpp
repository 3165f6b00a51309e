// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "core/workspace/follow_run.h"
#include "tests/integration/servers/service_fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

#include <mutex>

using namespace sandbench;
using namespace sandbench::workspace;
using namespace sandbench::test;

namespace {

/// What a run tells, as one text.
class Teller : public RunSink
{
public:
    void onStarted(const std::string& runId) override { text += "<started " + runId + ">"; }
    void onPhase(RunPhase phase, std::string_view name) override
    {
        text += "<" + std::string(phaseName(phase)) + " " + std::string(name) + ">";
    }
    void onOutput(StreamKind stream, std::string_view bytes) override
    {
        text += (stream == StreamKind::Stdout ? "" : "!") + std::string(bytes);
    }
    void onArtifact(const Artifact& artifact) override
    {
        text += "<" + artifact.name + " " + readFile(artifact.storedPath, 100).value_or("?") + ">";
    }
    void onResult(std::string_view value) override { text += "=" + std::string(value); }

    std::string text;
};

/// Stops at its first output.
class Leaver : public RunSink
{
public:
    void onOutput(StreamKind, std::string_view) override { stop.request_stop(); }
    std::stop_source stop;
};

/// Counts, and does not begin before the log is as full as it may be.
class SlowCounter : public RunSink
{
public:
    void onOutput(StreamKind, std::string_view bytes) override
    {
        while (total == 0 && run->log()->bytes() < kFull && !run->hasEnded())
            std::this_thread::yield();
        total += bytes.size();
    }

    static constexpr std::size_t kFull = 500'000;
    std::shared_ptr<HostedRun> run;
    std::uint64_t total = 0;
};

class Sentences
{
public:
    TellProblem function()
    {
        return [this](const std::string& sentence) {
            const std::lock_guard lock(m_mutex);
            m_text += sentence + "\n";
        };
    }
    std::string text() const
    {
        const std::lock_guard lock(m_mutex);
        return m_text;
    }

private:
    mutable std::mutex m_mutex;
    std::string m_text;
};

} // namespace

/// One user's sandboxes, runs and history, as programs have them.
class TestWorkspace : public ServiceFixture
{
    Q_OBJECT

private:
    std::unique_ptr<Workspace> workspaceIn(WorkspaceOptions options)
    {
        auto opened = Workspace::open(*m_parts, std::move(options));
        m_problem = opened ? "" : opened.error().text();
        return opened ? *std::move(opened) : nullptr;
    }

    FollowedRun followed(const std::shared_ptr<HostedSandbox>& sandbox, RunRequest request)
    {
        auto run = board().startFollowed(userCaller(), sandbox, std::move(request));
        m_problem = run ? "" : run.error().text();
        return run ? *std::move(run) : FollowedRun();
    }

    static RunRequest bash(const std::string& code)
    {
        RunRequest request;
        request.language = "bash";
        request.code = code;
        return request;
    }

private Q_SLOTS:
    void aFollowerIsToldAllThatARunTells()
    {
        const auto sandbox = open(m_caller);
        QVERIFY2(sandbox, m_problem.c_str());
        RunRequest request;
        request.context = "c";
        // Each in one write: two streams may come between two.
        request.code = "import os\nos.write(1, b'out\\n')\nos.write(2, "
                       "b'err\\n')\nopen('/work/output/a.txt', 'w').write('A')\n6 * 7";
        auto run = followed(sandbox, std::move(request));
        QVERIFY2(run.run, m_problem.c_str());
        const auto hosted = run.run;
        Teller teller;
        const auto end = followRun(std::move(run), teller);
        QVERIFY(end && *end);
        QCOMPARE((*end)->runId, hosted->id());
        QVERIFY2(teller.text.starts_with("<started " + hosted->id() + ">"), teller.text.c_str());
        for (const char* part : {"out\n", "!err\n", "<a.txt A>", "=42"})
            QVERIFY2(teller.text.find(part) != std::string::npos, teller.text.c_str());
    }

    void aSlowFollowerLosesNothingNotEvenAfterTheTimeLimit()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        auto request = bash("yes");
        request.limits.wallSeconds = 0.5;
        request.limits.outputBytes = 0;
        auto run = followed(sandbox, std::move(request));
        QVERIFY2(run.run, m_problem.c_str());
        SlowCounter counter;
        counter.run = run.run;
        const auto end = followRun(std::move(run), counter);
        QVERIFY(end && *end);
        QCOMPARE((*end)->verdict, Verdict::WallTimeout);
        QVERIFY((*end)->stdoutTotal > SlowCounter::kFull);
        QCOMPARE(counter.total, (*end)->stdoutTotal);
    }

    void aStopEndsTheFollowingAndNotTheRun()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        auto live = bash("echo begun; read line; seq 1000000 | tail -c 3000000; exit 7");
        live.liveInput = true;
        auto run = followed(sandbox, std::move(live));
        QVERIFY2(run.run, m_problem.c_str());
        const auto hosted = run.run;
        Leaver leaver;
        QVERIFY(!followRun(std::move(run), leaver, leaver.stop.get_token()));
        QVERIFY(!hosted->hasEnded());
        QVERIFY(hosted->sendInput("go\n"));
        const auto end = hosted->wait(kForever, {});
        QVERIFY(*end);
        QCOMPARE((*end)->exitCode, std::optional(7));
    }

    void opensInTheEngineThatItIsGiven()
    {
        SandboxOpening opening;
        opening.request.engine = "a connection of the window";
        opening.engine = *m_parts->engines().find("local");
        const auto opened = table().open(userCaller(), std::move(opening), {});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE((*opened)->session().engineName(), std::string("local"));
    }

    void closesByItselfWhatNobodyUses()
    {
        const auto own = workspaceIn({});
        QVERIFY2(own, m_problem.c_str());
        auto request = readOpen(*m_parts, m_caller, {{"idle_seconds", 1}});
        QVERIFY(request);
        QVERIFY(own->sandboxes().open(m_caller, {.request = *std::move(request)}, {}));
        QTRY_COMPARE_WITH_TIMEOUT(own->sandboxes().count(), std::size_t(0), 60000);
    }

    void nothingIsLeftOfWhatRunsAtItsEnd()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        const auto run = start(m_caller, sandbox, {{"code", "sleep 1000"}});
        QVERIFY2(run, m_problem.c_str());
        m_workspace->end();
        QVERIFY(run->hasEnded());
        QVERIFY(test::leftovers().empty());
        QVERIFY(!open(m_caller));
        m_workspace->end();
    }

    void theNextProgramFindsItsRuns()
    {
        const QTemporaryDir folder;
        std::string id;
        {
            const auto own = workspaceIn({.folder = folder.path().toStdString()});
            QVERIFY2(own, m_problem.c_str());
            const auto opened = own->sandboxes().open(userCaller(), {}, {});
            QVERIFY(opened);
            RunRequest request;
            request.code = "print('kept'); open('/work/output/a.txt', 'w').write('A')";
            const auto run = own->runs().start(userCaller(), *opened, std::move(request));
            QVERIFY(run && (*run)->wait(kForever, {}));
            id = (*run)->id();
        }
        const auto next = workspaceIn({.folder = folder.path().toStdString()});
        QVERIFY2(next, m_problem.c_str());
        const auto record = next->runs().past(userCaller(), id);
        QVERIFY2(record, record ? "" : record.error().text().c_str());
        QCOMPARE(jsonString(*record, "stdout"), std::string("kept\n"));
        const auto made = next->artifacts(userCaller(), id);
        QVERIFY(made && made->size() == 1);
        auto artifact = next->artifact(userCaller(), id, 0);
        QVERIFY2(artifact, artifact ? "" : artifact.error().text().c_str());
        const auto file = (*artifact)->storedPath;
        QCOMPARE(readFile(file, 100).value_or(""), std::string("A"));
        artifact->reset();
        QVERIFY(!readFile(file, 100));
        QCOMPARE(next->artifact(userCaller(), id, 1).error().code(), ErrorCode::NotFound);
        QVERIFY(!next->artifacts(m_caller, id));
    }

    void onlyOneProgramKeepsSandboxesInAFolder()
    {
        const QTemporaryDir folder;
        Sentences first, second;
        const auto one = workspaceIn(
            {.folder = folder.path().toStdString(),
             .keepsSandboxes = true,
             .tell = first.function()});
        QVERIFY2(one, m_problem.c_str());
        const auto other = workspaceIn(
            {.folder = folder.path().toStdString(),
             .keepsSandboxes = true,
             .tell = second.function()});
        QVERIFY2(other, m_problem.c_str());
        QCOMPARE(first.text(), std::string());
        QVERIFY2(
            second.text().find("another server has") != std::string::npos, second.text().c_str());
        QVERIFY(other->history());
        SandboxOpening opening;
        opening.request.isKept = true;
        const auto kept = other->sandboxes().open(userCaller(), std::move(opening), {});
        QVERIFY(!kept);
        QCOMPARE(codeOf(kept.error()), std::string("unsupported"));
    }
};

SANDBENCH_TEST(TestWorkspace);
#include "tst_workspace.moc"
