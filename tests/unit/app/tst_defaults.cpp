// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/defaults.h"
#include "core/workspace/requests.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::workspace;

namespace {

Caller whoMayRun()
{
    Caller caller;
    caller.id = "one";
    caller.scopes = {Scope::Read, Scope::Run};
    return caller;
}

} // namespace

/// The user's defaults in settings.json, under what is said of a sandbox.
class TestDefaults : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_config;

    /// With these defaults in the settings.
    Result<std::unique_ptr<Composition>> compose(const Json& defaults) const
    {
        const auto folder = m_config.filePath(QStringLiteral("sandbench"));
        QDir().mkpath(folder);
        QFile file(folder + QStringLiteral("/settings.json"));
        if (!file.open(QIODevice::WriteOnly))
            return Error(ErrorCode::Io, "no settings");
        file.write(QByteArray::fromStdString(writeJson(Json{{"defaults", defaults}})));
        file.close();
        return Composition::create();
    }

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8()); }

    void holdWhereNothingElseIsSaid_data()
    {
        QTest::addColumn<QString>("defaults");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("whole");
        const auto row
            = [](const char* what, const Json& defaults, const Json& said, const Json& whole) {
                  QTest::newRow(what) << QString::fromStdString(writeJson(defaults))
                                      << QString::fromStdString(writeJson(said))
                                      << QString::fromStdString(writeJson(whole));
              };
        row("nothing is said", {{"memory", "2g"}}, Json::object(), {{"memory", "2g"}});
        row("it is said", {{"memory", "2g"}}, {{"memory", "1g"}}, {{"memory", "1g"}});
        row("nothing but its name is said", {{"memory", "2g"}}, {{"memory", ""}},
            {{"memory", "2g"}});
        row("a profile decides", {{"memory", "2g"}, {"timeout", 5}, {"hostname", "lab"}},
            {{"profile", "strict"}}, {{"profile", "strict"}, {"hostname", "lab"}});
        row("a size decides", {{"memory", "2g"}, {"cpus", 2}, {"disk", "1g"}, {"pids", 9}},
            {{"size", "small"}}, {{"size", "small"}, {"pids", 9}});
        row("disk is a part of the memory", {{"disk", "1g"}}, {{"memory", "64m"}},
            {{"memory", "64m"}});
        row("a profile beats a size", {{"size", "large"}}, {{"profile", "strict"}},
            {{"profile", "strict"}});
        row("another engine does not know it", {{"engine", "docker"}, {"image", "a:b"}},
            {{"engine", "local"}}, {{"engine", "local"}});
        row("their own engine does", {{"engine", "docker"}, {"image", "a:b"}}, Json::object(),
            {{"engine", "docker"}, {"image", "a:b"}});
        row("a connection is for its engine", {{"engine", "docker"}, {"connection", "lab"}},
            {{"engine", "podman"}}, {{"engine", "podman"}});
        row("a container is what it is", {{"engine", "docker"}, {"memory", "2g"}, {"timeout", 5}},
            {{"container", "db"}}, {{"container", "db"}, {"engine", "docker"}, {"timeout", 5}});
        row("an image is built", {{"engine", "docker"}, {"image", "a:b"}, {"pull", "always"}},
            {{"build", "."}}, {{"build", "."}, {"engine", "docker"}});
        row("one word for another", {{"lang", "node"}}, {{"language", "python"}},
            {{"language", "python"}});
        row("variables of both", {{"env", {{"A", "1"}, {"B", "1"}}}}, {{"env", {{"B", "2"}}}},
            {{"env", {{"A", "1"}, {"B", "2"}}}});
        row("layers of both", {{"require_layers", {"seccomp", "landlock"}}},
            {{"require_layers", {"no-network", "seccomp"}}},
            {{"require_layers", {"no-network", "seccomp", "landlock"}}});
        row("layers also of a container that runs", {{"require_layers", {"seccomp"}}},
            {{"container", "db"}, {"engine", "docker"}},
            {{"container", "db"}, {"engine", "docker"}, {"require_layers", {"seccomp"}}});
        row("layers that are not said", {{"require_layers", {"seccomp"}}},
            {{"require_layers", Json::array()}}, {{"require_layers", {"seccomp"}}});
        row("a list is one thing", {{"libraries", {"numpy"}}}, {{"libraries", {"rich"}}},
            {{"libraries", {"rich"}}});
    }

    void holdWhereNothingElseIsSaid()
    {
        QFETCH(QString, defaults);
        QFETCH(QString, said);
        QFETCH(QString, whole);
        const auto under = *parseJson(defaults.toStdString());
        const auto found = withDefaults(under, *parseJson(said.toStdString()));
        QCOMPARE(QString::fromStdString(writeJson(found)), whole);
        QVERIFY(withDefaults(under, found) == found);
    }

    void areRefusedWithTheNameOfTheField_data()
    {
        QTest::addColumn<QString>("defaults");
        QTest::addColumn<QString>("expected");
        const std::pair<Json, const char*> rows[]
            = {{{{"memori", "2g"}}, "memori"},
               {{{"memory", 7}}, "memory"},
               {{{"memory", "much"}}, "memory: 'much'"},
               {{{"pids", -1}}, "pids"},
               {{{"profile", "lax"}}, "strict, standard, permissive"},
               {{{"size", "vast"}}, "vast"},
               {{{"container", "db"}}, "container is about one sandbox"},
               {{{"hostname", "a b"}}, "hostname: "},
               {{{"root", "sideways"}}, "root"},
               {{{"require_layers", {"fences"}}}, "require_layers: 'fences'"},
               {{{"platform", "amiga"}}, "platform: "},
               {{{"engine", "docker"}, {"network", 3}}, "network"}};
        for (const auto& [defaults, expected] : rows)
            QTest::newRow(expected)
                << QString::fromStdString(writeJson(defaults)) << QString(expected);
    }

    void areRefusedWithTheNameOfTheField()
    {
        QFETCH(QString, defaults);
        QFETCH(QString, expected);
        const auto parts = compose(*parseJson(defaults.toStdString()));
        QVERIFY(!parts);
        const auto text = QString::fromStdString(parts.error().text());
        QVERIFY2(text.contains("settings.json: field 'defaults': "), qPrintable(text));
        QVERIFY2(text.contains(expected), qPrintable(text));
        QVERIFY2(!text.contains("--"), qPrintable(text));
    }

    void giveACallerNoMoreThanItMayAskFor()
    {
        const auto parts = compose(
            {{"engine", "docker"},
             {"memory", "2g"},
             {"pids", 0},
             {"network", "lab"},
             {"timeout", 5},
             {"open_files", 4096},
             {"labels", {{"a", "b"}}}});
        QVERIFY2(parts, parts ? "" : parts.error().text().c_str());
        const auto less = readOpen(**parts, whoMayRun(), Json::object());
        QVERIFY2(less, less ? "" : less.error().text().c_str());
        const auto& spec = less->session.sandbox;
        QCOMPARE(less->engine, std::string("docker"));
        QCOMPARE(spec.limits.memoryBytes, std::uint64_t(2) << 30);
        QCOMPARE(spec.limits.pids, SandboxLimits().pids);
        QCOMPARE(spec.network.name, std::string());
        QCOMPARE(less->runLimits.wallSeconds, 5.0);
        QCOMPARE(less->runLimits.openFiles, RunLimits().openFiles);
        const auto all = readOpen(**parts, localCaller(), Json::object());
        QVERIFY(all);
        QCOMPARE(all->session.sandbox.limits.pids, std::uint64_t(0));
        QCOMPARE(all->session.sandbox.network.name, std::string("lab"));
        QCOMPARE(all->runLimits.openFiles, std::uint64_t(4096));
    }

    void giveNoMoreOnAnotherEngineThanTheUsualOne()
    {
        const auto parts = compose({{"network", "lab"}, {"root", "writable"}, {"memory", "2g"}});
        QVERIFY2(parts, parts ? "" : parts.error().text().c_str());
        const auto less = readOpen(**parts, whoMayRun(), {{"engine", "docker"}});
        QVERIFY2(less, less ? "" : less.error().text().c_str());
        QCOMPARE(less->session.sandbox.network.name, std::string());
        QCOMPARE(less->session.sandbox.limits.memoryBytes, std::uint64_t(2) << 30);
        const auto all = readOpen(**parts, localCaller(), {{"engine", "docker"}});
        QVERIFY(all);
        QCOMPARE(all->session.sandbox.network.name, std::string("lab"));
    }

    void aProfileThatRelaxesIsNobodyElses()
    {
        const auto parts = compose({{"engine", "docker"}, {"profile", "permissive"}});
        QVERIFY(parts);
        const auto less = readOpen(**parts, whoMayRun(), Json::object());
        QVERIFY2(less, less ? "" : less.error().text().c_str());
        QVERIFY(less->session.profile.empty());
        QVERIFY(!readOpen(**parts, whoMayRun(), {{"profile", "permissive"}}));
    }

    void areUnderWhatAServerWasStartedWith()
    {
        const auto parts = compose({{"engine", "docker"}, {"size", "large"}});
        QVERIFY(parts);
        const auto open = readOpen(
            **parts, localCaller(), Json::object(), {{"engine", "local"}, {"size", "tiny"}});
        QVERIFY(open);
        QCOMPARE(open->engine, std::string("local"));
        QVERIFY(open->session.sandbox.limits.memoryBytes < std::uint64_t(1) << 30);
    }
};

SANDBENCH_TEST(TestDefaults);
#include "tst_defaults.moc"
