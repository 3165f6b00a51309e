// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/units.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstdint>
#include <string>

using namespace sandbench;

/// Sizes and durations as people write and read them.
class UnitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsSizes();
    void refusesWhatIsNoSize();
    void readsDurations();
    void writesSizes();
    void neverWritesSixtySeconds();
};

void UnitsTest::readsSizes()
{
    QCOMPARE(*parseSize("1000"), std::uint64_t(1000));
    QCOMPARE(*parseSize("1.5g"), std::uint64_t(3) << 29);
    QCOMPARE(*parseSize("64KiB"), std::uint64_t(65536));
    QCOMPARE(*parseSize("2TB"), std::uint64_t(1) << 41);
}

void UnitsTest::refusesWhatIsNoSize()
{
    for (const char* text : {"", "-1", "m", "1x", "1mm", "inf", "nan", "1e300", "99999999t"})
        QVERIFY2(!parseSize(text), text);
}

void UnitsTest::readsDurations()
{
    QCOMPARE(*parseSeconds("1.5s"), 1.5);
    QCOMPARE(*parseSeconds("200ms"), 0.2);
    QCOMPARE(*parseSeconds("2m"), 120.0);
    for (const char* text : {"", "-1", "1 s", "1d", "inf"})
        QVERIFY2(!parseSeconds(text), text);
}

void UnitsTest::writesSizes()
{
    QCOMPARE(formatSize(12), std::string("12 B"));
    QCOMPARE(formatSize(3U << 19), std::string("1.5 MiB"));
}

void UnitsTest::neverWritesSixtySeconds()
{
    QCOMPARE(formatSeconds(0.25), std::string("0.25 s"));
    QCOMPARE(formatSeconds(59.94), std::string("59.9 s"));
    QCOMPARE(formatSeconds(59.97), std::string("1 min 0 s"));
    QCOMPARE(formatSeconds(119.6), std::string("2 min 0 s"));
    QCOMPARE(formatSeconds(125), std::string("2 min 5 s"));
}

SANDBENCH_TEST(UnitsTest);
#include "tst_units.moc"
