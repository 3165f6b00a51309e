// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What becomes of a history whose file is old, new, damaged, locked, full or read-only. The program
// that dies in here is this one, started again.
#include "core/workspace/history_tables.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/history_under_test.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/mount.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::workspace;

namespace {

/// As it was before there were versions, with runs r-1 and r-2.
constexpr const char* kFirstVersion
    = "CREATE TABLE runs (number INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL UNIQUE, "
      "caller TEXT NOT NULL, sandbox_id TEXT NOT NULL, language TEXT NOT NULL, verdict TEXT NOT "
      "NULL, started_at TEXT NOT NULL, wall_seconds REAL NOT NULL, record TEXT NOT NULL);"
      "CREATE INDEX runs_by_caller ON runs (caller, number);"
      "INSERT INTO runs VALUES (1, 'r-1', 'one', 's-1', 'python', 'exited', "
      "'2026-11-22T20:00:00.000Z', 0.5, '{\"run_id\": \"r-1\", \"verdict\": \"exited\"}'), "
      "(7, 'r-2', 'two', 's-1', 'bash', 'signaled', '2026-11-22T20:01:00.000Z', 1.5, "
      "'{\"run_id\": \"r-2\", \"verdict\": \"signaled\"}')";

/// Nothing where it went well.
std::string executed(const std::string& path, const char* sql, Database::Steps steps = {})
{
    auto database = Database::open(path, steps);
    const auto done = database ? database->execute(sql) : Result<void>(database.error());
    return done ? std::string() : done.error().text();
}

/// TEST other migrate PATH
std::optional<int> dieMigrating(int argc, char** argv)
{
    if (argc != 4 || std::string_view(argv[1]) != "other")
        return std::nullopt;
    auto database = Database::open(argv[3], {});
    if (!database)
        return 1;
    for (const char* sql :
         {"PRAGMA cache_size=1", "BEGIN IMMEDIATE", historySteps()[1],
          "UPDATE runs SET caller = 'nobody'"})
        if (!database->execute(sql))
            return 1;
    ::kill(::getpid(), SIGKILL);
    return 1;
}

/// A small disk of its own, where the machine lets us.
class SmallDisk
{
public:
    explicit SmallDisk(const QString& path)
        : m_path(path.toStdString())
    {
        QDir().mkpath(path);
        m_isThere = ::mount("tmpfs", m_path.c_str(), "tmpfs", 0, "size=512k,mode=0700") == 0;
    }
    ~SmallDisk()
    {
        if (m_isThere)
            ::umount2(m_path.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    bool isThere() const { return m_isThere; }
    bool makeReadOnly(bool isReadOnly) const
    {
        const unsigned long flags = isReadOnly ? MS_REMOUNT | MS_RDONLY : MS_REMOUNT;
        return ::mount("tmpfs", m_path.c_str(), "tmpfs", flags, "size=512k") == 0;
    }
    bool fill() const
    {
        QFile file(QString::fromStdString(m_path) + "/filling");
        const QByteArray bytes(4096, 'x');
        if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            return false;
        while (file.write(bytes) == bytes.size()) { }
        return true;
    }
    bool empty() const { return QFile::remove(QString::fromStdString(m_path) + "/filling"); }
    std::string path() const { return m_path + "/history.sqlite"; }

private:
    const std::string m_path;
    bool m_isThere = false;
};

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

bool write(const std::string& path, const QByteArray& bytes)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

} // namespace

class TestRunHistoryFiles : public QObject
{
    Q_OBJECT

private:
    std::string path(const char* name) const { return m_folder->filePath(name).toStdString(); }

    /// What was set aside beside the history of that name.
    QStringList damaged(const char* name) const
    {
        return QDir(m_folder->path()).entryList({QString(name) + ".damaged-*"});
    }

    std::unique_ptr<RunHistory> open(const std::string& file, HistoryBounds bounds = {})
    {
        auto history = openRunHistory(file, m_told->function(), bounds);
        (void)history->find(localCaller(), "none"); // waits until its file is open, or cannot be
        return history;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ToldProblems> m_told;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_told = std::make_unique<ToldProblems>();
    }

