// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/language/command_words.h"
#include "core/language/host_tools.h"
#include "core/language/java_names.h"
#include "core/session/run_plan.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using Words = std::vector<std::string>;

namespace {

Language languageOf(const char* id)
{
    return *LanguageCatalog::load()->find(id);
}

Result<RunPlan> planned(const char* id, const RunRequest& request, const std::string& fileName)
{
    static Language language;
    language = languageOf(id);
    return planRun(request, language, {fileName, "r1"}, {}, GuestLayout());
}

Words wordsOf(const Json& list)
{
    return list.get<Words>();
}

} // namespace

/// From a language's data to the commands of one run.
class TestLanguageCommands : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fillsInPlaceholders_data();
    void fillsInPlaceholders();
    void doesNotLookAgainAtWhatItPutIn();
    void refusesWhatIsNoPlaceholderInItsPlace_data();
    void refusesWhatIsNoPlaceholderInItsPlace();
    void findsJavasNames_data();
    void findsJavasNames();
    void findsJavasNamesInLinearTime();
    void compilesIntoAFolderOfItsOwn();
    void buildsTheSourcesOfAProjectTogether();
    void buildsOnlyTheFilesOfGosPackage();
    void namesJavasFileAfterItsPublicClass();
    void putsEnvironmentsIntoTheSandboxsFolders();
    void compilesNothingForACommand();
    void writesWhatACompilerNeedsBesideItsOutput();
    void knowsWhichToolsAreMissing();
};

void TestLanguageCommands::fillsInPlaceholders_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plain") << "-O1"
                           << "-O1";
    QTest::newRow("file") << "{file}"
                          << "/work/src/a.b.c";
    QTest::newRow("inside") << "-I{root}/x"
                            << "-I/work/x";
    QTest::newRow("stem") << "{build}/{stem}"
                          << "/out/a.b";
    QTest::newRow("module") << "{build}/{module}.js"
                            << "/out/src/a.b.js";
    QTest::newRow("class") << "{class}"
                           << "p.Main";
    QTest::newRow("other braces") << "${X} {} {A} {"
                                  << "${X} {} {A} {";
    QTest::newRow("brace before") << "{{home}}"
                                  << "{/home/user}";
    QTest::newRow("tmp and work") << "{tmp}:{work}"
                                  << "/tmp:/work";
    QTest::newRow("empty") << ""
                           << "";
}

void TestLanguageCommands::fillsInPlaceholders()
{
    QFETCH(QString, word);
    QFETCH(QString, expected);
    CommandValues values;
    values.file = "/work/src/a.b.c";
    values.root = "/work";
    values.build = "/out";
    values.mainClass = "p.Main";
    values.home = "/home/user";
    values.temporary = "/tmp";
    values.work = "/work";
    QCOMPARE(
        QString::fromStdString(fillIn(std::string_view(word.toStdString()), values)), expected);
}

void TestLanguageCommands::doesNotLookAgainAtWhatItPutIn()
{
    CommandValues values;
    values.file = "/work/{build}";
    values.files = {"{args}", "b"};
    values.arguments = {"{file}", ""};
    values.build = "X";
    const Words words = {"{file}", "{files}", "{args}"};
    QCOMPARE(
        fillIn(std::span<const std::string>(words), values),
        (Words{"/work/{build}", "{args}", "b", "{file}", ""}));
}

void TestLanguageCommands::refusesWhatIsNoPlaceholderInItsPlace_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<int>("place");
    QTest::newRow("unknown") << "{fiel}" << int(CommandPlace::Run);
    QTest::newRow("list in a word") << "x{args}" << int(CommandPlace::Run);
    QTest::newRow("arguments of a compiler") << "{args}" << int(CommandPlace::Compile);
    QTest::newRow("class of a compiler") << "{class}" << int(CommandPlace::Compile);
    QTest::newRow("files of a program") << "{files}" << int(CommandPlace::Run);
    QTest::newRow("file in the environment") << "{file}" << int(CommandPlace::Environment);
    QTest::newRow("second of two") << "{home}{nothing}" << int(CommandPlace::Environment);
}

