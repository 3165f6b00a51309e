// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/service_fixture.h"
#include "tests/support/test_program.h"

#include <atomic>
#include <mutex>
#include <new>
#include <thread>

using namespace sandbench;
using namespace sandbench::workspace;
using namespace sandbench::test;

/// What callers can do with sandboxes and runs, and what becomes of them.
class TestService : public ServiceFixture
{
    Q_OBJECT

private Q_SLOTS:
    void runsProgramsAndKeepsContexts()
    {
        const auto sandbox = open(m_caller, {{"lang", "python"}, {"env", {{"A", "b"}}}});
        QVERIFY2(sandbox, m_problem.c_str());
        const auto hello = runToEnd(
            m_caller, sandbox,
            {{"code", "import os, sys; print(os.environ['A'], sys.stdin.read())"},
             {"stdin", "in"}});
        QCOMPARE(jsonString(hello, "stdout"), std::string("b in\n"));
        QCOMPARE(jsonInt(hello, "exit_code", -1), 0);
        QVERIFY(jsonBool(hello, "success"));
        const auto set = runToEnd(m_caller, sandbox, {{"code", "x = 6 * 7"}, {"context", "c"}});
        QCOMPARE(jsonString(set, "error"), std::string());
        const auto get = runToEnd(m_caller, sandbox, {{"code", "x"}, {"context", "c"}});
        QCOMPARE(jsonString(get, "result"), std::string("42"));
        const auto view = sandboxView(*sandbox);
        QCOMPARE(jsonString(view, "session_id"), sandbox->id());
        QCOMPARE(jsonString(view, "status"), std::string("ready"));
        QCOMPARE(jsonString(view, "network"), std::string("none"));
        const auto closed = table().close(m_caller, sandbox->id());
        QVERIFY(closed);
        QCOMPARE(codeOf(table().close(m_caller, sandbox->id()).error()), std::string("not_found"));
    }

    void tellsEventsAndArtifactsWithoutPathsOfThisMachine()
    {
        const auto sandbox = open(m_caller);
        QVERIFY2(sandbox, m_problem.c_str());
        const auto run = start(
            m_caller, sandbox,
            {{"code", "print('out')\nopen('/work/output/a.txt', 'w').write('abc')"}});
        QVERIFY2(run, m_problem.c_str());
        const auto reader = EventLog::read(run->log(), 0);
        std::string kinds, all;
        while (!reader->isOver())
            for (const auto& event : reader->next(kForever, {})) {
                // A program's line may come in two parts.
                if (event.kind != "stdout" || !kinds.ends_with("stdout "))
                    kinds += event.kind + " ";
                all += event.data;
            }
        QCOMPARE(kinds, std::string("started stdout artifact ended "));
        const auto end = run->wait(kForever, {});
        QVERIFY(end && *end);
        QCOMPARE((*end)->runId, run->id());
        const auto view = runView(**end, "/artifacts/");
        const auto& artifact = jsonField(view, "artifacts")[0];
        QCOMPARE(jsonString(artifact, "url"), std::string("/artifacts/0"));
        const auto stored = run->artifacts().front().storedPath;
        QVERIFY(!stored.empty());
        QVERIFY(writeJson(view).find(stored) == std::string::npos);
        QVERIFY(all.find(stored) == std::string::npos);
    }

    void whoReadsTheLastEventCanAskForTheEnd()
    {
        const auto sandbox = open(m_caller);
        QVERIFY2(sandbox, m_problem.c_str());
        for (int i = 0; i < 100; ++i) {
            const auto run = start(m_caller, sandbox, {{"code", "pass"}});
            QVERIFY2(run, m_problem.c_str());
            const auto reader = EventLog::read(run->log(), 0);
            while (!reader->isOver())
                reader->next(kForever, {});
            QVERIFY(run->wait(std::chrono::steady_clock::now(), {}));
        }
    }

