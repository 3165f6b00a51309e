// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_folder.h"
#include "core/batch/batch_pace.h"
#include "core/batch/batch_row.h"
#include "core/batch/batch_summary.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sandbench;
using namespace sandbench::batch;
using sandbench::test::contains;

static const Json kIdentity = {{"input", {{"sha256", "1"}}}};

static std::string rowWith(std::uint64_t line, check::CheckState state)
{
    Item item;
    item.line = line;
    item.id = "id " + std::to_string(line);
    item.program = {{"language", "python"}};
    item.checks.resize(1);
    ItemEnd end;
    end.tests.resize(1);
    end.tests[0].outcome.state = state;
    end.tests[0].outcome.verdict = Verdict::Exited;
    end.tests[0].outcome.seconds = 0.5;
    end.tests[0].output = "a\xff\x1b\"\n";
    end.place = "local";
    return rowOf(item, end);
}

static std::string passedRow(std::uint64_t line)
{
    return rowWith(line, check::CheckState::Passed);
}

/// A folder that a batch was killed in.
class KilledBatch
{
public:
    std::string path() const { return m_folder.filePath("out").toStdString(); }
    QString file(const char* name) const { return m_folder.filePath(QString("out/") + name); }
    QByteArray read(const char* name) const
    {
        QFile open(file(name));
        return open.open(QIODevice::ReadOnly) ? open.readAll() : QByteArray();
    }
    bool write(const char* name, const QByteArray& bytes) const
    {
        QFile open(file(name));
        return open.open(QIODevice::WriteOnly) && open.write(bytes) == bytes.size();
    }

private:
    QTemporaryDir m_folder;
};

