// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the window reads of settings.json, without a window.
#include "tests/support/test_program.h"
#include "ui/settings/settings_text.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::ui;

class TestSettingsText : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatIsAllowedAndWhere()
    {
        const auto read = readSettingsText(
            "{\n \"window\": {\n  \"editor.tabWidth\": 40,\n  \"appearance.theme\": \"pink\",\n"
            "  \"editor.wrap\": true, \"other\": 1\n },\n"
            " \"shortcuts\": {\"runFile\": \"Ctrl+R\",\n  \"runStop\": 7}\n}");
        QCOMPARE(read.problems.size(), 3);
        QStringList sentences;
        QList<int> lines;
        for (const auto& problem : read.problems) {
            sentences << problem.sentence;
            lines << problem.line;
        }
        QCOMPARE(lines, QList<int>({4, 3, 8}));
        QVERIFY(sentences[1].contains(u"40, but may be a whole number from 1 to 16. 4 counts"));
        QVERIFY(sentences[0].contains(u"one of \"system\", \"light\", \"dark\", \"highContrast\""));
        QVERIFY(sentences[2].contains(u"Ctrl+Shift+X"));
        QCOMPARE(read.values.size(), std::size_t(1));
        QCOMPARE(
            read.keys.value(QStringLiteral("runFile")), QList{QKeySequence(Qt::CTRL | Qt::Key_R)});
    }

    void leavesToOtherProgramsWhatIsWrongWithTheirs()
    {
        const auto read = readSettingsText(
            "{\"defaults\": {\"memory\": 7, \"engine\": \"docker\"}, \"history\": {\"runs\": 0},"
            " \"window\": {\"history.runs\": 5}}");
        QVERIFY(read.problems.isEmpty());
        QCOMPARE(read.values.size(), std::size_t(1));
        QVERIFY(read.values.at("defaults.engine") == Json("docker"));
    }

    void readsKeysOfEveryKind()
    {
        for (const char* text :
             {"\"F5\"", "[\"Pause\", \"Ctrl+.\"]", "\"\"", "\"Ctrl+K, Ctrl+C\""}) {
            const Json json = parseJson(text).value();
            const auto keys = keysFromJson(json);
            QVERIFY2(keys, text);
            QVERIFY2(keysToJson(*keys) == json, text);
        }
        for (const char* text :
             {"1", "null", "[1]", "\"Nokey+\"", "[\"A\",\"B\",\"C\",\"D\",\"E\"]"})
            QVERIFY2(!keysFromJson(parseJson(text).value()), text);
    }

    void findsTheLineOfAMember()
    {
        const std::string_view text = "{\"a\": \"window\",\n\"b\": [{\"window\": 1}, "
                                      "\"x\\\"{\"],\n\"window\":\n{\"k\": 1}}";
        QCOMPARE(lineOfMember(text, {"window"}), 3);
        QCOMPARE(lineOfMember(text, {"window", "k"}), 4);
        QCOMPARE(lineOfMember(text, {"k"}), 0);
        for (std::size_t size = 0; size < text.size(); ++size)
            (void)lineOfMember(text.substr(0, size), {"window", "k"});
    }

    void survivesAFileThatIsNoSettings()
    {
        for (const char* text : {"", "[]", "{\"window\": 3}", "{\n\"window\": {\n", "\xff\xfe"}) {
            const auto read = readSettingsText(text);
            QCOMPARE(read.problems.size(), 1);
            QVERIFY(read.problems.front().line >= 1);
        }
    }
};

SANDBENCH_TEST(TestSettingsText);

#include "tst_settings_text.moc"
