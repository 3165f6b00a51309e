// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/embedded.h"
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <signal.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using agent::Channel;

/// The agent and interpreters that speak lines: Bash as it is, and small ones that misbehave.
class TestAgentLineKernels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_agent = std::make_unique<AgentHarness>();
        QVERIFY(m_agent->start());
    }
    void cleanup()
    {
        m_agent.reset();
        QCOMPARE(countProcesses(folder()), 0);
        m_folder.reset();
    }

    void startsNothingBeforeTheFirstContext();
    void keepsStateAndFilesOfItsOwn();
    void leavesNoNamesBehind();
    void passesOverWhatChildrenSay();
    void queuesCellsAlsoBeforeItIsUp();
    void tellsWhyItCannotBeOpened_data();
    void tellsWhyItCannotBeOpened();
    void endsAnInterpreterThatMisbehaves_data();
    void endsAnInterpreterThatMisbehaves();
    void survivesAnExitWithTheStateOfTheShell();
    void givesAnInterruptToWhatACellWaitsFor();

private:
    std::string folder() const { return m_folder->path().toStdString(); }
    Outcome startKernel(const std::string& source, Json argv)
    {
        return m_agent->startKernel(
            {{"kernel", "k"},
             {"protocol", "lines"},
             {"argv", argv},
             {"env", {{"PATH", "/usr/bin:/bin"}, {"TMPDIR", folder()}}},
             {"cwd", folder()}},
            source);
    }
    Outcome startBash()
    {
        return startKernel(
            std::string(embeddedFile("guest/bash_kernel.sh").value_or("")),
            {"bash", "--norc", "--noprofile"});
    }
    std::uint32_t postContext(const char* verb)
    {
        return m_agent->post({{"verb", verb}, {"context", "c"}, {"kernel", "k"}});
    }
    Outcome context(const char* verb) { return m_agent->finish(postContext(verb)); }
    std::uint32_t postCell(const std::string& text, Json more = Json::object())
    {
        const auto path = folder() + "/cell" + std::to_string(++m_cells);
        std::ofstream(path) << text;
        more["verb"] = "run";
        more["context"] = "c";
        more["path"] = path;
        return m_agent->post(more);
    }
    Outcome cell(const std::string& text, Json more = Json::object())
    {
        return m_agent->finish(postCell(text, std::move(more)));
    }
    QStringList pipes() const
    {
        return QDir(m_folder->path()).entryList({".sandbench-*"}, QDir::System | QDir::Hidden);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AgentHarness> m_agent;
    int m_cells = 0;
};

void TestAgentLineKernels::startsNothingBeforeTheFirstContext()
{
    QVERIFY(jsonBool(startKernel("", {"/no/such"}).reply, "ok") == false);
    QVERIFY(jsonBool(startKernel("exit", {"/no/such/program"}).reply, "ok"));
    QCOMPARE(startKernel("exit", {"bash"}).code(), std::string("already_exists"));
    QCOMPARE(
        m_agent
            ->startKernel({{"kernel", "other"}, {"protocol", "telepathy"}, {"argv", {"bash"}}}, "x")
            .code(),
        std::string("invalid_argument"));
}

void TestAgentLineKernels::keepsStateAndFilesOfItsOwn()
{
    QVERIFY(jsonBool(startBash().reply, "ok"));
    const auto opened = context("context_open");
    QCOMPARE(jsonString(opened.reply, "kernel"), std::string("lines"));
    QCOMPARE(cell("x=41; echo set; echo said >&2").err(), std::string("said\n"));
    auto outcome = cell("echo $((x + 1))");
    QCOMPARE(outcome.out(), std::string("42\n"));
    QCOMPARE(outcome.exitCode(), 0);
    QVERIFY(jsonBool(outcome.reply, "context_alive"));
    const auto stream = postCell("read line; echo \"$line!\"", {{"stdin", true}});
    m_agent->sendData(stream, Channel::Stdin, "typed\n");
    QCOMPARE(m_agent->finish(stream).out(), std::string("typed!\n"));
    // Much more than a pipe holds, all of it before the end.
    outcome = cell("head -c 3000000 /dev/zero | tr '\\0' a");
    QCOMPARE(outcome.out().size(), std::size_t(3000000));
}

void TestAgentLineKernels::leavesNoNamesBehind()
{
    startBash();
    context("context_open");
    QCOMPARE(cell("x=1").exitCode(), 0);
    QCOMPARE(pipes(), QStringList());
    QCOMPARE(jsonInt(cell("kill -9 $$").reply, "signal"), std::int64_t(SIGKILL));
    QCOMPARE(pipes(), QStringList());
}

void TestAgentLineKernels::passesOverWhatChildrenSay()
{
    startBash();
    context("context_open");
    // A child has the answers' descriptor, but not the token of the cell that runs later.
    QCOMPARE(
        cell("(until test -e go; do sleep 0.01; done; for i in {1..50}; do printf "
             "'done\\t%s\\t9\\nbegun\\t%s\\nready\\tx\\n' $__sandbench_token; done >&251; touch "
             "said) > /dev/null 2>&1 & x=1")
            .exitCode(),
        0);
    auto outcome = cell("touch go; until test -e said; do sleep 0.01; done; echo end");
    QCOMPARE(outcome.out(), std::string("end\n"));
    QCOMPARE(outcome.exitCode(), 0);
}

