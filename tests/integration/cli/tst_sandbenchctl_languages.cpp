// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

/// Languages and projects on the command line.
class TestSandbenchctlLanguages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsTheLanguages();
    void tellsTheCompilersEndingFromThePrograms();
    void runsAProject();
    void findsTheProgramOfAProject();
    void keepsSeveralContexts();
    void opensAContextOfTheLanguageThatItsNameIs();
    void readsWholeCellsOfEachLanguage_data();
    void readsWholeCellsOfEachLanguage();
    void namesTheCandidatesOfAProject();
    void refusesAProjectThatDoesNotFit();
    void refusesALinkOutOfAProject();
    void refusesWhatIsNoProject();
    void saysWhatToInstallForAMissingTool();
    void namesTheFaultOfALanguageFile();
    void refusesBadInput_data();
    void refusesBadInput();

private:
    /// Own languages for one test.
    struct Config
    {
        Config() { qputenv("XDG_CONFIG_HOME", folder.path(".").toUtf8()); }
        ~Config()
        {
            before.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", before);
        }
        Config(const Config&) = delete;
        Config& operator=(const Config&) = delete;
        const QByteArray before = qgetenv("XDG_CONFIG_HOME");
        ctl::Folder folder;
    };

    static QString write(const ctl::Folder& folder, const QString& name, const QByteArray& bytes)
    {
        QDir().mkpath(QFileInfo(folder.path(name)).path());
        return folder.write(name, bytes);
    }
};

void TestSandbenchctlLanguages::listsTheLanguages()
{
    const auto json = ctl::run({"languages", "--json"});
    QCOMPARE(json.status, 0);
    const auto report = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(report["schema"].toString(), QStringLiteral("sandbench.languages/1"));
    const auto languages = report["languages"].toArray();
    QCOMPARE(languages.size(), 12);
    const auto text = ctl::run({"languages"});
    QCOMPARE(text.status, 0);
    for (const auto& entry : languages) {
        const auto language = entry.toObject();
        QVERIFY(text.out.contains("\n" + language["id"].toString().toUtf8() + " "));
        const bool isPython = language["id"] == QStringLiteral("python");
        QCOMPARE(language["packages"].toString() == QStringLiteral("pip"), isPython);
        QCOMPARE(language["found"].toBool(), language["missing"].toArray().isEmpty());
        QVERIFY(language["install_hint"].toString().startsWith("apt install "));
    }
}

void TestSandbenchctlLanguages::tellsTheCompilersEndingFromThePrograms()
{
    REQUIRE_LOCAL_ENGINE();
    const ctl::Folder folder;
    const auto broken = ctl::run({"run", folder.write("a.c", "int main( {}")});
    QCOMPARE(broken.status, 1);
    QVERIFY(broken.err.contains("a.c:1:"));
    QVERIFY2(broken.err.contains("Not run: the compiler ended with 1"), broken.err);
    const auto json = ctl::run({"run", "--json", folder.path("a.c")});
    const auto record = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(record["phase"].toString(), QStringLiteral("compile"));
    QCOMPARE(record["verdict"].toString(), QStringLiteral("exited"));
    QCOMPARE(record["artifacts"].toArray().size(), 0);
    const auto own = ctl::run({"run", folder.write("b.c", "int main() { return 1; }")});
    QCOMPARE(own.status, 1);
    QVERIFY(!own.err.contains("compiler"));
}

void TestSandbenchctlLanguages::runsAProject()
{
    REQUIRE_LOCAL_ENGINE();
    const ctl::Folder folder;
    write(
        folder, "p/src/main.c",
        "#include <stdio.h>\n#include \"lib/half.h\"\n"
        "int main(int n, char** a) { FILE* f = fopen(a[1], \"r\"); int x; "
        "if (fscanf(f, \"%d\", &x) == 1) printf(\"%d\\n\", half(x)); }");
    write(folder, "p/lib/half.h", "int half(int);\n");
    write(folder, "p/lib/half.c", "#include \"half.h\"\nint half(int x) { return x / 2; }\n");
    write(folder, "p/data/n.txt", "84");
    write(folder, "p/build/old.c", "this is no C");
    write(folder, "p/.git/config", "secret");
    for (const auto& file : {QStringLiteral("src/main.c"), folder.path("p/src/main.c")}) {
        const auto outcome
            = ctl::run({"run", "--project", folder.path("p"), file, "--", "data/n.txt"});
        QCOMPARE(outcome.err, QByteArray());
        QCOMPARE(outcome.out, QByteArray("42\n"));
        QCOMPARE(outcome.status, 0);
    }
    write(folder, "p/list.sh", "find . -type f | sort");
    QCOMPARE(
        ctl::run({"run", "--project", folder.path("p"), "list.sh"}).out,
        QByteArray("./data/n.txt\n./lib/half.c\n./lib/half.h\n./list.sh\n./src/main.c\n"));
}

