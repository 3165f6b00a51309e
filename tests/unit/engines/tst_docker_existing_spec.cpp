// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/container_options.h"
#include "core/engine/docker/container_calls.h"
#include "core/engine/docker/container_checks.h"
#include "core/engine/docker/existing_container.h"
#include "tests/support/test_program.h"
#include "tests/unit/engines/docker_facts.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::docker;
using namespace sandbench::docker::test;
using namespace sandbench::test;
using std::string_literals::operator""s;

namespace {

Json inspected(Json state, Json host = Json::object(), Json config = Json::object())
{
    return {
        {"Id", "0123456789abcdef"},
        {"Image", "sha256:abc"},
        {"State", std::move(state)},
        {"HostConfig", std::move(host)},
        {"Config", std::move(config)}};
}

} // namespace

/// Containers that somebody else made, and why any container ended.
class DockerExistingSpecTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anExistingContainerTakesOnlyUserAndFolder();
    void anExistingContainerMustBeAbleToRun_data();
    void anExistingContainerMustBeAbleToRun();
    void anExistingContainerIsReportedAsItIs();
    void withoutTheRightToSwitchTheAgentIsTheUserItself();
    void theAgentTakesAFolderThatIsItsOwn();
    void eventsTellWhyAContainerEnded_data();
    void eventsTellWhyAContainerEnded();
};

void DockerExistingSpecTest::anExistingContainerTakesOnlyUserAndFolder()
{
    auto spec = plainSpec();
    containerOf(spec).existing = "db-1";
    containerOf(spec).user = "1000";
    spec.workingFolder = "/srv";
    QVERIFY(checkExisting(spec));
    containerOf(spec).mounts = {{"/data", "/data", false}};
    QCOMPARE(checkExisting(spec).error().code(), ErrorCode::InvalidArgument);
    containerOf(spec).mounts.clear();
    containerOf(spec).existing = "../images/x";
    QCOMPARE(checkExisting(spec).error().code(), ErrorCode::InvalidArgument);
}

void DockerExistingSpecTest::anExistingContainerMustBeAbleToRun_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("running") << QByteArray("running") << QByteArray();
    QTest::newRow("stopped") << QByteArray("exited") << QByteArray();
    QTest::newRow("new") << QByteArray("created") << QByteArray();
    QTest::newRow("paused") << QByteArray("paused") << QByteArray("unpause db-1");
    QTest::newRow("dead") << QByteArray("dead") << QByteArray("remove it");
    QTest::newRow("removing") << QByteArray("removing") << QByteArray("remove it");
    QTest::newRow("restarting") << QByteArray("restarting") << QByteArray("logs db-1");
}

void DockerExistingSpecTest::anExistingContainerMustBeAbleToRun()
{
    QFETCH(QByteArray, status);
    QFETCH(QByteArray, reason);
    auto spec = plainSpec();
    containerOf(spec).existing = "db-1";
    const auto found
        = planExisting(spec, dockerFacts(), inspected({{"Status", status.toStdString()}}));
    QCOMPARE(found.has_value(), reason.isEmpty());
    if (!found) {
        QCOMPARE(found.error().code(), ErrorCode::Unavailable);
        QVERIFY(found.error().text().find(reason.toStdString()) != std::string::npos);
    }
}

void DockerExistingSpecTest::anExistingContainerIsReportedAsItIs()
{
    auto spec = plainSpec();
    containerOf(spec).existing = "db-1";
    auto json = inspected(
        {{"Status", "running"}, {"Running", true}},
        {{"NetworkMode", "bridge"}, {"Privileged", true}, {"Memory", 1 << 20}});
    json["Mounts"] = {{{"Source", "/data"}, {"Destination", "/d"}, {"RW", true}}};
    const auto found = planExisting(spec, dockerFacts(), json);
    QVERIFY(found);
    const auto& report = found->isolation;
    for (const char* relaxation :
         {"existing container db-1", "privileged container", "network bridge",
          "writable root file system", "mount /data at /d (writable)"})
        QVERIFY2(has(report.relaxations, relaxation), relaxation);
    QVERIFY(has(report.layers, "memory limit"));
    QVERIFY(misses(report, "pids cgroup") && misses(report, "cpu cgroup"));
    QVERIFY(found->isRunning);
    QCOMPARE(found->agentUser, "0:0"s);
    QCOMPARE(found->setup.user, "65534:65534"s);
    QVERIFY(found->setup.workFolder.starts_with(found->setup.temporaryFolder + "/"));
    QVERIFY(found->setup.removeAgentFile);
}

