// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/kernel_message.h"
#include "core/base/embedded.h"
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <fstream>
#include <sys/socket.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;

/// The agent's side of core/engine/local/zygote.h; the test is the engine, and what it lends is
/// broken.
class TestAgentLentKernels : public QObject
{
    Q_OBJECT

private:
    /// The agent with a door whose other end is m_door.
    bool start()
    {
        auto pair = makePacketPair();
        if (!pair)
            return false;
        m_door = std::move(pair->first);
        ::fcntl(pair->second.get(), F_SETFD, 0);
        AgentHarness::Options options;
        options.command
            = {builtProgram("sandbench-agent"), "lent", std::to_string(pair->second.get())};
        return m_agent->start(options);
    }

    bool lendSource(std::vector<int> more = {})
    {
        const auto text = embeddedFile("guest/python_kernel.py").value_or("");
        const auto end = text.find('\0');
        const auto source = makeSealedMemfd("source", text.substr(0, end));
        const auto code = makeSealedMemfd("code", text.substr(end + 1));
        if (!source || !code)
            return false;
        agent::KernelMessage message;
        message.op = "source";
        std::vector<int> fds = {source->get(), code->get()};
        fds.insert(fds.end(), more.begin(), more.end());
        return agent::sendKernelMessage(m_door.get(), message, fds).has_value();
    }

    Outcome startKernel(std::string_view source = {}, const char* warm = "never")
    {
        return m_agent->startKernel(
            {{"kernel", "python"},
             {"argv", {kPython, "-I"}},
             {"env", {{"PATH", "/usr/bin:/bin"}}},
             {"warm", warm},
             {"preload", {"json"}},
             {"lent", true},
             {"scratch", {m_folder.path().toStdString()}}},
            source);
    }

    /// What kind of server ran a program.
    std::string kindOfRun(const std::string& program = "print(6 * 7)")
    {
        const auto path = m_folder.path().toStdString() + "/p.py";
        std::ofstream(path) << program;
        auto outcome = m_agent->run(
            {kPython, path},
            {{"kernel", "python"}, {"path", path}, {"cwd", m_folder.path().toStdString()}});
        return outcome.out() == "42\n" && !outcome.events.empty()
            ? jsonString(outcome.events[0], "kernel")
            : "no program ran";
    }

    QTemporaryDir m_folder;
    std::unique_ptr<AgentHarness> m_agent;
    UniqueFd m_door;

private Q_SLOTS:
    void initTestCase()
    {
        if (::access(kPython, X_OK) != 0)
            SKIP_WITHOUT("python", "python3 is not installed");
    }

    void init()
    {
        m_agent = std::make_unique<AgentHarness>();
        QVERIFY(start());
    }

    void refusesAKernelThatNobodyLent()
    {
        QCOMPARE(startKernel().code(), std::string("unavailable"));
    }

    void takesASourceFromOneSideOnly()
    {
        QVERIFY(lendSource());
        QCOMPARE(startKernel("print(1)").code(), std::string("invalid_argument"));
    }

    void startsItsOwnWhenNoKernelComes()
    {
        QVERIFY(lendSource());
        m_door.reset();
        QCOMPARE(startKernel().code(), std::string());
        QCOMPARE(kindOfRun(), std::string("bare"));
    }

    void startsItsOwnWhenSomethingElseComes_data()
    {
        QTest::addColumn<QByteArray>("packet");
        QTest::newRow("no message") << QByteArray("garbage");
        QTest::newRow("another message") << QByteArray("ready\0kind=bare\0", 16);
        // The agent of this test has no process namespace: the sender is a process that it can see.
        QTest::newRow("a field without a value") << QByteArray("adopted\0pid\0", 12);
    }

    void startsItsOwnWhenSomethingElseComes()
    {
        QFETCH(QByteArray, packet);
        QVERIFY(lendSource());
        QCOMPARE(startKernel().code(), std::string());
        QVERIFY(
            ::send(m_door.get(), packet.constData(), static_cast<std::size_t>(packet.size()), 0)
            > 0);
        QCOMPARE(kindOfRun(), std::string("bare"));
    }

    void goesOnWithoutThePreloadedOne()
    {
        auto full = makePacketPair();
        QVERIFY(full);
        QVERIFY(lendSource({full->second.get()}));
        full->second.reset();
        full->first.reset();
        m_door.reset();
        QCOMPARE(startKernel({}, "now").code(), std::string());
        QCOMPARE(kindOfRun(), std::string("bare"));
        QCOMPARE(kindOfRun("import json; print(6 * 7)"), std::string("bare"));
        // From then on it has one of its own.
        QTRY_COMPARE(kindOfRun("import json; print(6 * 7)"), std::string("full"));
    }

    /// It is large, and many a sandbox runs one program that imports nothing.
    void asksForThePreloadedOneOnceAProgramWantsIt()
    {
        auto full = makePacketPair();
        QVERIFY(full);
        QVERIFY(lendSource({full->second.get()}));
        full->second.reset();
        m_door.reset();
        QCOMPARE(startKernel({}, "now").code(), std::string());
        QCOMPARE(kindOfRun(), std::string("bare"));
        agent::askForSenders(full->first.get());
        pid_t sender = 0;
        QVERIFY(agent::receiveFirstKernelMessage(full->first.get(), sender)
                    .failedAs(ErrorCode::Timeout));
        // None comes in time.
        QCOMPARE(kindOfRun("import json; print(6 * 7)"), std::string("bare"));
        const auto asked = agent::receiveFirstKernelMessage(full->first.get(), sender);
        QVERIFY2(asked, asked ? "" : asked.error().text().c_str());
        QCOMPARE(asked->op, std::string("adopt"));
    }

    /// What it is asked for is all that such a kernel hears before it serves.
    void asksForWhatItPutsOnAllThatItStarts()
    {
        QVERIFY(lendSource());
        QCOMPARE(startKernel().code(), std::string());
        agent::askForSenders(m_door.get());
        pid_t sender = 0;
        const auto message = agent::receiveFirstKernelMessage(m_door.get(), sender);
        QVERIFY2(message, message ? "" : message.error().text().c_str());
        QCOMPARE(message->op, std::string("adopt"));
        QCOMPARE(message->value("filter").empty(), message->value("seccomp").empty());
        QVERIFY(message->fds.size() <= 1);
        m_door.reset();
        QCOMPARE(kindOfRun(), std::string("bare"));
    }
};

SANDBENCH_TEST(TestAgentLentKernels);
#include "tst_agent_lent_kernels.moc"
