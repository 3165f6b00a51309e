// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What of a history is found, and the reviews in it.
#include "core/workspace/history_search.h"
#include "core/workspace/history_tables.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/history_under_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::workspace;

namespace {

Json programRecord(
    const std::string& id, const std::string& file, const std::string& code,
    const std::string& output = "")
{
    auto record = recordOf(id, output);
    record["engine"] = "local";
    record["success"] = true;
    record["sentence"] = "Finished in 0.5 s";
    record["artifacts"] = Json::array({{{"name", "a.png"}}});
    record["program"] = {{"code", code}, {"bytes", code.size()}, {"file", file}};
    return record;
}

std::string found(RunHistory& history, HistoryQuery query)
{
    return idsOf(history.list(localCaller(), {}, 100, query));
}

std::string searched(RunHistory& history, const std::string& words)
{
    return found(history, {.search = words});
}

} // namespace

class TestHistorySearch : public QObject
{
    Q_OBJECT

private:
    std::string path(const char* name) const { return m_folder.path().toStdString() + "/" + name; }
    std::unique_ptr<RunHistory> open(const std::string& file, HistoryBounds bounds = {})
    {
        return openRunHistory(file, m_told.function(), bounds);
    }

    QTemporaryDir m_folder;
    ToldProblems m_told;

private Q_SLOTS:
    void cleanup() { QCOMPARE(m_told.all(), QStringList()); }

    void findsProgramsByWordsOfTheirCodeOutputAndName()
    {
        const auto history = open(path("words.db"));
        history->end(
            "one", programRecord("r-1", "sales.py", "plt.savefig(\"sales.png\")", "Sum 12"));
        history->end("one", programRecord("r-2", "prices.py", "print('PRICE')", "no 1_000 % done"));
        QCOMPARE(searched(*history, "savefig"), std::string("r-1"));
        QCOMPARE(searched(*history, "AVEFI"), std::string("r-1")); // a part, in other letters
        QCOMPARE(searched(*history, "price"), std::string("r-2"));
        QCOMPARE(searched(*history, "s.py"), std::string("r-2 r-1"));
        QCOMPARE(searched(*history, "savefig price"), std::string());
        QCOMPARE(searched(*history, "finished local"), std::string("r-2 r-1"));
        QCOMPARE(searched(*history, "12"), std::string("r-1")); // shorter than the index's parts
        QCOMPARE(searched(*history, "\"sum 12\""), std::string("r-1"));
        QCOMPARE(searched(*history, "\"12 sum\""), std::string());
        QCOMPARE(searched(*history, "1_0"), std::string("r-2")); // no pattern
        QCOMPARE(searched(*history, "%"), std::string("r-2"));
        QCOMPARE(searched(*history, "savefig(%sales"), std::string());
        QCOMPARE(searched(*history, "  "), std::string("r-2 r-1"));
    }

    void findsPartsThatOnlyOverlap()
    {
        // Each part of three letters of "abcde" is there, the word is not.
        const auto history = open(path("overlap.db"));
        history->end("one", programRecord("r-1", "a.py", "abc bcd cde"));
        history->end("one", programRecord("r-2", "b.py", "xabcdex"));
        QCOMPARE(searched(*history, "abcde"), std::string("r-2"));
    }