void DockerExistingSpecTest::withoutTheRightToSwitchTheAgentIsTheUserItself()
{
    auto spec = plainSpec();
    containerOf(spec).existing = "db-1";
    const auto found = planExisting(
        spec, dockerFacts(),
        inspected({{"Running", true}}, {{"CapDrop", {"CAP_ALL"}}}, {{"User", "1000"}}));
    QVERIFY(!found || found->agentUser == "1000");
    QVERIFY(found && found->setup.user.empty());
}

/// What programs of the container put where the agent will be is neither run nor touched.
void DockerExistingSpecTest::theAgentTakesAFolderThatIsItsOwn()
{
    QTemporaryDir first, second;
    const auto sessionId = "s-1"s;
    const std::string agent = "#!/bin/sh\nstat -c %a \"${0%/*}\" \"$0\"; echo \"$0\"\n";
    auto script = agentScript(sessionId, agent.size());
    const auto folders = script.find("/tmp /run");
    QVERIFY(folders != std::string::npos);
    script.replace(
        folders, script.find(';', folders) - folders,
        first.path().toStdString() + " " + second.path().toStdString());
    // A shell's own number is known before it starts its program, so any of them may be taken.
    const auto planted = first.path() + "/.sandbench-agent-s-1";
    QFile file(planted);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("theirs") == 6);
    file.close();
    QProcess shell;
    shell.start(
        QStringLiteral("/bin/sh"),
        {QStringLiteral("-c"),
         QString::fromStdString(
             "mkdir " + first.path().toStdString() + "/.sandbench-agent-s-1-$$; " + script)});
    shell.write(agent.data(), qint64(agent.size()));
    QVERIFY(shell.waitForFinished(20'000));
    const auto said = shell.readAllStandardOutput();
    QVERIFY2(said.startsWith("+700\n700\n" + second.path().toUtf8()), said);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("theirs"));
}

void DockerExistingSpecTest::eventsTellWhyAContainerEnded_data()
{
    QTest::addColumn<QByteArray>("events");
    QTest::addColumn<QByteArray>("sentence");
    QTest::addColumn<bool>("isOutOfMemory");
    const auto event = [](const std::string& action, const std::string& attributes = {}) {
        return R"({"Type":"container","Action":")" + action + R"(","Actor":{"Attributes":{)"
            + attributes + "}}}\n";
    };
    const auto row = [](const char* name, const std::string& events, const char* sentence,
                        bool oom = false) {
        QTest::newRow(name) << QByteArray::fromStdString(events) << QByteArray(sentence) << oom;
    };
    const auto died = [&](const char* code) {
        return event("die", R"("exitCode":")" + std::string(code) + '"');
    };
    row("out of memory", event("start") + event("oom") + died("137"), "ran out of memory", true);
    row("a child out of memory before", event("oom") + died("1"), "exit code 1");
    row("killed", event("kill", R"("signal":"9")") + died("137"), "killed from outside");
    row("killed as Podman tells it", event("kill") + died("137"), "killed from outside");
    row("stopped", event("kill", R"("signal":"15")") + event("stop") + died("0"), "stopped");
    row("removed", event("create") + event("remove"), "removed from outside");
    row("killed by nobody known", died("137"), "signal 9: by the engine, from outside");
    row("nothing of use", event("start") + "not json\n[]\n{}\n", "");
}

void DockerExistingSpecTest::eventsTellWhyAContainerEnded()
{
    QFETCH(QByteArray, events);
    QFETCH(QByteArray, sentence);
    QFETCH(bool, isOutOfMemory);
    EndEvents end;
    for (const auto& line : events.split('\n'))
        end.feed(line.toStdString());
    const auto cause = end.cause();
    QCOMPARE(cause.has_value(), !sentence.isEmpty());
    if (cause) {
        QVERIFY2(
            cause->sentence.find(sentence.toStdString()) != std::string::npos,
            cause->sentence.c_str());
        QCOMPARE(cause->outOfMemory, isOutOfMemory);
    }
}

SANDBENCH_TEST(DockerExistingSpecTest);
#include "tst_docker_existing_spec.moc"