    void takesInputAndCancelsRuns()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        const auto run = start(
            m_caller, sandbox,
            {{"code", "read line; echo got $line; sleep 1000"}, {"live_input", true}});
        QVERIFY2(run, m_problem.c_str());
        const auto reader = EventLog::read(run->log(), 0);
        QCOMPARE(reader->next(kForever, {}).front().kind, std::string("started"));
        QVERIFY(run->sendInput("word\n"));
        QCOMPARE(reader->next(kForever, {}).front().data, std::string("got word\n"));
        QCOMPARE(board().running(), std::size_t(1));
        run->cancel();
        const auto end = run->wait(kForever, {});
        QVERIFY(end && *end);
        QCOMPARE((*end)->verdict, Verdict::Cancelled);
        QCOMPARE(codeOf(run->sendInput("more").error()), std::string("not_found"));
    }

    void givesProgramsATerminal()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        const auto view = runToEnd(
            m_caller, sandbox,
            {{"code", "test -t 1 && stty size"}, {"terminal", {{"rows", 7}, {"columns", 33}}}});
        QCOMPARE(jsonString(view, "stdout"), std::string("7 33\r\n"));
    }

    void showsNobodyWhatIsOthers()
    {
        const auto sandbox = open(m_caller);
        QVERIFY2(sandbox, m_problem.c_str());
        const auto run = start(m_caller, sandbox, {{"code", "pass"}});
        QVERIFY2(run, m_problem.c_str());
        const auto other = callerOf("two");
        QCOMPARE(codeOf(table().find(other, sandbox->id()).error()), std::string("not_found"));
        QCOMPARE(codeOf(table().close(other, sandbox->id()).error()), std::string("not_found"));
        QCOMPARE(codeOf(board().find(other, run->id()).error()), std::string("not_found"));
        QVERIFY(table().list(other).empty() && board().list(other).empty());
        QVERIFY(table().find(localCaller(), sandbox->id()));
        QCOMPARE(table().list(localCaller()).size(), std::size_t(1));
    }

    void keepsQuotas()
    {
        auto caller = m_caller;
        caller.quotas.sandboxes = 1;
        caller.quotas.runs = 1;
        const auto sandbox = open(caller, {{"lang", "bash"}, {"memory", "600m"}});
        QVERIFY2(sandbox, m_problem.c_str());
        QVERIFY(!open(caller));
        QVERIFY2(m_problem.find("1 sandboxes already") != std::string::npos, m_problem.c_str());
        caller.quotas.sandboxes = 0;
        caller.quotas.memoryBytes = 1U << 30;
        QVERIFY(!open(caller, {{"memory", "600m"}}));
        QVERIFY2(m_problem.find("memory together") != std::string::npos, m_problem.c_str());
        const auto first = start(caller, sandbox, {{"code", "sleep 1000"}});
        QVERIFY(first);
        QVERIFY(!start(caller, sandbox, {{"code", "true"}}));
        QVERIFY2(m_problem.find("quota") != std::string::npos, m_problem.c_str());
        first->cancel();
        QVERIFY(first->wait(kForever, {}));
        const auto last = start(caller, sandbox, {{"code", "true"}});
        QVERIFY(last && last->wait(kForever, {}));
        const auto counts = board().counts();
        QCOMPARE(counts.refused, std::uint64_t(1));
        QCOMPARE(counts.byVerdict.at("cancelled"), std::uint64_t(1));
        QCOMPARE(counts.byVerdict.at("exited"), std::uint64_t(1));
    }

    void sandboxesForASingleRunTakeTurns()
    {
        auto caller = m_caller;
        caller.quotas.sandboxes = 1;
        const auto first = openOnce(caller);
        QVERIFY(first);
        std::mutex mutex;
        std::string order;
        std::vector<std::jthread> others;
        for (std::size_t i = 0; i < 3; ++i) {
            others.emplace_back([&, i] {
                const auto sandbox = openOnce(caller);
                const std::lock_guard lock(mutex);
                order += sandbox ? std::to_string(i) + " " : sandbox.error().text();
                if (sandbox)
                    table().closeLater(caller, (*sandbox)->id());
            });
            QTRY_COMPARE(table().openings().waiting, i + 1);
        }
        table().closeLater(caller, (*first)->id());
        others.clear();
        QCOMPARE(order, std::string("0 1 2 "));
    }

    void whoWaitsForATurnCanLeaveIt()
    {
        auto caller = m_caller;
        caller.quotas.sandboxes = 1;
        const auto first = openOnce(caller);
        QVERIFY(first);
        std::stop_source stop;
        auto waiting = first;
        std::jthread other([&] { waiting = openOnce(caller, stop.get_token()); });
        QTRY_COMPARE(table().openings().waiting, std::size_t(1));
        stop.request_stop();
        other.join();
        QCOMPARE(codeOf(waiting.error()), std::string("cancelled"));
        QVERIFY(table().close(caller, (*first)->id()));
        QVERIFY(openOnce(caller));
    }

    void nobodyWaitsForASession()
    {
        auto caller = m_caller;
        caller.quotas.sandboxes = 1;
        const auto session = open(caller);
        QVERIFY2(session, m_problem.c_str());
        QCOMPARE(codeOf(openOnce(caller).error()), std::string("resource_exhausted"));
        QVERIFY(table().close(caller, session->id()));
        // Nor does a session wait.
        QVERIFY(openOnce(caller));
        QVERIFY(!open(caller));
        QVERIFY2(m_problem.find("1 sandboxes already") != std::string::npos, m_problem.c_str());
        // Nor anybody whose turn would not help.
        caller.quotas.sandboxes = 2;
        caller.quotas.memoryBytes = 1U << 20;
        QCOMPARE(codeOf(openOnce(caller).error()), std::string("resource_exhausted"));
    }

    void survivesWhatARunThrows()
    {
        class Full : public RunHistory
        {
            void begin(const std::string&, Json) override { }
            void print(const std::string&, StreamKind, std::string_view) override { }
            void end(const std::string&, const Json&, std::shared_ptr<const RunArtifacts>) override
            {
                throw std::bad_alloc();
            }
            void breakOff(const std::string&, const std::string&) override { }
            bool awaitWritten(
                const std::string&, std::chrono::steady_clock::time_point, std::stop_token) override
            {
                return false;
            }
            Result<Json> find(const Caller&, const std::string&) override { return Json(); }
            Result<std::vector<Artifact>> artifacts(const Caller&, const std::string&) override
            {
                return std::vector<Artifact>();
            }
            Result<std::string>
            artifactBytes(const Caller&, const std::string&, std::size_t) override
            {
                return std::string();
            }
            Result<std::vector<Entry>>
            list(const Caller&, const std::string&, std::size_t, const HistoryQuery&) override
            {
                return std::vector<Entry>();
            }
            Result<replay::RunTimeline> timeline(const Caller&, const std::string&) override
            {
                return replay::RunTimeline();
            }
            Result<std::vector<Document>> documents(const Caller&, std::size_t) override
            {
                return std::vector<Document>();
            }
            Result<void> review(const Caller&, const std::string&, const Review&) override
            {
                return Error(ErrorCode::NotFound, "none");
            }
        } full;
        RunBoard board(&full);
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        auto asked = readRun(*m_parts, sandbox->asked(), {{"code", "true"}});
        QVERIFY(asked);
        const auto started = board.start(m_caller, sandbox, std::move(asked->request));
        QVERIFY(started);
        const auto& run = *started;
        const auto end = run->wait(kForever, {});
        QVERIFY(end && !*end);
        QCOMPARE(codeOf(end->error()), std::string("internal"));
        QVERIFY(run->log()->hasEnded());
        QCOMPARE(board.counts().byVerdict.at("failed"), std::uint64_t(1));
    }

    void askerMayNotSayYesForAPerson()
    {
        const auto sandbox = open(m_caller, {{"policy", "development"}});
        QVERIFY2(sandbox, m_problem.c_str());
        QVERIFY(!start(m_caller, sandbox, {{"code", "pass"}, {"confirmed", true}}));
        QVERIFY2(m_problem.find("admin") != std::string::npos, m_problem.c_str());
        QVERIFY(!start(m_caller, sandbox, {{"code", "pass"}, {"timeout", 0}}));
        QVERIFY2(m_problem.find("admin") != std::string::npos, m_problem.c_str());
    }

    void streamsFiles()
    {
        const auto sandbox = open(m_caller);
        QVERIFY2(sandbox, m_problem.c_str());
        auto& session = sandbox->session();
        const std::string piece(700'000, 'x');
        {
            auto file = session.createFile("in/big.bin", 0644, {});
            QVERIFY(file);
            for (int i = 0; i < 10; ++i)
                QVERIFY((*file)->write(piece, {}));
            QVERIFY((*file)->finish({}));
        }
        {
            auto dropped = session.createFile("in/none.bin", 0644, {});
            QVERIFY(dropped && (*dropped)->write(piece, {}));
        }
        const auto list = session.listFiles("in", 1, 100, {});
        QVERIFY(list);
        QStringList names;
        for (const auto& entry : list->entries)
            names << QString::fromStdString(entry.path);
        names.removeIf([](const QString& name) { return name.endsWith(".part"); });
        QCOMPARE(names, QStringList({"/work/in/big.bin"}));
        const auto info = session.fileInfo("in/big.bin", {});
        QVERIFY(info);
        QCOMPARE(info->bytes, std::uint64_t(7'000'000));
        QCOMPARE(info->type, std::string("file"));
        QCOMPARE(info->mode, 0644U);
        QVERIFY(info->modifiedAt > 1e9);
        std::uint64_t seen = 0;
        const auto count = [&](std::string_view bytes) {
            seen += bytes.size();
            return Result<void>();
        };
        const auto all = session.streamFile("in/big.bin", 0, 100'000'000, count, {});
        QVERIFY(all && *all == 7'000'000 && seen == *all);
        const auto part = session.streamFile("in/big.bin", 6'999'990, 5, count, {});
        QVERIFY(part && *part == 5);
        const auto refused = session.streamFile(
            "in/big.bin", 0, 100'000'000,
            [](std::string_view) { return Error(ErrorCode::Io, "the reader has gone"); }, {});
        QCOMPARE(codeOf(refused.error()), std::string("io"));
        QVERIFY(session.makeFolder("in/deep/er", {}));
        QVERIFY(session.renameFile("in/big.bin", "in/deep/er/b.bin", {}));
        QCOMPARE(codeOf(session.fileInfo("in/big.bin", {}).error()), std::string("not_found"));
        QVERIFY(!session.removeFile("in", false, {}));
        QVERIFY(session.removeFile("in", true, {}));
        QCOMPARE(codeOf(session.listFiles("in", 1, 10, {}).error()), std::string("not_found"));
        for (const auto* path : {"../etc", "", "a/../../b"})
            QCOMPARE(codeOf(session.fileInfo(path, {}).error()), std::string("invalid_argument"));
        QCOMPARE(codeOf(session.fileInfo("\xff", {}).error()), std::string("invalid_argument"));
    }

    void closesWhatNobodyUses()
    {
        const auto idle = open(m_caller, {{"lang", "bash"}, {"idle_seconds", 1}});
        const auto busy = open(m_caller, {{"lang", "bash"}, {"idle_seconds", 1}});
        QVERIFY2(idle && busy, m_problem.c_str());
        const HostedSandbox::Use use(*busy);
        // Looking at it is no use of it.
        const auto isOld = [&] {
            const bool isThere = table().look(m_caller, idle->id()).has_value();
            return isThere && idle->idleFor() > std::chrono::milliseconds(1500);
        };
        QTRY_VERIFY(isOld());
        QCOMPARE(table().reapIdle(), std::size_t(1));
        QCOMPARE(table().list(m_caller).size(), std::size_t(1));
        QVERIFY(!idle->session().isAlive());
        QVERIFY(busy->session().isAlive());
    }

    void tellsThatAContextEndedWithTheServerBefore()
    {
        auto request = readOpen(*m_parts, m_caller, {{"lang", "python"}});
        QVERIFY(request);
        auto session = Session::open(
            **m_parts->engines().find("local"), request->session, m_parts->languages(),
            m_parts->artifacts(), {});
        QVERIFY2(session, session ? "" : session.error().text().c_str());
        request->session.sandbox.adopts = "as if it were of an earlier server";
        const auto adopted
            = std::make_shared<HostedSandbox>(m_caller.id, *request, *std::move(session), 0);
        const auto warningsOf = [&](const Json& body) {
            const auto end = start(m_caller, adopted, body)->wait(kForever, {});
            return *end ? (*end)->warnings : std::vector<std::string>{end->error().text()};
        };
        QVERIFY(warningsOf({{"code", "1"}}).empty());
        const auto first = warningsOf({{"code", "1"}, {"context", "c"}});
        QVERIFY(first.size() == 1 && first.front().find("'c' begins anew") != std::string::npos);
        QVERIFY(warningsOf({{"code", "1"}, {"context", "c"}}).empty());
        QVERIFY(adopted->close());
    }

    void closesASandboxWhileARunGoesOn()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        const auto run = start(m_caller, sandbox, {{"code", "echo a; sleep 1000"}});
        QVERIFY(run);
        const auto reader = EventLog::read(run->log(), 0);
        while (reader->next(kForever, {}).back().kind != "stdout")
            continue;
        std::jthread other([&] { (void)table().close(m_caller, sandbox->id()).has_value(); });
        std::jthread third([&] { (void)table().close(m_caller, sandbox->id()).has_value(); });
        const auto end = run->wait(kForever, {});
        QVERIFY(end && *end);
        QCOMPARE((*end)->verdict, Verdict::Cancelled);
        other.join();
        third.join();
        QCOMPARE(table().count(), std::size_t(0));
    }

    void closesLaterWhatIsGoneForItsCallerAtOnce()
    {
        std::vector<std::weak_ptr<HostedSandbox>> closing;
        for (int i = 0; i < 3; ++i) {
            const auto sandbox = open(m_caller);
            QVERIFY2(sandbox, m_problem.c_str());
            table().closeLater(callerOf("two"), sandbox->id()); // it is not theirs
            QVERIFY(table().find(m_caller, sandbox->id()));
            table().closeLater(m_caller, sandbox->id());
            QCOMPARE(
                codeOf(table().find(m_caller, sandbox->id()).error()), std::string("not_found"));
            table().closeLater(m_caller, sandbox->id());
            closing.push_back(sandbox);
        }
        QCOMPARE(table().list(m_caller).size(), std::size_t{0});
        table().closeAll(); // waits for them
        for (const auto& one : closing)
            QVERIFY(one.expired());
    }

    void servesTwoClientsOfOneSandbox()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        std::atomic<int> good = 0;
        const auto work = [&](int number) {
            for (int i = 0; i < 5; ++i) {
                const auto text = std::to_string(number * 100 + i);
                auto found = table().find(m_caller, sandbox->id());
                auto asked = readRun(*m_parts, sandbox->asked(), {{"code", "echo " + text}});
                auto run = board().start(m_caller, *found, std::move(asked->request));
                const auto end = (*run)->wait(kForever, {});
                good += *end && (*end)->stdoutBytes == text + "\n" ? 1 : 0;
                const auto written = (*found)->session().writeFile("f" + text, text, 0644, {});
                good += written && sandboxView(**found).contains("status") ? 1 : 0;
            }
        };
        {
            std::jthread one(work, 1), two(work, 2);
        }
        QCOMPARE(good.load(), 20);
    }

    void endsWhileSandboxesAreBeingOpened()
    {
        std::vector<std::jthread> openers;
        std::atomic<int> opened = 0, refused = 0;
        for (int i = 0; i < 4; ++i)
            openers.emplace_back([&] {
                for (;;) {
                    auto request = readOpen(*m_parts, m_caller, {{"lang", "bash"}});
                    if (!table().open(m_caller, {.request = *std::move(request)}, {})) {
                        ++refused;
                        return;
                    }
                    ++opened;
                }
            });
        QTRY_VERIFY(opened > 0);
        table().closeAll();
        openers.clear();
        QCOMPARE(refused.load(), 4);
        QCOMPARE(table().count(), std::size_t(0));
    }

    void obeysAStopWhileItOpens()
    {
        std::stop_source stop;
        stop.request_stop();
        auto request = readOpen(*m_parts, m_caller, Json::object());
        const auto opened
            = table().open(m_caller, {.request = *std::move(request)}, stop.get_token());
        QVERIFY(!opened);
        QCOMPARE(codeOf(opened.error()), std::string("cancelled"));
        QCOMPARE(table().count(), std::size_t(0));
    }

    void startsNothingAfterTheEnd()
    {
        const auto sandbox = open(m_caller, {{"lang", "bash"}});
        QVERIFY2(sandbox, m_problem.c_str());
        const auto run = start(m_caller, sandbox, {{"code", "sleep 1000"}});
        QVERIFY(run);
        board().end();
        QVERIFY(run->hasEnded());
        QVERIFY(!start(m_caller, sandbox, {{"code", "true"}}));
        QVERIFY2(m_problem.find("ending") != std::string::npos, m_problem.c_str());
    }

    void keepsNothingWithoutAStore()
    {
        QVERIFY(!open(m_caller, {{"keep", true}}));
        QVERIFY2(m_problem.find("keeps no sandboxes") != std::string::npos, m_problem.c_str());
    }
};

SANDBENCH_TEST(TestService);
#include "tst_service.moc"
