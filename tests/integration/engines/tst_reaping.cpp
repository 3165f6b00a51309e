// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// However a program or an engine ends, no container is left. The programs that die here are this
// one, started again.
#include "core/engine/docker/docker_engine.h"
#include "core/engine/docker/docker_sandboxes.h"
#include "core/engine/ownership.h"
#include "core/session/session.h"
#include "core/workspace/pool/warm_pool.h"
#include "core/workspace/requests.h"
#include "tests/integration/engines/acting_sink.h"
#include "tests/support/needs.h"
#include "tests/support/private_engine.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <optional>
#include <thread>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

/// What a program in a sandbox does while everything around it dies.
constexpr const char* kCode = "echo started; sleep 1000";
/// Units: ms. Long after any lease in here.
constexpr int kPatienceMs = 60'000;

struct Place
{
    std::string engine, address, image;
};

/// The tests' engine; empty address = none.
Place placeOf(const std::string& engine)
{
    if (engine == "docker")
        return {engine, qEnvironmentVariable("DOCKER_HOST").toStdString(), "sandbench-python:1"};
    return {
        engine, qEnvironmentVariable("SANDBENCH_TEST_PODMAN").toStdString(),
        "localhost/sandbench-python:1"};
}

Result<docker::Connection> connectionTo(const Place& place)
{
    SANDBENCH_TRY(auto endpoint, net::parseEndpoint(place.address));
    return docker::Connection{place.engine, "default", std::move(endpoint), "test"};
}

std::unique_ptr<DockerEngine> engineAt(const Place& place)
{
    DockerEngine::Options options;
    options.name = place.engine;
    options.choose = [place] { return connectionTo(place); };
    options.defaultImage = place.image;
    return std::make_unique<DockerEngine>(std::move(options));
}

Result<RunRecord>
runAt(const Place& place, std::chrono::seconds ttl, const std::function<void()>& started)
{
    SANDBENCH_TRY(const auto languages, LanguageCatalog::load());
    SANDBENCH_TRY(const auto artifacts, ArtifactStore::create());
    const auto engine = engineAt(place);
    SessionSpec spec;
    spec.warm = Warm::Never;
    spec.sandbox.ttl = ttl;
    SANDBENCH_TRY(const auto session, Session::open(*engine, spec, languages, *artifacts, {}));
    RunRequest request;
    request.language = "bash";
    request.code = kCode;
    ActingSink sink(started);
    auto record = session->run(request, sink, {});
    // An engine that is just starting again may refuse it; what is left then is the reaper's.
    (void)session->close().has_value();
    return record;
}

/// argv: --victim engine address image ttl
int runVictim(char** argv)
{
    const auto done
        = runAt({argv[2], argv[3], argv[4]}, std::chrono::seconds(std::atoi(argv[5])), [] {
              std::puts("started");
              std::fflush(stdout);
          });
    std::puts(done ? "over" : done.error().text().c_str());
    return 0;
}

/// Another program of ours with a sandbox. Killed at the end of the test.
class Victim
{
public:
    explicit Victim(const Place& place, std::chrono::seconds ttl = 60s)
    {
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(
            QCoreApplication::applicationFilePath(),
            {"tst_reaping", "--victim", QString::fromStdString(place.engine),
             QString::fromStdString(place.address), QString::fromStdString(place.image),
             QString::number(ttl.count())});
    }
    ~Victim()
    {
        m_process.kill();
        m_process.waitForFinished(kPatienceMs);
    }

    bool hasStarted()
    {
        while (m_process.waitForReadyRead(kPatienceMs)) {
            m_said += m_process.readAll();
            if (m_said.contains('\n'))
                break;
        }
        return m_said.startsWith("started\n");
    }
    const QByteArray& said() const { return m_said; }
    pid_t pid() const { return static_cast<pid_t>(m_process.processId()); }
    void signal(int number) const { ::kill(pid(), number); }

private:
    QProcess m_process;
    QByteArray m_said;
};