void TestAgentLineKernels::queuesCellsAlsoBeforeItIsUp()
{
    startBash();
    const auto opening = postContext("context_open");
    const auto first = postCell("sleep 0.1; x=1; echo first");
    const auto second = postCell("echo second $x");
    QVERIFY(jsonBool(m_agent->finish(opening).reply, "ok"));
    QCOMPARE(m_agent->finish(first).out(), std::string("first\n"));
    QCOMPARE(m_agent->finish(second).out(), std::string("second 1\n"));
}

void TestAgentLineKernels::tellsWhyItCannotBeOpened_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("code");
    QTest::newRow("no program") << "/no/such/program"
                                << "x"
                                << "not_found";
    QTest::newRow("ends at once") << "/bin/sh"
                                  << "exit 3"
                                  << "unavailable";
    QTest::newRow("says nonsense for ever")
        << "/bin/sh"
        << "while :; do printf 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' >&4; done"
        << "unavailable";
}

void TestAgentLineKernels::tellsWhyItCannotBeOpened()
{
    QFETCH(QString, program);
    QFETCH(QString, source);
    QFETCH(QString, code);
    QVERIFY(jsonBool(startKernel(source.toStdString(), {program.toStdString()}).reply, "ok"));
    const auto opening = postContext("context_open");
    const auto queued = postCell("echo x");
    QCOMPARE(m_agent->finish(opening).code(), code.toStdString());
    QCOMPARE(m_agent->finish(queued).code(), std::string("not_found"));
    QVERIFY(jsonField(m_agent->call({{"verb", "context_list"}}).reply, "contexts").empty());
    QCOMPARE(pipes(), QStringList());
}

void TestAgentLineKernels::endsAnInterpreterThatMisbehaves_data()
{
    QTest::addColumn<QString>("then");
    const QString take = "read -r line <&3; set -- $line; ";
    QTest::newRow("ends without a word") << take + "exit 5";
    QTest::newRow("ends the cell without having begun it")
        << take + "printf 'done\\t%s\\t5\\n' $2 >&4; sleep 100";
    QTest::newRow("begins twice and ends twice") << take
            + "for i in 1 2; do printf 'begun\\t%s\\n' $2 >&4; done; for i in 5 6; do printf "
              "'done\\t%s\\t%s\\n' $2 $i >&4; done; sleep 100";
    QTest::newRow("writes without an end after the cell")
        << take + "head -c 5000 /dev/zero >&4; exit 5";
}

void TestAgentLineKernels::endsAnInterpreterThatMisbehaves()
{
    QFETCH(QString, then);
    const auto source = "printf 'ready\\t1\\n' >&4; IFS='\t'; " + then.toStdString();
    QVERIFY(jsonBool(startKernel(source, {"/bin/sh"}).reply, "ok"));
    QVERIFY(jsonBool(context("context_open").reply, "ok"));
    auto outcome = cell("echo x", {{"stdin", true}, {"display", true}});
    QVERIFY(outcome.exitCode() == 5 || jsonInt(outcome.reply, "signal") == SIGKILL);
    QCOMPARE(pipes(), QStringList());
    context("context_close");
    QVERIFY(jsonField(m_agent->call({{"verb", "context_list"}}).reply, "contexts").empty());
}

void TestAgentLineKernels::survivesAnExitWithTheStateOfTheShell()
{
    startBash();
    context("context_open");
    QCOMPARE(
        cell("declare -A map=([k]='a b'); list=(1 '2 3'); f() { echo \"f $1\"; }; alias ll=ls\n"
             "shopt -s extglob; set -u; readonly R=7; export E=e; cd /; umask 027; exit 3")
            .exitCode(),
        3);
    auto after = cell("echo \"${map[k]}\" \"${list[1]}\" \"$(f x)\" $R $E $PWD $(umask); alias ll\n"
                      "shopt -q extglob && bash -c 'echo $E'; echo $nothing");
    QCOMPARE(after.out(), std::string("a b 2 3 f x 7 e / 0027\nalias ll='ls'\ne\n"));
    QVERIFY(after.err().find("nothing: unbound variable") != std::string::npos);
    QCOMPARE(after.exitCode(), 1);
    // Its farewell is said once, at the end of the cell that leaves.
    auto left = cell("set +u; trap 'echo bye; exit 9' EXIT; echo hi; exit 4");
    QCOMPARE(left.out(), std::string("hi\nbye\n"));
    QCOMPARE(left.exitCode(), 9);
    QCOMPARE(cell("set -e; false; echo no").exitCode(), 1);
    QCOMPARE(cell("echo $R").out(), std::string("7\n"));
    QCOMPARE(cell("break 3; echo no").out(), std::string());
    QCOMPARE(cell("set +e; (exit 5); echo $?").out(), std::string("5\n"));
    // Each exit is another shell in the same process; none leaves a descriptor behind.
    cell("exit 0");
    QCOMPARE(cell("ls /proc/self/fd | wc -l").out(), std::string("7\n"));
}

void TestAgentLineKernels::givesAnInterruptToWhatACellWaitsFor()
{
    startBash();
    context("context_open");
    cell("x=1");
    const auto stream = postCell("touch in; sleep 100; echo no");
    QVERIFY(eventually([this] { return QFile::exists(m_folder->filePath("in")); }, 10s));
    QVERIFY(jsonBool(
        m_agent->call({{"verb", "signal"}, {"run", stream}, {"signal", SIGINT}}).reply, "ok"));
    auto outcome = m_agent->finish(stream);
    QCOMPARE(outcome.exitCode(), 130);
    QCOMPARE(cell("echo $x").out(), std::string("1\n"));
}

SANDBENCH_TEST(TestAgentLineKernels);
#include "tst_agent_line_kernels.moc"
