// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/embedded.h"
#include "core/base/fd.h"
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* kMakeSocket = "import socket\ntry: socket.socket(); print('made')\nexcept "
                                    "PermissionError: print('refused')\n"
                                    "socket.socket(socket.AF_UNIX).close()\n";
/// Nobody answers there: it is for documentation. Source: RFC 5737.
constexpr const char* kNobody = "192.0.2.1:443";

} // namespace

/// What an agent does where rules of a network may hold or not: `setup` and `confine`.
class TestAgentConfine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void setupGivesTheStricterFilterWhereSomebodyAnswers();
    void setupKeepsItsFilterWhereNobodyAnswers();
    void setupWithoutAddressesTriesNone();
    void setupBoundsTheProcessesOfItsUser();
    void confineOnlyAsksWithoutAFilter();
    void confineStartsKernelsAnew();
    void confineLeavesKernelsWhereNobodyAnswers();
    void confineRefusesWhatIsNoFilter();

private:
    Outcome setUp(Json more);
    Json strict() const { return filterOf(jsonString(m_agent->hello(), "arch"), Sockets::Unix); }
    Json usual() const
    {
        return filterOf(jsonString(m_agent->hello(), "arch"), Sockets::UnixAndInternet);
    }
    bool startKernel();
    std::string runInKernel();
    std::string runAlone() { return m_agent->run({kPython, "-c", kMakeSocket}).out(); }

    UniqueFd m_listener;
    std::string m_listening;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AgentHarness> m_agent;
};

void TestAgentConfine::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_listener.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address = {};
    socklen_t size = sizeof address;
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const raw = reinterpret_cast<sockaddr*>(&address);
    QCOMPARE(::bind(m_listener.get(), raw, size), 0);
    QCOMPARE(::listen(m_listener.get(), 64), 0);
    QCOMPARE(::getsockname(m_listener.get(), raw, &size), 0);
    m_listening = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    m_agent = std::make_unique<AgentHarness>();
    QVERIFY(m_agent->start());
}

void TestAgentConfine::cleanup()
{
    m_agent.reset();
    m_listener.reset();
    m_folder.reset();
}

Outcome TestAgentConfine::setUp(Json more)
{
    more["verb"] = "setup";
    more["filter"] = usual();
    return m_agent->call(more);
}

bool TestAgentConfine::startKernel()
{
    const auto path = m_folder->path().toStdString() + "/code.py";
    std::ofstream(path) << kMakeSocket;
    const auto started = m_agent->startKernel(
        {{"kernel", "python"},
         {"argv", {kPython, "-I", "-S"}},
         {"warm", "now"},
         {"scratch", {m_folder->path().toStdString()}},
         {"env", {{"PATH", "/usr/bin:/bin"}, {"HOME", "/"}}}},
        embeddedFile("guest/python_kernel.py").value_or(""));
    return jsonBool(started.reply, "ok");
}

/// "kernel: output"; "none" is a program of its own.
std::string TestAgentConfine::runInKernel()
{
    auto run = m_agent->run(
        {kPython, m_folder->path().toStdString() + "/code.py"},
        {{"kernel", "python"},
         {"path", m_folder->path().toStdString() + "/code.py"},
         {"cwd", "/"}});
    const auto kernel = run.events.empty() ? std::string("?") : jsonString(run.events[0], "kernel");
    return (kernel == "none" ? "none: " : "kernel: ") + run.out();
}

void TestAgentConfine::setupGivesTheStricterFilterWhereSomebodyAnswers()
{
    const auto done
        = setUp({{"unreachable", {"$NOT_SET_HERE:1", m_listening}}, {"confined_filter", strict()}});
    QVERIFY2(jsonBool(done.reply, "ok"), done.reply.dump().c_str());
    QCOMPARE(done.reply["reached"].dump(), Json::array({m_listening}).dump());
    QCOMPARE(runAlone(), std::string("refused\n"));
}

void TestAgentConfine::setupKeepsItsFilterWhereNobodyAnswers()
{
    const auto done = setUp({{"unreachable", {"$NOT_SET_HERE:1"}}, {"confined_filter", strict()}});
    QVERIFY2(jsonBool(done.reply, "ok"), done.reply.dump().c_str());
    QCOMPARE(done.reply["reached"].dump(), std::string("[]"));
    QCOMPARE(runAlone(), std::string("made\n"));
}

void TestAgentConfine::setupWithoutAddressesTriesNone()
{
    const auto done = setUp({{"confined_filter", strict()}});
    QVERIFY(jsonBool(done.reply, "ok"));
    QCOMPARE(done.reply["reached"].dump(), std::string("[]"));
    QCOMPARE(runAlone(), std::string("made\n"));
}

void TestAgentConfine::setupBoundsTheProcessesOfItsUser()
{
    const auto done = setUp({{"processes", 3999}});
    QVERIFY(jsonBool(done.reply, "ok"));
    QCOMPARE(
        m_agent->run({"/bin/sh", "-c", "grep processes /proc/self/limits | tr -s ' '"}).out(),
        std::string("Max processes 3999 3999 processes \n"));
}

void TestAgentConfine::confineOnlyAsksWithoutAFilter()
{
    QVERIFY(jsonBool(setUp(Json::object()).reply, "ok"));
    const auto asked
        = m_agent->call({{"verb", "confine"}, {"unreachable", {kNobody, m_listening}}});
    QVERIFY2(jsonBool(asked.reply, "ok"), asked.reply.dump().c_str());
    QVERIFY(std::string(asked.reply["reached"].dump()).find(m_listening) != std::string::npos);
    QCOMPARE(runAlone(), std::string("made\n"));
}

void TestAgentConfine::confineStartsKernelsAnew()
{
    QVERIFY(jsonBool(setUp(Json::object()).reply, "ok"));
    QVERIFY(startKernel());
    QCOMPARE(runInKernel(), std::string("kernel: made\n"));
    const auto done = m_agent->call(
        {{"verb", "confine"}, {"unreachable", {m_listening}}, {"confined_filter", strict()}});
    QVERIFY2(jsonBool(done.reply, "ok"), done.reply.dump().c_str());
    QCOMPARE(done.reply["reached"].dump(), Json::array({m_listening}).dump());
    // At once, also before a new kernel is there; and in it.
    QVERIFY(runInKernel().ends_with(": refused\n"));
    QVERIFY(eventually([this] { return runInKernel() == "kernel: refused\n"; }, 20s));
    QCOMPARE(runAlone(), std::string("refused\n"));
}

void TestAgentConfine::confineLeavesKernelsWhereNobodyAnswers()
{
    QVERIFY(jsonBool(setUp(Json::object()).reply, "ok"));
    QVERIFY(startKernel());
    QCOMPARE(runInKernel(), std::string("kernel: made\n"));
    const auto done = m_agent->call(
        {{"verb", "confine"}, {"unreachable", {"$NOT_SET_HERE:1"}}, {"confined_filter", strict()}});
    QCOMPARE(done.reply["reached"].dump(), std::string("[]"));
    QCOMPARE(runInKernel(), std::string("kernel: made\n"));
}

void TestAgentConfine::confineRefusesWhatIsNoFilter()
{
    QVERIFY(jsonBool(setUp(Json::object()).reply, "ok"));
    const auto done = m_agent->call(
        {{"verb", "confine"}, {"unreachable", {m_listening}}, {"confined_filter", {"x"}}});
    QCOMPARE(done.code(), std::string("invalid_argument"));
    QCOMPARE(runAlone(), std::string("made\n"));
}

SANDBENCH_TEST(TestAgentConfine);
#include "tst_agent_confine.moc"
