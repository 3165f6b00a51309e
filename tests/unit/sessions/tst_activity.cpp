// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/session/activity.h"
#include "core/session/activity_words.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;

namespace {

constexpr const char* kReply = R"({"max_rss_bytes": 1048576, "cpu_seconds": 0.5, "activity": {
"files": {"created": 1, "changed": 1, "deleted": 1, "bytes": 3072, "grown": 1024, "list": [
  {"path": "old", "change": "deleted", "type": "directory", "bytes_before": 0},
  {"path": "a.csv", "change": "changed", "type": "file", "bytes_before": 1024, "bytes": 2048},
  {"path": "b.png", "change": "created", "type": "file", "bytes": 1024}]},
"programs": {"started": 3, "list": [
  {"pid": 5, "parent": 0, "path": "python3", "arguments": ["python3", "main.py"], "at": 0, "exit_code": 0},
  {"pid": 9, "parent": 5, "path": "/bin/sh", "arguments": ["sh", "-c", "ls"], "cut": true, "at": 0.1, "signal": 9}]},
"network": {"attempts": 9, "names": [{"name": "example.com", "count": 2}], "list": [
  {"call": "connect", "address": "192.0.2.7", "port": 443, "count": 3},
  {"call": "connect", "address": "127.0.0.1", "port": 80, "count": 1},
  {"call": "bind", "address": "::", "port": 8080, "count": 1}]},
"refused": [{"number": 101, "count": 2}],
"most_processes": 4, "not_seen": ["outcomes", "a word of a newer agent"]}})";

RunActivity readText(const std::string& text)
{
    const auto json = parseJson(text, 8U << 20);
    return readActivity(json ? *json : Json(), "x86_64");
}

std::string allLines(const Json& record)
{
    std::string all;
    for (const auto& line : activityLines(record))
        all += line + "\n";
    return all;
}

} // namespace

class TestActivity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTheAgentSays();
    void saysWhenTheAgentSaysNothing();
    void takesNoValueThatCannotBe();
    void keepsListsBounded();
    void survivesRepliesThatWereCutAnywhere();
    void writesWhatItsSchemaSays();
    void tellsItInWords();
};

void TestActivity::readsWhatTheAgentSays()
{
    const auto activity = readText(kReply);
    QCOMPARE(activity.files.size(), std::size_t(3));
    QCOMPARE(activity.files[1].bytesBefore, std::optional<std::uint64_t>(1024));
    QVERIFY(!activity.files[2].bytesBefore);
    QCOMPARE(activity.diskBytes, std::int64_t(1024));
    QCOMPARE(activity.programs[1].parent, std::int64_t(5));
    QCOMPARE(activity.programs[0].exitCode, std::optional(0));
    QCOMPARE(activity.programs[1].signal, std::optional(9));
    QCOMPARE(activity.started, std::uint64_t(3));
    QCOMPARE(activity.attempts[0].port, std::uint16_t(443));
    QCOMPARE(activity.refusals[0].call, std::string("ptrace"));
    QCOMPARE(activity.refused, std::uint64_t(2));
    QCOMPARE(activity.notSeen.size(), std::size_t(1));
}

void TestActivity::saysWhenTheAgentSaysNothing()
{
    for (const auto* text : {"null", "{}", R"({"activity": 1})", R"({"activity": []})"}) {
        const auto activity = readText(text);
        QCOMPARE(activity.notSeen.size(), std::size_t(1));
        QVERIFY(activity.notSeen.front().starts_with("Anything: "));
    }
}

