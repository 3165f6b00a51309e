// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/editor/editor_tabs.h"
#include "ui/editor/syntax_lexer.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sandbench::ui;

class TestEditor : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_tabs = std::make_unique<EditorTabs>(
            std::make_shared<Recovery>(m_state.filePath(QStringLiteral("recover"))));
    }
    void cleanup() { m_tabs.reset(); }

    void keepsEveryByteOfAFile()
    {
        const char raw[] = "# \xff\xfe invalid\nprint(1)\0print(2)\r\nlast";
        const QByteArray bytes(raw, sizeof raw - 1);
        CodeEditor* editor = m_tabs->newDocument(QStringLiteral("odd.py"), bytes);
        QCOMPARE(editor->bytes(), bytes);
        QVERIFY(!editor->isModified());
    }

    void showsHiddenCharactersAsWhatTheyAre()
    {
        CodeEditor* editor = m_tabs->newDocument(QStringLiteral("a.py"), "x");
        const auto shownAs = [editor](const char* character) {
            QByteArray label(64, '\0');
            editor->SendScintilla(QsciScintilla::SCI_GETREPRESENTATION, character, label.data());
            return QByteArray(label.constData());
        };
        QCOMPARE(shownAs("\u202E"), QByteArray("U+202E"));
        QCOMPARE(shownAs("\uFEFF"), QByteArray("U+FEFF"));
    }

    void coloursKeywordsStringsAndComments()
    {
        CodeEditor* editor
            = m_tabs->newDocument(QStringLiteral("a.py"), "import os  # why\ns = 'text'\n");
        editor->resize(400, 200);
        editor->grab(); // painting is what asks for colours
        editor->SendScintilla(QsciScintilla::SCI_COLOURISE, 0UL, -1L);
        const auto styleAt = [editor](unsigned long position) {
            return static_cast<int>(editor->SendScintilla(QsciScintilla::SCI_GETSTYLEAT, position));
        };
        QCOMPARE(styleAt(0), static_cast<int>(KSyntaxHighlighting::Theme::Import));
        QCOMPARE(styleAt(12), static_cast<int>(KSyntaxHighlighting::Theme::Comment));
        QCOMPARE(styleAt(22), static_cast<int>(KSyntaxHighlighting::Theme::String));
        QCOMPARE(styleAt(17), static_cast<int>(KSyntaxHighlighting::Theme::Normal));
    }

    void coloursBytesBehindCharactersOfSeveralBytes()
    {
        const QByteArray text = "s = 'ä€😀'  # c\n";
        CodeEditor* editor = m_tabs->newDocument(QStringLiteral("a.py"), text);
        editor->SendScintilla(QsciScintilla::SCI_COLOURISE, 0UL, -1L);
        const auto hash = static_cast<unsigned long>(text.indexOf('#'));
        QCOMPARE(
            static_cast<int>(editor->SendScintilla(QsciScintilla::SCI_GETSTYLEAT, hash)),
            static_cast<int>(KSyntaxHighlighting::Theme::Comment));
        QCOMPARE(
            static_cast<int>(editor->SendScintilla(QsciScintilla::SCI_GETSTYLEAT, hash - 1)),
            static_cast<int>(KSyntaxHighlighting::Theme::Normal));
    }

    void recoloursWhatFollowsAnOpenedString()
    {
        CodeEditor* editor = m_tabs->newDocument(QStringLiteral("a.py"), "a = 1\nb = 2\n");
        editor->SendScintilla(QsciScintilla::SCI_COLOURISE, 0UL, -1L);
        editor->insertAt(QStringLiteral("'''\n"), 0, 0);
        editor->SendScintilla(QsciScintilla::SCI_COLOURISE, 0UL, -1L);
        QCOMPARE(
            static_cast<int>(editor->SendScintilla(QsciScintilla::SCI_GETSTYLEAT, 4UL)),
            static_cast<int>(KSyntaxHighlighting::Theme::Comment));
    }

    void takesWholeLinesOfASelectionWithoutTheirIndentation()
    {
        CodeEditor* editor = m_tabs->newDocument(
            QStringLiteral("a.py"), "def f():\n    x = 1\n    if x:\n        y = 2\nz = 3\n");
        editor->setSelection(1, 6, 3, 3);
        const auto selection = editor->takeSelectionOrLine();
        QCOMPARE(selection.bytes, QByteArray("x = 1\nif x:\n    y = 2"));
        QCOMPARE(selection.firstLine, 1);
    }

    void takesTheCaretsLineAndMovesOn()
    {
        CodeEditor* editor = m_tabs->newDocument(QStringLiteral("a.py"), "a = 1\nb = 2\n");
        const auto first = editor->takeSelectionOrLine();
        const auto second = editor->takeSelectionOrLine();
        QCOMPARE(first.bytes, QByteArray("a = 1"));
        QCOMPARE(second.bytes, QByteArray("b = 2"));
        QCOMPARE(second.firstLine, 1);
    }

    void opensALargeProgramAtOnce()
    {
        QByteArray large;
        while (large.size() < 10 << 20)
            large += "value = [i * 2 for i in range(10)]  # a line like many others\n";
        QElapsedTimer timer;
        timer.start();
        CodeEditor* editor = m_tabs->newDocument(QStringLiteral("large.py"), large);
        editor->resize(800, 600);
        editor->grab();
        qInfo("10 MB opened and painted in %lld ms", static_cast<long long>(timer.elapsed()));
        QCOMPARE(editor->bytes().size(), large.size());
    }

private:
    QTemporaryDir m_state;
    std::unique_ptr<EditorTabs> m_tabs;
};

SANDBENCH_TEST(TestEditor);
#include "tst_editor.moc"
