// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/json_objects.h"
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTest>

using ctl::objectOf;

static QString sample(const char* name)
{
    return sandbench::test::sourceFile(QString("tests/data/answers/") + name);
}

/// `run` of answers, from outside.
class TestSandbenchctlAnswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsTheProgramWithItsFilesBesideIt_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("two files") << "02-two-files.md" << QByteArray("42\n")
                                   << QByteArray("running app.py (Python, line 13); also utils.py; "
                                                 "not run: 1 shell step");
        QTest::newRow("folders") << "30-everything.md" << QByteArray("['a', 'b']\n")
                                 << QByteArray("running main.py (Python, line 31); also "
                                               "lib/words.py, config.yaml");
        QTest::newRow("a page") << "23-page.html" << QByteArray("a < b\n")
                                << QByteArray("running hello.py (Python, line 4)");
        QTest::newRow("a conversation") << "25-tree.json" << QByteArray("[2, 3, 5]\n")
                                        << QByteArray("primes.py (Python, message 2, line 4)");
        QTest::newRow("a notebook") << "28-notebook.ipynb" << QByteArray("[0, 1, 4]\n")
                                    << QByteArray("running main.py (Python); not run: 1 shell");
        QTest::newRow("a transcript") << "21-transcript.txt" << QByteArray("by zero\n")
                                      << QByteArray("running main.py (Python, line 12)");
    }

    void runsTheProgramWithItsFilesBesideIt()
    {
        REQUIRE_LOCAL_ENGINE();
        QFETCH(QString, file);
        QFETCH(QByteArray, out);
        QFETCH(QByteArray, said);
        const auto outcome = ctl::run({"run", "--stdin", "none", sample(file.toUtf8())});
        QVERIFY2(outcome.err.contains(said), outcome.err);
        QCOMPARE(outcome.out, out);
        QCOMPARE(outcome.status, 0);
    }

    void runsAProgramInAFolderOfItsOwn()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto outcome = ctl::run({"run", "--stdin", "none", sample("04-fence-names.md")});
        if (outcome.status == 127 || outcome.err.contains("apt install nodejs"))
            QSKIP("no Node here");
        QCOMPARE(outcome.out, QByteArray("Hello\n"));
    }

    void runsAnotherBlockAndKeepsWhereItIsFrom()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto outcome = ctl::run(
            {"run", "--json", "--stdin", "none", "--block", "2",
             sample("12-fragment-at-the-end.md")});
        QCOMPARE(outcome.status, 1); // A fragment has no data.
        const auto record = objectOf(outcome.out);
        QCOMPARE(record["error"].toObject()["name"].toString(), QString("NameError"));
        QVERIFY2(outcome.out.contains("(Python, line 18) is block 2 of the answer"), outcome.out);
    }

    void readsAnAnswerFromStandardInput()
    {
        REQUIRE_LOCAL_ENGINE();
        const auto outcome
            = ctl::run({"run", "--answer", "-"}, "Do this:\n\n```python\nprint('in')\n```\n");
        QCOMPARE(outcome.out, QByteArray("in\n"));
        QVERIFY2(outcome.err.contains("standard input: running main.py"), outcome.err);
    }

    void listsBlocksAndRunsNothing()
    {
        const auto json = ctl::run({"run", "--blocks", "--json", sample("02-two-files.md")});
        QCOMPARE(json.status, 0);
        const auto object = objectOf(json.out);
        QCOMPARE(object["schema"].toString(), QString("sandbench.answer/1"));
        QCOMPARE(object["program"].toInt(), 2);
        QCOMPARE(object["blocks"].toArray().size(), 3);
        const auto text = ctl::run({"run", "--blocks", sample("02-two-files.md")});
        QVERIFY2(text.out.contains("*  2  program  python    app.py"), text.out);
    }

    void holdsTheProgramAgainstThePolicy()
    {
        const ctl::Folder folder;
        const auto file = folder.write(
            "answer.md",
            "```python title=app.py\nimport helper\n```\n\n"
            "```python title=helper.py\nimport subprocess\n```\n");
        const auto outcome = ctl::run({"run", "--policy", "strict", file});
        QCOMPARE(outcome.out, QByteArray());
        QVERIFY2(outcome.err.contains("helper.py:1:8"), outcome.err);
        QCOMPARE(outcome.status, 126);
    }

    void saysWhatThereIsWhereNoProgramIs_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, const QStringList& words, const char* said) {
            QTest::newRow(name) << words << QByteArray(said);
        };
        row("only words", {sample("20-only-words.md")}, "has no blocks of code");
        row("another language", {sample("18-unknown-language.md")}, "1 program 'swift'");
        row("no such block", {"--block", "7", sample("01-one-program.md")}, "has no block '7'");
        row("a block of data", {"--block", "3", sample("04-fence-names.md")}, "it is data");
        row("two files", {sample("01-one-program.md"), "b.py"}, "an answer runs alone");
        row("a project", {"--project", ".", "--answer", sample("01-one-program.md")},
            "a project of its own");
    }

    void saysWhatThereIsWhereNoProgramIs()
    {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, said);
        const auto outcome = ctl::run(QStringList{"run"} + words);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(said), outcome.err);
    }
};

SANDBENCH_TEST(TestSandbenchctlAnswer);
#include "tst_sandbenchctl_answer.moc"
