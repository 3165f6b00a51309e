// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/local_engine.h"
#include "core/engine/ssh/kept_place.h"
#include "tests/support/install_network.h"
#include "tests/support/loopback_sshd.h"
#include "tests/support/needs.h"
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/sandbox_under_test.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <future>
#include <thread>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

bool eventually(const std::function<bool()>& isSo)
{
    return QTest::qWaitFor(isSo, 20'000);
}

SessionSpec plainSpec()
{
    SessionSpec spec;
    spec.warm = Warm::Never;
    return spec;
}

QByteArray textOf(const Error& error)
{
    return QByteArray::fromStdString(
        std::string(errorCodeName(error.code())) + ": " + error.text());
}

/// A machine behind ssh, our engine on it, and what ends there is looked for from outside.
struct OtherMachine
{
    explicit OtherMachine(const QByteArray& options = {}, const QByteArray& before = {})
        : sshd(std::make_shared<LoopbackSshd>(options, before))
        , owned(std::make_unique<TestEngine>(makeSshEngine(sshd)))
        , engine(*owned)
    {
    }

    Error failureToOpen(std::stop_token stop = {})
    {
        SandboxSpec spec;
        spec.sessionId = "s";
        const auto opened = engine.engine().open(spec, std::move(stop));
        return opened ? Error(ErrorCode::Internal, "it opened") : opened.error();
    }

    /// Processes whose words hold @p words.
    std::vector<pid_t> find(const std::string& words) const
    {
        std::vector<pid_t> found;
        for (const auto& process : sshd->processes())
            if (process.find(words) != std::string::npos)
                found.push_back(std::atoi(process.c_str()));
        return found;
    }
    /// The youngest first: a hub whose shell ends before it takes that for the end of its user, and
    /// ends its sandboxes.
    void kill(const std::string& words) const
    {
        auto found = find(words);
        std::sort(found.rbegin(), found.rend());
        for (const auto pid : found)
            ::kill(pid, SIGKILL);
    }
    /// What is left there although nobody needs it.
    std::string left() const
    {
        const auto isClean = eventually([&] { return find(" outpost ").empty(); });
        return isClean ? std::string() : sshd->processes().front();
    }

    std::shared_ptr<LoopbackSshd> sshd;
    std::unique_ptr<TestEngine> owned;
    TestEngine& engine; ///< As long as owned is there.
};

std::vector<std::string> filesLeft()
{
    std::vector<std::string> found;
    std::error_code failure;
    for (const char* folder : {"/tmp", "/run", "/var/tmp", "/dev/shm", "/"})
        for (const auto& entry : std::filesystem::directory_iterator(folder, failure))
            if (entry.path().filename().string().starts_with(".sandbench-agent-"))
                found.push_back(entry.path());
    return found;
}

#define OTHER_MACHINE(name, ...)                                                                   \
    OtherMachine name{__VA_ARGS__};                                                                \
    if (!name.sshd->problem().empty())                                                             \
    SKIP_WITHOUT("ssh", name.sshd->problem().c_str())

} // namespace