void TestSandbenchctlLanguages::findsTheProgramOfAProject()
{
    REQUIRE_LOCAL_ENGINE();
    const ctl::Folder folder;
    write(folder, "p/main.py", "import pkg.inner\nprint(pkg.inner.word, __file__)");
    write(folder, "p/pkg/inner.py", "word = 'in'\n");
    const auto outcome = ctl::run({"run", "--project", folder.path("p")});
    QCOMPARE(outcome.out, QByteArray("in /work/main.py\n"));
    QCOMPARE(outcome.status, 0);
}

void TestSandbenchctlLanguages::keepsSeveralContexts()
{
    REQUIRE_LOCAL_ENGINE();
    const auto outcome = ctl::run(
        {"repl"},
        "%contexts\nx = 1\n%context other\nx = 2\n%context shell bash\ny=3\n%contexts\n"
        "%context repl\nx\n%reset\nx\n%context other\nx\n%close shell\n%close none\n"
        "%context other bash\n%contexts\n");
    QCOMPARE(outcome.status, 0);
    QCOMPARE(
        QString::fromUtf8(outcome.out).split('\n'),
        (QStringList{
            "no context is open yet: the first input opens one", "inputs go to other (python)",
            "inputs go to shell (bash)", "  other (python)", "  repl (python)", "* shell (bash)",
            "inputs go to repl (python)", "1", "the variables of repl are gone",
            "inputs go to other (python)", "2", "shell is closed", "there is no context none",
            "other speaks python", "* other (python)", "  repl (python)", ""}));
    QVERIFY2(outcome.err.contains("NameError"), outcome.err);
}

void TestSandbenchctlLanguages::opensAContextOfTheLanguageThatItsNameIs()
{
    REQUIRE_LOCAL_ENGINE();
    const auto outcome = ctl::run(
        {"repl", "--language", "bash"},
        "x=1\n%context python\nx = 41; x + 1\n%context repl\necho $x\n%context other\necho "
        "\"[$x]\"\n"
        "%context go\n%help\n");
    QCOMPARE(outcome.err, QByteArray());
    const auto lines = outcome.out.split('\n');
    QCOMPARE(
        QString::fromUtf8(lines.mid(0, 7).join('\n')).split('\n'),
        (QStringList{
            "inputs go to python (python)", "42", "inputs go to repl (bash)", "1",
            "inputs go to other (bash)", "[]", "Go has no contexts"}));
    QVERIFY2(outcome.out.contains("%context NAME [LANGUAGE]"), outcome.out);
}

void TestSandbenchctlLanguages::readsWholeCellsOfEachLanguage_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("output");
    const auto row = [](const char* language, const char* name, const char* in, const char* out) {
        QTest::addRow("%s: %s", language, name)
            << QString(language) << QByteArray(in) << QByteArray(out);
    };
    row("bash", "loop", "for i in 1 2\ndo\n  echo $i\ndone\necho end\n", "1\n2\nend\n");
    row("bash", "here-document", "cat <<E\na:\n\n  b (\nE\necho end\n", "a:\n\n  b (\nend\n");
    row("bash", "text", "x='a\n\nb'\necho \"$x\"\n", "a\n\nb\n");
    row("bash", "backslash", "echo a \\\n  b\n", "a b\n");
    row("ruby", "method", "def f(x)\n\n  x + 1\nend; nil\nputs f(41)\n", "42\n");
    row("ruby", "here-document", "t = <<~E\n  a:\n\n  b\nE\nputs t\n",
        "\"a:\\n\\nb\\n\"\na:\n\nb\n");
    row("ruby", "chain of blocks", "[1, 2].each do |x|\n  puts x\nend; nil\n", "1\n2\n");
    row("javascript", "function", "function f(x) {\n\n  return x + 1;\n}\nconsole.log(f(41))\n",
        "42\n");
    row("javascript", "template", "const t = `a:\n\n  b ${1 +\n1}`;\nconsole.log(t)\n",
        "a:\n\n  b 2\n");
    row("javascript", "await",
        "const y = await Promise.all([\n  1, 2,\n]);\nconsole.log(y.length)\n", "2\n");
    row("javascript", "comment", "/* a\n\nb */ console.log(1)\n", "1\n");
    row("r", "function", "f <- function(x) {\n\n  x + 1\n}\ncat(f(41), '\\n')\n", "42 \n");
    row("r", "text", "x <- 'a\n\nb'\ncat(x, '\\n')\n", "a\n\nb \n");
    row("python", "class with empty lines",
        "class A:\n    def f(self):\n        return 41\n\n    def g(self):\n        return 1\n\n\n"
        "print(A().f() + A().g())\n",
        "42\n");
    row("python", "clauses with empty lines",
        "if False:\n    print(1)\n\nelse:\n    print(2)\n\ntry:\n    1 / 0\n\nexcept "
        "ZeroDivisionError:\n    print(3)\nprint(4)\n",
        "2\n3\n4\n");
    row("python", "text", "x = \"\"\"a:\n\n(b\"\"\"\nprint(x)\n", "a:\n\n(b\n");
    row("python", "notebook", "%%bash\nfor i in 1 2\ndo echo $i\ndone\n\n!echo three\n",
        "1\n2\nthree\n");
    row("python", "await", "import asyncio\nawait asyncio.sleep(0, 'slept')\n", "'slept'\n");
}

