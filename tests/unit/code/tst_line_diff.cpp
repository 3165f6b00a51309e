// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/sha256.h"
#include "core/project/line_diff.h"
#include "tests/support/apply_patch.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <random>

using namespace sandbench;

/// What differs between two texts, and what becomes of the one with some of it.
class TestLineDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatDiffers_data();
    void tellsWhatDiffers();
    void makesTheOneOfTheOther();
    void findsSmallDifferencesInLargeTexts();
    void endsSoonOnTextsMadeToTakeLong_data();
    void endsSoonOnTextsMadeToTakeLong();
    void doesSomeOfTheHunks();
    void showsHunksThatAreCloseTogether();
    void cutsLongDifferencesBetweenHunks();
    void comparesOnlyText_data();
    void comparesOnlyText();
    void tellsContentsApart_data();
    void tellsContentsApart();
};

static std::string unifiedOf(const std::string& before, const std::string& after)
{
    bool isCut = false;
    return unifiedDiff(before, after, 64U << 20, isCut);
}

void TestLineDiff::tellsWhatDiffers_data()
{
    QTest::addColumn<std::string>("before");
    QTest::addColumn<std::string>("after");
    QTest::addColumn<std::string>("diff");
    using S = std::string;
    QTest::newRow("nothing") << S("a\nb\n") << S("a\nb\n") << S();
    QTest::newRow("a new file") << S() << S("a\nb\n") << S("@@ -0,0 +1,2 @@\n+a\n+b\n");
    QTest::newRow("an emptied file") << S("a\nb\n") << S() << S("@@ -1,2 +0,0 @@\n-a\n-b\n");
    QTest::newRow("a line") << S("a\nb\nc\n") << S("a\nx\nc\n")
                            << S("@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
    QTest::newRow("the end of the last line")
        << S("a\nb") << S("a\nb\n")
        << S("@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
    QTest::newRow("line ends of another system")
        << S("a\n") << S("a\r\n") << S("@@ -1,1 +1,1 @@\n-a\n+a\r\n");
    QTest::newRow("a moved line") << S("a\nb\nc\n") << S("b\nc\na\n")
                                  << S("@@ -1,3 +1,3 @@\n-a\n b\n c\n+a\n");
}

void TestLineDiff::tellsWhatDiffers()
{
    QFETCH(std::string, before);
    QFETCH(std::string, after);
    QFETCH(std::string, diff);
    QCOMPARE(unifiedOf(before, after), diff);
}

void TestLineDiff::makesTheOneOfTheOther()
{
    std::mt19937 random(7); // NOLINT: the same texts each time
    for (int round = 0; round < 1000; ++round) {
        const auto text = [&random] {
            std::string out;
            for (auto lines = random() % 40; lines > 0; --lines)
                out += std::string(1, static_cast<char>('a' + random() % 6)) + "\n";
            return random() % 4 == 0 ? out + "end" : out;
        };
        const auto before = text(), after = text();
        const auto hunks = diffLines(before, after);
        QCOMPARE(applyHunks(before, after, hunks, std::vector<bool>(hunks.size(), true)), after);
        QCOMPARE(applyHunks(before, after, hunks, {}), before);
        QCOMPARE(applyPatch(before, unifiedOf(before, after)).value_or("does not fit"), after);
    }
}

void TestLineDiff::findsSmallDifferencesInLargeTexts()
{
    std::string before, after;
    for (int i = 0; i < 50'000; ++i) {
        before += "line " + std::to_string(i) + "\n}\n";
        after += i % 10'000 == 5'000 ? "other\n}\n" : "line " + std::to_string(i) + "\n}\n";
    }
    const auto hunks = diffLines(before, after);
    QCOMPARE(hunks.size(), std::size_t(5));
    QCOMPARE(hunks.front(), (DiffHunk{10'000, 1, 10'000, 1}));
}

void TestLineDiff::endsSoonOnTextsMadeToTakeLong_data()
{
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    QTest::newRow("two lines in random order") << 2 << 2;
    QTest::newRow("some lines in random order") << 30 << 31;
    QTest::newRow("many lines in another order") << 100'000 << 100'000;
}

void TestLineDiff::endsSoonOnTextsMadeToTakeLong()
{
    QFETCH(int, before);
    QFETCH(int, after);
    std::mt19937 random(11); // NOLINT: the same texts each time
    const auto text = [&random](int kinds) {
        std::string out;
        while (out.size() < kMostDiffBytes / 4)
            out += std::to_string(random() % static_cast<unsigned>(kinds)) + "\n";
        return out;
    };
    const auto old = text(before), fresh = text(after);
    QElapsedTimer timer;
    timer.start();
    const auto hunks = diffLines(old, fresh);
    QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(applyHunks(old, fresh, hunks, std::vector<bool>(hunks.size(), true)), fresh);
}

void TestLineDiff::doesSomeOfTheHunks()
{
    const std::string before = "a\nb\nc\nd\ne\n", after = "A\nb\nc\nd\nE\nf\n";
    const auto hunks = diffLines(before, after);
    QCOMPARE(hunks.size(), std::size_t(2));
    QCOMPARE(applyHunks(before, after, hunks, {true, false}), std::string("A\nb\nc\nd\ne\n"));
    QCOMPARE(applyHunks(before, after, hunks, {false, true}), std::string("a\nb\nc\nd\nE\nf\n"));
}

void TestLineDiff::showsHunksThatAreCloseTogether()
{
    std::string before, after;
    for (int i = 0; i < 30; ++i) {
        before += std::to_string(i) + "\n";
        after += i == 2 || i == 6 || i == 20 ? "x\n" : std::to_string(i) + "\n";
    }
    const auto hunks = diffLines(before, after);
    QCOMPARE(hunks.size(), std::size_t(3));
    const auto groups = groupHunks(hunks);
    QCOMPARE(groups.size(), std::size_t(2));
    QCOMPARE(groups[0].count, std::size_t(2));
    QVERIFY(unifiedGroup(before, after, hunks, groups[1]).starts_with("@@ -18,7 +18,7 @@\n 17\n"));
}

void TestLineDiff::cutsLongDifferencesBetweenHunks()
{
    std::string before, after;
    for (int i = 0; i < 1000; ++i) {
        before += std::to_string(i) + "\n";
        after += i % 20 == 0 ? "x\n" : std::to_string(i) + "\n";
    }
    bool isCut = false;
    const auto diff = unifiedDiff(before, after, 200, isCut);
    QVERIFY(isCut && !diff.empty() && diff.size() <= 200);
    QVERIFY(applyPatch(before, diff).has_value());
}

void TestLineDiff::comparesOnlyText_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<bool>("isText");
    QTest::newRow("text") << std::string("käse\n") << true;
    QTest::newRow("a zero") << std::string("a\0b", 3) << false;
    QTest::newRow("bytes") << std::string("\xff\xfe") << false;
    QTest::newRow("too long") << std::string(kMostDiffBytes + 1, 'a') << false;
}

void TestLineDiff::comparesOnlyText()
{
    QFETCH(std::string, bytes);
    QTEST(isDiffable(bytes), "isText");
}

void TestLineDiff::tellsContentsApart_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("digest");
    // Source: FIPS 180-4's examples.
    QTest::newRow("nothing")
        << std::string()
        << std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    QTest::newRow("one block") << std::string(
        "abc") << std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    QTest::newRow("two blocks")
        << std::string("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        << std::string("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    QTest::newRow("a million bytes")
        << std::string(1'000'000, 'a')
        << std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

void TestLineDiff::tellsContentsApart()
{
    QFETCH(std::string, bytes);
    QFETCH(std::string, digest);
    QCOMPARE(sha256Of(bytes), digest);
    Sha256 piecemeal;
    for (std::size_t at = 0; at < bytes.size(); at += 63)
        piecemeal.add(std::string_view(bytes).substr(at, 63));
    QCOMPARE(piecemeal.finish(), digest);
}

SANDBENCH_TEST(TestLineDiff);
#include "tst_line_diff.moc"
