// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What keys, the mouse and pastes are for a program in a terminal.
#include "tests/support/test_program.h"
#include "ui/terminal/paste_guard.h"
#include "ui/terminal/terminal_screen.h"

#include <QTest>

#include <string>

using namespace sandbench::ui;
using namespace std::string_literals;

static constexpr int kTerminalRows = 5;
static constexpr int kTerminalColumns = 10;

static std::string typedInto(
    TerminalScreen& screen, int key, Qt::KeyboardModifiers modifiers = {}, const char* text = "")
{
    screen.pressKey(key, modifiers, QString::fromUtf8(text));
    return screen.takeOutput();
}

class TestTerminalInput : public QObject
{
    Q_OBJECT

private slots:
    void tellsKeysAsXtermDoes()
    {
        TerminalScreen screen(kTerminalRows, kTerminalColumns);
        QCOMPARE(typedInto(screen, Qt::Key_A, {}, "a"), "a"s);
        QCOMPARE(typedInto(screen, Qt::Key_Return, {}, "\r"), "\r"s);
        QCOMPARE(typedInto(screen, Qt::Key_Return, Qt::ShiftModifier, "\r"), "\r"s);
        QCOMPARE(typedInto(screen, Qt::Key_Backspace), "\x7f"s);
        QCOMPARE(typedInto(screen, Qt::Key_Tab), "\t"s);
        QCOMPARE(typedInto(screen, Qt::Key_Backtab, Qt::ShiftModifier), "\x1b[Z"s);
        QCOMPARE(typedInto(screen, Qt::Key_C, Qt::ControlModifier), "\x03"s);
        QCOMPARE(typedInto(screen, Qt::Key_I, Qt::ControlModifier), "\t"s);
        QCOMPARE(typedInto(screen, Qt::Key_BracketLeft, Qt::ControlModifier), "\x1b"s);
        QCOMPARE(typedInto(screen, Qt::Key_Space, Qt::ControlModifier, " "), std::string(1, '\0'));
        QCOMPARE(
            typedInto(screen, Qt::Key_F, Qt::AltModifier, "f"),
            "\x1b"
            "f"s);
        QCOMPARE(
            typedInto(screen, Qt::Key_Q, Qt::ControlModifier | Qt::AltModifier, "@").front(),
            '\x1b');
        QCOMPARE(
            typedInto(screen, Qt::Key_At, Qt::ControlModifier | Qt::AltModifier, "@"),
            "@"s); // AltGr
        QCOMPARE(typedInto(screen, Qt::Key_Up), "\x1b[A"s);
        QCOMPARE(typedInto(screen, Qt::Key_Right, Qt::ControlModifier), "\x1b[1;5C"s);
        QCOMPARE(typedInto(screen, Qt::Key_F1), "\x1bOP"s);
        QCOMPARE(typedInto(screen, Qt::Key_F5), "\x1b[15~"s);
        QCOMPARE(typedInto(screen, Qt::Key_F12), "\x1b[24~"s);
        QCOMPARE(typedInto(screen, Qt::Key_Delete), "\x1b[3~"s);
        QCOMPARE(typedInto(screen, Qt::Key_Home), "\x1b[H"s);
        QCOMPARE(typedInto(screen, 0, {}, "ü日"), "ü日"s);
        QVERIFY(!screen.pressKey(Qt::Key_Shift, Qt::ShiftModifier, {}));
        screen.feed("\x1b[?1h");
        QCOMPARE(typedInto(screen, Qt::Key_Up), "\x1bOA"s);
    }

    void tellsTheMouseOnlyWhereItIsWanted()
    {
        TerminalScreen screen(kTerminalRows, kTerminalColumns);
        screen.moveMouse(1, 2, {});
        screen.pressMouse(1, true, {});
        QCOMPARE(screen.takeOutput(), std::string());
        screen.feed("\x1b[?1000;1006h");
        QCOMPARE(screen.mouse(), TerminalScreen::Mouse::Click);
        screen.moveMouse(1, 2, {});
        QCOMPARE(screen.takeOutput(), std::string()); // only clicks are wanted
        screen.pressMouse(1, true, {});
        QCOMPARE(screen.takeOutput(), "\x1b[<0;3;2M"s);
        screen.pressMouse(1, false, {});
        QCOMPARE(screen.takeOutput(), "\x1b[<0;3;2m"s);
        screen.pressMouse(4, true, {});
        QCOMPARE(screen.takeOutput(), "\x1b[<64;3;2M"s);
        screen.feed("\x1b"
                    "c");
        QCOMPARE(screen.mouse(), TerminalScreen::Mouse::None);
    }

    void bracketsPastesWhereItIsAsked()
    {
        TerminalScreen screen(kTerminalRows, kTerminalColumns);
        QVERIFY(!screen.bracketsPastes());
        screen.paste("ls");
        QCOMPARE(screen.takeOutput(), "ls"s);
        screen.feed("\x1b[?2004h");
        QVERIFY(screen.bracketsPastes());
        screen.paste("ls");
        QCOMPARE(screen.takeOutput(), "\x1b[200~ls\x1b[201~"s);
    }

    void asksBeforePastesThatRun()
    {
        QVERIFY(!guardPaste(QStringLiteral("ls -l")).isAsked());
        const auto lines = guardPaste(QStringLiteral("ls\r\nrm x\n"));
        QVERIFY(lines.isAsked());
        QCOMPARE(lines.lines, 2);
        QCOMPARE(lines.text, QStringLiteral("ls\rrm x\r"));
        const auto controls = guardPaste(QStringLiteral("ls\x1b[201~\x03\u202Ex"));
        QVERIFY(controls.isAsked() && controls.hadControls);
        QCOMPARE(controls.text, QStringLiteral("ls[201~x"));
        QVERIFY(guardPaste(QString(2 << 20, u'x')).text.size() <= GuardedPaste::kMostCharacters);
        QVERIFY(lines.preview().contains(QStringLiteral("ls ⏎ rm x")));
    }
};

SANDBENCH_TEST(TestTerminalInput);

#include "tst_terminal_input.moc"
