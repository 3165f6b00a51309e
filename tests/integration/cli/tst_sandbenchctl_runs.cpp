// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <csignal>
#include <memory>

/// `sandbenchctl runs`: what was run, by whichever program.
class TestSandbenchctlRuns : public QObject
{
    Q_OBJECT

private:
    static QJsonObject object(const ctl::Outcome& outcome)
    {
        return QJsonDocument::fromJson(outcome.out).object();
    }

    static QJsonArray listed(const QStringList& more = {})
    {
        return object(ctl::run(QStringList{"runs", "list", "--json"} + more))["runs"].toArray();
    }

    std::unique_ptr<QTemporaryDir> m_state;
    ctl::Folder m_folder;

private Q_SLOTS:
    void initTestCase() { REQUIRE_LOCAL_ENGINE(); }

    void init()
    {
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_state->path().toUtf8());
    }

    void listsWhatWasRunTheNewestFirst()
    {
        const auto first = object(ctl::run({"run", "--json", "-"}, "print(1)"));
        const auto second
            = object(ctl::run({"run", "--json", "--language", "bash", "-"}, "exit 3"));
        QVERIFY(first["run_id"].isString());
        const auto runs = listed();
        QCOMPARE(runs.size(), 2);
        const auto newest = runs[0].toObject();
        QCOMPARE(newest["run_id"], second["run_id"]);
        QCOMPARE(newest["language"].toString(), "bash");
        QCOMPARE(newest["verdict"].toString(), "exited");
        QCOMPARE(newest["started_at"], second["started_at"]);
        QCOMPARE(newest["wall_seconds"], second["wall_seconds"]);
        QCOMPARE(runs[1].toObject()["run_id"], first["run_id"]);
        QCOMPARE(listed({"--limit", "1"}).size(), 1);
        const auto older = listed({"--before", second["run_id"].toString()});
        QCOMPARE(older.size(), 1);
        QCOMPARE(older[0].toObject()["run_id"], first["run_id"]);
        const auto text = ctl::run({"runs", "list"});
        QCOMPARE(text.status, 0);
        QVERIFY2(text.out.startsWith("RUN "), text.out);
        QVERIFY2(text.out.contains(first["run_id"].toString().toUtf8()), text.out);
    }

    void findsReviewsAndComparesRuns()
    {
        const auto a = m_folder.write("a.py", "print('total', 0.1 + 0.2)\n");
        const auto b = m_folder.write("b.py", "print('total', 0.3)\n");
        QCOMPARE(ctl::run({"run", "--memory", "300m", a}).status, 0);
        QCOMPARE(ctl::run({"run", b}).status, 0);
        const auto found = listed({"--search", "\"total', 0.1\""});
        QCOMPARE(found.size(), 1);
        const auto first = found[0].toObject()["run_id"].toString();
        QCOMPARE(found[0].toObject()["document"].toString(), "a.py");
        const auto second = listed({"--document", "b.py"})[0].toObject()["run_id"].toString();

        const auto kept = ctl::run({"runs", "review", first, "--needs-work", "--note", "rounds\n"});
        QVERIFY2(kept.status == 0 && kept.out.startsWith("Needs work: rounds"), kept.out);
        QCOMPARE(listed({"--review", "needs_work"}).size(), 1);
        QCOMPARE(listed({"--review", "none"}).size(), 1);
        QCOMPARE(listed({"--search", "ROUNDS"}).size(), 1);
        QVERIFY(ctl::run({"runs", "list"}).out.contains("Needs work"));
        QVERIFY(ctl::run({"runs", "show", first}).out.contains("note: rounds"));
        QVERIFY(ctl::run({"report", first, "--markdown", "-"}).out.contains("Needs work"));
        QCOMPARE(ctl::run({"runs", "review", first}).status, 2);
        QCOMPARE(ctl::run({"runs", "review", "r-0", "--accept"}).status, 2);
        QCOMPARE(ctl::run({"runs", "review", first, "--accept", "--reject"}).status, 2);
        QCOMPARE(ctl::run({"runs", "list", "--review", "fine"}).status, 2);
        QCOMPARE(ctl::run({"runs", "review", first, "--clear"}).status, 0);
        QCOMPARE(listed({"--review", "none"}).size(), 2);

        const auto differs = ctl::run({"runs", "compare", first, second});
        QCOMPARE(differs.status, 1);
        QVERIFY2(differs.out.contains("limit memory_bytes: 314572800 -> "), differs.out);
        QVERIFY2(differs.out.contains("-total 0.30000000000000004\n+total 0.3\n"), differs.out);
        QCOMPARE(ctl::run({"runs", "compare", first, second, "--tolerance", "1e-9"}).status, 0);
        QCOMPARE(ctl::run({"runs", "compare", first, second, "--tolerance", "x"}).status, 2);
        QCOMPARE(ctl::run({"runs", "compare", first, "r-0"}).status, 2);

        const auto again = ctl::run({"runs", "again", first, "--json"});
        QVERIFY2(again.status == 0, again.out + again.err);
        QVERIFY(object(again)["same_outcome"].toBool());
        const auto newest = listed()[0].toObject()["run_id"].toString();
        QCOMPARE(object(again)["run_id"].toString(), newest);
        const auto record = object(ctl::run({"runs", "show", "--json", newest}));
        QCOMPARE(record["limits"].toObject()["memory_bytes"].toInteger(), 300LL << 20);

        const auto notebook = m_folder.path("run.ipynb"), json = m_folder.path("run.json");
        QCOMPARE(ctl::run({"report", first, "--notebook", notebook, "--json", json}).status, 0);
        QCOMPARE(ctl::run({"report", first, "--notebook", "-", "--html", "-"}).status, 2);
        for (const auto& [path, member] :
             {std::pair(notebook, "nbformat"), std::pair(json, "record")}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(QJsonDocument::fromJson(file.readAll()).object().contains(member));
        }
    }

    void listsWhatAPolicyRefused()
    {
        const auto file = m_folder.write("refused.py", "import os\nos.system('true')\n");
        const auto record = object(ctl::run({"run", "--json", "--policy", "strict", file}));
        QCOMPARE(record["verdict"].toString(), "policy_denied");
        const auto runs = listed();
        QCOMPARE(runs.size(), 1);
        QCOMPARE(runs[0].toObject()["run_id"], record["run_id"]);
        QCOMPARE(runs[0].toObject()["language"].toString(), "python");
        QCOMPARE(runs[0].toObject()["verdict"].toString(), "policy_denied");
        const auto shown
            = object(ctl::run({"runs", "show", "--json", record["run_id"].toString()}));
        QVERIFY(!shown["gate"].toObject()["findings"].toArray().isEmpty());
    }

    void writesAReportAndReplacesNoFile()
    {
        QCOMPARE(
            ctl::run({"run", "-"}, "open('t.csv', 'w').write('a,b')\nprint('<b>shown')").status, 0);
        const auto id = listed()[0].toObject()["run_id"].toString();
        const auto file = m_folder.path("run.html");
        const auto made = ctl::run({"report", id, "--html", file});
        QVERIFY2(made.status == 0, made.err);
        QFile page(file);
        QVERIFY(page.open(QIODevice::ReadOnly));
        const auto html = page.readAll();
        for (const char* text : {"Finished in", "&lt;b&gt;shown", "t.csv", "wrote 1 file"})
            QVERIFY2(html.contains(text), text);
        QCOMPARE(ctl::run({"report", id, "--html", file}).status, 2);
        QCOMPARE(ctl::run({"report", id, "--html", file, "--replace"}).status, 0);
        QVERIFY(ctl::run({"report", id, "--html", "-"}).out.startsWith("<!doctype html>"));
        QCOMPARE(ctl::run({"report", "r-0", "--html", "-"}).status, 2);
        const auto text = ctl::run({"report", id, "--markdown", "-", "--for-model"});
        QVERIFY(text.out.startsWith("The program below was run in a sandbox."));
        QVERIFY(text.out.contains("\n## Program\n\n```python\n"));
        QCOMPARE(ctl::run({"report", id}).status, 2);
        QCOMPARE(ctl::run({"report", id, "--for-model", "--html", "-"}).status, 2);
        QVERIFY(QDir(m_folder.path(".")).entryList({"*.new-*"}).isEmpty());
    }

    void exportsResultsIntoAFolderOrAnArchive()
    {
        ctl::run({"run", "-"}, "for n in 'ab': open(n + '.csv', 'w').write(n)");
        const auto id = listed()[0].toObject()["run_id"].toString();
        const auto zip = m_folder.path("all.zip");
        QCOMPARE(ctl::run({"runs", "export", id, "--zip", zip}).status, 0);
        QFile archive(zip);
        QVERIFY(archive.open(QIODevice::ReadOnly));
        const auto bytes = archive.readAll();
        for (const char* name : {"a.csv", "b.csv", "record.json"})
            QVERIFY2(bytes.contains(name), name);
        const auto out = m_folder.path("out");
        QCOMPARE(ctl::run({"runs", "export", id, "--artifact", "1", "--out", out}).status, 0);
        QCOMPARE(QDir(out).entryList(QDir::Files), QStringList("b.csv"));
        QCOMPARE(ctl::run({"runs", "export", id, "--artifact", "2", "--out", out}).status, 2);
        QCOMPARE(ctl::run({"runs", "export", id}).status, 2);
        QCOMPARE(ctl::run({"runs", "export", id, "--zip", zip}).status, 2);
    }

    void keepsWhatWasPrintedAlsoWithoutJson()
    {
        QCOMPARE(ctl::run({"run", "-"}, "print('to the terminal')").out, "to the terminal\n");
        const auto id = listed()[0].toObject()["run_id"].toString();
        const auto record = object(ctl::run({"runs", "show", "--json", id}));
        QCOMPARE(record["stdout"].toString(), "to the terminal\n");
        QCOMPARE(record["truncated"].toBool(), false);
        QCOMPARE(record["program"].toObject()["code"].toString(), "print('to the terminal')");
    }

    void showsTheRecordAndWhatWasPrinted()
    {
        const auto record = object(ctl::run(
            {"run", "--json", "-"},
            "import sys\nprint('to out')\nprint('\\x1b[31mred', "
            "file=sys.stderr)\n"));
        const auto id = record["run_id"].toString();
        const auto shown = ctl::run({"runs", "show", id});
        QCOMPARE(shown.status, 0);
        for (const char* part :
             {"verdict: exited\n", "\nstdout:\nto out\n", "\nstderr:\n\\x1b[31mred\n"})
            QVERIFY2(shown.out.contains(part), shown.out);
        const auto json = object(ctl::run({"runs", "show", "--json", id}));
        QCOMPARE(json["schema"], record["schema"]);
        QCOMPARE(json["stdout"].toString(), "to out\n");
        QCOMPARE(json["limits"], record["limits"]);
    }

    void givesBackWhatARunWrote()
    {
        const auto record = object(ctl::run(
            {"run", "--json", "-"},
            "open('/work/output/a.txt', 'w').write('A')\n"
            "import os; os.symlink('/etc/passwd', '/work/output/link')\n"));
        const auto id = record["run_id"].toString();
        const auto folder = m_folder.path("results");
        const auto shown = ctl::run({"runs", "show", id, "--out", folder});
        QCOMPARE(shown.status, 0);
        QFile file(folder + "/a.txt");
        QVERIFY2(file.open(QIODevice::ReadOnly), shown.err);
        QCOMPARE(file.readAll(), QByteArray("A"));
        QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::System).size(), 1);
        QVERIFY2(shown.out.contains("artifact: a.txt (text/plain)"), shown.out);
        // A file that exists is never replaced.
        QCOMPARE(ctl::run({"runs", "show", id, "--out", folder}).status, 0);
        QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 2);
    }

    void keepsTheCellsOfARepl()
    {
        QCOMPARE(ctl::run({"repl"}, "x = 20\nprint(x + 1)\n").out, QByteArray("21\n"));
        QCOMPARE(listed().size(), 2);
    }

    void keepsARunThatWasStopped()
    {
        const auto program = ctl::start(
            {"run",
             m_folder.write(
                 "sleep.py",
                 "print('begun', flush=True)\n"
                 "import time; time.sleep(1000)\n")});
        while (!program->canReadLine() && program->waitForReadyRead(60'000)) { }
        ::kill(static_cast<pid_t>(program->processId()), SIGINT);
        QVERIFY(program->waitForFinished(60'000));
        QCOMPARE(program->exitCode(), 130);
        const auto runs = listed();
        QCOMPARE(runs.size(), 1);
        QCOMPARE(runs[0].toObject()["verdict"].toString(), "cancelled");
    }

    void tellsARunWhoseProgramWasKilled()
    {
        const auto program = ctl::start(
            {"run",
             m_folder.write(
                 "killed.py",
                 "print('so far', flush=True)\n"
                 "import time; time.sleep(1000)\n")});
        while (!program->canReadLine() && program->waitForReadyRead(60'000)) { }
        // Output is written about once a second.
        QTRY_VERIFY_WITH_TIMEOUT(
            listed().size() == 1
                && ctl::run({"runs", "show", listed()[0].toObject()["run_id"].toString()})
                       .out.contains("so far"),
            60'000);
        QVERIFY(ctl::run({"runs", "list"}).out.contains("goes on"));
        program->kill();
        QVERIFY(program->waitForFinished(60'000));
        QCOMPARE(listed()[0].toObject()["verdict"].toString(), "interrupted");
    }

    void replaysARunWithItsTiming()
    {
        ctl::run(
            {"run", "-"},
            "import sys, time\nprint('one', flush=True)\ntime.sleep(0.5)\n"
            "print('\\x1b]0;x\\atwo', file=sys.stderr, flush=True)\ntime.sleep(0.3)\n"
            "print('three')");
        const auto id = listed()[0].toObject()["run_id"].toString();
        QElapsedTimer clock;
        clock.start();
        const auto played = ctl::run({"runs", "replay", id});
        QVERIFY2(clock.elapsed() >= 800, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(played.status, 0);
        QCOMPARE(played.out, QByteArray("one\nthree\n"));
        QCOMPARE(played.err, QByteArray("\\x1b]0;x\\x07two\n")); // and nothing that is missing
        QCOMPARE(ctl::run({"runs", "replay", id, "--speed", "instant"}).out, played.out);

        const auto cast = ctl::run({"runs", "replay", id, "--cast", "-"}).out.split('\n');
        QCOMPARE(QJsonDocument::fromJson(cast[0]).object()["version"].toInt(), 2);
        QByteArray text;
        for (const auto& line : cast.mid(1))
            text += QJsonDocument::fromJson(line).array().at(2).toString().toUtf8();
        QCOMPARE(text, QByteArray("one\r\ntwo\r\nthree\r\n"));
        const auto time = [&cast](int line) {
            return QJsonDocument::fromJson(cast[line]).array().at(0).toDouble();
        };
        QVERIFY2(time(2) - time(1) >= 0.45 && time(3) - time(2) >= 0.25, cast.join('\n'));

        const auto file = m_folder.path("run.cast");
        QCOMPARE(ctl::run({"runs", "replay", id, "--cast", file, "--max-pause", "0.1"}).status, 0);
        QCOMPARE(ctl::run({"runs", "replay", id, "--cast", file}).status, 2);
        QCOMPARE(ctl::run({"runs", "replay", id, "--cast", file, "--replace"}).status, 0);
        for (const char* speed : {"-1", "fast", "1e9", "1x", "nan"})
            QCOMPARE(ctl::run({"runs", "replay", id, "--speed", speed}).status, 2);
        QCOMPARE(ctl::run({"runs", "replay", id, "--max-pause", "soon"}).status, 2);
        QCOMPARE(ctl::run({"runs", "replay", "r-none"}).status, 2);
    }

    void endsAReplayAtOnce()
    {
        ctl::run({"run", "-"}, "import time\nprint('begun', flush=True)\ntime.sleep(1.5)");
        const auto id = listed()[0].toObject()["run_id"].toString();
        const auto program = ctl::start({"runs", "replay", id, "--speed", "0.01"}); // minutes
        while (!program->canReadLine() && program->waitForReadyRead(60'000)) { }
        ::kill(static_cast<pid_t>(program->processId()), SIGINT);
        QVERIFY(program->waitForFinished(60'000));
        QCOMPARE(program->exitCode(), 130);
        QCOMPARE(program->readAllStandardOutput(), QByteArray("begun\n"));
    }

    void saysThatThereAreNone()
    {
        QCOMPARE(ctl::run({"runs", "list"}).out, QByteArray("No runs.\n"));
        QCOMPARE(listed().size(), 0);
        QCOMPARE(ctl::run({"runs", "show", "r-none"}).status, 2);
        QCOMPARE(ctl::run({"runs", "list", "--before", "r-none"}).status, 2);
        QCOMPARE(ctl::run({"run", "-"}, "pass").status, 0);
        const auto none = ctl::run({"runs", "show", "r-none"});
        QCOMPARE(none.status, 2);
        QVERIFY2(none.err.contains("no run r-none"), none.err);
        QCOMPARE(ctl::run({"runs", "list", "--before", "r-none"}).status, 2);
        QCOMPARE(ctl::run({"runs", "list", "--limit", "0"}).status, 2);
    }

    void runsWhereNoHistoryCanBe()
    {
        qputenv("XDG_STATE_HOME", m_folder.write("no-folder", "").toUtf8());
        const auto outcome = ctl::run({"run", "-"}, "print('run')");
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out, QByteArray("run\n"));
        QVERIFY2(outcome.err.contains("The history of runs"), outcome.err);
        QCOMPARE(ctl::run({"runs", "list"}).out, QByteArray("No runs.\n"));
    }
};

SANDBENCH_TEST(TestSandbenchctlRuns);
#include "tst_sandbenchctl_runs.moc"