/// Sandboxes of @p pid; nothing where the engine does not answer.
std::optional<std::size_t> sandboxesOf(const Place& place, pid_t pid)
{
    const auto connection = connectionTo(place);
    const auto api = connection ? docker::DockerApi::connect(*connection, {})
                                : Result<std::shared_ptr<docker::DockerApi>>(connection.error());
    const auto all
        = api ? docker::listSandboxes(**api, {}) : Result<std::vector<SandboxInfo>>(api.error());
    if (!all)
        return std::nullopt;
    return std::count_if(all->begin(), all->end(), [&](const SandboxInfo& sandbox) {
        const auto owner = parseOwner(sandbox.owner);
        return owner && owner->pid == pid;
    });
}

/// Of @p owner; there is at most one. 0 = none.
pid_t reaperOf(pid_t owner)
{
    const auto marker = ":" + QByteArray::number(owner) + ":";
    for (const auto& name : QDir("/proc").entryList({"[0-9]*"}, QDir::Dirs)) {
        QFile file("/proc/" + name + "/cmdline");
        const auto words
            = file.open(QFile::ReadOnly) ? file.readAll().split('\0') : QList<QByteArray>();
        if (words.size() > 1 && words[0] == "sandbench-reaper" && words[1].contains(marker))
            return static_cast<pid_t>(name.toInt());
    }
    return 0;
}

} // namespace

#define REQUIRE_ANSWER_OF(place)                                                                   \
    do {                                                                                           \
        if (!sandboxesOf(place, 1))                                                                \
            SKIP_WITHOUT((place).engine, "the engine does not answer");                            \
    } while (false)

