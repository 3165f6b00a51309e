// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/archive_check.h"
#include "core/archive/ignore_rules.h"
#include "core/engine/docker/build_context.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::docker;

namespace {

Result<std::string> readAll(FolderArchive& archive, std::size_t piece = 5000)
{
    std::string all;
    std::vector<char> chunk(piece);
    for (;;) {
        SANDBENCH_TRY(const auto size, archive.read(chunk));
        if (size == 0)
            return all;
        all.append(chunk.data(), size);
    }
}

/// A folder to build from.
class Context
{
public:
    QString path(const QString& name = {}) const
    {
        return name.isEmpty() ? m_folder.path() : m_folder.filePath(name);
    }

    void write(const QString& name, const QByteArray& bytes = "x") const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    // Names in the archive, as the system's tar reads it.
    QStringList packed(bool podman = false, const QString& file = {}) const
    {
        BuildRequest request;
        request.contextFolder = path().toStdString();
        request.file = file.toStdString();
        auto context = openBuildContext(request, podman);
        if (!context)
            return {QString::fromStdString(context.error().text())};
        const auto bytes = readAll(*context->archive);
        if (!bytes)
            return {QString::fromStdString(bytes.error().text())};
        return tar({"-t"}, *bytes).split('\n', Qt::SkipEmptyParts);
    }