void TestLanguageCommands::refusesWhatIsNoPlaceholderInItsPlace()
{
    QFETCH(QString, word);
    QFETCH(int, place);
    const auto checked = checkCommandWord(word.toStdString(), static_cast<CommandPlace>(place));
    QVERIFY(!checked);
    QVERIFY(checked.error().message().find('{') != std::string::npos);
}

void TestLanguageCommands::findsJavasNames_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("publicClass");
    QTest::addColumn<QString>("mainClass");
    const auto row = [](const char* name, const char* source, const char* type, const char* main) {
        QTest::newRow(name) << source << type << main;
    };
    row("public", "public class Hello { }", "Hello", "Hello");
    row("package", "package a . b; public final class X {}", "X", "a.b.X");
    row("comments", "// public class A\n/* public class B { */ public /*c*/ class C {}", "C", "C");
    row("strings",
        "class A { String s = \"} public class B {\"; char c = '\\''; } public enum D {}", "D",
        "D");
    row("text block", "class A { String s = \"\"\"\n\" } public class B { \"\"\"; }", "", "A");
    row("nested", "class A { public static class B { public static void main(String[] a) {} } }",
        "", "A");
    row("main elsewhere", "public class A {} class B { public static void main(String... a) {} }",
        "A", "B");
    row("record", "public record P(int x) {}", "P", "P");
    row("annotation", "@Deprecated(since = \"1\") public class Q {}", "Q", "Q");
    row("interface", "public sealed interface I permits J {} final class J implements I {}", "I",
        "I");
    row("unicode", "public class Größe {}", "Größe", "Größe");
    row("first of two", "class A {} class B {}", "", "A");
    row("class literal", "@Run(X.class) class T {}", "", "T");
    row("import", "import public.x; class T {}", "", "T");
    row("nothing", "", "", "");
    row("unfinished comment", "/* public class A {}", "", "");
    row("unfinished string", "class A { String s = \"; }\npublic class B {}", "", "A");
    row("closing braces", "}}} public class B {}", "B", "B");
}

void TestLanguageCommands::findsJavasNames()
{
    QFETCH(QString, source);
    QFETCH(QString, publicClass);
    QFETCH(QString, mainClass);
    const auto names = javaNames(source.toStdString());
    QCOMPARE(QString::fromStdString(names.publicClass), publicClass);
    QCOMPARE(QString::fromStdString(names.mainClass), mainClass);
}

void TestLanguageCommands::findsJavasNamesInLinearTime()
{
    std::string hostile;
    while (hostile.size() < 4U << 20)
        hostile += "\"\"\" /* public class '\\ package a.b.";
    QVERIFY(javaNames(hostile).mainClass.size() < 1000);
    QVERIFY(javaNames("package " + std::string(1U << 20, 'a')).mainClass.empty());
}

void TestLanguageCommands::compilesIntoAFolderOfItsOwn()
{
    RunRequest request;
    request.code = "int main() {}";
    request.arguments = {"-x", "{file}"};
    const auto plan = planned("cpp", request, "main.cpp");
    QVERIFY(plan);
    QCOMPARE(plan->buildFolder, std::string("/tmp/sandbench-build-r1"));
    QCOMPARE(wordsOf(plan->run["argv"]), (Words{"/tmp/sandbench-build-r1/main", "-x", "{file}"}));
    const auto& steps = plan->run["steps"];
    QCOMPARE(steps.size(), std::size_t(1));
    QCOMPARE(steps[0]["name"].get<std::string>(), std::string("g++"));
    const auto argv = wordsOf(steps[0]["argv"]);
    QCOMPARE(std::count(argv.begin(), argv.end(), "/work/main.cpp"), 1);
    QCOMPARE(std::count(argv.begin(), argv.end(), "/tmp/sandbench-build-r1/main"), 1);
}