/// Where results are, so that none is lost and none is there twice.
class TestBatchFolder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goesOnWhereItWasCutOffWhereverThatIs()
    {
        const KilledBatch killed;
        {
            auto folder = Folder::create(killed.path(), kIdentity);
            QVERIFY2(folder, folder ? "" : folder.error().text().c_str());
            QVERIFY(folder->begin(1) && folder->begin(12) && folder->add(passedRow(12)));
            QVERIFY(folder->add(passedRow(1)) && folder->begin(3));
        }
        const auto rows = killed.read(kResultsName);
        const auto first = rows.indexOf('\n') + 1;
        for (qsizetype size = 0; size <= rows.size(); ++size) {
            QVERIFY(killed.write(kResultsName, rows.left(size)));
            auto folder = Folder::resume(killed.path(), kIdentity);
            QVERIFY2(folder, folder ? "" : folder.error().text().c_str());
            QCOMPARE(folder->isDone(12), size >= first);
            QCOMPARE(folder->isDone(1), size == rows.size());
            QVERIFY(folder->wasStarted(3) && !folder->wasStarted(2));
            // What comes next stands behind whole rows.
            QVERIFY(folder->add(passedRow(99)));
            std::uint64_t count = 0;
            QVERIFY(folder->read([&](std::string_view row, std::uint64_t at) -> Result<void> {
                ++count;
                const auto read = readRow(killed.path(), at);
                return headOf(row) && read && *read == row ? Result<void>()
                                                           : Error(ErrorCode::Internal, "no row");
            }));
            QCOMPARE(count, 1U + (size >= first ? 1U : 0U) + (size == rows.size() ? 1U : 0U));
        }
    }

    void runsAgainWhatDidNotPassAndKeepsWhatItSaid()
    {
        const KilledBatch killed;
        const auto failed = rowWith(2, check::CheckState::Failed);
        const auto unreadable = rowOf(3, kUnreadable, {}, "it is not JSON");
        {
            auto folder = Folder::create(killed.path(), kIdentity);
            QVERIFY(folder && folder->begin(1) && folder->begin(2) && folder->begin(4));
            QVERIFY(folder->add(passedRow(1)) && folder->add(failed) && folder->add(unreadable));
        }
        QVERIFY(killed.write(kReplacedName, "{\"line\":9 and cut off"));
        for (int time = 0; time < 2; ++time) { // the second one finds nothing more to do
            const auto folder = Folder::resume(killed.path(), kIdentity, Again::NotPassed);
            QVERIFY2(folder, folder ? "" : folder.error().text().c_str());
            QVERIFY(folder->isDone(1) && folder->isDone(3) && !folder->isDone(2));
            // Its end is known: that an earlier program began it is no news of the next row.
            QVERIFY(folder->wasStarted(1) && folder->wasStarted(4) && !folder->wasStarted(2));
            QVERIFY(Folder::resume(killed.path(), kIdentity).failedAs(ErrorCode::Unavailable));
        }
        QCOMPARE(killed.read(kReplacedName).toStdString(), failed);
        QCOMPARE(killed.read(kResultsName).toStdString(), passedRow(1) + unreadable);
        QCOMPARE(killed.read(kStartedName), QByteArray("1\n4\n"));
        QVERIFY(readRow(killed.path(), 1).failedAs(ErrorCode::InvalidArgument));
        QVERIFY(readRow(killed.path(), 1U << 20).failedAs(ErrorCode::InvalidArgument));
    }

    void losesNoRowWhereverItIsKilledWhileItMovesSome()
    {
        const auto failed = rowWith(2, check::CheckState::Failed);
        const KilledBatch killed;
        {
            auto folder = Folder::create(killed.path(), kIdentity);
            QVERIFY(folder && folder->begin(1) && folder->begin(2));
            QVERIFY(folder->add(passedRow(1)) && folder->add(failed));
        }
        // After the first step, and after the second one: the rows go last.
        for (const char* started : {"1\n2\n", "1\n"}) {
            QVERIFY(killed.write(kReplacedName, QByteArray::fromStdString(failed)));
            QVERIFY(killed.write(kStartedName, started));
            const auto folder = Folder::resume(killed.path(), kIdentity);
            QVERIFY(folder && folder->isDone(1) && folder->isDone(2));
        }
        const auto folder = Folder::resume(killed.path(), kIdentity, Again::NotPassed);
        QVERIFY(folder && folder->isDone(1) && !folder->isDone(2) && !folder->wasStarted(2));
    }

    void takesACutNumberOfAStartForNone()
    {
        const KilledBatch killed;
        {
            auto folder = Folder::create(killed.path(), kIdentity);
            QVERIFY(folder && folder->begin(5) && folder->begin(123));
        }
        QVERIFY(killed.write(kStartedName, "5\n12"));
        const auto folder = Folder::resume(killed.path(), kIdentity);
        QVERIFY(folder && folder->wasStarted(5) && !folder->wasStarted(12));
        QCOMPARE(killed.read(kStartedName), QByteArray("5\n"));
    }

    void beginsOnlyInANewFolder()
    {
        const KilledBatch killed;
        QVERIFY(Folder::create(killed.path(), kIdentity));
        const auto again = Folder::create(killed.path(), kIdentity);
        QVERIFY(again.failedAs(ErrorCode::AlreadyExists));
        QVERIFY(contains(again.error().text(), "resume the batch"));
    }

    void beginsAnewWhereNothingHadBegun()
    {
        const KilledBatch killed;
        QVERIFY(Folder::resume(killed.path(), kIdentity));
        QVERIFY(QFile::remove(killed.file(kIdentityName)));
        QVERIFY(QFile::remove(killed.file(kResultsName)));
        QVERIFY(QFile::remove(killed.file(kStartedName)));
        QVERIFY(killed.write(".sandbench-abcdef", "half of what was to become batch.json"));
        QVERIFY(Folder::resume(killed.path(), kIdentity));
        QVERIFY(!killed.read(kIdentityName).isEmpty());
    }

    void belongsToOneProgramAtATime()
    {
        const KilledBatch killed;
        const auto folder = Folder::create(killed.path(), kIdentity);
        QVERIFY(folder);
        QVERIFY(Folder::resume(killed.path(), kIdentity).failedAs(ErrorCode::Unavailable));
    }

    void refusesOtherLines()
    {
        const KilledBatch killed;
        QVERIFY(Folder::create(killed.path(), kIdentity));
        const auto other = Folder::resume(killed.path(), {{"input", {{"sha256", "2"}}}});
        QVERIFY(other.failedAs(ErrorCode::InvalidArgument));
        QVERIFY2(contains(other.error().text(), "input/sha256"), other.error().text().c_str());
    }

    void refusesRowsThatItDidNotWrite_data()
    {
        QTest::addColumn<QByteArray>("rows");
        const auto row = QByteArray::fromStdString(passedRow(1));
        QTest::newRow("a row twice") << row + row;
        QTest::newRow("no row") << QByteArray("hello\n");
        QTest::newRow("no line 0") << QByteArray("{\"line\":0,\"state\":\"passed\"}\n");
        QTest::newRow("a line that no file has")
            << QByteArray("{\"line\":99999999999999999,\"state\":\"passed\"}\n");
        QTest::newRow("no state") << QByteArray("{\"line\":1,\"state\":\"\"}\n");
    }

    void refusesRowsThatItDidNotWrite()
    {
        QFETCH(QByteArray, rows);
        const KilledBatch killed;
        QVERIFY(Folder::create(killed.path(), kIdentity));
        QVERIFY(killed.write(kResultsName, rows));
        QVERIFY(Folder::resume(killed.path(), kIdentity).failedAs(ErrorCode::InvalidArgument));
    }

    void tellsWhenTheLastLineWillBeOver()
    {
        const Pace::Time began;
        const auto at = [began](int seconds) { return began + std::chrono::seconds(seconds); };
        Pace pace(300, 100, began);
        QVERIFY(!pace.secondsLeft(began));
        for (int second = 1; second <= 100; ++second)
            pace.add(at(second));
        QCOMPARE(pace.done(), 200U);
        QCOMPARE(pace.secondsLeft(at(100)), std::optional(100.0));
        // Of the last minute: what was slow before says nothing of the rest.
        for (int i = 0; i < 50; ++i)
            pace.add(at(100));
        QVERIFY(pace.rate(at(100)) > 1.5);
        for (int i = 0; i < 50; ++i)
            pace.add(at(101));
        QVERIFY(!pace.secondsLeft(at(101)));
    }

    void addsUpWhatTheRowsSay()
    {
        Summary summary;
        summary.lines = 3;
        auto passed = passedRow(1);
        passed.pop_back();
        QVERIFY(addRow(summary, passed));
        auto odd = rowOf(2, kUnreadable, {}, "it is <b>not</b> JSON");
        odd.pop_back();
        QVERIFY(addRow(summary, odd));
        QVERIFY(!addRow(summary, "{\"line\":3,\"state\":\"passed\""));
        QCOMPARE(summary.rows, 2U);
        QVERIFY(!summary.isComplete());
        QCOMPARE(summary.count("passed"), 1U);
        QCOMPARE(summary.verdicts.at("exited"), 1U);
        QCOMPARE(summary.programSeconds, 0.5);
        QCOMPARE(summary.notPassed.size(), 1U);
        QCOMPARE(summary.notPassed[0].line, 2U);
        const auto page = summaryPage(summary, "<script>");
        QVERIFY(!contains(page, "<b>") && !contains(page, "<script>"));
        QVERIFY(contains(page, "it is &lt;b&gt;not&lt;/b&gt; JSON"));
        QVERIFY(toJson(summary)["complete"] == Json(false));
    }
};

SANDBENCH_TEST(TestBatchFolder);
#include "tst_batch_folder.moc"
