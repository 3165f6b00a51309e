// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_record.h"

#include "core/base/json.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>
#include <string>

using namespace sandbench;

class RunRecordTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesExactlyTheContractsFields();
    void replacesBytesThatAreNoText();
    void leavesUnknownsNull();
    void mapsVerdictsToExitStatus_data();
    void mapsVerdictsToExitStatus();
    void saysEveryEndingInOneSentence();
    void saysThatTheProgramDidNotStart();

private:
    static std::set<std::string> keysOf(const Json& object)
    {
        std::set<std::string> keys;
        for (const auto& entry : object.items())
            keys.insert(entry.key());
        return keys;
    }
};

using Keys = std::set<std::string>;

void RunRecordTest::writesExactlyTheContractsFields()
{
    RunRecord record;
    record.exitCode = 3;
    record.error.emplace();
    record.error->name = "E";
    record.artifacts.push_back({"a.png", "image/png", 12, 3, 4, "/x", ""});
    record.isolation.missing.push_back({"pids cgroup", "why", "what"});
    const auto json = toJson(record);
    QCOMPARE(keysOf(json), (Keys{"schema",       "run_id",       "session_id",
                                 "engine",       "image",        "language",
                                 "verdict",      "phase",        "exit_code",
                                 "signal",       "stdout",       "stderr",
                                 "stdout_bytes", "stderr_bytes", "truncated",
                                 "wall_seconds", "cpu_seconds",  "peak_memory_bytes",
                                 "started_at",   "artifacts",    "error",
                                 "result",       "limits",       "network",
                                 "profile",      "differences",  "isolation",
                                 "gate",         "warnings",     "hints",
                                 "activity"}));
    QCOMPARE(json["schema"].get<std::string>(), std::string("sandbench.run/1"));
    QCOMPARE(json["exit_code"].get<int>(), 3);
    QCOMPARE(
        keysOf(json["artifacts"][0]),
        (Keys{
            "index", "name", "mime", "bytes", "width", "height", "path", "title", "time_ms", "dpi",
            "source", "from", "form_of", "process", "has_chart"}));
    QCOMPARE(keysOf(json["error"]), (Keys{"name", "value", "traceback"}));
    QCOMPARE(keysOf(json["isolation"]), (Keys{"layers", "missing", "relaxations"}));
    QCOMPARE(keysOf(json["isolation"]["missing"][0]), (Keys{"layer", "reason", "remedy"}));
}

void RunRecordTest::replacesBytesThatAreNoText()
{
    RunRecord record;
    record.stdoutBytes = "a\xff\xfe"
                         "b\xe2\x82";
    record.artifacts.push_back({"n\xff", "text/plain", 0, 0, 0, "", ""});
    const auto text = writeJson(toJson(record));
    const auto parsed = parseJson(text);
    QVERIFY(parsed);
    QCOMPARE(
        jsonString(*parsed, "stdout"),
        std::string("a\xef\xbf\xbd\xef\xbf\xbd"
                    "b\xef\xbf\xbd"));
}

void RunRecordTest::leavesUnknownsNull()
{
    const auto json = toJson(RunRecord());
    QVERIFY(json["exit_code"].is_null());
    QVERIFY(json["signal"].is_null());
    QVERIFY(json["error"].is_null());
    QVERIFY(json["artifacts"].is_array());
}

void RunRecordTest::mapsVerdictsToExitStatus_data()
{
    QTest::addColumn<int>("verdict");
    QTest::addColumn<int>("status");
    const auto row = [](Verdict verdict, int status) {
        QTest::newRow(std::string(verdictName(verdict)).c_str())
            << static_cast<int>(verdict) << status;
    };
    row(Verdict::Exited, 7);
    row(Verdict::Signaled, 128 + 11);
    row(Verdict::WallTimeout, 124);
    row(Verdict::CpuTimeout, 124);
    row(Verdict::OutOfMemory, 137);
    row(Verdict::PolicyDenied, 126);
    row(Verdict::OutputLimit, 122);
    row(Verdict::DiskLimit, 122);
    row(Verdict::Cancelled, 130);
    row(Verdict::AgentLost, 125);
}

void RunRecordTest::mapsVerdictsToExitStatus()
{
    QFETCH(int, verdict);
    QFETCH(int, status);
    RunRecord record;
    record.verdict = static_cast<Verdict>(verdict);
    record.exitCode = 7;
    record.signal = 11;
    QCOMPARE(exitStatusOf(record), status);
}

void RunRecordTest::saysEveryEndingInOneSentence()
{
    RunRecord record;
    std::set<std::string> sentences;
    for (int i = 0; i <= static_cast<int>(Verdict::AgentLost); ++i) {
        record.verdict = static_cast<Verdict>(i);
        const auto sentence = verdictSentence(record);
        QVERIFY(!sentence.empty() && sentence.find('\n') == std::string::npos);
        sentences.insert(sentence);
    }
    QCOMPARE(sentences.size(), static_cast<std::size_t>(Verdict::AgentLost) + 1);
    record.verdict = Verdict::WallTimeout;
    record.runLimits.wallSeconds = 30;
    QCOMPARE(verdictSentence(record), std::string("Stopped after 30 s (wall-clock limit)"));
    record.verdict = Verdict::Signaled;
    record.signal = 11;
    QVERIFY(verdictSentence(record).find("SIGSEGV") != std::string::npos);
}

void RunRecordTest::saysThatTheProgramDidNotStart()
{
    RunRecord record;
    record.verdict = Verdict::Exited;
    record.exitCode = 1;
    QCOMPARE(toJson(record)["phase"].get<std::string>(), std::string("run"));
    record.phase = RunPhase::Compile;
    QCOMPARE(toJson(record)["phase"].get<std::string>(), std::string("compile"));
    QVERIFY(verdictSentence(record).find("the compiler ended with 1") != std::string::npos);
    QCOMPARE(exitStatusOf(record), 1);
    record.verdict = Verdict::WallTimeout;
    QVERIFY(verdictSentence(record).find("while compiling") != std::string::npos);
    record.verdict = Verdict::Signaled;
    record.signal = 9;
    QVERIFY(verdictSentence(record).find("the compiler was ended by SIGKILL") != std::string::npos);
}

SANDBENCH_TEST(RunRecordTest);
#include "tst_run_record.moc"
