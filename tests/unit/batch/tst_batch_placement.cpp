// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/placement.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::batch;
using namespace std::chrono_literals;

static const Placement::Time kBegin{1h};

static Error noRoom()
{
    return Error(ErrorCode::Unavailable, "there is no room");
}

/// @p rounds of as many lines as the limit is, each of which took @p seconds.
static void goWell(Admission& admission, int rounds, double seconds, bool hasRoom = true)
{
    for (int i = 0; i < rounds; ++i)
        for (auto left = admission.limit(); left > 0; --left)
            admission.wentWell(seconds, hasRoom);
}

/// Who gets the next line of a batch, and how many at once.
class TestBatchPlacement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void admitsMoreStepByStep()
    {
        Admission admission(6);
        QCOMPARE(admission.limit(), 2U);
        goWell(admission, 1, 0.1);
        QCOMPARE(admission.limit(), 3U);
        goWell(admission, 10, 0.1);
        QCOMPARE(admission.limit(), 6U);
        QCOMPARE(Admission(1).limit(), 1U);
        QCOMPARE(Admission(0).limit(), 1U);
    }

    void admitsNoMoreWhereThatMakesItSlow()
    {
        Admission admission(100);
        goWell(admission, 6, 0.1);
        QCOMPARE(admission.limit(), 8U);
        goWell(admission, 1, 0.3); // slower, but not much
        QCOMPARE(admission.limit(), 8U);
        goWell(admission, 1, 0.5);
        QCOMPARE(admission.limit(), 6U);
        goWell(admission, 20, 9);
        QCOMPARE(admission.limit(), 1U);
        goWell(admission, 3, 0.1);
        QCOMPARE(admission.limit(), 4U);
    }

    void admitsLessWithoutMemoryOrRoom()
    {
        Admission admission(100);
        goWell(admission, 6, 0.1);
        goWell(admission, 1, 0.1, false);
        QCOMPARE(admission.limit(), 6U);
        admission.refused();
        QCOMPARE(admission.limit(), 3U);
    }

    void startsWithTwoAtEachPlace()
    {
        Placement placement(2, 10);
        QList<Placement::Place> places;
        while (const auto place = placement.take(kBegin))
            places << *place;
        QCOMPARE(places, (QList<Placement::Place>{0, 1, 0, 1}));
        QCOMPARE(placement.running(), 4U);
    }

    void neverRunsMoreThanItShall()
    {
        Placement placement(3, 2);
        QVERIFY(placement.take(kBegin) && placement.take(kBegin));
        QVERIFY(!placement.take(kBegin));
    }

    void prefersThePlaceThatIsDoneSoonest()
    {
        Placement placement(2, 100);
        for (int i = 0; i < 2; ++i)
            QVERIFY(placement.take(kBegin));
        placement.wentWell(0, 8, 0.1, true);
        placement.wentWell(1, 1, 0.1, true);
        // Two there are still sooner over than one here.
        for (int i = 0; i < 2; ++i)
            QCOMPARE(placement.take(kBegin), std::optional<Placement::Place>(1));
        QCOMPARE(placement.take(kBegin), std::optional<Placement::Place>(0));
    }

    void avoidsAPlaceOnlyWhereThereIsAnother()
    {
        Placement placement(2, 10);
        QCOMPARE(placement.take(kBegin, {0}), std::optional<Placement::Place>(1));
        QCOMPARE(placement.take(kBegin, {0}), std::optional<Placement::Place>(1));
        QVERIFY(!placement.take(kBegin, {0})); // the other one has no room now, but it is there
        QVERIFY(placement.giveUp(1, noRoom()));
        QCOMPARE(placement.take(kBegin, {0}), std::optional<Placement::Place>(0));
        QCOMPARE(placement.take(kBegin, {0, 1}), std::optional<Placement::Place>(0));
    }

    void leavesAPlaceAloneThatTakesNothing()
    {
        Placement placement(1, 10);
        QVERIFY(placement.take(kBegin) && placement.take(kBegin));
        QVERIFY(placement.refused(0, kBegin, noRoom()));
        QVERIFY(!placement.refused(0, kBegin, noRoom())); // it began beside the other one
        QVERIFY(!placement.take(kBegin + 999ms));
        QCOMPARE(placement.nextTry(kBegin), std::optional(kBegin + 1s));
        QVERIFY(placement.take(kBegin + 1s));
        QVERIFY(!placement.refused(0, kBegin + 1s, noRoom()));
        QCOMPARE(placement.nextTry(kBegin + 1s), std::optional(kBegin + 3s));
        QVERIFY(placement.take(kBegin + 3s));
        placement.wentWell(0, 1, 1, true);
        QVERIFY(placement.take(kBegin + 3s));
        QVERIFY(placement.refused(0, kBegin + 3s, noRoom()));
        QCOMPARE(placement.nextTry(kBegin + 3s), std::optional(kBegin + 4s));
    }

    void givesAPlaceUpThatTakesNothingForAMinute()
    {
        Placement placement(2, 10);
        auto now = kBegin;
        for (int i = 0; i < 20 && !placement.problem(); ++i) {
            while (const auto place = placement.take(now))
                placement.refused(*place, now, noRoom());
            now = placement.nextTry(now).value_or(now);
        }
        QVERIFY(placement.problem());
        QCOMPARE(placement.problem()->message(), std::string("there is no room"));
        QVERIFY(now - kBegin >= Placement::kPatience && now - kBegin < 2 * Placement::kPatience);
        QVERIFY(!placement.nextTry(now));
        QCOMPARE(placement.running(), 0U);
    }

    void goesOnWithThePlacesThatAreLeft()
    {
        Placement placement(2, 10);
        QCOMPARE(placement.take(kBegin), std::optional<Placement::Place>(0));
        QVERIFY(placement.giveUp(0, noRoom()));
        QVERIFY(!placement.problem());
        QCOMPARE(placement.take(kBegin), std::optional<Placement::Place>(1));
        QVERIFY(placement.giveUp(1, Error(ErrorCode::NotFound, "another")));
        QCOMPARE(placement.problem()->message(), std::string("there is no room"));
    }
};

SANDBENCH_TEST(TestBatchPlacement);
#include "tst_batch_placement.moc"
