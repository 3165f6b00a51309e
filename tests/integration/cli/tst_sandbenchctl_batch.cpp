// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/batch_results.h"
#include "tests/support/engine_test.h"
#include "tests/support/sandbenchctl_engines.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTest>

#include <csignal>
#include <sys/mount.h>
#include <sys/types.h>
#include <unistd.h>

/// Lines in a folder, and what `batch` makes of them there.
class BatchFolder
{
public:
    explicit BatchFolder(const QByteArray& lines) { m_folder.write("lines.jsonl", lines); }

    const ctl::Folder& folder() const { return m_folder; }
    QStringList arguments(const QStringList& more = {}) const
    {
        return QStringList{"batch", m_folder.path("lines.jsonl"), "--out", m_folder.path("out")}
        + more;
    }
    ctl::Outcome run(const QStringList& more = {}) const { return ctl::run(arguments(more)); }
    QMap<int, QJsonObject> rows() const { return ctl::rowsIn(m_folder, "out"); }
    QJsonObject summary() const { return ctl::objectOf(m_folder.read("out/summary.json")); }

private:
    const ctl::Folder m_folder{};
};

/// `batch`: many programs, from outside.
class TestSandbenchctlBatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_CONFIG_HOME", m_config.path({}).toUtf8()); }

    void tellsHowEveryLineEnded()
    {
        REQUIRE_LOCAL_ENGINE();
        const BatchFolder batch(
            "{\"id\": \"good\", \"code\": \"print(int(input()) * 2)\", \"stdin\": \"21\", "
            "\"expected\": \"42\"}\n"
            "{\"id\": \"bad\", \"code\": \"print(41)\", \"expected\": \"42\"}\n"
            "{\"id\": \"raises\", \"code\": \"1 / 0\"}\n"
            "{\"id\": \"long\", \"code\": \"while True: pass\", \"timeout\": 0.5}\n"
            "this is not JSON\n"
            "{\"id\": \"good\", \"code\": \"print(1)\"}\n"
            "{\"id\": \"bash\", \"language\": \"bash\", \"code\": \"echo $1 $X\", \"args\": "
            "[\"a\"], \"env\": {\"X\": \"b\"}, \"expected\": \"a b\"}\n"
            "{\"id\": \"tests\", \"code\": \"print(input()[::-1])\", \"tests\": [{\"stdin\": "
            "\"ab\", \"expected\": \"ba\"}, {\"stdin\": \"c\", \"expected\": \"d\"}]}\n");
        const auto outcome = batch.run();
        QCOMPARE(outcome.status, 1);
        QVERIFY2(
            outcome.out.startsWith(
                "8 lines: 2 passed, 1 duplicate, 2 ended, 2 failed, 1 unreadable"),
            outcome.out);
        QVERIFY2(outcome.err.contains("1 of 8 lines cannot be read"), outcome.err);
        const auto rows = batch.rows();
        QCOMPARE(rows.size(), 8);
        QCOMPARE(rows[1]["state"].toString(), QString("passed"));
        QCOMPARE(rows[1]["stdout"].toString(), QString("42\n"));
        QCOMPARE(rows[2]["why"].toString(), QString("line 1, column 2: expected '42', got '41'"));
        QCOMPARE(rows[3]["exit_code"].toInt(), 1);
        QCOMPARE(rows[4]["verdict"].toString(), QString("wall_timeout"));
        QCOMPARE(rows[5]["state"].toString(), QString("unreadable"));
        QCOMPARE(rows[6]["state"].toString(), QString("duplicate"));
        QCOMPARE(rows[7]["state"].toString(), QString("passed"));
        QCOMPARE(rows[8]["tests_passed"].toInt(), 1);
        QCOMPARE(rows[8]["state"].toString(), QString("failed"));
        QVERIFY(batch.folder().read("out/summary.html").contains("of 8"));
        QVERIFY(batch.summary()["complete"].toBool());
    }

    void writesParquetOrSaysWhatThatNeeds()
    {
        REQUIRE_LOCAL_ENGINE();
        const BatchFolder batch(ctl::numberedLines(3));
        const auto outcome = batch.run({"--parquet"});
        const auto file = batch.folder().read("out/results.parquet");
        if (outcome.err.contains("--parquet: this build has no Apache Arrow")) {
            QCOMPARE(outcome.status, 2);
            QVERIFY(!QFile::exists(batch.folder().path("out")));
            return;
        }
        QVERIFY2(outcome.status < 2, outcome.err);
        QVERIFY2(file.startsWith("PAR1") && file.endsWith("PAR1"), outcome.err);
    }

    void runsAgainWhatDidNotPass()
    {
        REQUIRE_LOCAL_ENGINE();
        const BatchFolder batch("{\"code\": \"print(1)\"}\n"
                                "{\"file\": \"changes.py\", \"expected\": \"2\"}\n"
                                "{\"code\": \"print(3)\", \"expected\": \"4\"}\n");
        const QStringList more{"--files", batch.folder().path({})};
        batch.folder().write("changes.py", "print(1)\n");
        QCOMPARE(batch.run(more).status, 1);
        const auto first = batch.rows();
        batch.folder().write("changes.py", "print(2)\n");
        const auto outcome = batch.run(more + QStringList{"--rerun-failed"});
        QVERIFY2(outcome.out.startsWith("3 lines: 2 passed, 1 failed (2 in "), outcome.out);
        const auto rows = batch.rows();
        QCOMPARE(rows[1], first[1]);
        QCOMPARE(rows[2]["state"].toString(), QString("passed"));
        QVERIFY(!rows[3].contains("started_before"));
        QCOMPARE(batch.folder().read("out/replaced.jsonl").count('\n'), 2);
    }

    void aCheckerSeesWhatWasPrintedAndTheProgramNothingOfIt()
    {
        REQUIRE_LOCAL_ENGINE();
        const BatchFolder batch(
            "{\"code\": \"import os; print(os.listdir('.'))\", \"stdin\": \"in\", \"expected\": "
            "\"secret\", \"checker\": \"import sys; texts = [open(p).read() for p in "
            "sys.argv[1:]]; print(texts); sys.exit(texts[:2] != ['in', 'secret'] or 'txt' in "
            "texts[2])\"}\n");
        const auto outcome = batch.run();
        QVERIFY2(
            outcome.status == 0,
            outcome.err + outcome.out + batch.folder().read("out/results.jsonl"));
    }

    void eachLineHasASandboxOfItsOwnUnlessTheyShareThem()
    {
        REQUIRE_LOCAL_ENGINE();
        QByteArray lines;
        for (int i = 0; i < 6; ++i)
            lines
                += "{\"code\": \"import os; print(os.path.exists('/tmp/left'), "
                   "os.path.exists('here')); "
                   "open('/tmp/left', 'w'); open('here', 'w')\", \"expected\": \"False False\"}\n";
        const BatchFolder fresh(lines);
        QCOMPARE(fresh.run({"-j", "2"}).status, 0);
        const BatchFolder shared(lines);
        QCOMPARE(shared.run({"-j", "1", "--reuse", "fork"}).status, 0);
        const auto rows = shared.rows();
        // Its folders are emptied, and that it is shared is said.
        QCOMPARE(ctl::countOf(rows, "stdout", "False False\n"), 6);
        QVERIFY(!rows[1].contains("relaxed"));
        QVERIFY(rows[2]["relaxed"].toArray()[0].toString().startsWith("reuse fork: "));
    }

    void readsFilesOnlyBelowTheFolderThatIsNamed()
    {
        REQUIRE_LOCAL_ENGINE();
        const BatchFolder batch(
            "{\"file\": \"programs/hello.sh\", \"expected\": \"hello\"}\n"
            "{\"file\": \"programs/link.sh\"}\n{\"file\": \"../lines.jsonl\"}\n{\"file\": "
            "\"/etc/hostname\"}\n");
        QDir(batch.folder().path({})).mkpath("files/programs");
        batch.folder().write("files/programs/hello.sh", "echo hello\n");
        QVERIFY(QFile::link("/etc/hostname", batch.folder().path("files/programs/link.sh")));
        QCOMPARE(batch.run({"--files", batch.folder().path("files")}).status, 1);
        const auto rows = batch.rows();
        QCOMPARE(rows[1]["state"].toString(), QString("passed"));
        QCOMPARE(rows[1]["language"].toString(), QString("bash"));
        QCOMPARE(ctl::countOf(rows, "state", "unreadable"), 3);
    }

    void losesAndRepeatsNothingHoweverOftenItIsKilled()
    {
        REQUIRE_LOCAL_ENGINE();
        constexpr int kLines = 300;
        const BatchFolder batch(ctl::numberedLines(kLines));
        qsizetype rows = 0;
        for (int i = 0; i < 6; ++i) {
            const auto process
                = ctl::start(batch.arguments({"-j", "4", "--reuse", "fork", "--resume"}));
            rows += 1 + QRandomGenerator::global()->bounded(40);
            ctl::waitForRows(batch.folder(), "out", rows, *process);
            process->kill();
            QVERIFY(process->waitForFinished());
        }
        const auto killed = batch.folder().read("out/results.jsonl");
        QVERIFY(killed.count('\n') >= 6 && killed.count('\n') <= kLines);
        const auto outcome = batch.run({"-j", "4", "--reuse", "fork", "--resume", "--json"});
        QVERIFY2(outcome.status == 1, outcome.err);
        const auto all = batch.rows();
        QCOMPARE(all.size(), kLines);
        QVERIFY(!all.contains(0));
        QCOMPARE(ctl::countOf(all, "state", "passed"), kLines * 9 / 10);
        QCOMPARE(ctl::countOf(all, "state", "failed"), kLines / 10);
        // What was begun and has no row in what the kills left is said to have begun before.
        const auto started = batch.folder().read("out/started.txt").split('\n');
        QCOMPARE(QSet<QByteArray>(started.begin(), started.end()).size(), kLines + 1);
        QVERIFY(ctl::countOf(all, "started_before", true) <= 6 * 4);
    }

    void aStopLeavesWhatCanGoOn()
    {
        REQUIRE_LOCAL_ENGINE();
        const BatchFolder batch(ctl::numberedLines(100));
        const auto process = ctl::start(batch.arguments({"-j", "2"}));
        ctl::waitForRows(batch.folder(), "out", 5, *process);
        QCOMPARE(::kill(static_cast<pid_t>(process->processId()), SIGINT), 0);
        QVERIFY(process->waitForFinished(60000));
        QCOMPARE(process->exitCode(), 130);
        QVERIFY(process->readAllStandardError().contains("--resume goes on"));
        QVERIFY(!batch.summary()["complete"].toBool());
        QCOMPARE(batch.run({"-j", "2"}).status, 2); // the folder is not new
        QCOMPARE(batch.run({"-j", "2", "--resume"}).status, 1);
        QCOMPARE(batch.rows().size(), 100);
    }

    void anotherFileIsNotGoneOnWith()
    {
        REQUIRE_LOCAL_ENGINE();
        const BatchFolder batch(ctl::numberedLines(1));
        QCOMPARE(batch.run().status, 0);
        batch.folder().write("lines.jsonl", ctl::numberedLines(2));
        const auto other = batch.run({"--resume"});
        QCOMPARE(other.status, 2);
        QVERIFY2(other.err.contains("is of other lines"), other.err);
    }

    void aFullDiskStopsItAndItGoesOnWhereThereIsSpace()
    {
        REQUIRE_LOCAL_ENGINE();
        if (::getuid() != 0)
            SKIP_WITHOUT("root", "only root can mount a small file system");
        const BatchFolder batch(ctl::numberedLines(300));
        const auto out = batch.folder().path("out");
        QVERIFY(QDir().mkpath(out));
        const auto path = out.toStdString();
        QCOMPARE(::mount("tmpfs", path.c_str(), "tmpfs", 0, "size=32k"), 0);
        const auto full = batch.run({"-j", "4", "--reuse", "fork"});
        const auto rows = batch.rows();
        const bool isWhole = batch.folder().read("out/results.jsonl").endsWith('\n');
        const bool isLarger = ::mount("tmpfs", path.c_str(), "tmpfs", MS_REMOUNT, "size=8m") == 0;
        const auto rest = batch.run({"-j", "4", "--reuse", "fork", "--resume"});
        const auto all = batch.rows();
        ::umount2(path.c_str(), MNT_DETACH);
        QCOMPARE(full.status, 125);
        QVERIFY2(full.err.contains("No space left"), full.err);
        QVERIFY(rows.size() > 1 && rows.size() < 300 && !rows.contains(0));
        QVERIFY(isWhole && isLarger);
        QVERIFY2(rest.status == 1, rest.err);
        QCOMPARE(all.size(), 300);
        QVERIFY(!all.contains(0));
    }

    void aVanishedImageIsSaidOnceAndNothingIsLost()
    {
        const QString engine = "docker";
        REQUIRE_REFEREE(engine);
        const BatchFolder batch(ctl::numberedLines(20));
        const auto outcome
            = batch.run({"--engine", engine, "--image", "sandbench-no-such:1", "--pull", "never"});
        QVERIFY2(outcome.status == 125 || outcome.status == 2, outcome.err);
        QVERIFY2(outcome.err.contains("sandbench-no-such:1"), outcome.err);
        QCOMPARE(batch.rows().size(), 0);
        const auto there = batch.run({"--engine", engine, "--resume"});
        QVERIFY2(there.status == 2, there.err); // another image is another batch
    }

    void twoConnectionsShareTheLines()
    {
        const QString engine = "docker";
        REQUIRE_REFEREE(engine);
        const auto other = qEnvironmentVariable("SANDBENCH_TEST_DOCKER_TLS");
        const auto certificates = ctl::dockerCertificates();
        if (other.isEmpty() || certificates.empty())
            SKIP_WITHOUT("docker", "needs SANDBENCH_TEST_DOCKER_TLS and its certificates");
        qputenv("DOCKER_CERT_PATH", QByteArray::fromStdString(certificates));
        qputenv("DOCKER_TLS_VERIFY", "1");
        const BatchFolder batch(ctl::numberedLines(24));
        const auto both = ctl::addressOf(engine) + "," + other;
        const auto outcome
            = batch.run({"--engine", engine, "--connection", both, "-j", "4", "--json"});
        QVERIFY2(outcome.status == 1, outcome.err);
        const auto rows = batch.rows();
        QCOMPARE(rows.size(), 24);
        QCOMPARE(ctl::countOf(rows, "state", "passed"), 22);
        for (const auto& address : both.split(','))
            QVERIFY(ctl::countOf(rows, "place", engine + " " + address) >= 4);
        QVERIFY(ctl::answer(engine, {"ps", "-aq", "--filter", "label=sandbench.owner"}).isEmpty());
    }

    void saysWhatIsWrongWithTheCommand()
    {
        const BatchFolder batch("{\"code\": \"\"}\n");
        QCOMPARE(batch.run({"--reuse", "always"}).status, 2);
        QCOMPARE(batch.run({"-j", "0"}).status, 2);
        QCOMPARE(batch.run({"--server", "ftp://nowhere"}).status, 2);
        const auto missing
            = ctl::run({"batch", "/nowhere.jsonl", "--out", batch.folder().path("x")});
        QCOMPARE(missing.status, 2);
        QVERIFY2(missing.err.contains("/nowhere.jsonl"), missing.err);
        QCOMPARE(ctl::run({"batch", "/dev/null", "--out", batch.folder().path("x")}).status, 2);
    }

private:
    const ctl::Folder m_config{};
};

SANDBENCH_TEST(TestSandbenchctlBatch);
#include "tst_sandbenchctl_batch.moc"
