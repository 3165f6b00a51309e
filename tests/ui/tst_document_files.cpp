// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What saving does to a file on a real disk.
#include "tests/support/test_program.h"
#include "ui/editor/document_files.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace sandbench;
using namespace sandbench::ui;

namespace {
/// While it lives, a test that root runs is an ordinary user's, whose the paths then are: root may
/// write everything.
class OrdinaryUser
{
public:
    explicit OrdinaryUser(const std::vector<std::string>& paths)
        : m_wasRoot(::geteuid() == 0)
    {
        if (!m_wasRoot)
            return;
        for (const auto& path : paths)
            m_is = m_is && ::chown(path.c_str(), kNobody, kNobody) == 0;
        m_is = m_is && ::setresuid(kNobody, kNobody, 0) == 0;
    }
    ~OrdinaryUser()
    {
        if (m_wasRoot && ::setresuid(0, 0, 0) != 0)
            std::abort();
    }
    Q_DISABLE_COPY_MOVE(OrdinaryUser)

    bool is() const { return m_is; }

private:
    static constexpr uid_t kNobody = 65534;
    bool m_wasRoot;
    bool m_is = true;
};

} // namespace

class TestDocumentFiles : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_path = m_dir->filePath(QStringLiteral("a.py")).toStdString();
    }

    void makesANewFileAsTheUmaskSays()
    {
        const mode_t before = ::umask(027);
        const auto written = replaceDocument(m_path, "x = 1\n");
        ::umask(before);
        QVERIFY2(written, written ? "" : written.error().text().c_str());
        QCOMPARE(content(m_path), QByteArray("x = 1\n"));
        QCOMPARE(info(m_path).st_mode & 07777, mode_t{0640});
        QCOMPARE(names(), QStringList{QStringLiteral("a.py")});
    }

    void keepsModeAndOwnerOfTheFileItReplaces()
    {
        put("old");
        QCOMPARE(::chmod(m_path.c_str(), 0755), 0);
        if (::geteuid() == 0)
            QCOMPARE(::chown(m_path.c_str(), 12345, 12346), 0);
        const struct stat before = info(m_path);
        QVERIFY(replaceDocument(m_path, "new"));
        const struct stat after = info(m_path);
        QCOMPARE(content(m_path), QByteArray("new"));
        QVERIFY(after.st_ino != before.st_ino);
        QCOMPARE(after.st_mode, before.st_mode);
        QCOMPARE(after.st_uid, before.st_uid);
        QCOMPARE(after.st_gid, before.st_gid);
    }

    void followsALinkInsteadOfReplacingIt()
    {
        put("old");
        const std::string link = m_dir->filePath(QStringLiteral("link.py")).toStdString();
        QCOMPARE(::symlink("a.py", link.c_str()), 0);
        QVERIFY(replaceDocument(link, "new"));
        QCOMPARE(content(m_path), QByteArray("new"));
        struct stat after = {};
        QCOMPARE(::lstat(link.c_str(), &after), 0);
        QVERIFY(S_ISLNK(after.st_mode));
    }

    void makesTheFileThatADanglingLinkNames()
    {
        const std::string link = m_dir->filePath(QStringLiteral("link.py")).toStdString();
        QCOMPARE(::symlink("a.py", link.c_str()), 0);
        QVERIFY(replaceDocument(link, "new"));
        QCOMPARE(content(m_path), QByteArray("new"));
    }

    void keepsTheOtherNamesOfAFile()
    {
        put("old");
        const std::string other = m_dir->filePath(QStringLiteral("b.py")).toStdString();
        QCOMPARE(::link(m_path.c_str(), other.c_str()), 0);
        QVERIFY(replaceDocument(m_path, "new"));
        QCOMPARE(content(other), QByteArray("new"));
    }

    void leavesTheOldTextAndNothingElseWhenTheDiskIsFull()
    {
        put("old");
        ::signal(SIGXFSZ, SIG_IGN);
        rlimit before = {};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit small = before;
        small.rlim_cur = 1024;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto written = replaceDocument(m_path, std::string(4096, 'x'));
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!written);
        QCOMPARE(written.error().code(), ErrorCode::ResourceExhausted);
        QVERIFY(written.error().text().find("make room") != std::string::npos);
        QCOMPARE(content(m_path), QByteArray("old"));
        QCOMPARE(names(), QStringList{QStringLiteral("a.py")});
    }

    void refusesAFileThatItsOwnerMadeReadOnly()
    {
        put("old");
        const OrdinaryUser user({m_dir->path().toStdString(), m_path});
        QVERIFY(user.is());
        QCOMPARE(::chmod(m_path.c_str(), 0444), 0);
        const auto written = replaceDocument(m_path, "new");
        QVERIFY(!written);
        QCOMPARE(written.error().code(), ErrorCode::PermissionDenied);
        QVERIFY(written.error().text().find("Save As") != std::string::npos);
        QCOMPARE(content(m_path), QByteArray("old"));
    }

    void writesInPlaceWhereTheFolderTakesNoNewFile()
    {
        put("old");
        const OrdinaryUser user({m_dir->path().toStdString(), m_path});
        QVERIFY(user.is());
        QCOMPARE(::chmod(m_dir->path().toUtf8().constData(), 0555), 0);
        const auto written = replaceDocument(m_path, "new");
        QCOMPARE(::chmod(m_dir->path().toUtf8().constData(), 0755), 0);
        QVERIFY2(written, written ? "" : written.error().text().c_str());
        QCOMPARE(content(m_path), QByteArray("new"));
    }

    void saysWhatToDoWhenTheFolderIsGone()
    {
        const auto written = replaceDocument(m_path + "/none/b.py", "x");
        QVERIFY(!written);
        QCOMPARE(written.error().code(), ErrorCode::NotFound);
        QVERIFY(written.error().text().find("Save As") != std::string::npos);
    }

    void refusesWhatIsNoFile()
    {
        QCOMPARE(::mkfifo(m_path.c_str(), 0600), 0);
        const auto written = replaceDocument(m_path, "x");
        QVERIFY(!written);
        QCOMPARE(written.error().code(), ErrorCode::InvalidArgument);
        QCOMPARE(readDocument(m_path).error().code(), ErrorCode::InvalidArgument);
    }

private:
    void put(const QByteArray& bytes) const
    {
        QFile file(QString::fromStdString(m_path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    static QByteArray content(const std::string& path)
    {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static struct stat info(const std::string& path)
    {
        struct stat found = {};
        ::stat(path.c_str(), &found);
        return found;
    }
    QStringList names() const
    {
        return QDir(m_dir->path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::string m_path;
};

SANDBENCH_TEST(TestDocumentFiles);
#include "tst_document_files.moc"
