// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"
#include "core/engine/cgroup/cgroup_paths.h"
#include "core/engine/local/local_engine.h"
#include "core/engine/local/uid_reservation.h"
#include "core/engine/ownership.h"
#include "core/process/child_process.h"
#include "tests/integration/engines/stopwatch.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <poll.h>
#include <set>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

SandboxSpec lifecycleSpec()
{
    SandboxSpec spec;
    spec.sessionId = "lifecycle";
    return spec;
}

/// True when the agent's Hello is there and the sandbox did not end within @p wait afterwards.
bool livesFor(Instance& instance, std::chrono::milliseconds wait)
{
    char bytes[65536];
    const auto hello = instance.stream().read(bytes, 5s);
    if (!hello || *hello == 0)
        return false;
    const auto more = instance.stream().read(bytes, wait);
    return !more && more.error().code() == ErrorCode::Timeout;
}

std::optional<SandboxInfo> sandboxOf(Engine& engine, const std::string& sessionId)
{
    const auto all = engine.sandboxes({});
    for (const auto& sandbox : all ? *all : std::vector<SandboxInfo>())
        if (sandbox.sessionId == sessionId)
            return sandbox;
    return std::nullopt;
}

constexpr const char* kNoUserOfItsOwn
    = "only root can give the sandbox a user id by which its processes are told from others";

/// The program that is killed in mid-run by hostDeathEndsEverything(): prints the process ids that
/// must go.
int runDyingHost()
{
    TestEngine sessions("local");
    auto session = sessions.open();
    if (!session)
        return 1;
    std::thread busy([&session] {
        (void)runIn(*session, "bash", "sleep 1000 & setsid sleep 1001 & while :; do :; done");
    });
    // Its own sandbox's processes, once the two sleeps are there: bwrap, agent, bash, sleep, sleep.
    for (;;) {
        const auto metrics = session->metrics();
        if (metrics && metrics->processes >= 5)
            break;
        ::poll(nullptr, 0, 5);
    }
    std::printf("%s\n", session->description().c_str());
    std::fflush(stdout);
    busy.join();
    return 0;
}

/// How long open() goes on after a stop request that comes @p delay after its start.
double millisecondsToStop(LocalEngine& engine, std::chrono::milliseconds delay)
{
    std::stop_source stop;
    std::atomic<Clock::rep> asked = 0;
    std::jthread stopper([&] {
        ::poll(nullptr, 0, static_cast<int>(delay.count()));
        asked = Clock::now().time_since_epoch().count();
        stop.request_stop();
    });
    const auto opened = engine.open(lifecycleSpec(), stop.get_token());
    if (opened || opened.error().code() != ErrorCode::Cancelled)
        return 1e9;
    return millisecondsSince(Clock::time_point(Clock::duration(asked.load())));
}

void killAllOf(uid_t uid)
{
    const QDir proc("/proc");
    for (const auto& name : proc.entryList(QDir::Dirs)) {
        struct stat info = {};
        const auto pid = static_cast<pid_t>(name.toInt());
        if (pid > 1 && ::stat(("/proc/" + name.toStdString()).c_str(), &info) == 0
            && info.st_uid == uid)
            ::kill(pid, SIGKILL);
    }
}

