// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/cgroup_counters.h"
#include "core/agent/guest/child_rights.h"
#include "core/agent/guest/user_lookup.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>

using namespace sandbench;
using namespace sandbench::guest;

namespace {

const std::string kPasswd = "root:x:0:0:root:/root:/bin/sh\n"
                            "# a comment\n"
                            "broken\n"
                            ":x:7:7::/:/bin/sh\n"
                            "odd:x:many:7::/:/bin/sh\n"
                            "ann:x:1000:100:Ann:/home/ann:/bin/sh\n"
                            "1000:x:2000:200::/:/bin/sh\n"
                            "bob:x:1001:1001::/home/bob:/bin/sh";
const std::string kGroup = "root:x:0:\n"
                           "staff:x:50:bob,ann\n"
                           "games:x:60:joann,ann2\n"
                           "dup:x:50:ann\n"
                           "lost:x:none:ann\n"
                           "77:x:78:\n"
                           "audio:x:29:ann";

UserIds found(std::string_view user)
{
    auto ids = resolveUser(user, kPasswd, kGroup);
    return ids ? *ids : UserIds{~0U, ~0U, {}, std::string(errorCodeName(ids.error().code()))};
}

} // namespace

/// What a sandbox's own files say about users is chosen by whoever made the image.
class TestAgentSetup : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsUsersByNameAndNumber();
    void givesAGroupOnlyWhereItWasAskedFor();
    void refusesWhatIsNoUser();
    void findsNumbersWithoutAnyFile();
    void survivesFilesThatWereCutAnywhere();
    void keepsTheNumberOfGroupsBounded();
    void takesOnlyWholeFilters();
    void tellsOnlyWhatChangedDuringARun();
};

void TestAgentSetup::findsUsersByNameAndNumber()
{
    const auto ann = found("ann");
    QCOMPARE(ann.uid, 1000U);
    QCOMPARE(ann.gid, 100U);
    QCOMPARE(ann.groups, (std::vector<gid_t>{50, 29}));
    QCOMPARE(ann.name, std::string("ann"));
    QCOMPARE(found("1001").name, std::string("bob"));
    QCOMPARE(found("1001").gid, 1001U);
    QCOMPARE(found("root").uid, 0U);
    // As the engines do: a name wins over a number that is spelled the same.
    QCOMPARE(found("1000").uid, 2000U);
}

void TestAgentSetup::givesAGroupOnlyWhereItWasAskedFor()
{
    QCOMPARE(found("ann:staff").gid, 50U);
    QVERIFY(found("ann:staff").groups.empty());
    QCOMPARE(found("ann:12").gid, 12U);
    QCOMPARE(found("ann:77").gid, 78U);
    QCOMPARE(found("65534:65534").uid, 65534U);
    QCOMPARE(found("65534:65534").gid, 65534U);
    QCOMPARE(found("4711").gid, 0U);
}

void TestAgentSetup::refusesWhatIsNoUser()
{
    for (const auto* user :
         {"nobody-here", "", ":", ":100", "ann:", "ann:no-such-group", "-1", "4294967295",
          "2147483648", "1000x", " 1000", "odd", "broken", "ann:4294967295", "# a comment"})
        QVERIFY2(found(user).uid == ~0U, user);
    QCOMPARE(found("ann\nroot").name, std::string("invalid_argument"));
    QCOMPARE(found(std::string(1000, '1')).name, std::string("invalid_argument"));
    QVERIFY(
        resolveUser("eve", kPasswd, kGroup).error().message().find("65534:65534")
        != std::string::npos);
}

void TestAgentSetup::findsNumbersWithoutAnyFile()
{
    const auto ids = resolveUser("123", "", "");
    QVERIFY(ids);
    QCOMPARE(ids->uid, 123U);
    QVERIFY(ids->name.empty());
    QVERIFY(!resolveUser("ann", "", ""));
}

void TestAgentSetup::survivesFilesThatWereCutAnywhere()
{
    for (std::size_t at = 0; at <= kPasswd.size(); ++at) {
        const auto ids = resolveUser("ann", std::string_view(kPasswd).substr(0, at), kGroup);
        // Where the line is cut in the middle of a number, another one is left.
        QVERIFY(!ids || (ids->uid == 1000 && (ids->gid == 100 || ids->gid < 100)));
    }
    for (std::size_t at = 0; at <= kGroup.size(); ++at)
        QVERIFY(resolveUser("ann", kPasswd, std::string_view(kGroup).substr(0, at)));
}

void TestAgentSetup::keepsTheNumberOfGroupsBounded()
{
    std::string group;
    for (int i = 1; i < 2000; ++i)
        group += "g:x:" + std::to_string(i) + ":ann\n";
    QCOMPARE(resolveUser("ann", kPasswd, group)->groups.size(), std::size_t(256));
}

void TestAgentSetup::takesOnlyWholeFilters()
{
    QVERIFY(parseFilter(Json::object(), "filter")->empty());
    const auto filter = parseFilter(Json{{"filter", {6U, 0x7fff000000000006U}}}, "filter");
    QCOMPARE(filter->size(), std::size_t(2));
    QCOMPARE((*filter)[1].code, std::uint16_t(6));
    QCOMPARE((*filter)[1].k, 0x7fff0000U);
    for (const auto* text :
         {R"({"filter":[]})", R"({"filter":"x"})", R"({"filter":[-1]})", R"({"filter":[1.5]})",
          R"({"filter":[18446744073709551616]})", R"({"filter":{"0":1}})"})
        QVERIFY2(!parseFilter(Json::parse(text), "filter"), text);
    QVERIFY(!parseFilter(Json{{"filter", std::vector<std::uint64_t>(5000, 6)}}, "filter"));
}

void TestAgentSetup::tellsOnlyWhatChangedDuringARun()
{
    Json reply = Json::object();
    addCounterChanges(reply, {}, {});
    QVERIFY(reply.empty());
    GroupCounters before;
    before.oomKills = 3;
    before.pidsDenied = 5;
    before.memoryPeakBytes = 900;
    auto after = before;
    after.oomKills = 4;
    addCounterChanges(reply, before, after);
    QCOMPARE(jsonInt(reply, "oom_kills", -1), std::int64_t(1));
    QCOMPARE(jsonInt(reply, "pids_denied", -1), std::int64_t(0));
    // The peak is an earlier run's.
    QVERIFY(!reply.contains("memory_peak_bytes"));
    after.memoryPeakBytes = 901;
    addCounterChanges(reply, before, after);
    QCOMPARE(jsonInt(reply, "memory_peak_bytes"), std::int64_t(901));
}

SANDBENCH_TEST(TestAgentSetup);
#include "tst_agent_setup.moc"
