// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of models in a real keyring, on a bus of the test's own.
#include "core/base/fd.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "ui/model/key_store.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <thread>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

constexpr int kStartDeadline = 30'000; // ms

/// Starts nobody by itself, so that the test's own keyring is the only one.
constexpr const char* kBus
    = "<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>"
      "<policy context=\"default\"><allow send_destination=\"*\"/><allow eavesdrop=\"true\"/>"
      "<allow own=\"*\"/></policy></busconfig>";

model::ModelServer serverAt(const char* url)
{
    return model::readModelServer(url, "any").value();
}

} // namespace

class TestSecretService : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* program : {"dbus-daemon", "gnome-keyring-daemon"})
            if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
                SKIP_WITHOUT("secrets", "dbus-daemon or gnome-keyring-daemon is not installed");
        QVERIFY(m_dir.isValid());
        for (const char* folder : {"HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME"})
            qputenv(folder, m_dir.path().toLocal8Bit());
        QFile config(m_dir.filePath(QStringLiteral("bus.conf")));
        QVERIFY(config.open(QIODevice::WriteOnly) && config.write(kBus) > 0);
        config.close();
        m_bus.start(
            QStringLiteral("dbus-daemon"),
            {QStringLiteral("--nofork"), QStringLiteral("--print-address"),
             QStringLiteral("--config-file=") + config.fileName()});
        QTRY_VERIFY_WITH_TIMEOUT(m_bus.canReadLine(), kStartDeadline);
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.readLine().trimmed());
    }

    void cleanupTestCase()
    {
        for (QProcess* process : {&m_keyring, &m_bus}) {
            process->kill();
            process->waitForFinished();
        }
    }

    void aDesktopWithoutAKeyringSaysSo()
    {
        const auto found = secretService()->find(serverAt("https://models.example/v1"), {});
        QVERIFY(found.failedAs(ErrorCode::Unavailable));
        QVERIFY(found.error().text().find("enter the key each time") != std::string::npos);
    }

    void aKeyIsKeptForItsServerAndForgotten()
    {
        startKeyring();
        const auto keys = secretService();
        const auto server = serverAt("https://models.example/v1");
        const auto other = serverAt("https://models.example/v2");
        QVERIFY(valueOf(keys->find(server, {})).empty());
        expect(keys->keep(server, "sk-first", {}));
        QCOMPARE(valueOf(keys->find(server, {})), std::string("sk-first"));
        QVERIFY(valueOf(keys->find(other, {})).empty());
        expect(keys->keep(server, "sk-second", {}));
        QCOMPARE(valueOf(secretService()->find(server, {})), std::string("sk-second"));
        expect(keys->forget(server, {}));
        QVERIFY(valueOf(keys->find(server, {})).empty());
        expect(keys->forget(server, {})); // there is none to forget
    }

    void aKeyringThatDoesNotAnswerHoldsNobodyUp()
    {
        startKeyring();
        const auto server = serverAt("https://models.example/v1");
        ::kill(static_cast<pid_t>(m_keyring.processId()), SIGSTOP);
        QElapsedTimer clock;
        clock.start();
        std::stop_source source;
        std::jthread stopper([&source] { source.request_stop(); });
        QVERIFY(secretService()->find(server, source.get_token()).failedAs(ErrorCode::Cancelled));
        QVERIFY(clock.elapsed() < 20'000); // the bus would have waited for 25 s
        const auto late = secretService()->find(server, {});
        QVERIFY(late.failedAs(ErrorCode::Unavailable));
        QVERIFY(clock.elapsed() < 20'000);
        ::kill(static_cast<pid_t>(m_keyring.processId()), SIGCONT);
    }

private:
    /// With its keyring unlocked by a password that comes over its standard input.
    void startKeyring()
    {
        if (m_keyring.state() == QProcess::Running)
            return;
        m_keyring.start(
            QStringLiteral("gnome-keyring-daemon"),
            {QStringLiteral("--foreground"), QStringLiteral("--unlock"),
             QStringLiteral("--components=secrets"),
             QStringLiteral("--control-directory=") + m_dir.path()});
        QVERIFY(m_keyring.waitForStarted());
        m_keyring.write("password of a test");
        m_keyring.closeWriteChannel();
        QTRY_VERIFY_WITH_TIMEOUT(
            secretService()->find(serverAt("https://models.example/"), {}).has_value(),
            kStartDeadline);
    }
    static void expect(const Result<void>& done)
    {
        QVERIFY2(done, done ? "" : done.error().text().c_str());
    }
    static std::string valueOf(const Result<std::string>& found)
    {
        return found ? *found : "error: " + found.error().text();
    }

    QTemporaryDir m_dir;
    QProcess m_bus, m_keyring;
};

SANDBENCH_TEST(TestSecretService);
#include "tst_secret_service.moc"
