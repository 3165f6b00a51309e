// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/similarity.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;
using namespace sandbench::check;

namespace {

const std::string kOriginal = R"(
def median(values):
    """The one in the middle."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2 == 1:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2

def spread(values):
    total = 0
    for value in values:
        total += abs(value - median(values))
    return total / max(1, len(values))
)";

const std::string kOther = R"(
import sys

class Queue:
    def __init__(self, *, limit=None):
        self.items, self.limit = [], limit

    def push(self, item):
        while self.limit is not None and len(self.items) >= self.limit:
            del self.items[0]
        self.items.append(item)

try:
    queue = Queue(limit=int(sys.argv[1]))
except (IndexError, ValueError):
    sys.exit('how many?')
with open(sys.argv[2]) as lines:
    for number, line in enumerate(lines): queue.push((number, line.strip()))
)";

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

std::string tokensText(std::string_view code, CommentStyle style = CommentStyle::Hash)
{
    std::string text;
    for (const auto& token : codeTokens(code, style))
        text += (text.empty() ? "" : " ") + token;
    return text;
}

std::vector<std::uint64_t> printsOf(const std::string& code)
{
    return fingerprintsOf(codeTokens(code, CommentStyle::Hash));
}

std::vector<LikePair> pairsOf(const std::vector<std::string>& programs)
{
    std::vector<std::vector<std::uint64_t>> prints;
    for (const auto& program : programs)
        prints.push_back(printsOf(program));
    return *likePairs(std::move(prints), 0.6, {});
}

} // namespace

/// Programs that are alike.
class TestSimilarity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesNumbersAndTextsAreOneWordEach()
    {
        QCOMPARE(tokensText("total = a1 + 3.5e7 # sum\n"), std::string("I = I + N"));
        QCOMPARE(tokensText("for x in 'a\\'b': f(\"c\")"), std::string("for I in S : I ( S )"));
        QCOMPARE(tokensText("'''a\n# b\n''' + 'open\nx"), std::string("S + S I"));
        QCOMPARE(
            tokensText("int a; // b\n/* c\n d */ return 1;", CommentStyle::Slashes),
            std::string("I I ; return N ;"));
        QCOMPARE(tokensText("a // 2"), std::string("I / / N"));
    }

    void anyBytesEnd()
    {
        for (const auto* code : {"", "'", "'''", "\\", "'\\", "/*", "#", "\"\\"}) {
            (void)codeTokens(code, CommentStyle::Hash);
            QVERIFY(codeTokens(code, CommentStyle::Slashes).size() <= 2);
        }
        std::string bytes;
        for (int i = 0; i < 256; ++i)
            bytes += static_cast<char>(i);
        QVERIFY(!codeTokens(bytes, CommentStyle::Slashes).empty());
        QCOMPARE(codeTokens(std::string(100'000, '+'), CommentStyle::Hash).size(), kMostTokens);
    }

    void aRenamedCopyIsTheSame()
    {
        auto copy = replaced(replaced(kOriginal, "values", "zahlen"), "median", "mitte");
        copy = replaced(copy, "total = 0", "summe = 100  # start");
        copy = replaced(copy, "total", "summe");
        QCOMPARE(printsOf(copy), printsOf(kOriginal));
        const auto pairs = pairsOf({kOther, kOriginal, copy});
        QCOMPARE(pairs.size(), std::size_t(1));
        QCOMPARE(pairs[0].first, std::size_t(1));
        QCOMPARE(pairs[0].second, std::size_t(2));
        QCOMPARE(pairs[0].share, 1.0);
    }

    void aCopyInALongerProgramIsFound()
    {
        const auto pairs = pairsOf({kOriginal, kOther + kOriginal});
        QCOMPARE(pairs.size(), std::size_t(1));
        QVERIFY(pairs[0].share > 0.9);
    }

    void functionsInAnotherOrderAreFound()
    {
        const auto at = kOriginal.find("def spread");
        const auto pairs = pairsOf({kOriginal, kOriginal.substr(at) + kOriginal.substr(0, at)});
        QCOMPARE(pairs.size(), std::size_t(1));
    }

    void otherProgramsAreNotAlike()
    {
        QVERIFY(pairsOf({kOriginal, kOther}).empty());
        QVERIFY(pairsOf({}).empty());
        QVERIFY(pairsOf({"", ""}).empty());
    }

    void shortProgramsAreNotCompared()
    {
        QVERIFY(pairsOf({"print(sum(map(int, input().split())))\n",
                         "print(sum(map(int, input().split())))\n"})
                    .empty());
    }

    void whatWasGivenToAllCountsNot()
    {
        std::vector<std::string> programs(10, kOriginal);
        QVERIFY(pairsOf(programs).empty());
        programs[3] += kOther;
        programs[7] += kOther;
        const auto pairs = pairsOf(programs);
        QCOMPARE(pairs.size(), std::size_t(1));
        QCOMPARE(pairs[0].first, std::size_t(3));
        QCOMPARE(pairs[0].second, std::size_t(7));
    }

    void comparingCanBeStopped()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY(
            likePairs({{1, 2}, {1, 2}}, 0.6, source.get_token()).failedAs(ErrorCode::Cancelled));
    }
};

SANDBENCH_TEST(TestSimilarity);

#include "tst_similarity.moc"
