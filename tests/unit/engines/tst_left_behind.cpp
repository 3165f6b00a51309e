// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"
#include "core/base/timestamp.h"
#include "core/engine/reaper/left_behind.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::reaper;
using namespace std::chrono_literals;

namespace {

using Answer = LeftBehind::Answer;

const Thing kContainer{ThingKind::Container, "sandbench-a"};
const Thing kVolume{ThingKind::Volume, "sandbench-v"};
const Clock::time_point kDeath = Clock::time_point() + 1h;

LeftBehind::Remove always(Answer answer)
{
    return [answer](const Thing&) { return answer; };
}

} // namespace

class TestLeftBehind : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isDoneWithNothing() { QVERIFY(LeftBehind({}, kDeath).isDone(kDeath)); }

    void isDoneWhenEverythingIsRemoved()
    {
        LeftBehind left({{kContainer, 60s}, {kVolume, 60s}}, kDeath);
        left.attempt(always(Answer::Removed), kDeath);
        QVERIFY(left.isDone(kDeath));
    }

    void asksOnlyForWhatIsLeft()
    {
        LeftBehind left({{kContainer, 60s}, {kVolume, 60s}}, kDeath);
        left.attempt(
            [](const Thing& thing) { return thing == kVolume ? Answer::Removed : Answer::Failed; },
            kDeath);
        QVERIFY(!left.isDone(kDeath));
        std::vector<Thing> asked;
        left.attempt(
            [&](const Thing& thing) {
                asked.push_back(thing);
                return Answer::Removed;
            },
            kDeath);
        QVERIFY(asked == std::vector<Thing>{kContainer});
        QVERIFY(left.isDone(kDeath));
    }

    void waitsForWhatTheEngineMayStillBeMaking()
    {
        LeftBehind left({{kContainer, 60s}}, kDeath);
        left.attempt(always(Answer::Absent), kDeath);
        left.attempt(always(Answer::Absent), kDeath + 9s);
        QVERIFY(!left.isDone(kDeath + 9s));
        left.attempt(always(Answer::Absent), kDeath + 10s);
        QVERIFY(left.isDone(kDeath + 10s));
    }

    void goesOnUntilTheLeaseIsOverWhileTheEngineIsAway()
    {
        LeftBehind left({{kContainer, 60s}, {kVolume, 600s}}, kDeath);
        for (auto now = kDeath; now < kDeath + 600s; now += 10s) {
            left.attempt(always(Answer::Failed), now);
            QVERIFY(!left.isDone(now));
        }
        QVERIFY(left.isDone(kDeath + 630s));
    }

    void asksOftenAtFirstAndThenSeldom()
    {
        LeftBehind left({{kContainer, 60s}}, kDeath);
        auto pause = left.pause();
        QVERIFY(pause <= 200ms);
        for (int i = 0; i < 20; ++i)
            pause = left.pause();
        QCOMPARE(pause, 2000ms);
    }

    void readsTheTimesOfEngines()
    {
        QCOMPARE(*sandbench::parseTimestamp("1970-01-01T00:00:00Z"), 0);
        QCOMPARE(*sandbench::parseTimestamp("2026-11-21T16:26:39.123456789Z"), 1795278399);
        QCOMPARE(*sandbench::parseTimestamp("2026-11-21T18:26:39+02:00"), 1795278399);
        QCOMPARE(*sandbench::parseTimestamp("2026-11-21T11:56:39.1-04:30"), 1795278399);
        for (const char* text :
             {"0001-01-01T00:00:00Z", "2026-11-21T16:26:39", "2026-11-21", "2026-13-21T16:26:39Z",
              "2026-02-30T16:26:39Z", "2026-11-21T24:00:00Z", "2026-11-21T16:-1:39Z", "yesterday",
              "2026-11-21T16:26:39+2", ""})
            QVERIFY2(!sandbench::parseTimestamp(text), text);
        const std::string whole = "2026-11-21T16:26:39.123+00:00";
        for (std::size_t length = 0; length < 25; ++length)
            QVERIFY2(!sandbench::parseTimestamp(whole.substr(0, length)), whole.c_str());
    }
};

SANDBENCH_TEST(TestLeftBehind);
#include "tst_left_behind.moc"