class TestReaping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<std::string>("engine");
        QTest::newRow("docker") << std::string("docker");
        QTest::newRow("podman") << std::string("podman");
    }

    void nothingIsLeftOfAKilledProgram()
    {
        QFETCH_GLOBAL(std::string, engine);
        const auto place = placeOf(engine);
        REQUIRE_ANSWER_OF(place);
        Victim victim(place);
        QVERIFY2(victim.hasStarted(), victim.said().constData());
        QCOMPARE(sandboxesOf(place, victim.pid()), std::optional<std::size_t>(1));
        QTRY_VERIFY_WITH_TIMEOUT(reaperOf(victim.pid()) > 0, kPatienceMs);
        const auto pid = victim.pid();
        victim.signal(SIGKILL);
        QTRY_COMPARE_WITH_TIMEOUT(
            sandboxesOf(place, pid), std::optional<std::size_t>(0), kPatienceMs);
        // It has nothing more to do.
        QTRY_COMPARE_WITH_TIMEOUT(reaperOf(pid), 0, kPatienceMs);
    }

    void nothingIsLeftOfAProgramKilledWithItsReaper()
    {
        QFETCH_GLOBAL(std::string, engine);
        const auto place = placeOf(engine);
        REQUIRE_ANSWER_OF(place);
        Victim victim(place);
        QVERIFY2(victim.hasStarted(), victim.said().constData());
        const auto pid = victim.pid();
        // It is there soon after its program's first word.
        QTRY_VERIFY_WITH_TIMEOUT(reaperOf(pid) > 0, kPatienceMs);
        const auto reaper = reaperOf(pid);
        ::kill(reaper, SIGKILL);
        victim.signal(SIGKILL);
        QTRY_COMPARE_WITH_TIMEOUT(
            sandboxesOf(place, pid), std::optional<std::size_t>(0), kPatienceMs);
    }

    void nothingIsLeftOfAProgramThatStandsStill()
    {
        QFETCH_GLOBAL(std::string, engine);
        const auto place = placeOf(engine);
        REQUIRE_ANSWER_OF(place);
        Victim victim(place, 3s);
        QVERIFY2(victim.hasStarted(), victim.said().constData());
        const auto pid = victim.pid();
        victim.signal(SIGSTOP);
        // Its end of the stream is still open; only silence tells the agent.
        QTRY_COMPARE_WITH_TIMEOUT(
            sandboxesOf(place, pid), std::optional<std::size_t>(0), kPatienceMs);
        QVERIFY(reaperOf(pid) > 0);
    }

    void aRunIsRecordedAsLostWhenItsEngineIsKilled()
    {
        QFETCH_GLOBAL(std::string, engine);
        PrivateEngine daemon(engine);
        if (const auto started = daemon.start(); !started)
            SKIP_WITHOUT("private_engines", started.error().text().c_str());
        const Place place{engine, daemon.address(), daemon.image()};
        std::jthread killer;
        const auto record = runAt(place, 5s, [&] {
            // The run that reports this cannot wait for it.
            if (!killer.joinable())
                killer = std::jthread([&daemon] { daemon.kill(); });
        });
        QVERIFY2(record, record ? "" : record.error().text().c_str());
        QCOMPARE(record->verdict, Verdict::AgentLost);
        QCOMPARE(record->stdoutBytes, std::string("started\n"));
        killer.join();
        const auto again = daemon.start();
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QTRY_COMPARE_WITH_TIMEOUT(
            sandboxesOf(place, ::getpid()), std::optional<std::size_t>(0), kPatienceMs);
    }

    void aPoolIsFullAgainWhenItsEngineIsBack()
    {
        QFETCH_GLOBAL(std::string, engine);
        PrivateEngine daemon(engine);
        if (const auto started = daemon.start(); !started)
            SKIP_WITHOUT("private_engines", started.error().text().c_str());
        const auto own = engineAt({engine, daemon.address(), daemon.image()});
        const auto parts = Composition::create();
        QVERIFY(parts);
        auto request = workspace::readOpen(
            **parts, workspace::localCaller(),
            {{"engine", engine}, {"lang", "bash"}, {"image", daemon.image()}});
        QVERIFY2(request, request ? "" : request.error().text().c_str());
        const auto pool = workspace::WarmPool::open(**parts, *own, "bash", *std::move(request), {});
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), kPatienceMs);
        daemon.kill();
        const auto again = daemon.start();
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QTRY_VERIFY_WITH_TIMEOUT(
            pool->state().replaced == 1 && pool->state().ready == 1, 2 * kPatienceMs);
        QCOMPARE(pool->state().problem, std::string());
        const auto place = pool->take({"caller", {}, false}, {});
        QVERIFY2(place, place ? "" : place.error().text().c_str());
        QVERIFY(*place && (*place)->session());
        const auto record = runIn(*(*place)->session(), "bash", "echo runs");
        QCOMPARE(record.stdoutBytes, std::string("runs\n"));
    }

    void theReaperGoesOnUntilAnEngineIsBack()
    {
        QFETCH_GLOBAL(std::string, engine);
        PrivateEngine daemon(engine);
        if (const auto started = daemon.start(); !started)
            SKIP_WITHOUT("private_engines", started.error().text().c_str());
        const Place place{engine, daemon.address(), daemon.image()};
        Victim victim(place);
        QVERIFY2(victim.hasStarted(), victim.said().constData());
        const auto pid = victim.pid();
        // Stopped, so that it does not close its sandbox when the engine goes.
        victim.signal(SIGSTOP);
        daemon.kill();
        victim.signal(SIGKILL);
        const auto again = daemon.start();
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QTRY_COMPARE_WITH_TIMEOUT(
            sandboxesOf(place, pid), std::optional<std::size_t>(0), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(reaperOf(pid), 0, kPatienceMs);
    }
};

/// A victim is this program, started again.
static std::optional<int> actVictim(int argc, char** argv)
{
    return argc == 6 && std::string_view(argv[1]) == "--victim" ? std::optional(runVictim(argv))
                                                                : std::nullopt;
}

SANDBENCH_TEST_AFTER(actVictim, TestReaping);
#include "tst_reaping.moc"
