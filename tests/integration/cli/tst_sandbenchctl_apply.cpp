// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"
#include "tests/support/typed_terminal.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

/// A project is changed in the sandbox's copy; what comes into its folder is for its user to say.
class TestSandbenchctlApply : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void leavesTheProjectAsItIsAndTellsWhatChanged();
    void saysNothingWhereNothingChanged();
    void appliesEverything();
    void appliesLaterAndTakesItBack();
    void appliesOnlyWhatIsNamed();
    void leavesAConflictAlone();
    void takesNoLinksAndNothingOfVersionControl();
    void countsWhatIsTooMuch();
    void leavesOutInputsAndResults();
    void tellsWhatSeveralProgramsChanged();
    void asksAboutFilesAndParts();
    void asksNobodyAfterQuit();
    void refusesBadInput_data();
    void refusesBadInput();

private:
    void write(const QString& name, const QByteArray& bytes)
    {
        QDir().mkpath(QFileInfo(m_folder->path("p/" + name)).path());
        m_folder->write("p/" + name, bytes);
    }
    QByteArray read(const QString& name) const { return m_folder->read("p/" + name); }
    bool isThere(const QString& name) const
    {
        return QFileInfo::exists(m_folder->path("p/" + name));
    }
    QString project() const { return m_folder->path("p"); }
    ctl::Outcome run(const QByteArray& script, const QStringList& options = {})
    {
        write("run.sh", script);
        return ctl::run(
            QStringList{"run", "--stdin", "none", "--project", project()} + options
            + QStringList{"run.sh"});
    }
    /// The record of a run, and its id for later.
    QJsonObject record(const QByteArray& script, const QStringList& options = {})
    {
        const auto outcome = run(script, QStringList{"--json"} + options);
        const auto object = QJsonDocument::fromJson(outcome.out).object();
        m_run = object["run_id"].toString();
        return object;
    }
    /// "created new.txt applied", …
    static QStringList filesOf(const QJsonObject& record)
    {
        QStringList files;
        for (const auto& file : record["changes"]["files"].toArray())
            files << (file.toObject()["change"].toString() + " "
                      + file.toObject()["path"].toString() + " "
                      + file.toObject()["state"].toString())
                         .trimmed();
        return files;
    }

    std::unique_ptr<ctl::Folder> m_folder;
    QString m_run;
};

void TestSandbenchctlApply::init()
{
    REQUIRE_LOCAL_ENGINE();
    m_folder = std::make_unique<ctl::Folder>();
    write("src/a.txt", "one\ntwo\nthree\n");
    write("gone.txt", "old\n");
    write("same.txt", "same\n");
}

void TestSandbenchctlApply::cleanup()
{
    m_folder.reset();
}

static const QByteArray kScript
    = "sed -i s/two/TWO/ src/a.txt; rm gone.txt; mkdir new; echo new > new/b.txt; touch same.txt";

void TestSandbenchctlApply::leavesTheProjectAsItIsAndTellsWhatChanged()
{
    const auto outcome = run(kScript);
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains(": 1 created, 1 changed, 1 deleted\n"), outcome.err);
    QVERIFY2(
        outcome.err.contains("  gone.txt  deleted\n  new/\n    b.txt  created, 4 B\n  src/\n"
                             "    a.txt  changed, 14 B\n"),
        outcome.err);
    QVERIFY2(
        outcome.err.contains("--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n"
                             "+TWO\n three\n"),
        outcome.err);
    QCOMPARE(read("src/a.txt"), QByteArray("one\ntwo\nthree\n"));
    QVERIFY(isThere("gone.txt") && !isThere("new"));

    const auto object = record(kScript);
    QCOMPARE(
        filesOf(object),
        (QStringList{"deleted gone.txt", "created new/b.txt", "changed src/a.txt"}));
    QByteArray diff;
    for (const auto& file : object["activity"]["files"]["list"].toArray())
        if (file.toObject()["path"].toString() == "src/a.txt")
            diff = file.toObject()["diff"].toString().toUtf8();
    QCOMPARE(diff, QByteArray("@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n"));
    const auto shown = ctl::run({"runs", "show", m_run, "--json"});
    const auto kept = QJsonDocument::fromJson(shown.out).object();
    QCOMPARE(kept["changes"], object["changes"]);
    QCOMPARE(kept["program"].toObject()["code"].toString().toUtf8(), QByteArray(kScript));
}

void TestSandbenchctlApply::saysNothingWhereNothingChanged()
{
    const auto outcome
        = run("touch same.txt; echo same > same.txt; mkdir -p build; echo x > build/x");
    QCOMPARE(outcome.err, QByteArray());
    QVERIFY(!record("true").contains("changes"));
    QCOMPARE(ctl::run({"apply", m_run}).status, 2);
}

