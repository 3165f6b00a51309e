// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// When a run printed what: how that is recorded, written, read back and kept in the history.
#include "core/replay/run_timeline.h"
#include "core/workspace/history_tables.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/history_under_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace sandbench;
using namespace sandbench::replay;
using namespace sandbench::test;
using namespace sandbench::workspace;
using std::chrono::milliseconds;

namespace {

constexpr auto kOut = StreamKind::Stdout;
constexpr auto kErr = StreamKind::Stderr;

std::uint64_t bytesOf(const RunTimeline& timeline, StreamKind stream)
{
    std::uint64_t bytes = 0;
    for (const auto& piece : timeline.pieces())
        bytes += piece.stream == stream ? piece.bytes : 0;
    return bytes;
}

} // namespace

class TestRunTimeline : public QObject
{
    Q_OBJECT

private:
    std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }

    std::unique_ptr<RunHistory> open(const std::string& file, HistoryBounds bounds = {})
    {
        auto history = openRunHistory(file, m_told.function(), bounds);
        (void)history->find(localCaller(), "none"); // waits until its file is open, or cannot be
        return history;
    }

    QTemporaryDir m_folder;
    ToldProblems m_told;

private Q_SLOTS:
    void cleanup() { QCOMPARE(m_told.all(), QStringList()); }

    void makesOnePieceOfWhatComesTogether()
    {
        RunTimeline timeline;
        timeline.add({0, kOut, 5});
        timeline.add({9, kOut, 5});
        timeline.add({10, kOut, 1}); // 10 ms after the piece began
        timeline.add({11, kErr, 2});
        timeline.add({12, kOut, 3}); // behind the other stream's, and so shown behind it
        timeline.add({13, kOut, 0});
        timeline.add({5, kErr, 4}); // a clock that goes back
        QCOMPARE(timeline.text(), std::string("0o10 10o1 1e2 1o3 0e4"));
        const auto again = RunTimeline::read(timeline.text());
        QVERIFY(again && again->pieces() == timeline.pieces());
    }

    void growsCoarserInsteadOfLonger()
    {
        RunTimeline timeline;
        constexpr std::uint64_t kEach = 50'000;
        for (std::uint64_t i = 0; i < kEach; ++i) {
            timeline.add({i * 20, kOut, 3});
            timeline.add({i * 20 + 1, kErr, 2});
            QVERIFY(timeline.pieces().size() <= RunTimeline::kMostPieces);
        }
        QCOMPARE(bytesOf(timeline, kOut), kEach * 3);
        QCOMPARE(bytesOf(timeline, kErr), kEach * 2);
        const auto& pieces = timeline.pieces();
        QVERIFY(pieces.size() > RunTimeline::kMostPieces / 4);
        QCOMPARE(pieces.front().atMs, 0U);
        QVERIFY(pieces.back().atMs > (kEach - 1) * 20 - 1000);
        QVERIFY(std::ranges::is_sorted(pieces, {}, &TimelinePiece::atMs));
        QVERIFY(timeline.text().size() < 100'000);
    }

    void endsWhereAllComesAtOnceInTurns()
    {
        RunTimeline timeline;
        for (int i = 0; i < 20'000; ++i)
            timeline.add({~0ULL, i % 2 == 0 ? kOut : kErr, 1});
        QVERIFY(timeline.pieces().size() <= RunTimeline::kMostPieces);
        QCOMPARE(bytesOf(timeline, kOut) + bytesOf(timeline, kErr), std::uint64_t(20'000));
        QVERIFY(RunTimeline::read(timeline.text()));
    }

    void refusesWhatIsNone_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("a word") << QByteArray("hello");
        QTest::newRow("another stream") << QByteArray("1x2");
        QTest::newRow("no bytes") << QByteArray("1o0");
        QTest::newRow("no number") << QByteArray("1o");
        QTest::newRow("no time") << QByteArray("o1");
        QTest::newRow("negative") << QByteArray("-1o1");
        QTest::newRow("two blanks") << QByteArray("1o1  1o1");
        QTest::newRow("more than a number") << QByteArray("1o1z");
        QTest::newRow("a zero byte") << QByteArray("1o1\0", 4);
        QTest::newRow("a number that is too large") << QByteArray("1o99999999999999999999");
        QTest::newRow("too many bytes") << QByteArray("1o1099511627777");
        QTest::newRow("too late") << QByteArray("300000000000o1 300000000000o1");
        QTest::newRow("too many pieces")
            << QByteArray("1o1") + QByteArray(" 1o1").repeated(RunTimeline::kMostPieces);
    }

    void refusesWhatIsNone()
    {
        QFETCH(QByteArray, text);
        const auto read = RunTimeline::read(text.toStdString());
        QVERIFY(!read && read.error().code() == ErrorCode::InvalidArgument);
    }

    void recordsTheBytesOfTheKeptText()
    {
        const Clock::time_point begun{};
        TimelineRecorder recorder(begun, 20);
        recorder.print(begun + milliseconds(1), kOut, "ab\xe2\x82"); // a character comes in two
        recorder.print(begun + milliseconds(50), kOut, "\xac.");
        recorder.print(begun + milliseconds(100), kOut, "\xff"); // kept as U+FFFD
        recorder.print(begun + milliseconds(150), kErr, "\xe2"); // never whole
        recorder.print(begun + milliseconds(200), kOut, "longer than there is room for");
        recorder.print(begun + milliseconds(250), kOut, "too late");
        recorder.print(begun + milliseconds(300), kErr, "!");
        QCOMPARE(recorder.timeline().text(), std::string("1o2 49o4 50o3 100o11 100e4"));
    }

    void keepsTheTimesOfARun()
    {
        const auto file = path("kept.db");
        std::string text;
        {
            const auto history = open(file);
            history->begin("one", recordOf("r-1", ""));
            history->print("r-1", kOut, "abc");
            history->print("r-1", kErr, "de");
            const auto now = history->timeline(readerOf("one"), "r-1");
            QVERIFY(now && now->pieces().size() == 2);
            QVERIFY(!history->timeline(readerOf("two"), "r-1"));
            history->end("one", recordOf("r-1", "abc"));
            history->end("one", recordOf("r-2", "told by nobody"));
            const auto ended = history->timeline(readerOf("one"), "r-1");
            QVERIFY(ended && ended->pieces() == now->pieces());
            text = now->text();
        }
        auto reader = HistoryReader::open(file);
        QVERIFY(reader);
        const auto kept = reader->timeline(readerOf("one"), "r-1");
        QVERIFY(kept);
        QCOMPARE(kept->text(), text);
        QVERIFY(reader->timeline(localCaller(), "r-2")->pieces().empty());
        const auto others = reader->timeline(readerOf("two"), "r-1");
        QVERIFY(!others && others.error().code() == ErrorCode::NotFound);
    }

    void keepsTheTimesOfARunThatGoesOn()
    {
        const auto file = path("running.db");
        const auto history = open(file);
        history->begin("one", recordOf("r-1", ""));
        history->print("r-1", kOut, "abc");
        const auto inFile = [&] {
            auto reader = HistoryReader::open(file);
            const auto timeline = reader ? reader->timeline(localCaller(), "r-1")
                                         : Result<RunTimeline>(reader.error());
            return timeline ? bytesOf(*timeline, kOut) : 0;
        };
        QTRY_COMPARE_WITH_TIMEOUT(inFile(), std::uint64_t(3), kFilePatience);
        history->print("r-1", kOut, "def");
        QTRY_COMPARE_WITH_TIMEOUT(inFile(), std::uint64_t(6), kFilePatience);
        history->breakOff("r-1", "Interrupted: no memory");
        QTRY_COMPARE_WITH_TIMEOUT(
            jsonString(recordInFile(file, "r-1"), "verdict"), std::string("interrupted"),
            kFilePatience);
        QCOMPARE(inFile(), std::uint64_t(6));
    }

    void countsThemAsBytesOfTheHistory()
    {
        const auto file = path("bounded.db");
        {
            const auto history = open(file, {1, 1 << 20, 1000});
            for (const char* id : {"r-1", "r-2"}) {
                history->begin("one", recordOf(id, ""));
                history->print(id, kOut, "abc");
                history->end("one", recordOf(id, "abc"));
            }
            QCOMPARE(idsIn(*history), std::string("r-2"));
        }
        auto database = Database::open(file, historySteps());
        QVERIFY(database);
        auto sums = database->prepare(
            "SELECT (SELECT count(*) FROM timelines), (SELECT bytes FROM totals), "
            "(SELECT sum(length(CAST(record AS BLOB))) FROM runs) + (SELECT sum(length(pieces)) "
            "FROM timelines)");
        QVERIFY(sums && *sums->step());
        QCOMPARE(sums->integer(0), std::int64_t(1));
        QCOMPARE(sums->integer(1), sums->integer(2));
    }

    void hasNoTimesOfWhatAnOlderVersionKept()
    {
        const auto file = path("older.db");
        {
            auto older = Database::open(file, historySteps().first(kTimelinesSince - 1));
            QVERIFY(older);
            QVERIFY(older->execute(
                "INSERT INTO runs (run_id, caller, sandbox_id, language, verdict, started_at, "
                "wall_seconds, record) VALUES ('r-1', 'one', 's', 'python', 'exited', '', 0, "
                "'{\"stdout\": \"old\"}')"));
        }
        {
            auto reader = HistoryReader::open(file); // not brought up to date yet
            QVERIFY(reader);
            const auto none = reader->timeline(readerOf("one"), "r-1");
            QVERIFY(none && none->pieces().empty());
            QVERIFY(!reader->timeline(readerOf("two"), "r-1"));
        }
        const auto history = open(file);
        const auto none = history->timeline(readerOf("one"), "r-1");
        QVERIFY(none && none->pieces().empty());
        history->begin("one", recordOf("r-2", ""));
        history->print("r-2", kOut, "new");
        history->end("one", recordOf("r-2", "new"));
        QCOMPARE(idsIn(*history), std::string("r-2 r-1"));
        auto reader = HistoryReader::open(file);
        QVERIFY(reader && reader->timeline(localCaller(), "r-2")->pieces().size() == 1);
    }

    void readsADamagedTimelineAsNone()
    {
        const auto file = path("damaged.db");
        const auto history = open(file);
        history->begin("one", recordOf("r-1", ""));
        history->print("r-1", kOut, "abc");
        history->end("one", recordOf("r-1", "abc"));
        QCOMPARE(idsIn(*history), std::string("r-1"));
        {
            auto database = Database::open(file, historySteps());
            QVERIFY(database && database->execute("UPDATE timelines SET pieces = 'nonsense'"));
        }
        const auto none = history->timeline(localCaller(), "r-1");
        QVERIFY(none && none->pieces().empty());
        QVERIFY(history->find(localCaller(), "r-1"));
    }
};

SANDBENCH_TEST(TestRunTimeline);
#include "tst_run_timeline.moc"