void TestSandbenchctlLanguages::readsWholeCellsOfEachLanguage()
{
    REQUIRE_LOCAL_ENGINE();
    QFETCH(QString, language);
    QFETCH(QByteArray, input);
    const auto outcome = ctl::run({"repl", "--language", language}, input);
    if (outcome.err.contains("is not installed on this machine"))
        SKIP_WITHOUT(qPrintable(language), outcome.err.constData());
    QCOMPARE(outcome.err, QByteArray());
    QTEST(outcome.out, "output");
}

void TestSandbenchctlLanguages::namesTheCandidatesOfAProject()
{
    const ctl::Folder folder;
    write(folder, "p/one.py", "");
    write(folder, "p/two.py", "");
    const auto outcome = ctl::run({"run", "--project", folder.path("p")});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains("one.py, two.py"), outcome.err);
    const auto missing = ctl::run({"run", "--project", folder.path("p"), "three.py"});
    QCOMPARE(missing.status, 2);
    QVERIFY2(missing.err.contains("has no file three.py"), missing.err);
}

void TestSandbenchctlLanguages::refusesAProjectThatDoesNotFit()
{
    const ctl::Folder folder;
    write(folder, "p/main.py", "");
    write(folder, "p/large", QByteArray(9 << 20, 'x'));
    const auto outcome = ctl::run({"run", "--disk", "8m", "--project", folder.path("p")});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains("--disk"), outcome.err);
}

void TestSandbenchctlLanguages::refusesALinkOutOfAProject()
{
    const ctl::Folder folder;
    write(folder, "p/main.py", "");
    QVERIFY(QFile::link("/etc/passwd", folder.path("p/notes.txt")));
    const auto outcome = ctl::run({"run", "--project", folder.path("p")});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains("notes.txt is a link that leaves"), outcome.err);
}

void TestSandbenchctlLanguages::refusesWhatIsNoProject()
{
    const ctl::Folder folder;
    const auto file = folder.write("main.py", "");
    QCOMPARE(ctl::run({"run", "--project", file}).status, 2);
    QCOMPARE(ctl::run({"run", "--project", folder.path("none")}).status, 2);
    QCOMPARE(ctl::run({"run", "--project", folder.path("."), "-"}).status, 2);
}

void TestSandbenchctlLanguages::saysWhatToInstallForAMissingTool()
{
    REQUIRE_LOCAL_ENGINE();
    const Config config;
    write(
        config.folder, "sandbench/languages/nol.json",
        R"({"id": "nol", "name": "Nolang", "extensions": [".nol"], "default_file_name": "main.nol",
            "run": ["no-such-tool", "{file}"], "probe": ["no-such-tool"],
            "install_hint": "apt install nolang"})");
    const auto outcome = ctl::run({"run", config.folder.write("a.nol", "x")});
    QCOMPARE(outcome.status, 125);
    QVERIFY2(outcome.err.contains("there is no no-such-tool); apt install nolang"), outcome.err);
}

void TestSandbenchctlLanguages::namesTheFaultOfALanguageFile()
{
    const Config config;
    write(
        config.folder, "sandbench/languages/nol.json",
        R"({"id": "nol", "name": "Nolang", "extensions": [".nol"], "default_file_name": "main.nol",
            "run": "no-such-tool"})");
    const auto outcome = ctl::run({"languages"});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains("nol.json") && outcome.err.contains("run"), outcome.err);
}

void TestSandbenchctlLanguages::refusesBadInput_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("says");
    QTest::newRow("unknown language") << "a.py" << QStringList{"--language", "klingon"} << "python";
    QTest::newRow("unknown extension") << "a.xyz" << QStringList() << "--language";
    QTest::newRow("no extension") << "program" << QStringList() << "--language";
}

void TestSandbenchctlLanguages::refusesBadInput()
{
    QFETCH(QString, name);
    QFETCH(QStringList, options);
    QFETCH(QString, says);
    const ctl::Folder folder;
    const auto outcome
        = ctl::run(QStringList("run") + options + QStringList(folder.write(name, "")));
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains(says.toUtf8()), outcome.err);
}

SANDBENCH_TEST(TestSandbenchctlLanguages);
#include "tst_sandbenchctl_languages.moc"
