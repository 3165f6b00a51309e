// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_row.h"
#include "core/batch/run_batch.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <map>
#include <mutex>

using namespace sandbench;
using namespace sandbench::batch;
using sandbench::test::contains;

/// A place without sandboxes: what it answers is the program's text. How a real one does is with
/// tst_sandbenchctl_batch.
class SayingPlace : public Place
{
public:
    /// @p answer: of a program's text, the n-th one that is run here.
    using Answer = std::function<Result<RunRecord>(const Json& program, int number)>;
    SayingPlace(std::string name, Answer answer)
        : m_name(std::move(name))
        , m_answer(std::move(answer))
    {
    }

    std::string name() const override { return m_name; }
    Result<void> check(const std::string& language) override
    {
        return language == "klingon" ? Error(ErrorCode::NotFound, "nobody knows klingon")
                                     : Result<void>();
    }
    Result<std::unique_ptr<Bench>> open(const std::string&, const std::stop_token&) override
    {
        if (refusal)
            return *refusal;
        return std::make_unique<SayingBench>(*this);
    }

    std::optional<Error> refusal;

private:
    class SayingBench : public Bench
    {
    public:
        explicit SayingBench(SayingPlace& place)
            : m_place(place)
        {
        }
        Result<RunRecord> run(const Json& program, std::uint64_t, const std::stop_token&) override
        {
            return m_place.m_answer(program, ++m_place.m_count);
        }
        bool blamesProgram(const Error& error) const override
        {
            return error.code() == ErrorCode::InvalidArgument;
        }
        std::vector<std::string> relaxed() const override { return {}; }

    private:
        SayingPlace& m_place;
    };

    const std::string m_name;
    const Answer m_answer;
    std::atomic<int> m_count{0};
};

static RunRecord exited(int code, std::string output = {})
{
    RunRecord record;
    record.verdict = Verdict::Exited;
    record.exitCode = code;
    record.stdoutTotal = output.size();
    record.stdoutBytes = std::move(output);
    record.wallSeconds = 0.001;
    return record;
}

static RunRecord lost()
{
    RunRecord record;
    record.verdict = Verdict::AgentLost;
    return record;
}

static Result<RunRecord> echo(const Json& program, int)
{
    return exited(0, jsonString(program, "code") + jsonString(program, "stdin"));
}

/// Lines, a folder for their results, and places.
class SmallBatch
{
public:
    explicit SmallBatch(const QByteArray& lines)
    {
        QFile file(path("lines.jsonl"));
        m_isWritten = file.open(QIODevice::WriteOnly) && file.write(lines) == lines.size();
    }

    QString path(const QString& name) const { return m_folder.filePath(name); }
    SayingPlace& add(const std::string& name, SayingPlace::Answer answer)
    {
        auto place = std::make_unique<SayingPlace>(name, std::move(answer));
        auto& added = *place;
        m_places.push_back(std::move(place));
        return added;
    }

    /// The rows by their lines, once it has run with all places of add().
    Result<std::map<std::uint64_t, Json>> run(const std::stop_token& stop = {})
    {
        if (!m_isWritten)
            return Error(ErrorCode::Internal, "the lines could not be written");
        SANDBENCH_TRY(auto input, Input::open(path("lines.jsonl").toStdString()));
        SANDBENCH_TRY(const auto overview, input.scan({}, {}, {}));
        SANDBENCH_TRY(auto folder, Folder::resume(path("out").toStdString(), Json::object()));
        const LanguageCatalog languages;
        Plan plan
            = {.input = input,
               .overview = overview,
               .folder = folder,
               .rules = {},
               .languages = languages,
               .places = std::move(m_places),
               .jobs = 4,
               .onRow = onRow};
        m_places.clear();
        SANDBENCH_TRY_VOID(runBatch(plan, stop));
        std::map<std::uint64_t, Json> rows;
        SANDBENCH_TRY_VOID(folder.read([&](std::string_view text, std::uint64_t) -> Result<void> {
            SANDBENCH_TRY(auto row, parseJson(text));
            const auto line = jsonCount(row, "line");
            return rows.emplace(line, std::move(row)).second
                ? Result<void>()
                : Error(ErrorCode::Internal, "a line has two rows");
        }));
        return rows;
    }

    decltype(Plan::onRow) onRow;

private:
    QTemporaryDir m_folder;
    bool m_isWritten = false;
    std::vector<std::unique_ptr<Place>> m_places;
};

static QByteArray manyLines(int count)
{
    QByteArray lines;
    for (int i = 0; i < count; ++i)
        lines += "{\"code\": \"" + QByteArray::number(i) + "\", \"expected\": \""
            + QByteArray::number(i) + "\"}\n";
    return lines;
}

