// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/characters.h"

#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace sandbench;

namespace {

// "а→a": what is found and what it looks like, in the order of the text.
QString lookAlikesOf(const std::string& text)
{
    QStringList found;
    for (const auto& one : findLookAlikes(text))
        found << QString::fromUtf8(text.data() + one.offset, static_cast<qsizetype>(one.bytes))
                + QStringLiteral("→") + QLatin1Char(one.plain);
    return found.join(u' ');
}

} // namespace

class TestCharacters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsEveryFormatCharacterAndSpaceOfThisQt()
    {
        for (char32_t c = 0x80; c <= 0x10ffff; ++c) {
            const auto category = QChar::category(c);
            const bool isHidden = category == QChar::Other_Format
                || category == QChar::Separator_Space || category == QChar::Separator_Line
                || category == QChar::Separator_Paragraph;
            QVERIFY2(!isHidden || isHiddenCharacter(c), qPrintable(QString::number(uint(c), 16)));
            QVERIFY2(
                category != QChar::Separator_Space || isOddSpace(c),
                qPrintable(QString::number(uint(c), 16)));
        }
        for (const char32_t filler : {0x3164, 0xffa0, 0x115f, 0xfe0f, 0xe0041, 0xe01ef, 0xad})
            QVERIFY(isHiddenCharacter(filler));
        for (const char32_t seen : {U' ', U'\n', U'a', U'ä', U'漢', U'😀'})
            QVERIFY(!isHiddenCharacter(seen));
    }

    void findsTheForeignLetterInAWord_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, const char* text, const char* found) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(found);
        };
        row("Cyrillic in a name", "pаssword = 1", "а→a");
        row("Greek in a name", "fοο()", "ο→o ο→o");
        row("in a text", "url = 'https://pаypal.example'", "а→a");
        row("a joiner between", "p\u200Dаss", "а→a");
        row("a name of nothing else", "if ассеss and сору(x):", "а→a с→c с→c е→e с→c о→o р→p у→y");
        row("full-width letters", "ｅval(x)", "ｅ→e");
        row("mathematical letters", "𝐞𝐱ec(x)", "𝐞→e 𝐱→x");
        row("a long s", "import ſubprocess", "ſ→s");
        row("a sign that looks like another", "if envǃ = PROD: x;", "ǃ→!");
        row("a Greek question mark", "a();  b()\u037E", "\u037E→;");
        row("plain text", "print('hello')", "");
        row("a comment in Russian", "x = 1  # это не ошибка, а правило", "");
        row("a line of Russian", "как она", "");
        row("formulas", "α = β * sin(ρ_air) + Δt + μ", "");
        row("accents", "für Straße naïve éa", "");
        row("Chinese with its own commas", "# 你好，世界（x）", "");
        row("Japanese", "print('こんにちは')", "");
    }
    void findsTheForeignLetterInAWord()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, found);
        QCOMPARE(lookAlikesOf(text.toStdString()), found);
    }

    void saysWhichScriptItIs()
    {
        const auto scriptOf = [](const char* text) { return findLookAlikes(text).at(0).script; };
        QVERIFY(scriptOf("pаss") == Script::Cyrillic);
        QVERIFY(scriptOf("fοo") == Script::Greek);
        QVERIFY(scriptOf("ｅ") == Script::FullWidth);
        QVERIFY(scriptOf("𝐞") == Script::Mathematical);
        QVERIFY(scriptOf("envǃ") == Script::Symbol);
        QVERIFY(scriptOf("ſub") == Script::Latin);
    }

    void judgesEachLineByItself()
    {
        QCOMPARE(
            lookAlikesOf("# правило\nх = у\nprint(сору)\n"), QStringLiteral("с→c о→o р→p у→y"));
    }

    void tellsTheLinesThatHaveOne()
    {
        QVERIFY(
            linesWithOddCharacters("\xef\xbb\xbfx\np\xd0\xb0ss\n\nä\n# \u202E\n")
            == std::vector<std::size_t>({2, 5}));
        QVERIFY(linesWithOddCharacters("").empty());
        std::string many;
        for (std::size_t i = 0; i < 2 * kMostLookAlikes; ++i)
            many += "\u200B\n";
        QCOMPARE(linesWithOddCharacters(many).size(), kMostLookAlikes);
    }

    void leavesWhatJoinsAnEmoji()
    {
        const auto isFree = [](const std::string& text) {
            return !hasStrayJoiner(text) && linesWithOddCharacters(text).empty();
        };
        QVERIFY(isFree("done \u2714\uFE0F, love \u2764\uFE0F\u200D\U0001F525"));
        QVERIFY(isFree("\U0001F469\U0001F3FD\u200D\U0001F4BB and 1\uFE0F\u20E3"));
        QVERIFY(!isFree("pass\uFE0Fword"));
        QVERIFY(!isFree("1\uFE0F"));
        QVERIFY(!isFree("a\u200Db"));
        QVERIFY(!isFree("\u2714\uFE0F\uFE0F"));
        QVERIFY(!isFree("\U0001F469\u200Dx"));
        QVERIFY(!isFree("\u200D\U0001F469"));
        const std::string sample = "\U0001F469\u200D\U0001F4BB\uFE0F";
        for (std::size_t length = 1; length < 6; ++length) // the joiner alone, or cut itself
            QVERIFY(!joinsEmoji(std::string_view(sample).substr(0, length), 4));
        for (std::size_t i = 0; i <= sample.size(); ++i)
            for (std::size_t length = 0; length <= sample.size(); ++length)
                (void)joinsEmoji(std::string_view(sample).substr(0, length), i);
    }

    void takesAnyBytesAndNoMoreThanItSays()
    {
        const std::string cut = "p\xd0";
        QCOMPARE(lookAlikesOf(cut), QString());
        QCOMPARE(
            lookAlikesOf("p\xff\xd0\xb0"),
            QStringLiteral("а→a")); // a byte that is no text parts words
        std::string many = "a";
        for (std::size_t i = 0; i < 3 * kMostLookAlikes; ++i)
            many += "а";
        QCOMPARE(findLookAlikes(many).size(), kMostLookAlikes);
        const std::string sample = "pаss ｅval 𝐞\xf0\x9d ſub";
        for (std::size_t length = 0; length <= sample.size(); ++length)
            for (const auto& one : findLookAlikes(sample.substr(0, length)))
                QVERIFY(one.bytes > 0 && one.offset + one.bytes <= length);
    }
};

SANDBENCH_TEST(TestCharacters);
#include "tst_characters.moc"
