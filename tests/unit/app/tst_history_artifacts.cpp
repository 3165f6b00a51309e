// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/chart_json.h"
#include "core/workspace/history_artifacts.h"
#include "core/workspace/history_tables.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/history_under_test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::workspace;

namespace {

/// "a.png 5, b.txt 0 (symbolic link, skipped)", or what went wrong.
std::string namesOf(const Result<std::vector<Artifact>>& artifacts)
{
    if (!artifacts)
        return artifacts.error().text();
    std::string names;
    for (const auto& artifact : *artifacts)
        names += (names.empty() ? "" : ", ") + artifact.name + " " + std::to_string(artifact.bytes)
            + (artifact.note.empty() ? "" : " (" + artifact.note + ")");
    return names;
}

std::int64_t numberIn(const std::string& path, const char* sql)
{
    auto database = Database::openToRead(path, Database::kPatience);
    auto statement = database ? database->prepare(sql) : Result<Statement>(database.error());
    return statement && statement->step() ? statement->integer(0) : -1;
}

constexpr const char* kKept = "SELECT coalesce(sum(length(bytes)), 0) FROM contents";
constexpr const char* kCounted = "SELECT coalesce(sum(bytes), 0) FROM artifact_totals";
constexpr std::string_view kRoom = " (removed from the history to make room for newer results)";

} // namespace

/// What runs drew or wrote, in the history.
class TestHistoryArtifacts : public QObject
{
    Q_OBJECT

private:
    std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }

    /// An artifact whose private file has @p bytes.
    Artifact artifact(const std::string& name, const std::string& bytes)
    {
        Artifact made;
        made.name = name;
        made.mime = "image/png";
        made.bytes = bytes.size();
        made.width = 3;
        made.height = 4;
        made.storedPath = path(("stored-" + std::to_string(m_stored++)).c_str());
        QFile file(QString::fromStdString(made.storedPath));
        if (!file.open(QIODevice::WriteOnly)
            || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0)
            qFatal("cannot write a file of the test");
        return made;
    }

    static std::shared_ptr<const RunArtifacts> all(std::vector<Artifact> artifacts)
    {
        auto made = std::make_shared<RunArtifacts>();
        for (auto& one : artifacts)
            made->add(std::move(one));
        return made;
    }

    std::unique_ptr<RunHistory> open(const std::string& file, HistoryBounds bounds = {})
    {
        return openRunHistory(file, m_told.function(), bounds);
    }

    static HistoryBounds bounded(std::int64_t artifactBytes, std::uint64_t largest = 1 << 20)
    {
        HistoryBounds bounds;
        bounds.artifactBytes = artifactBytes;
        bounds.largestArtifact = largest;
        return bounds;
    }

    QTemporaryDir m_folder;
    ToldProblems m_told;
    int m_stored = 0;