void TestSandbenchctlApply::appliesEverything()
{
    const auto object = record(kScript, {"--apply", "all"});
    QCOMPARE(
        filesOf(object),
        (QStringList{
            "deleted gone.txt applied", "created new/b.txt applied", "changed src/a.txt applied"}));
    QCOMPARE(read("src/a.txt"), QByteArray("one\nTWO\nthree\n"));
    QCOMPARE(read("new/b.txt"), QByteArray("new\n"));
    QVERIFY(!isThere("gone.txt"));
}

void TestSandbenchctlApply::appliesLaterAndTakesItBack()
{
    record(kScript + "; printf '#!/bin/sh\\n' > tool; chmod 755 tool");
    const auto listed = ctl::run({"apply", m_run, "--list"});
    QVERIFY2(listed.err.contains("tool  created, 10 B, executable\n"), listed.err);
    QCOMPARE(listed.status, 0);
    QVERIFY(!isThere("tool"));
    const auto applied = ctl::run({"apply", m_run});
    QCOMPARE(applied.err, QByteArray("sandbenchctl: 4 applied\n"));
    QCOMPARE(applied.status, 0);
    QCOMPARE(read("src/a.txt"), QByteArray("one\nTWO\nthree\n"));
    QVERIFY(QFileInfo(m_folder->path("p/tool")).isExecutable());
    QCOMPARE(ctl::run({"apply", m_run}).err, QByteArray("sandbenchctl: 4 already so\n"));
    const auto undone = ctl::run({"apply", m_run, "--undo"});
    QCOMPARE(undone.err, QByteArray("sandbenchctl: 4 undone\n"));
    QCOMPARE(read("src/a.txt"), QByteArray("one\ntwo\nthree\n"));
    QCOMPARE(read("gone.txt"), QByteArray("old\n"));
    QVERIFY(!isThere("tool") && !isThere("new/b.txt"));
}

void TestSandbenchctlApply::appliesOnlyWhatIsNamed()
{
    record(kScript);
    const auto applied = ctl::run({"apply", m_run, "src/", "--json"});
    QCOMPARE(applied.status, 0);
    QCOMPARE(read("src/a.txt"), QByteArray("one\nTWO\nthree\n"));
    QVERIFY(isThere("gone.txt") && !isThere("new"));
    const auto missing = ctl::run({"apply", m_run, "none"});
    QCOMPARE(missing.status, 2);
    QVERIFY2(missing.err.contains("changed nothing that is called none"), missing.err);
}

void TestSandbenchctlApply::leavesAConflictAlone()
{
    record(kScript);
    write("src/a.txt", "mine\n");
    const auto applied = ctl::run({"apply", m_run});
    QCOMPARE(applied.status, 1);
    QVERIFY2(applied.err.contains("conflict: src/a.txt: was changed here since\n"), applied.err);
    QVERIFY2(applied.err.contains("2 applied, 1 conflict\n"), applied.err);
    QCOMPARE(read("src/a.txt"), QByteArray("mine\n"));
}

void TestSandbenchctlApply::takesNoLinksAndNothingOfVersionControl()
{
    const auto object = record(
        "ln -s /etc/passwd link; rm gone.txt; ln -s same.txt gone.txt; mkdir -p .git/hooks "
        "sub/.GIT;"
        "echo evil > .git/hooks/pre-commit; echo evil > sub/.GIT/config; mkfifo pipe;"
        "printf x > \"$(printf 'odd\\377')\"; printf x > \"$(printf 'new\\nline')\"",
        {"--apply", "all"});
    QStringList notes;
    for (const auto& file : object["changes"]["files"].toArray())
        notes << file.toObject()["path"].toString() + ": " + file.toObject()["note"].toString()
                + file.toObject()["state"].toString();
    notes.sort();
    QCOMPARE(
        notes,
        (QStringList{
            "gone.txt: it is a linkrefused", "link: it is a linkrefused", "new\nline: applied",
            QString::fromUtf8("odd\xef\xbf\xbd: its name is not UTF-8refused"),
            "pipe: it is no filerefused",
            "sub/.GIT/config: it belongs to version control, which could run itrefused"}));
    QCOMPARE(object["changes"]["left_out"].toInt(), 1);
    QCOMPARE(read("gone.txt"), QByteArray("old\n"));
    QVERIFY(!isThere("link") && !isThere("pipe") && !isThere(".git") && !isThere("sub"));
    QCOMPARE(read("new\nline"), QByteArray("x"));
}