    void takesOverWhatTheFirstVersionWrote()
    {
        const auto file = path("old.db");
        QCOMPARE(executed(file, kFirstVersion), std::string());
        const auto history = open(file, {2, 1 << 20, 1000});
        QCOMPARE(idsIn(*history), std::string("r-2 r-1"));
        const auto found = history->find(readerOf("two"), "r-2");
        QVERIFY(found && jsonString(*found, "verdict") == "signaled");
        // They count for the bounds, as does what a program of the first version adds now.
        QCOMPARE(
            executed(
                file,
                "INSERT INTO runs (run_id, caller, sandbox_id, language, verdict, started_at, "
                "wall_seconds, record) VALUES ('r-3', 'two', 's-1', 'bash', 'exited', '', 1, '{}')",
                historySteps()),
            std::string());
        history->end("two", recordOf("r-4"));
        QCOMPARE(idsIn(*history), std::string("r-4 r-1"));
        QCOMPARE(m_told->all(), QStringList());
    }

    void survivesTheEndOfAMigration()
    {
        const auto file = path("killed.db");
        QCOMPARE(executed(file, kFirstVersion), std::string());
        QProcess other;
        other.start(
            QCoreApplication::applicationFilePath(),
            {"tst_run_history_files", "other", "migrate", QString::fromStdString(file)});
        QVERIFY(other.waitForFinished(kFilePatience) && other.exitStatus() == QProcess::CrashExit);
        QCOMPARE(idsInFile(file), std::string("r-2 r-1"));
        const auto history = open(file);
        QVERIFY(history->find(readerOf("one"), "r-1"));
        QCOMPARE(m_told->all(), QStringList());
    }

    void readsWhatItCannotMigrate()
    {
        const auto file = path("odd.db");
        QCOMPARE(executed(file, kFirstVersion), std::string());
        QCOMPARE(executed(file, "CREATE TABLE totals (of TEXT)"), std::string());
        const auto history = open(file);
        QCOMPARE(idsIn(*history), std::string("r-2 r-1"));
        QVERIFY2(m_told->isOnly("cannot be written"), qPrintable(m_told->all().join('\n')));
        QCOMPARE(executed(file, "DROP TABLE totals", historySteps().first(1)), std::string());
        history->end("one", recordOf("r-3"));
        QTRY_COMPARE_WITH_TIMEOUT(idsInFile(file), std::string("r-3 r-2 r-1"), kFilePatience);
    }

    void setsADamagedFileAside_data()
    {
        QTest::addColumn<QString>("how");
        QTest::newRow("no database at all") << "garbage";
        QTest::newRow("its end is missing") << "truncated";
        QTest::newRow("its beginning is missing") << "header";
    }

