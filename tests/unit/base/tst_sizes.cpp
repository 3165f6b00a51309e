// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/sizes.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;

namespace {

constexpr std::uint64_t kGiB = 1ULL << 30;

SizeCatalog catalog(const std::vector<Size>& own = {})
{
    auto loaded = SizeCatalog::load(own);
    return loaded ? *std::move(loaded) : SizeCatalog();
}

std::string refusal(std::uint64_t memoryBytes, double cpus, const HostCapacity& host)
{
    SandboxLimits limits;
    limits.memoryBytes = memoryBytes;
    limits.cpus = cpus;
    const auto checked = catalog().checkFits(limits, host);
    if (checked)
        return {};
    return checked.error().code() == ErrorCode::ResourceExhausted ? checked.error().text() : "?";
}

} // namespace

class TestSizes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsTheSizesSmallestFirst()
    {
        const auto sizes = catalog();
        QStringList seen;
        for (const auto& size : sizes.all())
            seen << QString("%1 %2m/%3")
                        .arg(QString::fromStdString(size.name))
                        .arg(size.memoryBytes >> 20U)
                        .arg(size.cpus);
        QCOMPARE(
            seen,
            QStringList(
                {"tiny 128m/0.25", "small 512m/0.5", "medium 1024m/0.75", "large 2048m/1",
                 "xlarge 4096m/1.5", "2xlarge 8192m/2", "4xlarge 16384m/3", "8xlarge 32768m/4"}));
    }

    void putsTheUsersSizesAmongThem()
    {
        const auto sizes = catalog({{"mine", 3 * kGiB, 1.25}, {"tiny", 64 << 20, 0.1}});
        QCOMPARE(sizes.all().size(), std::size_t(9));
        QCOMPARE(sizes.all().front().memoryBytes, std::uint64_t(64) << 20U);
        QCOMPARE(sizes.all()[4].name, std::string("mine"));
        QCOMPARE(sizes.find("mine")->cpus, 1.25);
    }

    void namesTheKnownSizesWhenOneIsUnknown()
    {
        const auto missing = catalog().find("huge");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code(), ErrorCode::NotFound);
        QVERIFY(missing.error().text().find("tiny, small, medium") != std::string::npos);
    }

    void namesSizeAndFieldThatAreWrong_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no list") << R"({"name": "a"})"
                                 << "list";
        QTest::newRow("no object") << R"([3])"
                                   << "object";
        QTest::newRow("no name") << R"([{"memory": "1g", "cpus": 1}])"
                                 << "'name'";
        QTest::newRow("bad name") << R"([{"name": "A b", "memory": "1g", "cpus": 1}])"
                                  << "'name'";
        QTest::newRow("no memory") << R"([{"name": "a", "cpus": 1}])"
                                   << "'a': field 'memory'";
        QTest::newRow("memory a number") << R"([{"name": "a", "memory": 3, "cpus": 1}])"
                                         << "'a': field 'memory'";
        QTest::newRow("little memory") << R"([{"name": "a", "memory": "1m", "cpus": 1}])"
                                       << "'memory' is at least 16m";
        QTest::newRow("no cpus") << R"([{"name": "a", "memory": "1g"}])"
                                 << "'cpus'";
        QTest::newRow("cpus a text") << R"([{"name": "a", "memory": "1g", "cpus": "1"}])"
                                     << "'cpus'";
        QTest::newRow("less than no cpu") << R"([{"name": "a", "memory": "1g", "cpus": -1}])"
                                          << "'cpus'";
        QTest::newRow("typing error") << R"([{"name": "a", "memory": "1g", "cpu": 1}])"
                                      << "'cpu' is not known";
        QTest::newRow("twice") << R"([{"name": "a", "memory": "1g", "cpus": 1},
            {"name": "a", "memory": "2g", "cpus": 1}])"
                               << "twice";
    }

    void namesSizeAndFieldThatAreWrong()
    {
        QFETCH(QString, json);
        QFETCH(QString, expected);
        const auto sizes = parseSizes(json.toStdString());
        QVERIFY(!sizes);
        QCOMPARE(sizes.error().code(), ErrorCode::InvalidArgument);
        QVERIFY2(
            sizes.error().text().find(expected.toStdString()) != std::string::npos,
            sizes.error().text().c_str());
    }

    void refusesWhatIsNoJson() { QVERIFY(!parseSizes("[{]")); }

    void checksSizesOfALibraryUserToo()
    {
        QVERIFY(!SizeCatalog::load({{"mine", 1, 1}}));
        QVERIFY(!SizeCatalog::load({{"", kGiB, 1}}));
        QVERIFY(!SizeCatalog::load({{"mine", kGiB, 0}}));
    }

    void letsThroughWhatFits()
    {
        QCOMPARE(refusal(8 * kGiB, 2, {8 * kGiB, 2}), std::string());
        QCOMPARE(refusal(0, 0, {kGiB, 1}), std::string()); // no limit is no demand
        QCOMPARE(refusal(100 * kGiB, 50, {}), std::string()); // nothing is known of the machine
    }

    void saysWhatWouldFit()
    {
        QCOMPARE(
            refusal(32 * kGiB, 4, {8 * kGiB, 2}),
            std::string("32 GiB and 4 CPUs do not fit the engine's machine, which has 8 GiB and 2 "
                        "CPUs; the largest size that fits is 2xlarge (8 GiB, 2 CPUs)"));
        QVERIFY(
            refusal(kGiB, 3, {64 * kGiB, 1}).find("is large (2 GiB, 1 CPU)") != std::string::npos);
        QVERIFY(refusal(kGiB, 0, {64 << 20, 1}).find("no size fits it") != std::string::npos);
    }
};

SANDBENCH_TEST(TestSizes);
#include "tst_sizes.moc"