std::string readLine(int fd)
{
    std::string line;
    char c = 0;
    pollfd polled = {fd, POLLIN, 0};
    while (::poll(&polled, 1, 30'000) == 1 && ::read(fd, &c, 1) == 1 && c != '\n')
        line.push_back(c);
    return line;
}

} // namespace

class TestLocalLifecycle : public QObject
{
    Q_OBJECT

private:
    TestEngine m_sessions{"local"};

private Q_SLOTS:
    void initTestCase()
    {
        if (const auto whyNot = m_sessions.whyNot(); !whyNot.empty())
            SKIP_WITHOUT("local", whyNot.c_str());
    }

    void cleanup() { QCOMPARE(leftovers(), std::vector<std::string>()); }

    void outlivesTheThreadThatOpenedIt()
    {
        Result<std::unique_ptr<Instance>> opened = Error(ErrorCode::Internal, "not opened");
        std::thread([&] { opened = m_sessions.engine().open(lifecycleSpec(), {}); }).join();
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QVERIFY(livesFor(**opened, 300ms));
    }

    void outlivesItsEngine()
    {
        auto engine = std::make_unique<LocalEngine>();
        auto opened = engine->open(lifecycleSpec(), {});
        QVERIFY(opened);
        engine.reset();
        QVERIFY(livesFor(**opened, 300ms));
    }

    void closesAndSaysHowQuickly()
    {
        std::vector<double> times;
        for (int i = 0; i < 5; ++i) {
            auto opened = m_sessions.engine().open(lifecycleSpec(), {});
            QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
            const auto start = Clock::now();
            QVERIFY((*opened)->close());
            times.push_back(millisecondsSince(start));
        }
        std::sort(times.begin(), times.end());
        qInfo("closed in %.0f ms (median of 5)", times[2]);
        QCOMPARE(leftovers(500), std::vector<std::string>());
    }

    void refusesASpecThatCannotBeRight()
    {
        const auto refused = [this](auto change) {
            auto spec = lifecycleSpec();
            change(spec);
            const auto opened = m_sessions.engine().open(spec, {});
            return !opened && opened.error().code() == ErrorCode::InvalidArgument;
        };
        QVERIFY(refused([](SandboxSpec& s) { s.sessionId = ""; }));
        QVERIFY(refused([](SandboxSpec& s) { s.sessionId = "../x"; }));
        QVERIFY(refused([](SandboxSpec& s) { s.sessionId = std::string(41, 'a'); }));
        QVERIFY(refused([](SandboxSpec& s) { s.image = "debian"; }));
        QVERIFY(refused([](SandboxSpec& s) { s.limits.memoryBytes = 4096; }));
        QVERIFY(refused([](SandboxSpec& s) { s.limits.pids = 2; }));
        QVERIFY(refused([](SandboxSpec& s) { s.limits.cpus = -1; }));
        QVERIFY(refused([](SandboxSpec& s) { s.limits.cpus = std::nan(""); }));
        // Numbers that would turn into others on their way to the kernel.
        QVERIFY(refused([](SandboxSpec& s) { s.limits.cpus = 1e300; }));
        QVERIFY(refused([](SandboxSpec& s) { s.limits.pids = ~std::uint64_t(0); }));
        QVERIFY(refused([](SandboxSpec& s) { s.ttl = 0s; }));
    }

    void stopsOpeningAnAgentThatSaysNothing()
    {
        // An agent that never says anything, so that open() waits for it.
        local::LocalEngineOptions options;
        options.agent = "#!/bin/sh\nexec cat\n";
        LocalEngine engine(options);
        for (const auto delay : {0ms, 1ms, 3ms, 10ms, 60ms}) {
            qInfo("stopped after %.0f ms", millisecondsToStop(engine, delay));
            QCOMPARE(leftovers(500), std::vector<std::string>());
        }
    }

    void saysWhyAnAgentDidNotStart()
    {
        local::LocalEngineOptions options;
        options.agent = "this is no program";
        const auto opened = LocalEngine(options).open(lifecycleSpec(), {});
        QVERIFY(!opened);
        QCOMPARE(opened.error().code(), ErrorCode::Unavailable);
        const auto text = opened.error().text();
        QVERIFY2(text.find("the sandbox did not start: ") != std::string::npos, text.c_str());
        QVERIFY2(text.find("no reason") == std::string::npos, text.c_str());
    }

    void doesNotTalkToAnAgentThatSpeaksGarbage_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::newRow("zeros without end") << QByteArray("#!/bin/sh\ncat /dev/zero\n");
        QTest::newRow("a frame of 2 GB") << QByteArray(
            "#!/bin/sh\nprintf '\\377\\377\\377\\177\\1\\0\\0\\0\\0'; cat /dev/zero\n");
        QTest::newRow("text") << QByteArray("#!/bin/sh\nyes '{\"ok\": true}'\n");
    }

    void doesNotTalkToAnAgentThatSpeaksGarbage()
    {
        QFETCH(QByteArray, program);
        const auto bytes = program.toStdString();
        local::LocalEngineOptions options;
        options.agent = bytes;
        LocalEngine engine(options);
        const auto languages = LanguageCatalog::load();
        const auto artifacts = ArtifactStore::create();
        QVERIFY(languages && artifacts);
        const auto session = Session::open(engine, {}, *languages, **artifacts, {});
        QVERIFY(!session);
        QVERIFY2(session.error().code() == ErrorCode::Protocol, session.error().text().c_str());
    }

    void saysWhatToInstallWhenBwrapIsMissing()
    {
        local::LocalEngineOptions options;
        options.bwrap = "/nonexistent/bwrap";
        const auto status = LocalEngine(options).probe({});
        QVERIFY(!status.usable);
        QCOMPARE(status.problem, std::string("bwrap is not installed"));
        QCOMPARE(status.remedy, std::string("install the package bubblewrap"));
    }

    void refusesAnUnsafeReservationFolder()
    {
        if (::geteuid() != 0)
            SKIP_WITHOUT("root", "only root reserves user ids");
        QTemporaryDir folder;
        ::chmod(folder.path().toUtf8().constData(), 0777);
        local::LocalEngineOptions options;
        options.runtimeFolder = folder.path().toStdString();
        const auto opened = LocalEngine(options).open(lifecycleSpec(), {});
        QVERIFY(!opened);
        QCOMPARE(opened.error().code(), ErrorCode::PermissionDenied);
    }

    void runsTwentySandboxesAtOnce()
    {
        std::vector<std::unique_ptr<Instance>> instances(20);
        std::vector<std::string> errors(20);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < instances.size(); ++i)
                threads.emplace_back([&, i] {
                    auto opened = m_sessions.engine().open(lifecycleSpec(), {});
                    if (opened)
                        instances[i] = std::move(*opened);
                    else
                        errors[i] = opened.error().text();
                });
        }
        std::set<std::string> descriptions;
        for (std::size_t i = 0; i < instances.size(); ++i) {
            QVERIFY2(instances[i], errors[i].c_str());
            descriptions.insert(instances[i]->description());
        }
        if (::geteuid() == 0)
            QCOMPARE(descriptions.size(), instances.size()); // each has a user id of its own
        instances.clear();
    }

    void endsWhenTheAgentIsKilledFromOutside()
    {
        auto session = m_sessions.open();
        QVERIFY2(session, m_sessions.problem().c_str());
        const auto description = session->description();
        const auto at = description.find("uid ");
        if (at == std::string::npos)
            SKIP_WITHOUT("root", kNoUserOfItsOwn);
        const auto uid = static_cast<uid_t>(std::stoul(description.substr(at + 4)));
        RunRecord record;
        std::thread run([&] { record = runIn(*session, "bash", "echo first; sleep 60"); });
        ::poll(nullptr, 0, 100);
        killAllOf(uid);
        run.join();
        QCOMPARE(record.verdict, Verdict::AgentLost);
        QVERIFY(session->close());
        session.reset();
        auto next = m_sessions.open();
        QVERIFY2(next, m_sessions.problem().c_str());
        QCOMPARE(runIn(*next, "bash", "echo works").stdoutBytes, std::string("works\n"));
    }

    void countsMemoryAndProcesses()
    {
        auto opened = m_sessions.engine().open(lifecycleSpec(), {});
        QVERIFY(opened);
        const auto& report = (*opened)->isolation();
        const bool grouped
            = std::any_of(report.layers.begin(), report.layers.end(), [](const std::string& layer) {
                  return layer.starts_with("memory");
              });
        if (!grouped)
            SKIP_WITHOUT("cgroups", "no memory control group here");
        const auto counters = (*opened)->counters();
        QVERIFY(counters.memoryBytes.value_or(0) > 0);
        QVERIFY(counters.memoryPeakBytes.value_or(0) >= 1);
        QVERIFY(counters.processes.value_or(0) >= 1);
        QCOMPARE(counters.oomKills.value_or(1), 0U);
    }

    void listsASandboxWithItsOwnerUntilItIsEnded()
    {
        LocalEngine engine;
        auto spec = lifecycleSpec();
        spec.sessionId = "to-be-listed";
        auto instance = engine.open(spec, {});
        QVERIFY2(instance, instance ? "" : instance.error().text().c_str());
        if (controlGroups().empty())
            SKIP_WITHOUT("cgroups", "there are no control groups by which sandboxes are found");
        const auto listed = sandboxOf(engine, spec.sessionId);
        QVERIFY(listed);
        QCOMPARE(listed->engine, std::string("local"));
        QCOMPARE(listed->state, std::string("running"));
        QCOMPARE(listed->owner, ownerOfThisProcess());
        QVERIFY(listed->isOwnerAlive);
        QVERIFY(!listed->isStale);
        QVERIFY(listed->createdAt > 1'700'000'000);

        QVERIFY(engine.removeSandbox(listed->id, {}));
        QVERIFY(!sandboxOf(engine, spec.sessionId));
        QCOMPARE(engine.removeSandbox(listed->id, {}).error().code(), ErrorCode::NotFound);
        char bytes[65536];
        while (const auto read = (*instance)->stream().read(bytes, 10s))
            if (*read == 0)
                break;
        QVERIFY((*instance)->close());
    }

    void leavesTheGroupsOfOtherProcessNamespaces()
    {
        LocalEngine engine;
        auto first = engine.open(lifecycleSpec(), {});
        QVERIFY2(first, first ? "" : first.error().text().c_str());
        const auto groups = controlGroups();
        if (groups.empty())
            SKIP_WITHOUT("cgroups", "there are no control groups that could be left behind");
        const auto parent = groups.front().substr(0, groups.front().rfind('/') + 1);
        const auto planted = [&](std::uint64_t space) {
            auto folder = parent + cgroup::groupName({1, 7, space}, 0, "planted");
            return ::mkdir(folder.c_str(), 0755) == 0 ? folder : std::string();
        };
        // Nobody here knows whether the maker lives: it may be about to put an agent into it.
        const auto foreign = planted(pidNamespace() + 1);
        const auto dead = planted(pidNamespace());
        if (foreign.empty() || dead.empty())
            SKIP_WITHOUT("root", "only root may make control groups beside a sandbox's");
        LocalEngine another;
        auto second = another.open(lifecycleSpec(), {});
        const bool isForeignThere = ::rmdir(foreign.c_str()) == 0;
        const bool isDeadThere = ::rmdir(dead.c_str()) == 0;
        QVERIFY2(second, second ? "" : second.error().text().c_str());
        QVERIFY(isForeignThere);
        QVERIFY(!isDeadThere);
    }

    void hostDeathEndsEverything()
    {
        auto output = makePipe();
        QVERIFY(output);
        SpawnSpec spec;
        spec.program = "/proc/self/exe";
        spec.arguments = {"victim", "tst_local_lifecycle", "--victim"};
        spec.environment = {"PATH=/usr/bin:/bin"};
        spec.fds = {-1, output->write.get(), 2};
        auto victim = ChildProcess::spawn(spec);
        QVERIFY(victim);
        output->write.reset();
        const auto description = readLine(output->read.get());
        const auto at = description.find("uid ");
        QVERIFY2(!description.empty(), "the victim did not start");
        victim->kill(SIGKILL);
        const auto start = Clock::now();
        QVERIFY(victim->wait(5s));
        if (at == std::string::npos)
            SKIP_WITHOUT("root", kNoUserOfItsOwn);
        const auto uid = static_cast<uid_t>(std::stoul(description.substr(at + 4)));
        QTRY_VERIFY_WITH_TIMEOUT(!local::isUidInUse(uid), 5000);
        qInfo("everything was gone after %.0f ms", millisecondsSince(start));
        // The next open() removes what the kernel keeps: empty control groups and the reservation.
        QVERIFY(m_sessions.engine().open(lifecycleSpec(), {}));
    }
};

/// The host that dies is this program, started again.
static std::optional<int> actDyingHost(int argc, char** argv)
{
    return argc > 1 && std::string_view(argv[1]) == "--victim" ? std::optional(runDyingHost())
                                                               : std::nullopt;
}

SANDBENCH_TEST_AFTER(actDyingHost, TestLocalLifecycle);
#include "tst_local_lifecycle.moc"