/// The embedded engine on another machine, over a real ssh server: what works, and what of it is
/// left when either end, or what is between them, goes away.
class SshEngineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_files = filesLeft(); }
    void cleanup() { QCOMPARE(filesLeft(), m_files); }

    void hasTheOtherMachinesNetworkWhilePackagesAreInstalled()
    {
        if (const auto* why = whyNoInstallNetwork())
            SKIP_WITHOUT("slirp", why);
        OTHER_MACHINE(machine);
        auto spec = plainSpec();
        spec.sandbox.network = {"slirp4netns", true};
        const auto session = machine.engine.open(spec);
        QVERIFY2(session, machine.engine.problem().c_str());
        QCOMPARE(installNetworkStory(*session), std::string(kInstallNetworkStory));
        QVERIFY(session->close());
    }

    void runsProgramsAndLeavesNothing()
    {
        OTHER_MACHINE(far);
        {
            const auto why = far.engine.whyNot();
            QVERIFY2(why.empty(), why.c_str());
            const auto session = far.engine.open(plainSpec());
            QVERIFY2(session, far.engine.problem().c_str());
            const auto record = runIn(*session, "bash", "echo hello; id -u");
            QCOMPARE(record.stdoutBytes, std::string("hello\n1000\n"));
            QCOMPARE(record.verdict, Verdict::Exited);
            QCOMPARE(placesOf(*far.sshd).size(), std::size_t(2)); // it, and its stream
            QVERIFY(session->close());
            QVERIFY(eventually([&] { return placesOf(*far.sshd).empty(); }));
        }
        far.owned.reset();
        QCOMPARE(far.left(), std::string());
    }

    void itsReportIsThatOfTheOtherMachine()
    {
        OTHER_MACHINE(far);
        LocalEngine here;
        const auto local = here.probe({});
        const auto status = far.engine.engine().probe({});
        if (!local.usable)
            SKIP_WITHOUT("local", local.problem.c_str());
        QVERIFY2(status.usable, status.problem.c_str());
        auto expected = local.isolation.layers;
        std::erase(expected, "ends with this program");
        for (const auto& layer : expected)
            QVERIFY2(
                std::find(status.isolation.layers.begin(), status.isolation.layers.end(), layer)
                    != status.isolation.layers.end(),
                layer.c_str());
        QCOMPARE(status.isolation.missing.size(), local.isolation.missing.size());
        QVERIFY(status.host.memoryBytes > 0);
    }

    void aRunOutlivesItsConnection()
    {
        OTHER_MACHINE(far);
        const auto session = far.engine.open(plainSpec());
        QVERIFY2(session, far.engine.problem().c_str());
        RecordingSink sink;
        bool isDropped = false;
        sink.whenOutput = [&](const std::string&) {
            if (!std::exchange(isDropped, true))
                far.sshd->dropConnections();
        };
        const auto record = runRequest(
            *session, bashRequest("for ((i = 0; i < 200000; ++i)); do echo $i; done"), sink);
        QVERIFY(isDropped);
        QCOMPARE(record.verdict, Verdict::Exited);
        std::string expected;
        for (int i = 0; i < 200'000; ++i)
            expected += std::to_string(i) + "\n";
        QVERIFY(sink.out == expected);
        // And it is one like any other afterwards: counted, and removed at once.
        QCOMPARE(runIn(*session, "bash", "echo again").stdoutBytes, std::string("again\n"));
        QVERIFY(session->close());
        QVERIFY(eventually([&] { return placesOf(*far.sshd).empty(); }));
    }

    void aSandboxThatIsKilledOverThereEndsItsRun()
    {
        OTHER_MACHINE(far);
        const auto session = far.engine.open(plainSpec());
        QVERIFY2(session, far.engine.problem().c_str());
        RecordingSink sink;
        sink.whenOutput = [&](const std::string&) { far.kill(" outpost open "); };
        const auto record = runRequest(*session, bashRequest("echo there; exec sleep 1000"), sink);
        QCOMPARE(record.verdict, Verdict::AgentLost);
        QCOMPARE(sink.out, std::string("there\n"));
        QVERIFY(eventually([&] { return placesOf(*far.sshd).empty(); }));
        const auto next = far.engine.open(plainSpec());
        QVERIFY2(next, far.engine.problem().c_str());
        QCOMPARE(runIn(*next, "bash", "echo next").stdoutBytes, std::string("next\n"));
    }

    void aHubThatIsKilledIsBroughtAgain()
    {
        OTHER_MACHINE(far);
        const auto first = far.engine.open(plainSpec());
        QVERIFY2(first, far.engine.problem().c_str());
        far.kill(" outpost hub");
        const auto second = far.engine.open(plainSpec());
        QVERIFY2(second, far.engine.problem().c_str());
        for (const auto* session : {&first, &second})
            if (const auto run = runIn(**session, "bash", "echo fine"); run.stdoutBytes != "fine\n")
                QFAIL(run.evidence.c_str());
    }

    void whatAKilledProgramHadEndsAtOnce()
    {
        OTHER_MACHINE(far);
        const ctl::Folder folder;
        const auto program = folder.write("wait.sh", "echo there\nexec sleep 1000\n");
        const auto ctl = ctl::start(
            {"run", "--engine", "ssh", "--connection", QString::fromStdString(far.sshd->address()),
             "--timeout", "900", program});
        QVERIFY2(ctl->waitForReadyRead(60'000), ctl->readAllStandardError());
        QVERIFY(!placesOf(*far.sshd).empty());
        ctl->kill();
        QVERIFY(ctl->waitForFinished());
        QCOMPARE(far.left(), std::string());
    }

    void aKeptSandboxIsReachedAgainWithItsFiles()
    {
        OTHER_MACHINE(far);
        auto spec = plainSpec();
        spec.id = "kept-1";
        spec.sandbox.keepFor = 600s;
        auto session = far.engine.open(spec);
        QVERIFY2(session, far.engine.problem().c_str());
        QVERIFY(session->keep());
        runIn(*session, "bash", "echo mine > file; sleep 1000 & disown");
        const auto id = session->engineId();
        QVERIFY(session->leave());
        session.reset();
        far.sshd->dropConnections();

        TestEngine another(makeSshEngine(far.sshd));
        spec.sandbox.adopts = id;
        const auto again = another.open(spec);
        QVERIFY2(again, another.problem().c_str());
        const auto record = runIn(*again, "bash", std::string("cat file; ") + kCountSleeps);
        QCOMPARE(record.stdoutBytes, std::string("mine\n0\n"));
        QVERIFY(again->keep());
        QVERIFY(again->close());
        QVERIFY(eventually([&] { return placesOf(*far.sshd).empty(); }));
        QVERIFY(!another.open(spec));
        QVERIFY2(
            another.problem().find("kept-1 any more") != std::string::npos,
            another.problem().c_str());
    }

    void aKeptSandboxIsNotForWhoeverKnowsItsName()
    {
        OTHER_MACHINE(far);
        auto spec = plainSpec();
        spec.id = "kept-2";
        spec.sandbox.keepFor = 600s;
        const auto session = far.engine.open(spec);
        QVERIFY2(session, far.engine.problem().c_str());
        QVERIFY(session->keep());
        auto place = ssh::parseKeptPlace(session->engineId());
        QVERIFY(place);
        place->token.fill('x');
        spec.sandbox.adopts = place->text();
        QVERIFY(!far.engine.open(spec));
        QCOMPARE(runIn(*session, "bash", "echo still").stdoutBytes, std::string("still\n"));
    }

    void sandboxesAreListedAndRemovedFromElsewhere()
    {
        OTHER_MACHINE(far);
        auto spec = plainSpec();
        spec.id = "listed";
        const auto session = far.engine.open(spec);
        QVERIFY2(session, far.engine.problem().c_str());
        TestEngine other(makeSshEngine(far.sshd));
        const auto isListed = [&] {
            const auto list = other.engine().sandboxes({});
            return list && std::any_of(list->begin(), list->end(), [](const SandboxInfo& info) {
                       return info.sessionId == "listed" && info.isOwnerAlive;
                   });
        };
        QVERIFY(isListed());
        QVERIFY(other.engine().removeSandbox("listed", {}));
        QVERIFY(!isListed());
        QVERIFY(other.engine().removeSandbox("listed", {}).failedAs(ErrorCode::NotFound));
        QCOMPARE(runIn(*session, "bash", "echo").verdict, Verdict::AgentLost);
    }

    void moreSandboxesThanAConnectionCarries()
    {
        OTHER_MACHINE(far, "MaxSessions 3\n");
        std::vector<std::future<std::string>> runs;
        for (int i = 0; i < 6; ++i)
            runs.push_back(std::async(std::launch::async, [&far, i] {
                SandboxSpec spec;
                spec.sessionId = "many-" + std::to_string(i);
                const auto opened = far.engine.engine().open(spec, {});
                return opened ? std::string() : opened.error().text();
            }));
        for (auto& run : runs) {
            const auto problem = run.get();
            QVERIFY2(problem.empty(), problem.c_str());
        }
    }

    void aHostKeyThatChangedIsNotBelieved()
    {
        OTHER_MACHINE(far);
        far.sshd->changeHostKey();
        QVERIFY(far.sshd->problem().empty());
        const auto changed = textOf(far.failureToOpen());
        QVERIFY2(changed.startsWith("permission_denied: "), changed.constData());
        QVERIFY2(changed.contains("another host key"), changed.constData());
        far.sshd->forgetHostKey();
        const auto unknown = textOf(far.failureToOpen());
        QVERIFY2(unknown.contains("does not know"), unknown.constData());
        QVERIFY(far.find(" outpost ").empty());
    }

    void aShellThatTalksIsHeardOut()
    {
        OTHER_MACHINE(
            far, "ForceCommand echo 'Welcome to {far}!'; echo; eval \"$SSH_ORIGINAL_COMMAND\"\n");
        const auto session = far.engine.open(plainSpec());
        QVERIFY2(session, far.engine.problem().c_str());
        QCOMPARE(runIn(*session, "bash", "echo hello").stdoutBytes, std::string("hello\n"));
    }

    void aMachineThatCannotIsSaidSo_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("no bubblewrap")
            << QByteArray("mount --bind /dev/null /usr/bin/bwrap")
            << QByteArray("unavailable: .*bwrap is not installed; install the package bubblewrap");
        QTest::newRow("another processor")
            << QByteArray("printf '#!/bin/sh\\necho riscv64\\n' > /run/uname-there; chmod 755 "
                          "/run/uname-there; mount --bind /run/uname-there /usr/bin/uname; "
                          "rm -f /run/uname-there")
            << QByteArray("unsupported: .*its processor is riscv64, and .*x86_64");
        QTest::newRow("a full disk")
            << QByteArray("mount -t tmpfs -o size=64k none /tmp")
            << QByteArray("resource_exhausted: .*no space .*No space left on device");
    }
    void aMachineThatCannotIsSaidSo()
    {
        if (::geteuid() != 0)
            SKIP_WITHOUT("root", "needs root, to change what a server sees");
        QFETCH(const QByteArray, before);
        QFETCH(const QByteArray, expected);
        OTHER_MACHINE(far, {}, before);
        const auto said = textOf(far.failureToOpen());
        const QRegularExpression pattern(QString::fromUtf8(expected));
        QVERIFY2(pattern.match(QString::fromUtf8(said)).hasMatch(), said.constData());
        far.owned.reset();
        QCOMPARE(far.left(), std::string());
    }

    void aServerThatSaysNothingIsNotWaitedForAfterAStop()
    {
        OTHER_MACHINE(far, "ForceCommand cat > /dev/null\n");
        std::stop_source stop;
        std::jthread stopper([&] {
            eventually([&] { return !far.find("cat ").empty(); });
            stop.request_stop();
        });
        QCOMPARE(far.failureToOpen(stop.get_token()).code(), ErrorCode::Cancelled);
    }

private:
    std::vector<std::string> m_files;
};

SANDBENCH_TEST(SshEngineTest);
#include "tst_ssh_engine.moc"