void TestSandbenchctlApply::countsWhatIsTooMuch()
{
    const auto object = record(
        "truncate -s 10G huge; i=0; while [ $i -lt 1500 ]; do echo $i > f$i; i=$((i+1)); done");
    const auto changes = object["changes"].toObject();
    QCOMPARE(changes["created"].toInt(), 1501);
    QCOMPARE(changes["files"].toArray().size(), 1000);
    const auto applied = ctl::run({"apply", m_run});
    QCOMPARE(applied.status, 1);
    QVERIFY2(applied.err.contains("refused: huge: it is larger than 64 MiB\n"), applied.err);
    QCOMPARE(read("f1499"), QByteArray("1499\n"));
}

void TestSandbenchctlApply::leavesOutInputsAndResults()
{
    const auto object = record(
        "cat in.txt > out.txt; echo r > \"$SANDBENCH_OUTPUT/r.csv\"",
        {"--file", m_folder->write("in.txt", "input\n")});
    QCOMPARE(filesOf(object), (QStringList{"created out.txt"}));
}

void TestSandbenchctlApply::tellsWhatSeveralProgramsChanged()
{
    // One program of a project at a time; what its children change counts as well.
    const auto object = record("sh -c 'echo 1 > one' & wait; (echo 2 > two)");
    QCOMPARE(filesOf(object), (QStringList{"created one", "created two"}));
}

void TestSandbenchctlApply::asksAboutFilesAndParts()
{
    QByteArray lines;
    for (int i = 0; i < 30; ++i)
        lines += QByteArray::number(i) + "\n";
    write("lines.txt", lines);
    write("run.sh", "sed -i 's/^2$/two/; s/^25$/later/' lines.txt; rm gone.txt; echo x > new.txt");
    ctl::Terminal terminal({"run", "--project", project(), "run.sh"});
    QVERIFY(terminal.shows("Apply gone.txt (deleted)? [y,n,a,q,?] "));
    terminal.type("?\n");
    QVERIFY(terminal.shows("apply this file and all others"));
    QVERIFY(terminal.shows("Apply gone.txt (deleted)? [y,n,a,q,?] "));
    terminal.type("n\n");
    QVERIFY(terminal.shows("Apply lines.txt (changed)? [y,n,h,a,q,?] "));
    terminal.type("h\n");
    QVERIFY(terminal.shows("+two"));
    QVERIFY(terminal.shows("Apply this part? [y,n,a,q,?] "));
    terminal.type("n\n");
    QVERIFY(terminal.shows("+later"));
    QVERIFY(terminal.shows("Apply this part? [y,n,a,q,?] "));
    terminal.type("y\n");
    QVERIFY(terminal.shows("Apply new.txt (created)? [y,n,a,q,?] "));
    terminal.type("y\n");
    QVERIFY(terminal.shows("2 applied"));
    QCOMPARE(terminal.end(), 0);
    QVERIFY(isThere("gone.txt"));
    QCOMPARE(read("new.txt"), QByteArray("x\n"));
    QCOMPARE(read("lines.txt"), QByteArray(lines).replace("\n25\n", "\nlater\n"));
}

void TestSandbenchctlApply::asksNobodyAfterQuit()
{
    write("run.sh", kScript);
    ctl::Terminal terminal({"run", "--project", project(), "run.sh"});
    QVERIFY(terminal.shows("Apply gone.txt (deleted)? [y,n,a,q,?] "));
    terminal.type("q\n");
    QVERIFY(terminal.shows("nothing applied"));
    QCOMPARE(terminal.end(), 0);
    QVERIFY(isThere("gone.txt") && !isThere("new"));
}

void TestSandbenchctlApply::refusesBadInput_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("no such choice")
        << QStringList{"run", "--apply", "some", "--project", "DIR", "run.sh"}
        << QByteArray("--apply: 'some' is none of all, ask, none");
    QTest::newRow("no project") << QStringList{"run", "--apply", "all", "DIR/run.sh"}
                                << QByteArray("add --project DIR");
    QTest::newRow("nobody to ask")
        << QStringList{"run", "--apply", "ask", "--project", "DIR", "run.sh"}
        << QByteArray("there is no terminal to ask on");
    QTest::newRow("no such run") << QStringList{"apply", "r-0"}
                                 << QByteArray("no changes of the run r-0 are kept");
    QTest::newRow("no run") << QStringList{"apply", "../x"} << QByteArray("is no id of a run");
    QTest::newRow("two things at once") << QStringList{"apply", "r-0", "--undo", "--list"}
                                        << QByteArray("write one of --undo, --ask and --list");
    QTest::newRow("nobody to ask later")
        << QStringList{"apply", "r-0", "--ask"} << QByteArray("there is no terminal to ask on");
}

void TestSandbenchctlApply::refusesBadInput()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, message);
    write("run.sh", "true");
    const auto outcome = ctl::run(arguments.replaceInStrings("DIR", project()));
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains(message), outcome.err);
}

SANDBENCH_TEST(TestSandbenchctlApply);
#include "tst_sandbenchctl_apply.moc"