    void setsADamagedFileAside()
    {
        QFETCH(QString, how);
        const auto file = path("bad.db");
        for (int times = 1; times <= 2; ++times) {
            {
                const auto history = open(file);
                for (int i = 0; i < 20; ++i)
                    history->end("one", recordOf("r-" + std::to_string(i), std::string(5000, 'x')));
            }
            auto bytes = bytesOf(QString::fromStdString(file));
            QVERIFY(bytes.size() > 100'000);
            const QByteArray spoiled = how == "garbage" ? QByteArray(5000, 'g')
                : how == "truncated"                    ? bytes.left(bytes.size() / 2)
                                                        : QByteArray(4096, '\0') + bytes.mid(4096);
            QVERIFY(write(file, spoiled) && write(file + "-wal", "log"));
            const auto history = open(file);
            history->end("one", recordOf("r-new"));
            QCOMPARE(idsIn(*history), std::string("r-new"));
            const auto aside = damaged("bad.db").filter(QRegularExpression("\\d$"));
            QCOMPARE(aside.size(), times); // the older one is still there
            QCOMPARE(damaged("bad.db").filter(QRegularExpression("-wal$")).size(), times);
            QCOMPARE(bytesOf(m_folder->filePath(aside.last())), spoiled);
            QCOMPARE(m_told->all().size(), times);
            QVERIFY(m_told->all().last().contains(aside.last()));
        }
    }

    void beginsInAnEmptyFile()
    {
        const auto file = path("empty.db");
        QVERIFY(write(file, {}));
        const auto history = open(file);
        history->end("one", recordOf("r-1"));
        QCOMPARE(idsIn(*history), std::string("r-1"));
        QVERIFY(damaged("empty.db").isEmpty() && m_told->all().isEmpty());
    }

    void findsDamageInTheMiddle()
    {
        const auto file = path("middle.db");
        {
            const auto history = open(file);
            for (int i = 0; i < 50; ++i)
                history->end("one", recordOf("r-" + std::to_string(i), std::string(5000, 'x')));
        }
        auto bytes = bytesOf(QString::fromStdString(file));
        constexpr int kPage = 4096;
        for (int page = 8; page < bytes.size() / kPage; ++page)
            bytes.replace(page * kPage, kPage, QByteArray(kPage, '\xee'));
        QVERIFY(write(file, bytes));
        const auto history = open(file);
        history->end("one", recordOf("r-new"));
        QTRY_COMPARE_WITH_TIMEOUT(idsInFile(file), std::string("r-new"), kFilePatience);
        QCOMPARE(damaged("middle.db").filter(QRegularExpression("\\d$")).size(), 1);
        QVERIFY2(
            m_told->all().last().contains("was damaged"), qPrintable(m_told->all().join('\n')));
    }

    void goesOnWhereItsFileWasMovedAway()
    {
        const auto file = path("moved.db");
        const auto history = open(file);
        history->end("one", recordOf("r-1"));
        QCOMPARE(idsIn(*history), std::string("r-1"));
        for (const char* suffix : {"", "-wal", "-shm"})
            QVERIFY(QFile::remove(QString::fromStdString(file + suffix)));
        history->end("one", recordOf("r-2"));
        QTRY_COMPARE_WITH_TIMEOUT(idsInFile(file), std::string("r-2"), kFilePatience);
        QCOMPARE(idsIn(*history), std::string("r-2"));
    }

    void onlyReadsWhatANewerVersionWrote()
    {
        const auto file = path("newer.db");
        QCOMPARE(executed(file, kFirstVersion), std::string());
        QCOMPARE(executed(file, "PRAGMA user_version=99"), std::string());
        const auto before = bytesOf(QString::fromStdString(file));
        for (const bool isReadable : {false, true}) {
            const auto history = open(file);
            history->begin("one", recordOf("r-3", ""));
            history->end("one", recordOf("r-3"));
            if (!isReadable) { // a column of our newest version is not there
                QVERIFY(!history->list(localCaller(), {}, 10));
                QVERIFY(!history->find(localCaller(), "r-1"));
            } else {
                QCOMPARE(idsIn(*history), std::string("r-2 r-1"));
                QVERIFY(history->find(readerOf("one"), "r-1"));
            }
            QVERIFY2(
                m_told->all().last().contains("update this Sandbench"),
                qPrintable(m_told->all().join('\n')));
            if (!isReadable) {
                QCOMPARE(bytesOf(QString::fromStdString(file)), before);
                QVERIFY(QFile::remove(QString::fromStdString(file)));
                QCOMPARE(executed(file, kFirstVersion), std::string());
                QVERIFY(open(file));
                QCOMPARE(executed(file, "PRAGMA user_version=98", historySteps()), std::string());
            }
        }
        // Each program also said at its end what it could not add.
        QCOMPARE(m_told->all().filter("update this Sandbench").size(), 2);
        QCOMPARE(m_told->all().filter("1 run will never be").size(), 2);
        QVERIFY(damaged("newer.db").isEmpty());
    }

    void letsANewerProgramHaveIt()
    {
        const auto file = path("upgraded.db");
        const auto history = open(file);
        history->end("one", recordOf("r-1"));
        QCOMPARE(idsIn(*history), std::string("r-1"));
        QCOMPARE(executed(file, "PRAGMA user_version=98", historySteps()), std::string());
        history->end("one", recordOf("r-2"));
        QTRY_VERIFY_WITH_TIMEOUT(m_told->isOnly("update this Sandbench"), kFilePatience);
        QCOMPARE(idsIn(*history), std::string("r-1"));
        QVERIFY(history->find(readerOf("one"), "r-2"));
    }

    void waitsForWhoeverHasItLocked()
    {
        const auto file = path("locked.db");
        const auto history = open(file, {100, 1 << 20, 1000, 3});
        history->end("one", recordOf("r-0"));
        QCOMPARE(idsIn(*history), std::string("r-0"));
        {
            auto other = Database::open(file, historySteps());
            QVERIFY(other);
            const auto lock = other->begin();
            QVERIFY(lock);
            history->begin("one", recordOf("r-running", ""));
            for (int i = 1; i <= 5; ++i)
                history->end("one", recordOf("r-" + std::to_string(i)));
            QTRY_VERIFY_WITH_TIMEOUT(!m_told->all().isEmpty(), kFilePatience);
            QVERIFY2(
                m_told->isOnly("locked by another program"), qPrintable(m_told->all().join('\n')));
            // What waits can be had, and what is written too.
            QVERIFY(history->find(readerOf("one"), "r-5"));
            QVERIFY(!history->find(readerOf("one"), "r-2")); // that was too much
            QCOMPARE(idsIn(*history), std::string("r-0"));
        }
        QTRY_COMPARE_WITH_TIMEOUT(
            idsInFile(file), std::string("r-5 r-4 r-3 r-running r-0"), kFilePatience);
        QTRY_COMPARE_WITH_TIMEOUT(m_told->all().size(), 2, kFilePatience);
        QVERIFY2(
            m_told->all().last().contains("2 runs will never be"),
            qPrintable(m_told->all().last()));
    }

    void opensWhatIsLocked()
    {
        const auto file = path("busy.db");
        QCOMPARE(executed(file, kFirstVersion), std::string());
        std::unique_ptr<RunHistory> history;
        {
            auto other = Database::open(file, {});
            QVERIFY(other);
            const auto lock = other->begin();
            QVERIFY(lock);
            history = open(file);
            QVERIFY(m_told->isOnly("locked by another program"));
            history->end("one", recordOf("r-3"));
            QCOMPARE(idsIn(*history), std::string("r-2 r-1"));
        }
        QTRY_COMPARE_WITH_TIMEOUT(idsInFile(file), std::string("r-3 r-2 r-1"), kFilePatience);
        QCOMPARE(m_told->all().size(), 1);
    }

    void tellsAtItsEndWhatIsLost()
    {
        const auto file = path("lost.db");
        auto history = open(file);
        auto other = Database::open(file, historySteps());
        QVERIFY(other);
        const auto lock = other->begin();
        QVERIFY(lock);
        history->end("one", recordOf("r-1"));
        history.reset();
        QCOMPARE(m_told->all().size(), 2);
        QVERIFY(m_told->all().last().contains("1 run will never be"));
    }

    void waitsForRoomOnItsDisk()
    {
        const SmallDisk disk(m_folder->filePath("full"));
        if (!disk.isThere())
            SKIP_WITHOUT("root", "only root can mount a small file system");
        const auto history = open(disk.path());
        history->end("one", recordOf("r-1"));
        QCOMPARE(idsIn(*history), std::string("r-1"));
        QVERIFY(disk.fill());
        for (const char* id : {"r-2", "r-3"})
            history->end("one", recordOf(id, std::string(50'000, 'x')));
        QTRY_VERIFY_WITH_TIMEOUT(!m_told->all().isEmpty(), kFilePatience);
        QVERIFY2(m_told->isOnly("has no space left"), qPrintable(m_told->all().join('\n')));
        QCOMPARE(idsIn(*history), std::string("r-1"));
        QVERIFY(history->find(readerOf("one"), "r-3"));
        QVERIFY(disk.empty());
        QTRY_COMPARE_WITH_TIMEOUT(
            idsInFile(disk.path()), std::string("r-3 r-2 r-1"), kFilePatience);
        QCOMPARE(m_told->all().size(), 1);
    }

    void readsFromADiskThatCannotBeWritten_data()
    {
        QTest::addColumn<bool>("isOld");
        QTest::newRow("of the first version") << true;
        QTest::newRow("of this version") << false;
    }

    void readsFromADiskThatCannotBeWritten()
    {
        QFETCH(bool, isOld);
        const SmallDisk disk(m_folder->filePath("read #1?"));
        if (!disk.isThere())
            SKIP_WITHOUT("root", "only root can mount a file system");
        QCOMPARE(executed(disk.path(), kFirstVersion), std::string());
        QVERIFY(isOld || open(disk.path()));
        QVERIFY(disk.makeReadOnly(true));
        const auto history = open(disk.path());
        QVERIFY2(m_told->isOnly("can only be read"), qPrintable(m_told->all().join('\n')));
        history->end("one", recordOf("r-3"));
        QCOMPARE(idsIn(*history), std::string("r-2 r-1"));
        QVERIFY(history->find(readerOf("one"), "r-1") && history->find(readerOf("one"), "r-3"));
        QVERIFY(disk.makeReadOnly(false));
        QTRY_COMPARE_WITH_TIMEOUT(
            idsInFile(disk.path()), std::string("r-3 r-2 r-1"), kFilePatience);
        QCOMPARE(idsIn(*history), std::string("r-3 r-2 r-1"));
        QCOMPARE(m_told->all().size(), 1);
    }

    void saysWhereItCannotBe()
    {
        QVERIFY(write(path("file"), "no folder"));
        auto history = open(path("file/x.db"));
        QCOMPARE(m_told->all().size(), 1);
        QVERIFY(!history->list(localCaller(), {}, 10));
        history->end("one", recordOf("r-1"));
        history.reset();
        QVERIFY(m_told->all().last().contains("1 run will never be"));
    }
};

SANDBENCH_TEST_AFTER(dieMigrating, TestRunHistoryFiles);
#include "tst_run_history_files.moc"
