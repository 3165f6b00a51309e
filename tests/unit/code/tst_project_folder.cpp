// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/project_folder.h"
#include "core/language/project_program.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

using namespace sandbench;
using Paths = std::vector<std::string>;

/// A project on this machine: which of its files a sandbox gets, and which of them is the program.
class TestProjectFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder.emplace(); }
    void cleanup() { m_folder.reset(); }

    void holdsItsFilesSorted();
    void leavesOutVersionControlAndBuildFolders();
    void obeysItsOwnRules();
    void followsLinksInsideOnly();
    void refusesALinkThatLeavesIt_data();
    void refusesALinkThatLeavesIt();
    void opensNothingOutsideAfterwards();
    void leavesOutWhatIsNoFile();
    void refusesWhatItCannotHold();
    void findsTheProgram_data();
    void findsTheProgram();
    void namesTheCandidates();

private:
    void write(const QString& path, const char* text = "x")
    {
        QDir().mkpath(QFileInfo(m_folder->filePath(path)).path());
        QFile file(m_folder->filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    void link(const char* path, const std::string& target)
    {
        std::filesystem::create_symlink(target, m_folder->filePath(path).toStdString());
    }
    Result<ProjectFolder> open(std::uint64_t maxBytes = 0)
    {
        return ProjectFolder::open(m_folder->path().toStdString(), maxBytes);
    }
    static Paths pathsOf(const Result<ProjectFolder>& project)
    {
        if (!project)
            return {project.error().text()};
        Paths paths;
        for (const auto& file : project->files())
            paths.push_back(file.path);
        return paths;
    }

    std::optional<QTemporaryDir> m_folder;
};

void TestProjectFolder::holdsItsFilesSorted()
{
    write("src/b.c", "12345");
    write("a.c", "12");
    write("run.sh");
    QFile::setPermissions(m_folder->filePath("run.sh"), QFile::ReadOwner | QFile::ExeOwner);
    const auto project = open();
    QCOMPARE(pathsOf(project), (Paths{"a.c", "run.sh", "src/b.c"}));
    QCOMPARE(project->bytes(), std::uint64_t(8));
    QCOMPARE(project->files()[0].mode, 0644U);
    QCOMPARE(project->files()[1].mode, 0755U);
    QCOMPARE(*project->readFile("src/b.c", 5), std::string("12345"));
    QCOMPARE(project->readFile("src/b.c", 4).error().code(), ErrorCode::ResourceExhausted);
}

void TestProjectFolder::leavesOutVersionControlAndBuildFolders()
{
    for (const auto* path :
         {".git/config", "sub/.git/x", "build/a.o", "target/debug/x", "a/__pycache__/m.pyc",
          ".venv/bin/python", "cmake-build-debug/x"})
        write(path);
    write("main.py");
    write("rebuild/x");
    QCOMPARE(pathsOf(open()), (Paths{"main.py", "rebuild/x"}));
}

void TestProjectFolder::obeysItsOwnRules()
{
    write("data/large.bin");
    write("data/small.txt");
    write("build/needed.txt");
    write("main.py");
    write(".sandbenchignore", "# a comment\n**/*.bin\n!build\n.sandbenchignore\n");
    QCOMPARE(pathsOf(open()), (Paths{"build/needed.txt", "data/small.txt", "main.py"}));
    write(".sandbenchignore", "[\n");
    const auto broken = open();
    QVERIFY(broken || broken.error().text().find(".sandbenchignore") != std::string::npos);
}

void TestProjectFolder::followsLinksInsideOnly()
{
    write("lib/a.py", "inner");
    link("b.py", "lib/a.py");
    link("dangling.py", "nothing");
    link("libs", "lib"); // a folder: its files come once
    const auto project = open();
    QCOMPARE(pathsOf(project), (Paths{"b.py", "lib/a.py"}));
    QCOMPARE(*project->readFile("b.py", 100), std::string("inner"));
}

void TestProjectFolder::refusesALinkThatLeavesIt_data()
{
    QTest::addColumn<QString>("target");
    QTest::newRow("absolute") << "/etc/passwd";
    QTest::newRow("parent") << "../../../../../etc/passwd";
    QTest::newRow("folder") << "/etc";
    QTest::newRow("process") << "/proc/self/environ";
}

void TestProjectFolder::refusesALinkThatLeavesIt()
{
    QFETCH(QString, target);
    write("main.py");
    link("secret", target.toStdString());
    const auto project = open();
    QVERIFY(!project);
    QCOMPARE(project.error().code(), ErrorCode::InvalidArgument);
    QVERIFY(project.error().message().find("secret") != std::string::npos);
    write(".sandbenchignore", "secret\n");
    QCOMPARE(pathsOf(open()), (Paths{".sandbenchignore", "main.py"}));
}

void TestProjectFolder::opensNothingOutsideAfterwards()
{
    write("sub/main.py");
    const auto project = open();
    QVERIFY(project);
    // The folder is changed between the look and the copy.
    std::filesystem::remove_all(m_folder->filePath("sub").toStdString());
    link("sub", "/etc");
    QVERIFY(!project->openFile("sub/passwd"));
    QVERIFY(!project->openFile("sub/main.py"));
    QVERIFY(!project->openFile("../x"));
    QVERIFY(!project->openFile("/etc/passwd"));
}

void TestProjectFolder::leavesOutWhatIsNoFile()
{
    write("main.py");
    std::filesystem::create_directory(m_folder->filePath("empty").toStdString());
    QCOMPARE(::mkfifo(qPrintable(m_folder->filePath("pipe")), 0600), 0);
    QCOMPARE(pathsOf(open()), Paths{"main.py"});
}

void TestProjectFolder::refusesWhatItCannotHold()
{
    write("a", "123456");
    QVERIFY(open(6));
    QCOMPARE(open(5).error().code(), ErrorCode::ResourceExhausted);
    QCOMPARE(
        ProjectFolder::open(m_folder->filePath("a").toStdString(), 0).error().code(),
        ErrorCode::InvalidArgument);
    QCOMPARE(
        ProjectFolder::open(m_folder->filePath("none").toStdString(), 0).error().code(),
        ErrorCode::NotFound);
    write(QString::fromLatin1("x"));
    const auto odd = m_folder->path().toStdString() + "/\xff.py";
    const UniqueFd file(::open(odd.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    QVERIFY(file);
    QCOMPARE(open().error().code(), ErrorCode::InvalidArgument);
    QCOMPARE(::unlink(odd.c_str()), 0);
}

void TestProjectFolder::findsTheProgram_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("program");
    QTest::newRow("default name") << QStringList{"helper.py", "main.py"} << ""
                                  << "main.py";
    QTest::newRow("top first") << QStringList{"main.go", "cmd/main.go"} << ""
                               << "main.go";
    QTest::newRow("below") << QStringList{"src/main.rs", "src/lib.rs"} << ""
                           << "src/main.rs";
    QTest::newRow("only one") << QStringList{"README.md", "tool.rb"} << ""
                              << "tool.rb";
    QTest::newRow("by language") << QStringList{"main.c", "main.py"} << "c"
                                 << "main.c";
    QTest::newRow("two") << QStringList{"main.c", "main.py"} << ""
                         << "";
    QTest::newRow("none") << QStringList{"README.md"} << ""
                          << "";
    QTest::newRow("none of the language") << QStringList{"main.py"} << "go"
                                          << "";
    QTest::newRow("empty") << QStringList() << ""
                           << "";
}

void TestProjectFolder::findsTheProgram()
{
    QFETCH(QStringList, files);
    QFETCH(QString, language);
    QFETCH(QString, program);
    Paths paths;
    for (const auto& file : files)
        paths.push_back(file.toStdString());
    const auto catalog = LanguageCatalog::load();
    QVERIFY(catalog);
    const auto found = findProgram(paths, *catalog, language.toStdString());
    QCOMPARE(found ? QString::fromStdString(*found) : QString(), program);
}

void TestProjectFolder::namesTheCandidates()
{
    Paths paths;
    for (int i = 0; i < 20; ++i)
        paths.push_back("tool" + std::to_string(i) + ".py");
    const auto catalog = LanguageCatalog::load();
    QVERIFY(catalog);
    const auto found = findProgram(paths, *catalog, "");
    QVERIFY(!found);
    QCOMPARE(found.error().code(), ErrorCode::InvalidArgument);
    QVERIFY(found.error().message().find("tool0.py, tool1.py") != std::string::npos);
    QVERIFY(found.error().message().find("12 more") != std::string::npos);
}

SANDBENCH_TEST(TestProjectFolder);
#include "tst_project_folder.moc"
