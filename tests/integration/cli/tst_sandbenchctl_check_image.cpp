// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_objects.h"
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QTest>
#include <QXmlStreamReader>

using ctl::objectOf;

namespace {

/// No shell, no C library, no /tmp, and lists that mean harm.
const QByteArray kBareImage = "FROM scratch\nCOPY passwd /etc/passwd\nCOPY secret /app/.env\n"
                              "USER 1000\nLABEL a=b\nENV A=b\nEXPOSE 8080\n";
const QByteArray kHostileUsers = "root:x:0:0::/root:/bin/sh\nroot\x1b[2J:x:0:0::/:/bin/sh\n"
                                 ":::::::::\n\xff\xfe\napp:x:1000:1000::/:/none\n";

QStringList statesOf(const QByteArray& json)
{
    QStringList states;
    for (const auto image : objectOf(json)["images"].toArray())
        for (const auto check : image.toObject()["checks"].toArray())
            states << check.toObject()["state"].toString();
    return states;
}

} // namespace

/// `sandbenchctl check-image` with real engines.
class TestSandbenchctlCheckImage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8()); }

    void checksAnImageOfEachEngine_data() { images::eachEngine(); }
    void checksAnImageOfEachEngine()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        const auto spec = m_folder.write(
            "s.yaml",
            "commands:\n  - {run: [python3, -c, print(6 * 7)], stdout: [42]}\n"
            "  - {run: [touch, /x], exit: 1}\n  - {run: [touch, /x]}\n"
            "  - {run: [touch, /var/tmp/x], root: writable}\n"
            "  - {run: [id, -u], user: '1234', stdout: [1234]}\n"
            "files:\n  - {path: /etc/passwd, mode: '0644', owner: root}\n"
            "  - {path: /none}\npackages: [{name: libc6}]\nusers: [{name: root}]\n");
        const auto report = m_folder.path("j.xml");
        const auto outcome
            = check(engine, {ctl::imageOf(engine), "--spec", spec, "--junit", report, "--json"});
        QVERIFY2(outcome.status == 1, outcome.err);
        QCOMPARE(
            statesOf(outcome.out).join(' '),
            QString("passed passed failed passed passed passed failed passed passed"));
        QXmlStreamReader xml(m_folder.read("j.xml"));
        int cases = 0;
        while (!xml.atEnd())
            cases += xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"testcase";
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(cases, 9);
    }

    void bearsAnImageThatHasNearlyNothing_data() { images::eachEngine(); }
    void bearsAnImageThatHasNearlyNothing()
    {
        QFETCH(QString, engine);
        REQUIRE_ENGINE(engine);
        QDir().mkpath(m_folder.path("bare"));
        m_folder.write("bare/Dockerfile", kBareImage);
        m_folder.write("bare/passwd", kHostileUsers);
        m_folder.write("bare/secret", "K=AKIA" + QByteArray(16, 'A') + "\n");
        const auto name = QString::fromStdString(images::uniqueName("bare"));
        const QStringList where = {"--engine", engine, "--connection", ctl::addressOf(engine)};
        const auto removeIt = qScopeGuard([&] {
            ctl::run(QStringList{"images", "remove", name} + where);
        });
        const auto built = ctl::run(
            QStringList{"images", "build", "--tag", name, m_folder.path("bare")} + where);
        QVERIFY2(built.status == 0, built.err);
        const auto spec = m_folder.write(
            "bare.yaml",
            "commands: [{run: [sh]}]\nusers: [{name: app, uid: 1000}]\n"
            "environment: {A: b}\nlabels: {a: b}\nports: [8080]\nmax_size: 1m\n"
            "runs_as_non_root: true\nno_secrets: true\n");
        const auto outcome = check(engine, {name, "--spec", spec, "--json"});
        QVERIFY2(outcome.status == 1, outcome.err);
        QCOMPARE(
            statesOf(outcome.out).join(' '),
            QString("failed passed passed passed passed passed passed failed"));
        QVERIFY2(!outcome.out.contains("AKIA"), outcome.out);
        const auto probe = check(engine, {name});
        QVERIFY2(probe.status == 0, probe.err);
        QVERIFY2(probe.out.contains("our agent     runs in it"), probe.out);
        QVERIFY2(!probe.out.contains('\x1b'), probe.out);
    }

    void saysWhatIsWrongInOneLine()
    {
        const auto spec = m_folder.write("bad.yaml", "files:\n  - {path: /a, mod: 1}\n");
        const auto outcome = ctl::run({"check-image", "a:1", "--spec", spec});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("line 2: 'mod'"), outcome.err);
        QCOMPARE(outcome.err.count('\n'), 1);
        QCOMPARE(ctl::run({"check-image", "a:1", "--junit", "x"}).status, 2);
        QCOMPARE(ctl::run({"check-image", "a:1", "--engine", "local"}).status, 2);
        QCOMPARE(ctl::run({"check-image"}).status, 2);
    }

    void saysThatThereIsNoSandbox()
    {
        REQUIRE_ENGINE(QString("docker"));
        const auto spec = m_folder.write("s2.yaml", "files: [{path: /a}]\n");
        const auto outcome
            = check("docker", {"no-such-image:1", "--pull", "never", "--spec", spec, "--json"});
        QCOMPARE(outcome.status, 125);
        QCOMPARE(statesOf(outcome.out), QStringList{"not_checked"});
    }

private:
    ctl::Outcome check(const QString& engine, const QStringList& words)
    {
        return ctl::run(
            QStringList{"check-image", "--engine", engine, "--connection", ctl::addressOf(engine)}
            + words);
    }

    ctl::Folder m_folder;
    QTemporaryDir m_config;
};

SANDBENCH_TEST(TestSandbenchctlCheckImage);

#include "tst_sandbenchctl_check_image.moc"