void TestLanguageCommands::buildsTheSourcesOfAProjectTogether()
{
    RunRequest request;
    request.files = {{"lib/a.c", ""}, {"a.h", ""}, {"notes.cpp", ""}, {"main.c", "old"}};
    const auto plan = planned("c", request, "main.c");
    QVERIFY(plan);
    const auto argv = wordsOf(plan->run["steps"][0]["argv"]);
    QCOMPARE(std::count(argv.begin(), argv.end(), "/work/lib/a.c"), 1);
    QCOMPARE(std::count(argv.begin(), argv.end(), "/work/main.c"), 1);
    for (const auto* other : {"/work/a.h", "/work/notes.cpp"})
        QCOMPARE(std::count(argv.begin(), argv.end(), other), 0);
}

void TestLanguageCommands::buildsOnlyTheFilesOfGosPackage()
{
    RunRequest request;
    request.files = {{"b.go", ""}, {"b_test.go", ""}, {"sub/c.go", ""}};
    const auto plan = planned("go", request, "main.go");
    QVERIFY(plan);
    const auto argv = wordsOf(plan->run["steps"][0]["argv"]);
    QCOMPARE(Words(argv.end() - 2, argv.end()), (Words{"/work/main.go", "/work/b.go"}));
}

void TestLanguageCommands::namesJavasFileAfterItsPublicClass()
{
    RunRequest request;
    request.code = "package p; public class Hello { public static void main(String[] a) {} }";
    request.fileName = "snippet.java";
    QCOMPARE(*programFileName(request, languageOf("java")), std::string("Hello.java"));
    const auto plan = planned("java", request, "Hello.java");
    QVERIFY(plan);
    const auto argv = wordsOf(plan->run["argv"]);
    QCOMPARE(argv.back(), std::string("p.Hello"));
    request.code = "class A {}";
    QCOMPARE(*programFileName(request, languageOf("java")), std::string("snippet.java"));
    request.fileName.clear();
    QCOMPARE(*programFileName(request, languageOf("java")), std::string("Main.java"));
    request.code = "public class A {}";
    QCOMPARE(*programFileName(request, languageOf("python")), std::string("main.py"));
}

void TestLanguageCommands::putsEnvironmentsIntoTheSandboxsFolders()
{
    const auto env = programEnvironment(languageOf("go"), {}, {}, GuestLayout());
    QCOMPARE(env.at("GOCACHE"), std::string("/home/user/.cache/go-build"));
    const auto own
        = programEnvironment(languageOf("go"), {{"GOCACHE", "{home}"}}, {}, GuestLayout());
    QCOMPARE(own.at("GOCACHE"), std::string("{home}"));
}

void TestLanguageCommands::compilesNothingForACommand()
{
    RunRequest request;
    request.command = {"true"};
    const auto plan = planned("rust", request, "main.rs");
    QVERIFY(plan);
    QVERIFY(plan->buildFolder.empty());
    QVERIFY(!plan->run.contains("steps"));
}

void TestLanguageCommands::writesWhatACompilerNeedsBesideItsOutput()
{
    const auto language = languageOf("typescript");
    RunRequest request;
    request.code = "let x = 1";
    const auto plan = planRun(request, language, {"main.ts", "r1"}, {}, GuestLayout());
    QVERIFY(plan);
    QCOMPARE(plan->files.size(), std::size_t(3));
    QCOMPARE(plan->files[0].path, std::string("/tmp/sandbench-build-r1/types/node/index.d.ts"));
    QCOMPARE(
        plan->files[1].path, std::string("/tmp/sandbench-build-r1/types/sandbench/index.d.ts"));
    QCOMPARE(plan->files[2].path, std::string("/work/main.ts"));
}

void TestLanguageCommands::knowsWhichToolsAreMissing()
{
    Language language;
    language.probe = {"sh", "no-such-program", "neither"};
    QCOMPARE(missingTools(language), (Words{"no-such-program", "neither"}));
    language.probe = {"sh"};
    QVERIFY(missingTools(language).empty());
    QVERIFY(findHostTool("sh").ends_with("/sh"));
}

SANDBENCH_TEST(TestLanguageCommands);
#include "tst_language_commands.moc"