private Q_SLOTS:
    void cleanup() { QCOMPARE(m_told.all(), QStringList()); }

    void keepsWhatARunMade()
    {
        const auto file = path("kept.db");
        const std::string bytes("\x89PNG\0\xff", 6);
        Artifact refused;
        refused.name = "link";
        refused.mime = "application/octet-stream";
        refused.note = "symbolic link, skipped";
        auto drawn = artifact("a.png", bytes);
        drawn.facts = {ResultFacts::From::File, "Speed", 1.5, 72.5, "main.py", 3, "a.svg", 7};
        {
            const auto history = open(file);
            history->end("one", recordOf("r-1"), all({drawn, refused, artifact("empty", "")}));
            history->end("one", recordOf("r-2"));
        }
        QVERIFY(!QFile::exists(QString::fromStdString(drawn.storedPath)));
        const auto history = open(file);
        const auto found = history->artifacts(readerOf("one"), "r-1");
        QCOMPARE(namesOf(found), std::string("a.png 6, link 0 (symbolic link, skipped), empty 0"));
        QCOMPARE(found->front().mime, std::string("image/png"));
        QCOMPARE(found->front().width, 3);
        QCOMPARE(found->front().height, 4);
        QVERIFY(found->front().storedPath.empty());
        QVERIFY(toJson(found->front().facts) == toJson(drawn.facts));
        QVERIFY(toJson(found->back().facts) == toJson(ResultFacts()));
        QCOMPARE(*history->artifactBytes(readerOf("one"), "r-1", 0), bytes);
        QCOMPARE(*history->artifactBytes(readerOf("one"), "r-1", 2), std::string());
        for (const std::size_t number : {1U, 3U})
            QCOMPARE(
                history->artifactBytes(readerOf("one"), "r-1", number).error().code(),
                ErrorCode::NotFound);
        QCOMPARE(namesOf(history->artifacts(readerOf("one"), "r-2")), std::string());
    }

    void keepsWhatAFigureShowsAsBytesThatCount()
    {
        const auto file = path("numbers.db");
        std::string numbers = "1";
        for (int i = 0; i < 5000; ++i)
            numbers += ",1";
        const auto chart = readChart(
            R"({"panels":[{"series":[{"kind":"line","columns":[{"name":"x","values":[)" + numbers
            + "]}]}]}]}");
        QVERIFY(chart);
        auto drawn = artifact("a.png", "PNG");
        drawn.facts.chart = std::make_shared<const Chart>(*chart);
        const auto history = open(file, bounded(25'000));
        history->end("one", recordOf("r-1"), all({drawn, artifact("b", "B")}));
        QTRY_VERIFY_WITH_TIMEOUT(numberIn(file, kKept) > 20'000, kFilePatience);
        QCOMPARE(numberIn(file, kCounted), numberIn(file, kKept));
        const auto found = history->artifacts(readerOf("one"), "r-1");
        QCOMPARE(namesOf(found), std::string("a.png 3, b 1"));
        QVERIFY(found->front().facts.chart && !found->back().facts.chart);
        QVERIFY(toJson(*found->front().facts.chart) == toJson(*chart));
        QCOMPARE(*history->artifactBytes(readerOf("one"), "r-1", 1), std::string("B"));
        // A newer run's results push the numbers out as they would a picture.
        history->end("one", recordOf("r-2"), all({artifact("c", std::string(20'000, 'c'))}));
        QTRY_COMPARE_WITH_TIMEOUT(numberIn(file, kKept), std::int64_t(20'001), kFilePatience);
        QCOMPARE(numberIn(file, kCounted), std::int64_t(20'001));
        QVERIFY(!history->artifacts(readerOf("one"), "r-1")->front().facts.chart);
    }

    void showsEachCallerTheirOwn()
    {
        const auto file = path("own.db");
        const auto history = open(file);
        history->end("one", recordOf("r-1"), all({artifact("a", "bytes")}));
        QTRY_COMPARE_WITH_TIMEOUT(idsInFile(file), std::string("r-1"), kFilePatience);
        for (const char* id : {"r-1", "r-9"}) {
            QCOMPARE(history->artifacts(readerOf("two"), id).error().code(), ErrorCode::NotFound);
            QCOMPARE(
                history->artifactBytes(readerOf("two"), id, 0).error().code(), ErrorCode::NotFound);
        }
        QCOMPARE(namesOf(history->artifacts(localCaller(), "r-1")), std::string("a 5"));
    }

    void givesThemBeforeTheyAreWritten()
    {
        const auto file = path("waiting.db");
        const auto history = open(file);
        (void)history->find(localCaller(), "none"); // until its file is open
        auto other = Database::open(file, historySteps());
        QVERIFY(other);
        {
            const auto lock = other->begin();
            QVERIFY(lock);
            history->end("one", recordOf("r-1"), all({artifact("a", "bytes")}));
            const auto found = history->artifacts(readerOf("one"), "r-1");
            QCOMPARE(namesOf(found), std::string("a 5"));
            QVERIFY(found->front().storedPath.empty());
            QCOMPARE(*history->artifactBytes(readerOf("one"), "r-1", 0), std::string("bytes"));
            QVERIFY(!history->artifacts(readerOf("two"), "r-1"));
        }
        QTRY_COMPARE_WITH_TIMEOUT(numberIn(file, kKept), std::int64_t(5), kFilePatience);
        m_told.forget(); // a slow machine may have said that it was locked
    }

    void keepsNoneThatIsTooLarge()
    {
        const auto file = path("large.db");
        open(file, bounded(100, 10))
            ->end(
                "one", recordOf("r-1"),
                all({artifact("a", "0123456789"), artifact("b", "0123456789x")}));
        QCOMPARE(
            namesOf(open(file)->artifacts(localCaller(), "r-1")),
            std::string("a 10, b 11 (larger than 10 B, so not kept in the history)"));
    }

    void forgetsTheOldestBytesOfWhoeverHasMost()
    {
        const auto file = path("room.db");
        {
            const auto history = open(file, bounded(20));
            history->end("quiet", recordOf("r-1"), all({artifact("q", "1234")}));
            for (const char* id : {"r-2", "r-3", "r-4", "r-5"})
                history->end("busy", recordOf(id), all({artifact("b", std::string(id) + "45678")}));
        }
        const auto history = open(file);
        const auto room = std::string(kRoom);
        QCOMPARE(namesOf(history->artifacts(localCaller(), "r-1")), std::string("q 4"));
        QCOMPARE(namesOf(history->artifacts(localCaller(), "r-2")), "b 8" + room);
        QCOMPARE(namesOf(history->artifacts(localCaller(), "r-3")), "b 8" + room);
        QCOMPARE(namesOf(history->artifacts(localCaller(), "r-4")), std::string("b 8"));
        QCOMPARE(namesOf(history->artifacts(localCaller(), "r-5")), std::string("b 8"));
        QCOMPARE(numberIn(file, kKept), std::int64_t(20));
        QCOMPARE(numberIn(file, kCounted), std::int64_t(20));
    }

    void goWithTheirRun()
    {
        const auto file = path("gone.db");
        HistoryBounds one;
        one.runs = 1;
        {
            const auto history = open(file, one);
            history->end("one", recordOf("r-1"), all({artifact("a", "12345678")}));
            history->end("one", recordOf("r-2"), all({artifact("b", "123")}));
        }
        QCOMPARE(numberIn(file, "SELECT count(*) FROM artifacts"), std::int64_t(1));
        QCOMPARE(numberIn(file, kCounted), std::int64_t(3));
    }

    void boundsHoldForTwoProgramsTogether()
    {
        const auto file = path("shared.db");
        {
            std::vector<std::jthread> programs;
            for (const char* name : {"a", "b"}) {
                std::vector<std::shared_ptr<const RunArtifacts>> made;
                for (int i = 0; i < 20; ++i)
                    made.push_back(all({artifact(
                        "x", name + std::string(97 + (i < 10), 'x') + std::to_string(i))}));
                programs.emplace_back([&file, name, made = std::move(made)] {
                    const auto history = openRunHistory(
                        file, [](const auto&) {}, bounded(1000));
                    for (std::size_t i = 0; i < made.size(); ++i)
                        history->end(name, recordOf(name + std::to_string(i)), made[i]);
                });
            }
        }
        QCOMPARE(numberIn(file, kKept), std::int64_t(1000));
        QCOMPARE(numberIn(file, kCounted), std::int64_t(1000));
        QCOMPARE(numberIn(file, "SELECT count(*) FROM artifacts"), std::int64_t(40));
    }

    void keepsTheSameBytesOnce()
    {
        const auto file = path("same.db");
        {
            const auto history = open(file);
            for (const char* id : {"r-1", "r-2"})
                history->end(
                    "one", recordOf(id), all({artifact("a", "same"), artifact("b", "same")}));
            history->end("two", recordOf("r-3"), all({artifact("c", "same")}));
        }
        QCOMPARE(numberIn(file, "SELECT count(*) FROM contents"), std::int64_t(1));
        QCOMPARE(
            numberIn(
                file,
                "SELECT hash = '0967115f2813a3541eaef77de9d9d5773f1c0c04314b0bbfe4ff3b3b1c55b5d5' "
                "FROM contents"),
            std::int64_t(1));
        QCOMPARE(numberIn(file, kCounted), std::int64_t(8)); // for each caller
        const auto history = open(file);
        for (const char* id : {"r-1", "r-2", "r-3"})
            QCOMPARE(*history->artifactBytes(localCaller(), id, 0), std::string("same"));
    }

    void keepsBytesAsLongAsARunRefersToThem()
    {
        const auto file = path("refers.db");
        HistoryBounds two;
        two.runs = 2;
        const auto countAfter = [&](const char* id, const char* bytes) {
            open(file, two)->end("one", recordOf(id), all({artifact("a", bytes)}));
            return numberIn(file, "SELECT count(*) FROM contents");
        };
        QCOMPARE(countAfter("r-1", "same"), std::int64_t(1));
        QCOMPARE(countAfter("r-2", "same"), std::int64_t(1));
        QCOMPARE(countAfter("r-3", "other"), std::int64_t(2)); // r-2 has it still
        QCOMPARE(countAfter("r-4", "other"), std::int64_t(1));
        QCOMPARE(numberIn(file, kCounted), std::int64_t(5));
    }

    void whatANewerRunHasTooIsNotTheOldest()
    {
        const auto file = path("newer.db");
        {
            const auto history = open(file, bounded(8));
            history->end("one", recordOf("r-1"), all({artifact("a", "1111")}));
            history->end("one", recordOf("r-2"), all({artifact("b", "2222")}));
            history->end("one", recordOf("r-3"), all({artifact("c", "1111")}));
            history->end("one", recordOf("r-4"), all({artifact("d", "4444")}));
        }
        const auto history = open(file);
        QCOMPARE(*history->artifactBytes(localCaller(), "r-1", 0), std::string("1111"));
        QCOMPARE(namesOf(history->artifacts(localCaller(), "r-2")), "b 4" + std::string(kRoom));
        QCOMPARE(*history->artifactBytes(localCaller(), "r-3", 0), std::string("1111"));
        QCOMPARE(*history->artifactBytes(localCaller(), "r-4", 0), std::string("4444"));
    }

    void twoProgramsMayKeepAndForgetTheSameBytes()
    {
        const auto file = path("race.db");
        HistoryBounds few;
        few.runs = 3;
        {
            std::vector<std::jthread> programs;
            for (const char* name : {"a", "b"}) {
                std::vector<std::shared_ptr<const RunArtifacts>> made;
                for (int i = 0; i < 30; ++i)
                    made.push_back(all({artifact("x", "same"), artifact("y", std::to_string(i))}));
                programs.emplace_back([&file, &few, name, made = std::move(made)] {
                    const auto history = openRunHistory(
                        file, [](const auto&) {}, few);
                    for (std::size_t i = 0; i < made.size(); ++i)
                        history->end(name, recordOf(name + std::to_string(i)), made[i]);
                });
            }
        }
        QCOMPARE(
            numberIn(
                file,
                "SELECT count(*) FROM artifacts a LEFT JOIN contents c ON c.hash = a.hash WHERE "
                "c.hash IS NULL"),
            std::int64_t(0));
        QCOMPARE(
            numberIn(
                file,
                "SELECT count(*) FROM contents WHERE hash NOT IN (SELECT hash FROM artifacts)"),
            std::int64_t(0));
        QCOMPARE(numberIn(file, "SELECT count(*) FROM artifacts"), std::int64_t(6));
        QCOMPARE(numberIn(file, kCounted), numberIn(file, "SELECT sum(size) FROM content_shares"));
    }

    void takesOverWhatTheFourthVersionWrote()
    {
        const auto file = path("fourth.db");
        {
            auto fourth = Database::open(file, historySteps().first(4));
            QVERIFY(fourth);
            QVERIFY(fourth->execute(
                "INSERT INTO runs VALUES (1, 'r-1', 'one', 's-1', 'python', 'exited', '', 0.5, "
                "'{}', ''), (2, 'r-2', 'two', 's-1', 'python', 'exited', '', 0.5, '{}', '');"
                "INSERT INTO artifacts (run, number, name, mime, size, width, height, note, bytes) "
                "VALUES (1, 0, 'a', '', 4, 0, 0, '', x'00616263'), (1, 1, 'b', '', 9, 0, 0, "
                "'gone', "
                "NULL), (1, 2, 'c', '', 4, 0, 0, '', x'00616263'), (2, 0, 'd', '', 4, 0, 0, '', "
                "x'00616263'), (2, 1, 'e', '', 0, 0, 0, '', x'')"));
            auto reader = HistoryReader::open(file);
            QVERIFY(reader);
            QCOMPARE(*reader->artifactBytes(localCaller(), "r-1", 2), std::string("\0abc", 4));
        }
        {
            const auto history = open(file);
            QCOMPARE(
                namesOf(history->artifacts(localCaller(), "r-1")),
                std::string("a 4, b 9 (gone), c 4"));
        }
        const auto history = open(file);
        for (const auto& [id, number] : {std::pair("r-1", 0U), {"r-1", 2U}, {"r-2", 0U}})
            QCOMPARE(*history->artifactBytes(localCaller(), id, number), std::string("\0abc", 4));
        QCOMPARE(*history->artifactBytes(localCaller(), "r-2", 1), std::string());
        QCOMPARE(
            history->artifactBytes(localCaller(), "r-1", 1).error().text(), std::string("gone"));
        QCOMPARE(numberIn(file, "SELECT count(*) FROM contents"), std::int64_t(2));
        QCOMPARE(numberIn(file, kCounted), std::int64_t(8));
    }

    void takesOverWhatTheSecondVersionWrote()
    {
        const auto file = path("second.db");
        {
            auto second = Database::open(file, historySteps().first(2));
            QVERIFY(second);
            QVERIFY(second->execute(
                "INSERT INTO runs VALUES (1, 'r-1', 'one', 's-1', 'python', 'exited', '', 0.5, "
                "'{\"run_id\": \"r-1\", \"verdict\": \"exited\"}', '')"));
            // Whoever only reads, as on a disk that cannot be written, does not miss the table.
            auto reader = HistoryReader::open(file);
            QVERIFY(reader);
            QCOMPARE(namesOf(reader->artifacts(localCaller(), "r-1")), std::string());
            QCOMPARE(
                reader->artifactBytes(localCaller(), "r-1", 0).error().code(), ErrorCode::NotFound);
        }
        {
            const auto history = open(file);
            QCOMPARE(namesOf(history->artifacts(localCaller(), "r-1")), std::string());
            history->end("one", recordOf("r-2"), all({artifact("a", "123")}));
        }
        QCOMPARE(idsInFile(file), std::string("r-2 r-1"));
        QCOMPARE(namesOf(open(file)->artifacts(localCaller(), "r-2")), std::string("a 3"));
        QCOMPARE(numberIn(file, kCounted), std::int64_t(3));
    }

    void whatWaitsTakesNoMoreOfTheDiskThanTwiceWhatIsKept()
    {
        const auto file = path("long.db");
        const auto history = open(file, bounded(5));
        (void)history->find(localCaller(), "none"); // until its file is open
        auto other = Database::open(file, historySteps());
        QVERIFY(other);
        const auto lock = other->begin();
        QVERIFY(lock);
        const auto old = artifact("old", "12345678");
        history->end("one", recordOf("r-1"), all({old}));
        history->end("one", recordOf("r-2"), all({artifact("new", "12345678")}));
        // What is just being tried to write holds it a little longer.
        QTRY_VERIFY_WITH_TIMEOUT(
            !QFile::exists(QString::fromStdString(old.storedPath)), kFilePatience);
        QCOMPARE(namesOf(history->artifacts(localCaller(), "r-2")), std::string("new 8"));
        QVERIFY(history->find(localCaller(), "r-1"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_told.all().isEmpty(), kFilePatience);
        m_told.forget();
    }
};

SANDBENCH_TEST(TestHistoryArtifacts);
#include "tst_history_artifacts.moc"