    static QString tar(const QStringList& arguments, const std::string& bytes)
    {
        QProcess process;
        process.start("tar", arguments);
        process.write(QByteArray::fromStdString(bytes));
        process.closeWriteChannel();
        process.waitForFinished();
        return QString::fromUtf8(process.readAllStandardOutput())
            + QString::fromUtf8(process.readAllStandardError());
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

class TestBuildContext : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matchesAsDockerignoreSays_data()
    {
        QTest::addColumn<QString>("rules");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("excluded");
        const auto row = [](const char* rules, const char* path, bool excluded) {
            QTest::newRow(qPrintable(QString("%1 | %2").arg(rules, path)))
                << rules << path << excluded;
        };
        row("", "a", false);
        row("a", "a", true);
        row("a", "a/b/c", true);
        row("a", "b/a", false);
        row("/a/", "a", true);
        row("  a  ", "a", true);
        row("./a/../b", "b", true);
        row("# a\na", "a", true);
        row("#a", "#a", false);
        row("\\#a", "#a", true);
        row("*", "a/b", true);
        row("*.log", "x.log", true);
        row("*.log", "d/x.log", false);
        row("*/x*", "d/xyz", true);
        row("*/x*", "d/e/xyz", false);
        row("**/x", "x", true);
        row("**/x", "a/b/x", true);
        row("**/x", "a/bx", false);
        row("a/**", "a/b/c", true);
        row("a/**", "a", false);
        row("a/**/c", "a/c", true);
        row("a/**/c", "a/b/b/c", true);
        row("**", "anything/at/all", true);
        row("?", "a", true);
        row("?", "/", false);
        row("a?c", "abc", true);
        row("[a-c]x", "bx", true);
        row("[^a-c]x", "bx", false);
        row("[]x]", "]", true);
        row("[", "[", true);
        row("\\*", "*", true);
        row("\\*", "a", false);
        row("*\n!keep", "keep", false);
        row("*\n!keep", "lose", true);
        row("*\n!keep", "keep/inside", false);
        row("!keep\n*", "keep", true);
        row("a\n!a/b\na/b/c", "a/b/x", false);
        row("a\n!a/b\na/b/c", "a/b/c", true);
        row("*.md\n!README*.md\nREADME-secret.md", "README-secret.md", true);
        row("*.md\n!README*.md\nREADME-secret.md", "README-open.md", false);
        row("a\r\nb\r\n", "b", true);
        row("..", "a", false);
        row("../x", "x", true);
        row(".", "a", false);
    }

    void matchesAsDockerignoreSays()
    {
        QFETCH(QString, rules);
        QFETCH(QString, path);
        QFETCH(bool, excluded);
        const auto parsed = IgnoreRules::parse(rules.toStdString());
        QVERIFY(parsed);
        QCOMPARE(parsed->excludes(path.toStdString()), excluded);
    }

    void namesTheRuleThatIsNone()
    {
        const auto rules = IgnoreRules::parse("a\n!\n");
        QVERIFY(!rules);
        QVERIFY(rules.error().message().find("line 2") != std::string::npos);
        QVERIFY(!IgnoreRules::parse(std::string(2000, 'a')));
    }

    void isNotSlowedDownByHostileRules()
    {
        std::string pattern;
        for (int i = 0; i < 300; ++i)
            pattern += "*a";
        const auto rules = IgnoreRules::parse(pattern + "b");
        QVERIFY(rules);
        QVERIFY(!rules->excludes(std::string(4000, 'a')));
    }

    void packsWhatTheRulesLeave()
    {
        const Context context;
        context.write("Dockerfile", "FROM scratch");
        context.write(".dockerignore", "*.log\nnode_modules\nDockerfile\n!deep/keep.log\nempty/*");
        context.write("a.txt");
        context.write("a.log");
        context.write("deep/keep.log");
        context.write("deep/b.txt");
        context.write("empty/c");
        context.write("node_modules/x/y");
        const QStringList expected = {".dockerignore", "Dockerfile",    "a.txt", "deep/",
                                      "deep/b.txt",    "deep/keep.log", "empty/"};
        QCOMPARE(context.packed(), expected);
    }

    void looksForTheRulesOfTheFileFirst()
    {
        const Context context;
        context.write("my.Dockerfile", "FROM scratch");
        context.write("my.Dockerfile.dockerignore", "a");
        context.write(".dockerignore", "b");
        context.write("a");
        context.write("b");
        QCOMPARE(
            context.packed(false, "my.Dockerfile"),
            QStringList({"b", "my.Dockerfile", "my.Dockerfile.dockerignore"}));
    }

    void followsContainerignoreForPodmanOnly()
    {
        const Context context;
        context.write("Containerfile", "FROM scratch");
        context.write(".containerignore", "a");
        context.write("a");
        QVERIFY(!context.packed(true).contains("a"));
        QVERIFY(context.packed(false).contains("a"));
    }

    void takesTheFileThatTheEngineIsNamedFor()
    {
        const Context context;
        context.write("Dockerfile", "FROM docker");
        context.write("Containerfile", "FROM podman");
        BuildRequest request;
        request.contextFolder = context.path().toStdString();
        QCOMPARE(openBuildContext(request, true)->file, std::string("Containerfile"));
        QCOMPARE(openBuildContext(request, false)->file, std::string("Dockerfile"));
    }

    void sendsAFileFromElsewhereAsWell()
    {
        const Context context, other;
        context.write("a");
        other.write("Dockerfile", "FROM scratch");
        BuildRequest request;
        request.contextFolder = context.path().toStdString();
        request.file = other.path("Dockerfile").toStdString();
        auto opened = openBuildContext(request, false);
        QVERIFY(opened);
        const auto bytes = readAll(*opened->archive);
        QVERIFY(bytes);
        const auto name = QString::fromStdString(opened->file);
        QCOMPARE(Context::tar({"-t"}, *bytes), name + "\na\n");
        QCOMPARE(Context::tar({"-xO", name}, *bytes), QString("FROM scratch"));
    }

    void neverLeavesTheFolder()
    {
        const Context context, outside;
        outside.write("secret/key", "top");
        context.write("Dockerfile", "FROM scratch");
        QVERIFY(QFile::link(outside.path("secret"), context.path("folder-link")));
        QVERIFY(QFile::link(outside.path("secret/key"), context.path("file-link")));
        QVERIFY(QFile::link("/nonexistent", context.path("broken-link")));
        const auto names = context.packed();
        QCOMPARE(names, QStringList({"Dockerfile", "broken-link", "file-link", "folder-link"}));
        BuildRequest request;
        request.contextFolder = context.path().toStdString();
        const auto bytes = readAll(*openBuildContext(request, false)->archive);
        QVERIFY(bytes);
        QVERIFY(
            Context::tar({"-tv"}, *bytes).contains("file-link -> " + outside.path("secret/key")));
        QVERIFY(bytes->find("top") == std::string::npos);
    }

    void leavesSocketsAndPipesOut()
    {
        const Context context;
        context.write("Dockerfile", "FROM scratch");
        QCOMPARE(::mkfifo(qPrintable(context.path("pipe")), 0600), 0);
        const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address = {AF_UNIX, {}};
        qstrncpy(address.sun_path, qPrintable(context.path("socket")), sizeof address.sun_path);
        QCOMPARE(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        QCOMPARE(context.packed(), QStringList({"Dockerfile"}));
        ::close(fd);
    }

    void keepsNamesModesAndContents()
    {
        const Context context;
        const QByteArray content(200000, 'z');
        const QString odd = QString("d/") + QString(200, 'n') + " \xc3\xa4";
        context.write("Dockerfile", "FROM scratch");
        context.write(odd, content);
        QFile::setPermissions(
            context.path(odd), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        BuildRequest request;
        request.contextFolder = context.path().toStdString();
        const auto bytes = readAll(*openBuildContext(request, false)->archive, 7);
        QVERIFY(bytes);
        QCOMPARE(Context::tar({"-xO", odd}, *bytes).toUtf8(), content);
        const auto listed = Context::tar({"-tv", "--numeric-owner"}, *bytes);
        QVERIFY2(listed.contains("-rwx------ 0/0"), qPrintable(listed));
    }

    void saysWhatIsMissing()
    {
        const Context context;
        QVERIFY(context.packed().first().contains("no Dockerfile or Containerfile"));
        QVERIFY(context.packed(false, "other").first().contains("other"));
        BuildRequest request;
        request.contextFolder = context.path("missing").toStdString();
        const auto opened = openBuildContext(request, false);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code(), ErrorCode::InvalidArgument);
    }

    void noticesAFileThatShrinksWhileItIsRead()
    {
        const Context context;
        context.write("a", QByteArray(300000, 'a'));
        auto archive = FolderArchive::open(context.path().toStdString(), {});
        QVERIFY(archive);
        std::vector<char> chunk(1000);
        QVERIFY((*archive)->read(chunk));
        QCOMPARE(::truncate(qPrintable(context.path("a")), 10), 0);
        const auto rest = readAll(**archive);
        QVERIFY(!rest);
        QCOMPARE(rest.error().code(), ErrorCode::Io);
    }

    void namesTheImagesThatABuildBeginsWith()
    {
        const auto images = baseImagesOf(
            "# FROM no\nFROM --platform=linux/arm64 r.test/a:1 AS one\nfrom b\nFROM one\n"
            "FROM scratch\nFROM $x\nFROM b as two\nCOPY --from=two x y\nFROM\n");
        const std::vector<std::string> expected = {"r.test/a:1", "b"};
        QCOMPARE(images, expected);
    }

    void knowsAnArchiveFromAnotherFile()
    {
        const Context context;
        context.write("a");
        context.write("text", "this is no archive at all");
        context.write("nothing", "");
        QCOMPARE(
            QProcess::execute("tar", {"-C", context.path(), "-cf", context.path("a.tar"), "a"}), 0);
        QCOMPARE(
            QProcess::execute("tar", {"-C", context.path(), "-czf", context.path("a.tgz"), "a"}),
            0);
        QVERIFY(checkIsArchive(context.path("a.tar").toStdString()));
        QVERIFY(checkIsArchive(context.path("a.tgz").toStdString()));
        for (const char* name : {"text", "nothing", ""})
            QCOMPARE(
                checkIsArchive(context.path(name).toStdString()).error().code(),
                ErrorCode::InvalidArgument);
        QCOMPARE(
            checkIsArchive(context.path("missing").toStdString()).error().code(),
            ErrorCode::NotFound);
    }
};

SANDBENCH_TEST(TestBuildContext);
#include "tst_build_context.moc"
