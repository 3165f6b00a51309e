// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/report/results_zip.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::report;

namespace {

Artifact namedResult(const std::string& name)
{
    Artifact result;
    result.name = name;
    result.bytes = 5;
    return result;
}

std::vector<Artifact> namedResults(const std::vector<std::string>& names)
{
    std::vector<Artifact> results;
    for (const auto& name : names)
        results.push_back(namedResult(name));
    return results;
}

struct MadeZip
{
    std::string bytes;
    Result<void> made;

    /// How often a name is in it: with its file, and in the list at its end.
    int countOf(const std::string& name) const
    {
        return static_cast<int>(QByteArray::fromStdString(bytes).count(name.c_str()));
    }
};

MadeZip zipOf(const std::vector<Artifact>& results, std::size_t most = 1U << 20)
{
    MadeZip zip;
    zip.made = writeResultsZip(
        {{"run_id", "r-1"}}, results, [](std::size_t) { return Result<std::string>("bytes"); },
        [&](std::string_view bytes) {
            zip.bytes += bytes;
            return zip.bytes.size() <= most;
        });
    return zip;
}

} // namespace

/// What a run made, as one archive.
class ResultsZipTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasEachResultAndTheRecord()
    {
        const auto zip = zipOf(namedResults({"a.png", "b.csv"}));
        QVERIFY(zip.made);
        QVERIFY(zip.bytes.starts_with("PK\x03\x04"));
        for (const char* name : {"a.png", "b.csv", "record.json"})
            QCOMPARE(zip.countOf(name), 2);
    }

    void givesNoNameTwice()
    {
        const auto zip = zipOf(namedResults({"a.png", "A.png", "a.png", "record.json"}));
        QVERIFY(zip.made);
        for (const char* name : {"2-A.png", "3-a.png", "4-record.json"})
            QCOMPARE(zip.countOf(name), 2);
    }

    void noNameLeadsOutOfTheFolder()
    {
        const auto zip
            = zipOf(namedResults({"../../x", "/etc/y", "c:\\z", std::string(4096, 'n')}));
        QVERIFY(zip.made);
        for (const char* part : {"../", "/etc", "\\z"})
            QCOMPARE(zip.countOf(part), 0);
        QVERIFY(!QByteArray::fromStdString(zip.bytes).contains(QByteArray(200, 'n')));
    }

    void tenThousandOfOneNameAreTenThousand()
    {
        const auto zip
            = zipOf(std::vector<Artifact>(10'000, namedResult("same.png")), std::size_t(64) << 20);
        QVERIFY(zip.made);
        QCOMPARE(zip.countOf("10000-same.png"), 2);
    }

    void stopsWhenNobodyTakesIt()
    {
        const auto zip = zipOf(namedResults({"a.png", "b.csv"}), 10);
        QCOMPARE(zip.made.error().code(), ErrorCode::ConnectionLost);
    }

    void hasTheRecordAlsoWithoutResults()
    {
        const auto zip = zipOf({});
        QVERIFY(zip.made);
        QCOMPARE(zip.countOf("record.json"), 2);
    }
};

SANDBENCH_TEST(ResultsZipTest);
#include "tst_results_zip.moc"
