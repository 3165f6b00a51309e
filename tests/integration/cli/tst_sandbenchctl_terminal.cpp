// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/test_program.h"
#include "tests/support/typed_terminal.h"

#include <QTemporaryDir>
#include <QTest>

using ctl::Terminal;

class TestSandbenchctlTerminal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { REQUIRE_LOCAL_ENGINE(); }

    void promptsAndContinuesBlocks()
    {
        Terminal terminal({"repl"});
        QVERIFY(terminal.shows(">>> "));
        terminal.type("for i in range(2):\n");
        QVERIFY(terminal.shows("... "));
        terminal.type("  print(i + 40)\n\n");
        QVERIFY(terminal.shows("40\r\n41\r\n>>> "));
        terminal.type("\x04");
        QCOMPARE(terminal.end(), 0);
    }

    void takesAPasteAsOneInput()
    {
        Terminal terminal({"repl"});
        QVERIFY(terminal.shows(">>> "));
        QVERIFY(terminal.shows("\x1b[?2004h"));
        terminal.type("\x1b[200~class A:\r\tdef f(self):\r\t\treturn 40\r\r\tdef g(self):\r"
                      "\t\treturn 2\r\rA().f() + A().g()\r\x1b[201~");
        QVERIFY(terminal.shows("\x1b[?2004l"));
        QVERIFY(terminal.shows("42\r\n>>> "));
        // What is pasted into a line waits for Enter.
        terminal.type("x = \x1b[200~6 *\x1b[201~");
        terminal.type(" 7; x\n");
        QVERIFY(terminal.shows("42\r\n>>> "));
        terminal.type("\x04");
        QCOMPARE(terminal.end(), 0);
    }

    void remembersLinesOfAnEarlierTime()
    {
        const QTemporaryDir state;
        qputenv("XDG_STATE_HOME", state.path().toUtf8());
        {
            Terminal terminal({"repl"});
            QVERIFY(terminal.shows(">>> "));
            terminal.type("40 + 2\n");
            QVERIFY(terminal.shows("42\r\n>>> "));
            terminal.type("\x04");
            QCOMPARE(terminal.end(), 0);
        }
        Terminal terminal({"repl"});
        QVERIFY(terminal.shows(">>> "));
        terminal.type("\x10\n"); // Ctrl-P: the line before
        QVERIFY(terminal.shows("42\r\n>>> "));
        terminal.type("\x04");
        QCOMPARE(terminal.end(), 0);
        qunsetenv("XDG_STATE_HOME");
    }

    void dropsTheLineOnCtrlC()
    {
        Terminal terminal({"repl"});
        QVERIFY(terminal.shows(">>> "));
        terminal.type("x = 1/0 # never");
        QVERIFY(terminal.shows("never"));
        terminal.type("\x03");
        QVERIFY(terminal.shows("^C"));
        QVERIFY(terminal.shows(">>> "));
        terminal.type("'x' in globals()\n");
        QVERIFY(terminal.shows("False\r\n>>> "));
        terminal.type("\x04");
        QCOMPARE(terminal.end(), 0);
    }

    void interruptsTheCellOnCtrlC()
    {
        Terminal terminal({"repl"});
        QVERIFY(terminal.shows(">>> "));
        // No sleep: Python misses a signal that comes just before one begins.
        terminal.type("exec(\"x = 41; print('go' + 'ing')\\nwhile True: pass\")\n");
        QVERIFY(terminal.shows("going"));
        terminal.type("\x03");
        QVERIFY(terminal.shows("KeyboardInterrupt"));
        QVERIFY(terminal.shows(">>> "));
        terminal.type("x + 1\n");
        QVERIFY(terminal.shows("42"));
        terminal.type("exit()\n");
        QCOMPARE(terminal.end(), 0);
    }

    void endsACellThatIgnoresCtrlC()
    {
        Terminal terminal({"repl"});
        QVERIFY(terminal.shows(">>> "));
        terminal.type("import signal; signal.signal(2, lambda *_: print('no' + 'pe'))\n");
        QVERIFY(terminal.shows(">>> "));
        terminal.type("exec(\"print('go' + 'ing')\\nwhile True: pass\")\n");
        QVERIFY(terminal.shows("going"));
        terminal.type("\x03");
        QVERIFY(terminal.shows("nope"));
        terminal.type("\x03");
        QVERIFY(terminal.shows("nope"));
        terminal.type("\x03");
        QVERIFY(terminal.shows("its variables are gone"));
        QVERIFY(terminal.shows(">>> "));
        terminal.type("40 + 2\n");
        QVERIFY(terminal.shows("42"));
        terminal.type("\x04");
        QCOMPARE(terminal.end(), 0);
    }

    void givesCtrlCToTheProgramFirst()
    {
        const ctl::Folder folder;
        Terminal terminal(
            {"run",
             folder.write(
                 "a.py",
                 "import time\nprint('going')\ntry:\n    time.sleep(600)\n"
                 "except KeyboardInterrupt:\n    print('tidied up')\n    raise SystemExit(7)\n")});
        QVERIFY(terminal.shows("going"));
        terminal.type("\x03");
        QVERIFY(terminal.shows("tidied up"));
        QCOMPARE(terminal.end(), 7);
    }

    void cancelsARunThatCtrlCEnds()
    {
        const ctl::Folder folder;
        Terminal terminal({"run", folder.write("a.sh", "echo going; sleep 600; echo 'not here'")});
        QVERIFY(terminal.shows("going"));
        terminal.type("\x03");
        QVERIFY(terminal.shows("sandbenchctl: "));
        QCOMPARE(terminal.end(), 130);
    }

    void cancelsARunThatIgnoresCtrlC()
    {
        const ctl::Folder folder;
        Terminal terminal(
            {"run",
             folder.write(
                 "a.py",
                 "import signal, time\nsignal.signal(2, lambda *_: print('nope'))\n"
                 "print('going')\nwhile True: time.sleep(1)\n")});
        QVERIFY(terminal.shows("going"));
        terminal.type("\x03");
        QVERIFY(terminal.shows("nope"));
        terminal.type("\x03");
        QVERIFY(terminal.shows("sandbenchctl: "));
        QCOMPARE(terminal.end(), 130);
    }

    void givesWhatIsTypedToTheProgram()
    {
        const ctl::Folder folder;
        Terminal terminal(
            {"run", folder.write("a.py", "n = input('number? ')\nprint(int(n) * 2)\n")});
        QVERIFY(terminal.shows("number? "));
        terminal.type("21\n");
        QVERIFY(terminal.shows("42"));
        QCOMPARE(terminal.end(), 0);
    }

    void givesTheProgramATerminal_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("Python") << "a.py";
        QTest::newRow("Python, of a cold start") << "b.sh";
    }

    void givesTheProgramATerminal()
    {
        QFETCH(QString, name);
        const ctl::Folder folder;
        const QByteArray code
            = "import curses, getpass, os, readline, sys, termios\n"
              "print(sys.stdin.isatty(), sys.stdout.isatty(), os.environ['TERM'])\n"
              "print(*os.get_terminal_size())\n"
              "secret = getpass.getpass('secret? ')\n"
              "name = input('name? ')\n"
              "print(secret[::-1], name)\n"
              "screen = curses.initscr(); curses.endwin()\n"
              "print('drawn')\n"
              "try:\n    input('end? ')\nexcept EOFError: print('ended')\n"
              "try:\n    input('wait? ')\nexcept KeyboardInterrupt: print('caught')\n"
              "raise SystemExit(3)\n";
        folder.write("a.py", code);
        folder.write("b.sh", "cat > t.py <<'EOF'\n" + code + "EOF\nexec python3 t.py\n");
        Terminal terminal({"run", "--tty", folder.path(name)}, {31, 77, 0, 0});
        QVERIFY(terminal.shows("True True xterm\r\n77 31\r\nsecret? "));
        terminal.type("terces\r");
        QVERIFY(terminal.shows("name? "));
        terminal.type("mx\x7f"
                      "e\r");
        QVERIFY(terminal.shows("secret me\r\n"));
        QVERIFY(terminal.shows("drawn\r\nend? "));
        terminal.type("\x04");
        QVERIFY(terminal.shows("ended\r\nwait? "));
        // A signal between readline's prompt and its wait is heard with the next input only.
        terminal.type("\x03\r");
        QVERIFY(terminal.shows("caught\r\n"));
        QCOMPARE(terminal.end(), 3);
        QVERIFY(terminal.isAsItWas());
    }

    void tellsTheProgramOfANewSize()
    {
        const ctl::Folder folder;
        Terminal terminal(
            {"run", "--tty",
             folder.write(
                 "a.py",
                 "import os, signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])\n"
                 "print(*os.get_terminal_size(), flush=True)\n"
                 "signal.sigwait([signal.SIGWINCH])\nprint(*os.get_terminal_size())\n")},
            {24, 80, 0, 0});
        QVERIFY(terminal.shows("80 24\r\n"));
        terminal.resize({30, 100, 0, 0});
        QVERIFY(terminal.shows("100 30\r\n"));
        QCOMPARE(terminal.end(), 0);
    }

    void endsATerminalProgramOnThreeCtrlC()
    {
        const ctl::Folder folder;
        Terminal terminal(
            {"run", "--tty",
             folder.write(
                 "a.py",
                 "import signal, time\nsignal.signal(2, signal.SIG_IGN)\nprint('going')\n"
                 "while True: time.sleep(1)\n")});
        QVERIFY(terminal.shows("going"));
        terminal.type("\x03\x03\x03");
        QVERIFY(terminal.shows("sandbenchctl: "));
        QCOMPARE(terminal.end(), 130);
        QVERIFY(terminal.isAsItWas());
    }
};

SANDBENCH_TEST(TestSandbenchctlTerminal);
#include "tst_sandbenchctl_terminal.moc"