void TestActivity::takesNoValueThatCannotBe()
{
    const auto activity = readText(
        R"({"max_rss_bytes": -1, "cpu_seconds": 1e300, "activity": {
"files": {"created": "many", "list": [{"path": 7, "change": "eaten", "type": "god", "bytes": -4}, 1, [2]]},
"programs": {"list": [{"pid": 99999999999, "parent": -3, "exit_code": 4096, "signal": 65,
                       "arguments": "none"}]},
"network": {"list": [{"call": "fly", "address": {}, "port": 70000}], "names": {"name": 1}},
"refused": [{"number": -5}, {"number": 99999}], "not_seen": "all"}})");
    QCOMPARE(activity.files.size(), std::size_t(1));
    QCOMPARE(activity.files[0].change, std::string("changed"));
    QCOMPARE(activity.files[0].type, std::string("other"));
    QCOMPARE(activity.created, std::uint64_t(0));
    QCOMPARE(activity.programs[0].pid, std::int64_t(0));
    QVERIFY(!activity.programs[0].exitCode && !activity.programs[0].signal);
    QCOMPARE(activity.attempts[0].call, std::string("connect"));
    QCOMPARE(activity.attempts[0].port, std::uint16_t(0));
    QCOMPARE(activity.refusals[1].call, std::string("call 99999"));
    QCOMPARE(activity.cpuSeconds, 0.0);
    QVERIFY(activity.names.empty() && activity.notSeen.empty());
}

void TestActivity::keepsListsBounded()
{
    Json list = Json::array();
    for (int i = 0; i < 3000; ++i)
        list.push_back(
            {{"path", std::string(100, '\x01')},
             {"address", std::string(1000, 'a')},
             {"name", std::string(1000, 'n')},
             {"arguments", Json::array({std::string(5000, 'x')})}});
    const auto activity = readActivity(
        Json{
            {"activity",
             {{"files", {{"list", list}}},
              {"programs", {{"list", list}}},
              {"network", {{"list", list}, {"names", list}}},
              {"refused", list}}}},
        "x86_64");
    QCOMPARE(activity.files.size(), std::size_t(2000));
    QCOMPARE(activity.programs.size(), std::size_t(1000));
    QVERIFY(activity.programs[0].isCut && activity.programs[0].arguments.empty());
    QCOMPARE(activity.attempts.size(), std::size_t(256));
    QCOMPARE(activity.attempts[0].address.size(), std::size_t(255));
    QCOMPARE(activity.names.size(), std::size_t(256));
    QCOMPARE(activity.refusals.size(), std::size_t(256));
}

void TestActivity::survivesRepliesThatWereCutAnywhere()
{
    const std::string whole = kReply;
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(!readText(whole.substr(0, size)).notSeen.empty());
}

void TestActivity::writesWhatItsSchemaSays()
{
    for (const auto* text : {kReply, "null"}) {
        const auto checked = checkFields(toJson(readText(text)), activityFields());
        QVERIFY2(checked, checked ? "" : checked.error().message().c_str());
    }
}

void TestActivity::tellsItInWords()
{
    Json record = {{"network", "none"}, {"activity", toJson(readText(kReply))}};
    const auto lines = allLines(record);
    for (const auto* line :
         {"wrote 2 files, 3 KiB\n", "deleted old/\n", "changed a.csv (2 KiB, was 1 KiB)\n",
          "created b.png (1 KiB)\n", "started python3 main.py (process 5): exited 0\n",
          "started /bin/sh -c ls … (process 9 of 5): ended by signal 9\n", "… and 1 program more\n",
          "asked for the name example.com, 2 times\n",
          "tried to reach 192.0.2.7:443, 3 times; the sandbox had no network\n",
          "tried to reach 127.0.0.1:80\n", "took the address [::]:8080\n",
          "… and 4 attempts at other addresses\n",
          "called ptrace, 2 times; the system-call filter refused\n",
          "used 1 MiB of memory at most", "4 processes at most\n", "not seen: Whether a program"})
        QVERIFY2(lines.find(line) != std::string::npos, (line + ("in:\n" + lines)).c_str());
    record["network"] = "bridge";
    QVERIFY(allLines(record).find("had no network") == std::string::npos);
    QVERIFY(activityLines({{"activity", nullptr}}).empty());
}

SANDBENCH_TEST(TestActivity);
#include "tst_activity.moc"
