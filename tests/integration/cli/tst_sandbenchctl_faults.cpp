// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/needs.h"
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <unistd.h>

namespace {

/// A program whose processes, daemon included, can be found from outside by its marker.
QByteArray lingering(const QByteArray& marker)
{
    return "import os, subprocess, time\n"
           "subprocess.Popen(['sleep', '"
        + marker
        + "'])\n"
          "subprocess.Popen(['setsid', 'sleep', '"
        + marker
        + "'])\n"
          "print('ready')\n"
          "time.sleep(600)\n";
}

QByteArray newMarker()
{
    static int count = 0;
    return QByteArray::number(90000000 + ::getpid()) + "." + QByteArray::number(++count);
}

bool waitForText(QProcess& process, const char* text)
{
    QByteArray seen;
    while (!seen.contains(text)) {
        if (!process.waitForReadyRead(20000))
            return false;
        seen += process.readAllStandardOutput();
    }
    return true;
}

// To the whole process group, as a terminal does.
void sendSignal(const QProcess& process, int number)
{
    ::kill(-static_cast<pid_t>(process.processId()), number);
}

} // namespace

class TestSandbenchctlFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { REQUIRE_LOCAL_ENGINE(); }

    void worksWhereMemoryFilesAreNotExecutableByThemselves()
    {
        // The setting belongs to a process namespace, so this one has its own.
        if (::geteuid() != 0)
            SKIP_WITHOUT("root", "only root may change vm.memfd_noexec");
        if (!QFile::exists("/proc/sys/vm/memfd_noexec"))
            SKIP_WITHOUT("memfd_noexec", "only Linux 6.3 and later have vm.memfd_noexec");
        const ctl::Folder folder;
        QProcess process;
        process.start(
            "unshare",
            {"--pid", "--fork", "--mount-proc", "sh", "-c",
             "echo 1 > /proc/sys/vm/memfd_noexec && exec \"$0\" run \"$1\"", ctl::program(),
             folder.write("a.py", "print('on')")});
        QVERIFY(process.waitForFinished(30000));
        const auto errors = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 0, errors.constData());
        QCOMPARE(process.readAllStandardOutput(), QByteArray("on\n"));
    }

    void endsOnASignalAndLeavesNothing_data()
    {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
    }

    void endsOnASignalAndLeavesNothing()
    {
        QFETCH(int, number);
        const ctl::Folder folder;
        const auto marker = newMarker();
        const auto process = ctl::start({"run", folder.write("a.py", lingering(marker))});
        QVERIFY(waitForText(*process, "ready"));
        QVERIFY(ctl::isAlive(marker));
        sendSignal(*process, number);
        QVERIFY(process->waitForFinished(10000));
        QCOMPARE(process->exitCode(), 130);
        QCOMPARE(process->readAllStandardError().count("sandbenchctl: "), 1);
        QVERIFY(!ctl::isAlive(marker));
    }

    void keepsTheRecordOfACancelledRun()
    {
        const ctl::Folder folder;
        const auto marker = newMarker();
        const auto process = ctl::start({"run", "--json", folder.write("a.py", lingering(marker))});
        QTRY_VERIFY_WITH_TIMEOUT(ctl::isAlive(marker), 20000);
        sendSignal(*process, SIGINT);
        QVERIFY(process->waitForFinished(10000));
        QCOMPARE(process->exitCode(), 130);
        const auto record = QJsonDocument::fromJson(process->readAllStandardOutput()).object();
        QCOMPARE(record["verdict"].toString(), QString("cancelled"));
        QVERIFY(record["exit_code"].isNull());
    }

    void leavesNothingWhenKilled()
    {
        const ctl::Folder folder;
        const auto marker = newMarker();
        const auto process = ctl::start({"run", folder.write("a.py", lingering(marker))});
        QVERIFY(waitForText(*process, "ready"));
        QVERIFY(ctl::isAlive(marker));
        process->kill();
        QVERIFY(process->waitForFinished(10000));
        QTRY_VERIFY_WITH_TIMEOUT(!ctl::isAlive(marker), 5000);
    }

    void endsARunThatNobodyReads()
    {
        const ctl::Folder folder;
        const auto program = folder.write("a.py", "while True: print('x' * 99)\n");
        QProcess shell;
        shell.start(
            "bash",
            {"-c",
             "\"$0\" run --timeout 50 --output-limit 0 \"$1\" | head -n 1; echo ${PIPESTATUS[0]}",
             ctl::program(), program});
        QVERIFY(shell.waitForFinished(30000));
        QCOMPARE(shell.readAllStandardOutput(), QByteArray(99, 'x') + "\n130\n");
    }

    void pausesAProgramWhoseReaderIsSlow()
    {
        const ctl::Folder folder;
        const auto program
            = folder.write("a.py", "import sys\nsys.stdout.write('x' * 30_000_000)\n");
        QProcess shell;
        shell.start(
            "bash",
            {"-c", "\"$0\" run --output-limit 64m \"$1\" | (read -n 1; wc -c)", ctl::program(),
             program});
        QVERIFY(shell.waitForFinished(30000));
        QCOMPARE(shell.readAllStandardOutput().trimmed(), QByteArray("29999999"));
    }

    void interruptsACellAndKeepsItsVariables()
    {
        const auto process = ctl::start({"repl"});
        process->write("import time\nx = 5\nprint('going'); time.sleep(600)\n");
        QVERIFY(waitForText(*process, "going"));
        sendSignal(*process, SIGINT);
        process->write("x + 37\n");
        const bool goesOn = waitForText(*process, "42");
        const auto said = process->readAllStandardError();
        QVERIFY2(goesOn && said.contains("KeyboardInterrupt"), said);
        process->closeWriteChannel();
        QVERIFY(process->waitForFinished(10000));
        QCOMPARE(process->exitCode(), 0);
    }

    void talksToAnInterpreter()
    {
        const auto outcome = ctl::run(
            {"repl"},
            "def f(n):\n    return n * 2\n\nf(21)\n1/0\nimport sys; sys.exit(3)\nprint('still "
            "here')\n"
            "exit()\nprint('never')\n");
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out, QByteArray("42\nstill here\n"));
        QVERIFY(outcome.err.contains("ZeroDivisionError"));
    }

    void saysWhatWorksHere()
    {
        const auto outcome = ctl::run({"doctor", "--json"});
        QCOMPARE(outcome.status, 0);
        const auto report = QJsonDocument::fromJson(outcome.out).object();
        const auto engine = report["engines"].toArray()[0].toObject();
        QCOMPARE(engine["engine"].toString(), QString("local"));
        QVERIFY(engine["usable"].toBool());
        QVERIFY(engine["version"].toString().contains("bubblewrap"));
        QVERIFY(!engine["isolation"]["layers"].toArray().isEmpty());
        const auto python = report["languages"].toArray()[0].toObject();
        QCOMPARE(python["id"].toString(), QString("python"));
        QVERIFY(python["found"].toBool());
        QCOMPARE(python["libraries"].toArray().size(), 4);
        for (const auto* fact : {"kernel", "cgroup", "user_namespaces"})
            QVERIFY2(!report["host"][fact].toString().isEmpty(), fact);
    }

    void saysWhatToInstallWithoutBubblewrap()
    {
        // The engine looks for it in the system's folders only, so it is hidden there, from one
        // process.
        const ctl::Folder folder;
        const auto program = folder.write("a.py", "print(1)");
        const QString hide = "mount --bind /dev/null \"$(command -v bwrap)\" && exec \"$0\" \"$@\"";
        const QStringList hidden = {"--mount", "bash", "-c", hide, ctl::program()};
        QProcess check;
        check.start(
            "unshare", {"--mount", "bash", "-c", "mount --bind /dev/null \"$(command -v bwrap)\""});
        if (!check.waitForFinished() || check.exitCode() != 0)
            SKIP_WITHOUT("root", "this user may not hide a program from another");
        QProcess doctor;
        auto alone = QProcessEnvironment::systemEnvironment(); // no other engine helps out
        for (const auto* variable : {"DOCKER_HOST", "CONTAINER_HOST"})
            alone.insert(variable, "unix:///dev/null/engine.sock");
        alone.insert("KUBECONFIG", "/dev/null/config");
        doctor.setProcessEnvironment(alone);
        doctor.start("unshare", QStringList(hidden) << "doctor");
        QVERIFY(doctor.waitForFinished(20000));
        QCOMPARE(doctor.exitCode(), 1);
        QVERIFY(doctor.readAllStandardOutput().contains("bubblewrap"));
        QProcess run;
        run.start(
            "unshare",
            QStringList(hidden) << "run"
                                << "--json" << program);
        QVERIFY(run.waitForFinished(20000));
        QCOMPARE(run.exitCode(), 125);
        const auto error = run.readAllStandardError();
        QCOMPARE(error.count('\n'), 1);
        QVERIFY(error.contains("bubblewrap"));
        const auto object = QJsonDocument::fromJson(run.readAllStandardOutput()).object();
        QCOMPARE(object["exit_status"].toInt(), 125);
        QCOMPARE(object["error"]["name"].toString(), QString("unavailable"));
    }

    void measuresOneStepWithItsBaseline()
    {
        const auto outcome = ctl::run({"bench", "--json", "--quick", "--only", "context_hello"});
        QCOMPARE(outcome.status, 0);
        const auto report = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(report["engine"].toString(), QString("local"));
        QVERIFY(report["machine"].isObject());
        const auto rows = report["rows"].toArray();
        QCOMPARE(rows.size(), 2);
        const auto row = rows[0].toObject();
        QCOMPARE(row["id"].toString(), QString("context_hello"));
        QVERIFY(row["n"].toInt() >= 20);
        QVERIFY(row["min_ms"].toDouble() <= row["median_ms"].toDouble());
        QVERIFY(row["median_ms"].toDouble() <= row["max_ms"].toDouble());
        QCOMPARE(row["baseline_id"].toString(), rows[1].toObject()["id"].toString());
        QVERIFY(row["ratio"].toDouble() > 0);
        QCOMPARE(row["holds"].toBool(), row["median_ms"].toDouble() <= 2);
        QCOMPARE(ctl::run({"bench", "--only", "nonsense"}).status, 2);
    }
};

SANDBENCH_TEST(TestSandbenchctlFaults);
#include "tst_sandbenchctl_faults.moc"