#define QVERIFY_RESULT(result)                                                                     \
    QVERIFY2((result).has_value(), (result) ? "" : (result).error().text().c_str())

/// Every line gets its row, whatever becomes of the places.
class TestRunBatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesEveryLineOneRow()
    {
        SmallBatch batch(
            "{\"code\": \"a\", \"expected\": \"a\"}\nnonsense\n{\"code\": \"b\", \"expected\": "
            "\"c\"}\n\n{\"code\": \"d\", \"id\": 1}\n{\"code\": \"e\", \"language\": "
            "\"klingon\"}\n");
        batch.add("here", echo);
        const auto rows = batch.run();
        QVERIFY_RESULT(rows);
        QCOMPARE(rows->size(), 5U);
        QCOMPARE(jsonString(rows->at(1), "state"), std::string("passed"));
        QCOMPARE(jsonString(rows->at(1), "stdout"), std::string("a"));
        QCOMPARE(jsonString(rows->at(1), "place"), std::string("here"));
        QCOMPARE(jsonString(rows->at(2), "state"), std::string("unreadable"));
        QCOMPARE(jsonString(rows->at(3), "state"), std::string("failed"));
        QCOMPARE(jsonString(rows->at(5), "state"), std::string("duplicate"));
        QCOMPARE(jsonString(rows->at(6), "state"), std::string("not_run"));
        QVERIFY(contains(jsonString(rows->at(6), "why"), "klingon"));
    }

    void judgesByAChecker()
    {
        SmallBatch batch(
            "{\"code\": \"a\", \"stdin\": \"x\", \"expected\": \"anything\", \"checker\": "
            "\"CHECK\"}\n{\"code\": \"b\", \"checker\": \"CHECK\"}\n");
        batch.add("here", [](const Json& program, int number) {
            if (jsonString(program, "code") != "CHECK")
                return echo(program, number);
            const auto& files = jsonField(program, "files");
            const bool isGood = jsonString(files[2], "content") == "YXg="; // "ax"
            return Result<RunRecord>(isGood ? exited(0) : exited(1, "not\x1b[2J this\nmore\n"));
        });
        const auto rows = batch.run();
        QVERIFY_RESULT(rows);
        QCOMPARE(jsonString(rows->at(1), "state"), std::string("passed"));
        QCOMPARE(jsonString(rows->at(2), "state"), std::string("failed"));
        QVERIFY(contains(jsonString(rows->at(2), "why"), "The checker did not accept it: not"));
        QVERIFY(!contains(jsonString(rows->at(2), "why"), "\x1b"));
    }

    void runsALineElsewhereWhosePlaceWentAwayAndSaysSo()
    {
        SmallBatch batch(manyLines(1));
        batch.add("bad", [](const Json&, int) { return Result<RunRecord>(lost()); });
        batch.add("good", echo);
        const auto rows = batch.run();
        QVERIFY_RESULT(rows);
        QCOMPARE(jsonString(rows->at(1), "state"), std::string("passed"));
        QCOMPARE(jsonString(rows->at(1), "place"), std::string("good"));
        QCOMPARE(jsonInt(rows->at(1), "attempts"), 2);
        QCOMPARE(jsonTexts(rows->at(1), "lost_at"), std::vector<std::string>{"bad"});
    }

    void endsALineThatTakesEveryPlaceWithIt()
    {
        SmallBatch batch(manyLines(3));
        batch.add("only", [](const Json& program, int number) {
            return jsonString(program, "code") == "1" ? Result<RunRecord>(lost())
                                                      : echo(program, number);
        });
        const auto rows = batch.run();
        QVERIFY_RESULT(rows);
        QCOMPARE(rows->size(), 3U);
        QCOMPARE(jsonString(rows->at(2), "state"), std::string("ended"));
        QCOMPARE(jsonString(rows->at(2), "verdict"), std::string("agent_lost"));
        QCOMPARE(jsonInt(rows->at(2), "attempts"), 3);
    }

    void stopsWhereNoPlaceIsOfAnyUseAndGoesOn()
    {
        SmallBatch batch(manyLines(20));
        batch.add("vanishing", [&](const Json& program, int number) {
            return number > 5 ? Result<RunRecord>(Error(ErrorCode::NotFound, "the image is gone"))
                              : echo(program, number);
        });
        const auto first = batch.run();
        QVERIFY(first.failedAs(ErrorCode::NotFound));
        batch.add("here", echo);
        const auto rows = batch.run();
        QVERIFY_RESULT(rows);
        QCOMPARE(rows->size(), 20U);
        int elsewhere = 0;
        for (const auto& [line, row] : *rows) {
            QCOMPARE(jsonString(row, "state"), std::string("passed"));
            elsewhere += jsonString(row, "place") == "here" ? 1 : 0;
        }
        QCOMPARE(elsewhere, 15);
    }

    void isStoppedAtOnceAndGoesOnWithoutRunningAnythingTwice()
    {
        SmallBatch batch(manyLines(200));
        std::mutex mutex;
        std::map<std::string, int> runs;
        const auto counted = [&](const Json& program, int number) {
            const std::lock_guard lock(mutex);
            ++runs[jsonString(program, "code")];
            return echo(program, number);
        };
        std::stop_source stop;
        std::atomic<int> over = 0;
        batch.onRow = [&](RowHead, std::string_view, std::uint64_t) {
            if (++over == 50)
                stop.request_stop();
        };
        batch.add("first", counted);
        QVERIFY(batch.run(stop.get_token()).failedAs(ErrorCode::Cancelled));
        QVERIFY(over >= 50 && over < 60);
        batch.add("second", counted);
        const auto rows = batch.run();
        QVERIFY_RESULT(rows);
        QCOMPARE(rows->size(), 200U);
        for (const auto& [line, row] : *rows) {
            const auto code = jsonString(row, "stdout");
            QCOMPARE(jsonString(row, "state"), std::string("passed"));
            // What ran twice says so.
            QVERIFY(runs[code] == 1 || jsonBool(row, "started_before"));
        }
    }

    void waitsForAPlaceThatHasNoRoomForNow()
    {
        SmallBatch batch(manyLines(5));
        auto& busy = batch.add("busy", echo);
        busy.refusal = Error(ErrorCode::ResourceExhausted, "the quota is reached");
        batch.add("free", echo);
        const auto rows = batch.run();
        QVERIFY_RESULT(rows);
        for (const auto& [line, row] : *rows) {
            QCOMPARE(jsonString(row, "place"), std::string("free"));
            QCOMPARE(jsonInt(row, "attempts"), 1); // nothing had begun there
        }
    }

    void blamesNoLineForAConnectionThatIsWrong()
    {
        const Error wrong(ErrorCode::InvalidArgument, "it wants certificates");
        SmallBatch batch(manyLines(5));
        batch.add("wrong", echo).refusal = wrong;
        QVERIFY(batch.run().failedAs(ErrorCode::InvalidArgument));
        batch.add("wrong", echo).refusal = wrong;
        batch.add("right", echo);
        const auto rows = batch.run();
        QVERIFY_RESULT(rows);
        QCOMPARE(rows->size(), 5U);
        for (const auto& [line, row] : *rows) {
            QCOMPARE(jsonString(row, "place"), std::string("right"));
            QVERIFY(!row.contains("started_before")); // nothing had begun
        }
    }

    void readsWhatAServerSaysOfARun()
    {
        const std::string body
            = R"({"verdict":"exited","exit_code":3,"stdout":"a","stderr":"","stdout_bytes":9,"truncated":true,
                 "phase":"run","wall_seconds":0.5,"run_id":"r1"})";
        const auto record = recordOf(body);
        QVERIFY_RESULT(record);
        QCOMPARE(record->verdict, Verdict::Exited);
        QCOMPARE(record->exitCode, std::optional<int>(3));
        QCOMPARE(record->stdoutTotal, 9U);
        for (std::size_t size = 0; size < body.size(); ++size)
            QVERIFY(recordOf(std::string_view(body).substr(0, size)).failedAs(ErrorCode::Protocol));
        QVERIFY(recordOf(R"({"verdict":"won"})").failedAs(ErrorCode::Protocol));
        QVERIFY(recordOf(R"([])").failedAs(ErrorCode::Protocol));
    }

    void readsWhyAServerRefusesACall()
    {
        const auto quota = refusalOf(429, R"({"code":"resource_exhausted","detail":"too many"})");
        QCOMPARE(quota.code(), ErrorCode::ResourceExhausted);
        QCOMPARE(quota.message(), std::string("too many"));
        QCOMPARE(refusalOf(502, "<html>").code(), ErrorCode::Unavailable);
        QCOMPARE(refusalOf(401, "").code(), ErrorCode::PermissionDenied);
        QCOMPARE(refusalOf(301, "").code(), ErrorCode::Protocol);
        QCOMPARE(refusalOf(400, R"({"code":"nonsense"})").code(), ErrorCode::InvalidArgument);
    }
};

SANDBENCH_TEST(TestRunBatch);
#include "tst_run_batch.moc"
