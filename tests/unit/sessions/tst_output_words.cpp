// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/output_words.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;

/// What a program's own last words tell: its error, and what to do next.
class TestOutputWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheErrorThatAProgramEndedWith_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QByteArray>("errors");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* language, const char* errors, const char* error) {
            QTest::addRow("%s: %s", language, error) << language << QByteArray(errors) << error;
        };
        row("javascript",
            "/work/a.js:1\nnull.x\n     ^\n\nTypeError: Cannot read properties\n    at "
            "Object.<anonymous> "
            "(/work/a.js:1:6)\n",
            "TypeError|Cannot read properties");
        row("javascript", "Error: mine\n    at f\n\nNode.js v20\n", "Error|mine");
        row("javascript", "Error [ERR_X]: mine\n    at f\n", "Error|mine");
        row("javascript", "Error: only printed\n", "");
        row("typescript", "RangeError\n    at f\n", "RangeError|");
        row("ruby",
            "main.rb:2:in `f': no such thing (ArgumentError)\n\tfrom main.rb:4:in `<main>'\n",
            "ArgumentError|no such thing");
        row("r", "Error in f(1) : no such thing\nCalls: f\nExecution halted\n",
            "Error|no such thing");
        row("r", "Error: no such thing\nExecution halted\n", "Error|no such thing");
        row("java",
            "Exception in thread \"main\" java.lang.IllegalStateException: no such thing\n\tat "
            "Main.main(Main.java:3)\n",
            "java.lang.IllegalStateException|no such thing");
        row("java", "Exception in thread \"main\" java.lang.NullPointerException\n\tat x\n",
            "java.lang.NullPointerException|");
        row("go", "panic: no such thing\n\ngoroutine 1 [running]:\n", "panic|no such thing");
        row("go", "fatal error: all goroutines are asleep\n", "panic|all goroutines are asleep");
        row("rust", "thread 'main' panicked at src/main.rs:2:5:\nno such thing\nnote: run with\n",
            "panic|no such thing");
        row("rust", "thread 'main' panicked at 'no such thing', main.rs:2:5\n",
            "panic|no such thing");
        row("cpp",
            "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no "
            "such "
            "thing\n",
            "std::runtime_error|no such thing");
        row("cpp", "terminate called after throwing an instance of 'int'\n", "int|");
        row("c", "main: main.c:3: main: Assertion `x == 1' failed.\n", "assertion|x == 1");
        row("php", "PHP Fatal error:  Uncaught App\\Odd: no such thing in /work/main.php:3\n",
            "App\\Odd|no such thing");
        row("bash", "main.sh: line 1: x: command not found\n", "");
        row("go", "\xff\xfe panics\n", "");
        row("", "panic: x\n", "");
    }

    void findsTheErrorThatAProgramEndedWith()
    {
        QFETCH(QString, language);
        QFETCH(QByteArray, errors);
        QFETCH(QString, error);
        const auto found = errorInOutput(language.toStdString(), errors.toStdString());
        QCOMPARE(
            found ? QString::fromStdString(found->name + "|" + found->value) : QString(), error);
    }

    void tellsAnErrorWithWhatFollowsIt()
    {
        const auto found = errorInOutput("go", "before\npanic: x\n\ngoroutine 1 [running]:\n");
        QVERIFY(found);
        QCOMPARE(found->traceback, std::string("panic: x\n\ngoroutine 1 [running]:\n"));
    }

    void saysWhatToDoNext_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QByteArray>("errors");
        QTest::addColumn<QString>("hint");
        const auto row = [](const char* language, const char* errors, const char* hint) {
            QTest::addRow("%s: %s", language, errors) << language << QByteArray(errors) << hint;
        };
        row("python", "ModuleNotFoundError: No module named 'yaml.nodes'",
            "yaml is not in this "
            "sandbox: add the library PyYAML (--library PyYAML)");
        row("javascript", "Error: Cannot find module 'left-pad'", "--library left-pad");
        row("javascript", "Error: Cannot find module './mine.js'", "");
        row("go", "main.go:3:8: no required module provides package github.com/a/b: go.mod",
            "--library github.com/a/b)");
        row("r", "Error in library(abc) : there is no package called \u2018abc\u2019",
            "--library abc)");
        row("ruby", "x: cannot load such file -- nokogiri (LoadError)", "--library nokogiri)");
        row("rust", "error[E0432]: unresolved import `serde`", "--library serde)");
        row("php",
            "PHP Fatal error:  Uncaught Error: Class \"GuzzleHttp\\Client\" not found in "
            "/w/a.php:1",
            "--library guzzlehttp/guzzle)");
        row("php",
            "Uncaught Error: Class \"Symfony\\Component\\Yaml\\Yaml\" not found in /w/a.php:1",
            "--library symfony/yaml)");
        row("php", "Uncaught Error: Class \"Mine\\Client\" not found in /w/a.php:1", "");
        row("php", "Failed opening required '/work/vendor/autoload.php' (include_path='.')",
            "--library VENDOR/PACKAGE");
        row("python", "EOFError: EOF when reading a line", "asked for input");
        row("java", "Exception in thread \"main\" java.util.NoSuchElementException: No line found",
            "asked for input");
        row("python", "_tkinter.TclError: no display name and no $DISPLAY environment variable",
            "no screen");
        row("python", "socket.gaierror: [Errno -3] Temporary failure in name resolution",
            "no network, as is the default");
        row("bash", "curl: (6) Could not resolve host: a.example", "no network, as is the default");
        row("python",
            "SyntaxError: '%pip install x' is a command of notebooks, which a program of its own "
            "does not have; have the packages installed before it runs",
            "--library NAME");
        row("python",
            "SyntaxError: '!ls' is a command of notebooks, which a program of its own does not "
            "have; run it as a cell of a context",
            "sandbenchctl repl");
        row("python", "ValueError: 3", "");
    }

    void saysWhatToDoNext()
    {
        QFETCH(QString, language);
        QFETCH(QByteArray, errors);
        QFETCH(QString, hint);
        RunRecord record;
        record.language = language.toStdString();
        record.verdict = Verdict::Exited;
        record.exitCode = 1;
        record.stderrBytes = errors.toStdString();
        const auto hints = hintsFor(record);
        QCOMPARE(hints.size(), std::size_t(hint.isEmpty() ? 0 : 1));
        if (!hint.isEmpty())
            QVERIFY2(QString::fromStdString(hints.front()).contains(hint), hints.front().c_str());
        record.exitCode = 0;
        QVERIFY(hintsFor(record).empty());
    }

    void speaksOfTheNetworkOnlyWhereThereIsNone()
    {
        RunRecord record;
        record.verdict = Verdict::Exited;
        record.exitCode = 1;
        record.network = "bridge";
        record.stderrBytes = "Could not resolve host: a.example";
        QVERIFY(hintsFor(record).empty());
    }
};

SANDBENCH_TEST(TestOutputWords);
#include "tst_output_words.moc"
