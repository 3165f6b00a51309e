// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// A kept run as it is played again, and as asciinema plays it.
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/replay/asciinema_cast.h"
#include "tests/support/test_program.h"

#include <QByteArray>
#include <QTest>

#include <vector>

using namespace sandbench;
using namespace sandbench::replay;

namespace {

constexpr auto kOut = StreamKind::Stdout;
constexpr auto kErr = StreamKind::Stderr;

RunTimeline timelineOf(const char* text)
{
    return RunTimeline::read(text).value_or(RunTimeline());
}

Json recordOf(const std::string& out, const std::string& err, double wallSeconds)
{
    return {
        {"run_id", "r-1"},
        {"verdict", "exited"},
        {"started_at", "2026-11-22T20:00:00.000Z"},
        {"stdout", out},
        {"stderr", err},
        {"stdout_bytes", out.size()},
        {"stderr_bytes", err.size()},
        {"wall_seconds", wallSeconds},
        {"program", {{"file", "a.py"}}}};
}

/// "100o[ab] 250e[c]"
std::string shown(const Replay& replay)
{
    std::string text;
    for (const auto& piece : replay.output)
        text += (text.empty() ? "" : " ") + std::to_string(piece.atMs)
            + (piece.stream == kOut ? "o[" : "e[") + piece.text + "]";
    return text;
}

/// What a player of casts reads; an empty head where it is none.
struct ReadCast
{
    Json head = {};
    std::vector<std::pair<double, std::string>> events = {};
};
ReadCast readCast(const std::string& cast)
{
    ReadCast read;
    std::string_view left = cast;
    for (bool isFirst = true; !left.empty(); isFirst = false) {
        const auto line = parseJson(takeUpTo(left, '\n'));
        if (!line)
            return {};
        if (isFirst) {
            read.head = *line;
            continue;
        }
        if (!line->is_array() || line->size() != 3 || !(*line)[0].is_number() || (*line)[1] != "o"
            || !(*line)[2].is_string())
            return {};
        read.events.emplace_back((*line)[0].get<double>(), (*line)[2].get<std::string>());
    }
    return read;
}

std::string onTerminal(const std::vector<const char*>& pieces)
{
    TerminalText text;
    std::string all;
    for (const char* piece : pieces)
        all += text.take(piece);
    return all;
}

} // namespace

class TestReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesTheTextItsTimes()
    {
        auto record = recordOf("one\ntwo\n", "oops", 1.5);
        record["artifacts"] = Json::array({Json{{"time_ms", 700}}, Json{{"time_ms", -3}}});
        const auto replay = replayOf(record, timelineOf("10o4 200e4 100o4"));
        QCOMPARE(shown(replay), std::string("10o[one\n] 210e[oops] 310o[two\n]"));
        QCOMPARE(replay.endMs, std::uint64_t(1500));
        QCOMPARE(replay.results, (std::vector<std::uint64_t>{700, 0}));
        QCOMPARE(replay.moments(), (std::vector<std::uint64_t>{0, 10, 210, 310, 700, 1500}));
        QVERIFY(replay.notes.empty());
    }

    void leavesNoTextOutAndSplitsNoCharacter()
    {
        // A timeline that says too little, too much and cuts characters: of another version, or
        // damaged.
        const auto replay = replayOf(
            recordOf("a\xe2\x82\xac-\xe2\x82\xac.", "xyz", 0), timelineOf("5o2 5o1 9e9"));
        QCOMPARE(shown(replay), std::string("5o[a\xe2\x82\xac] 10o[-\xe2\x82\xac.] 19e[xyz]"));
        const auto half = replayOf(recordOf("abc", "late", 1), timelineOf("5o3"));
        QCOMPARE(shown(half), std::string("5o[abc] 5e[late]"));
    }

    void saysWhereThereAreNoTimes()
    {
        const auto replay = replayOf(recordOf("out", "err", 60), RunTimeline());
        QCOMPARE(shown(replay), std::string("0o[out] 0e[err]"));
        QCOMPARE(replay.endMs, std::uint64_t(0)); // nobody waits for nothing
        QCOMPARE(replay.notes.size(), std::size_t(1));
        QVERIFY(replay.notes[0].find("no times") != std::string::npos);
        const auto silent = replayOf(recordOf("", "", 60), RunTimeline());
        QCOMPARE(silent.endMs, std::uint64_t(60'000));
        QVERIFY(silent.notes.empty());
    }

    void saysWhatWasNotKept()
    {
        auto record = recordOf(std::string(2048, 'x'), "", 1);
        record["truncated"] = true;
        record["stdout_bytes"] = 3 << 20;
        record["verdict"] = nullptr;
        const auto replay = replayOf(record, timelineOf("1o2048"));
        QCOMPARE(replay.notes.size(), std::size_t(2));
        QCOMPARE(
            replay.notes[0],
            std::string("Of standard output, the history kept the first 2 KiB of 3 MiB"));
        QVERIFY(replay.notes[1].find("goes on") != std::string::npos);
    }

    void survivesARecordOfNonsense()
    {
        for (const char* text :
             {"null", "[]", R"({"stdout": 5, "wall_seconds": -1, "artifacts": "x"})",
              R"({"wall_seconds": 1e300, "artifacts": [null, {"time_ms": 1e300}, 7]})"}) {
            const auto replay = replayOf(*parseJson(text), timelineOf("1o5 1e5"));
            QVERIFY(replay.output.empty());
            QVERIFY(paced(replay, {0.01, {}}).endMs >= replay.endMs);
            QVERIFY(!readCast(asciinemaCast(*parseJson(text), replay)).head.empty());
        }
    }

    void playsFasterAndWithShorterPauses()
    {
        auto record = recordOf("abc", "", 20);
        record["artifacts"] = Json::array({Json{{"time_ms", 12'000}}});
        const auto replay = replayOf(record, timelineOf("1000o1 9000o1 40o1"));
        const auto fast = paced(replay, {4, {}});
        QCOMPARE(shown(fast), std::string("250o[a] 2500o[b] 2510o[c]"));
        QCOMPARE(fast.endMs, std::uint64_t(5000));
        const auto brief = paced(replay, {2, 2000});
        QCOMPARE(shown(brief), std::string("500o[a] 1500o[b] 1520o[c]"));
        QCOMPARE(brief.results, std::vector<std::uint64_t>{2500});
        QCOMPARE(brief.endMs, std::uint64_t(3500));
        const auto instant = paced(replay, {0, {}});
        QCOMPARE(shown(instant), std::string("0o[a] 0o[b] 0o[c]"));
        QCOMPARE(instant.endMs, std::uint64_t(0));
    }

    void writesACast()
    {
        const auto record = recordOf("größe\n\x1b[31mred", "\xff?\n", 2.5);
        const auto cast = asciinemaCast(record, replayOf(record, timelineOf("20o9 40e5 1000o8")));
        const auto read = readCast(cast);
        QCOMPARE(jsonInt(read.head, "version"), std::int64_t(2));
        QCOMPARE(jsonInt(read.head, "width"), std::int64_t(80));
        QCOMPARE(jsonInt(read.head, "height"), std::int64_t(24));
        QCOMPARE(jsonInt(read.head, "timestamp"), std::int64_t(1795377600));
        QCOMPARE(jsonString(read.head, "title"), std::string("a.py"));
        const std::vector<std::pair<double, std::string>> expected
            = {{0.02, "größe\r\n"}, {0.06, "\xef\xbf\xbd?\r\n"}, {1.06, "\x1b[31mred"}, {2.5, ""}};
        QCOMPARE(read.events.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(read.events[i].first, expected[i].first);
            QCOMPARE(read.events[i].second, expected[i].second);
        }
        QVERIFY(isValidUtf8(cast));
    }

    void makesACastAsWideAsItsLines()
    {
        const auto widthFor = [](const std::string& line) {
            const auto record = recordOf("short\n" + line, "", 1);
            const auto replay = replayOf(record, timelineOf("1o9"));
            return jsonInt(readCast(asciinemaCast(record, replay)).head, "width");
        };
        QCOMPARE(widthFor("x"), std::int64_t(80));
        std::string wide;
        for (int i = 0; i < 100; ++i)
            wide += "ö";
        QCOMPARE(widthFor(wide), std::int64_t(100));
        QCOMPARE(widthFor(std::string(5000, 'x')), std::int64_t(160));
    }

    void givesATerminalOnlyWhatIsHarmless_data()
    {
        using Pieces = std::vector<const char*>;
        QTest::addColumn<Pieces>("pieces");
        QTest::addColumn<QByteArray>("given");
        QTest::newRow("line ends")
            << Pieces{"a\nb\r\nc\r", "\nd"} << QByteArray("a\r\nb\r\nc\r\nd");
        QTest::newRow("a bar") << Pieces{"10%\r20%\b\t"} << QByteArray("10%\r20%\b\t");
        QTest::newRow("colours") << Pieces{"\x1b[1;38:5:9mx\x1b[0m"}
                                 << QByteArray("\x1b[1;38:5:9mx\x1b[0m");
        QTest::newRow("in pieces") << Pieces{"\x1b", "[3", "1", "mx"} << QByteArray("\x1b[31mx");
        QTest::newRow("erase and move")
            << Pieces{"\x1b[2K\x1b[1A\x1b[10;5H"} << QByteArray("\x1b[2K\x1b[1A\x1b[10;5H");
        QTest::newRow("a title") << Pieces{"a\x1b]0;evil\ab"} << QByteArray("ab");
        QTest::newRow("the clipboard")
            << Pieces{"a\x1b]52;c;", "ZXZpbA==\x1b", "\\b"} << QByteArray("ab");
        QTest::newRow("a string without an end")
            << Pieces{"\x1bPq", "lost\nkept"} << QByteArray("\r\nkept");
        QTest::newRow("questions")
            << Pieces{"a\x1b[6n\x1b[c\x1b[>q\x1b[?1049hb"} << QByteArray("ab");
        QTest::newRow("another intermediate") << Pieces{"a\x1b[1$mb"} << QByteArray("ab");
        QTest::newRow("a reset") << Pieces{"a\x1b"
                                           "cb\x1b(0c"}
                                 << QByteArray("abc");
        QTest::newRow("a line end inside") << Pieces{"\x1b[3\nm"} << QByteArray("\r\nm");
        QTest::newRow("an endless sequence")
            << Pieces{"\x1b[11111111111111111111111111111111111111111111111111111111111111111111mx"}
            << QByteArray("x");
        QTest::newRow("C1") << Pieces{"a\xc2\x9b"
                                      "31mb\xc2\xa9"}
                            << QByteArray("a31mb\xc2\xa9");
        QTest::newRow("bell, NUL's neighbours and delete") << Pieces{"a\a\x01\x7f\x0e"
                                                                     "b"}
                                                           << QByteArray("ab");
    }

    void givesATerminalOnlyWhatIsHarmless()
    {
        QFETCH(std::vector<const char*>, pieces);
        QFETCH(QByteArray, given);
        QCOMPARE(QByteArray::fromStdString(onTerminal(pieces)), given);
        // However it is cut.
        std::string all, result;
        for (const char* piece : pieces)
            all += piece;
        TerminalText text;
        for (const char c : all)
            result += text.take(std::string_view(&c, 1));
        QCOMPARE(QByteArray::fromStdString(result), given);
    }
};

SANDBENCH_TEST(TestReplay);
#include "tst_replay.moc"