    void takesWordsOfAnySearch_data()
    {
        QTest::addColumn<QByteArray>("search");
        for (const char* text :
             {"\"", "\"\"\"", "a\"b\"c", "AND OR NOT NEAR(", "*", "text:abc", "-abc", "^abc",
              "'';--", "abc\xff\xfe", "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f", "a\nb\tc", "{abc}",
              "abc + def"})
            QTest::newRow(text) << QByteArray(text);
        QTest::newRow("long") << QByteArray(100'000, 'x');
        QTest::newRow("many") << QByteArray("ab ").repeated(10'000);
        QTest::newRow("NUL") << QByteArray("abc\0def", 7);
    }

    void takesWordsOfAnySearch()
    {
        QFETCH(QByteArray, search);
        const auto history = open(path("any.db"));
        history->end("one", programRecord("r-1", "a.py", "nothing of that"));
        const auto list = history->list(localCaller(), {}, 10, {.search = search.toStdString()});
        QVERIFY2(list, list ? "" : list.error().text().c_str());
    }

    void indexesOnlyTheBeginningOfWhatIsLong()
    {
        const auto history = open(path("long.db"));
        const std::string far(9000, 'x');
        history->end("one", programRecord("r-1", "a.py", "first" + far + "second", far + "third"));
        QCOMPARE(searched(*history, "first"), std::string("r-1"));
        QCOMPARE(searched(*history, "second"), std::string());
        QCOMPARE(searched(*history, "third"), std::string());
    }

    void filtersByFacts()
    {
        const auto history = open(path("facts.db"));
        auto other = programRecord("r-2", "b.py", "x");
        other["language"] = "node";
        other["engine"] = "docker";
        other["verdict"] = "wall_timeout";
        history->end("one", programRecord("r-1", "a.py", "x"));
        history->end("one", other);
        history->end("two", programRecord("r-3", "a.py", "x"));
        QCOMPARE(found(*history, {.language = "node"}), std::string("r-2"));
        QCOMPARE(found(*history, {.verdict = "exited"}), std::string("r-3 r-1"));
        QCOMPARE(found(*history, {.engine = "docker"}), std::string("r-2"));
        QCOMPARE(found(*history, {.document = "a.py"}), std::string("r-3 r-1"));
        QCOMPARE(
            idsOf(history->list(readerOf("one"), {}, 10, {.document = "a.py"})),
            std::string("r-1"));
        QCOMPARE(
            idsOf(history->list(localCaller(), "r-3", 1, {.document = "a.py"})),
            std::string("r-1"));
        const auto entries = history->list(readerOf("one"), {}, 10);
        QVERIFY(entries && entries->size() == 2);
        const auto& first = entries->back();
        QCOMPARE(first.document, std::string("a.py"));
        QCOMPARE(first.engine, std::string("local"));
        QCOMPARE(first.sentence, std::string("Finished in 0.5 s"));
        QVERIFY(first.succeeded);
        QCOMPARE(first.results, std::int64_t(1));
        const auto documents = history->documents(localCaller(), 10);
        QVERIFY(documents && documents->size() == 2);
        QCOMPARE(documents->front().name, std::string("a.py"));
        QCOMPARE(documents->front().runs, std::int64_t(2));
        QCOMPARE(history->documents(readerOf("two"), 10)->size(), std::size_t(1));
    }

    void keepsWhatAPersonThinksOfARun()
    {
        const auto history = open(path("reviews.db"));
        history->end("one", programRecord("r-1", "a.py", "x"));
        history->end("two", programRecord("r-2", "b.py", "x"));
        const auto one = readerOf("one");
        QVERIFY(history->review(one, "r-1", {"needs_work", "wrong for an empty list", {}}));
        QCOMPARE(found(*history, {.review = "needs_work"}), std::string("r-1"));
        QCOMPARE(searched(*history, "EMPTY"), std::string("r-1"));
        const auto record = history->find(one, "r-1");
        QVERIFY(record);
        const auto kept = report::reviewOf(*record);
        QCOMPARE(kept.verdict, std::string("needs_work"));
        QCOMPARE(kept.note, std::string("wrong for an empty list"));
        QVERIFY(kept.reviewedAt.ends_with("Z"));
        QCOMPARE(history->list(one, {}, 1)->front().review.verdict, std::string("needs_work"));

        QVERIFY(history->review(one, "r-1", {"accepted", "", {}}));
        QCOMPARE(found(*history, {.review = "needs_work"}), std::string());
        QVERIFY(history->review(one, "r-1", {}));
        QVERIFY(!history->find(one, "r-1")->contains("review"));

        const auto foreign = history->review(one, "r-2", {"accepted", "", {}});
        QVERIFY(!foreign && foreign.error().code() == ErrorCode::NotFound);
        for (const auto& bad :
             {Review{"fine", "", {}},
              Review{"", std::string(report::kLongestReviewNote + 1, 'x'), {}}}) {
            const auto refused = history->review(one, "r-1", bad);
            QVERIFY(!refused && refused.error().code() == ErrorCode::InvalidArgument);
        }
    }

    void keepsReviewedRunsLongest()
    {
        const auto history = open(path("longest.db"), {3, 1 << 20, 1000});
        history->end("one", programRecord("r-1", "a.py", "x"));
        QVERIFY(history->review(localCaller(), "r-1", {"accepted", "", {}}));
        for (int i = 2; i <= 6; ++i)
            history->end("one", programRecord("r-" + std::to_string(i), "a.py", "x"));
        QCOMPARE(idsIn(*history), std::string("r-6 r-5 r-1"));
        for (const char* id : {"r-5", "r-6"})
            QVERIFY(history->review(localCaller(), id, {"", "a note", {}}));
        history->end("one", programRecord("r-7", "a.py", "x"));
        // All others are reviewed, and it is the only one that is not.
        QCOMPARE(idsIn(*history), std::string("r-6 r-5 r-1"));
        QVERIFY(history->review(localCaller(), "r-1", {}));
        history->end("one", programRecord("r-8", "a.py", "x"));
        QCOMPARE(idsIn(*history), std::string("r-8 r-6 r-5"));
        QCOMPARE(searched(*history, "a.py"), std::string("r-8 r-6 r-5")); // nothing of the removed
    }

    void findsWhatAnOlderVersionKept()
    {
        const auto file = path("older.db");
        auto steps = historySteps();
        {
            auto older = Database::open(file, steps.first(kSearchSince - 1));
            QVERIFY(older);
            const auto add = [&](const char* id, const std::string& record) {
                auto statement = older->prepare(
                    "INSERT INTO runs (run_id, caller, sandbox_id, language, verdict, started_at, "
                    "wall_seconds, record) VALUES (?, 'one', 's', 'python', 'exited', '', 0, ?)");
                QVERIFY(statement && statement->bind(std::string_view(id)).bind(record).run());
            };
            add("r-1", writeJson(programRecord("r-1", "old.py", "import numpy")));
            add("r-2", "{ no JSON");
        }
        {
            auto reader = HistoryReader::open(file);
            QVERIFY(reader);
            QCOMPARE(idsOf(reader->list(localCaller(), {}, 10)), std::string("r-2 r-1"));
            const auto refused = reader->list(localCaller(), {}, 10, {.search = "numpy"});
            QVERIFY(!refused && refused.error().code() == ErrorCode::Unsupported);
            QVERIFY(reader->documents(localCaller(), 10)->empty());
        }
        const auto history = open(file);
        QCOMPARE(searched(*history, "numpy"), std::string("r-1"));
        QCOMPARE(found(*history, {.document = "old.py"}), std::string("r-1"));
        QCOMPARE(idsIn(*history), std::string("r-2 r-1"));
    }

    void tellsTheWordsOfASearch()
    {
        using Words = std::vector<std::string>;
        QCOMPARE(searchWords(" a  \"b c\" d\"e"), Words({"a", "b c", "d", "e"}));
        QCOMPARE(searchWords("\"\""), Words());
        QCOMPARE(searchWords("1 2 3 4 5 6 7 8 9").size(), std::size_t(8));
    }
};

SANDBENCH_TEST(TestHistorySearch);
#include "tst_history_search.moc"
