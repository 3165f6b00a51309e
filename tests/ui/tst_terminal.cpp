// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A shell in a sandbox of the embedded engine, worked with by keys in the real window.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/find_bar.h"
#include "ui/terminal/terminal_panel.h"
#include "ui/terminal/terminal_view.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QDesktopServices>
#include <QDockWidget>
#include <QGuiApplication>
#include <QScrollBar>

#include <string>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

constexpr int kAnswer = 30'000; ///< Units: ms. A program of the sandbox, under sanitizers.

/// Where links would be opened.
class Browser : public QObject
{
    Q_OBJECT

public:
    Browser() { QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "open"); }
    ~Browser() override { QDesktopServices::unsetUrlHandler(QStringLiteral("https")); }
    QList<QUrl> opened;

public slots:
    void open(const QUrl& url) { opened << url; }
};

} // namespace

class TestTerminal : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithSandboxes(); }
    void init()
    {
        renewEngines();
        makeWindow();
        m_window->resize(1300, 900);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { close(); }

    void runsAShellInTheSession()
    {
        openShell();
        run("echo $((6*7)) $TERM; id -u >/dev/null && pwd");
        QTRY_VERIFY_WITH_TIMEOUT(shows("42 xterm-256color"), kAnswer);
        QCOMPARE(m_window->controller().state(), SessionState::Idle); // programs may run beside it
        QVERIFY(m_ended->isEmpty()); // it is no run
        m_window->controller().destroySession();
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isOpen(), kAnswer);
        QVERIFY2(!panel().messageText().isEmpty(), "nothing says why it ended");
    }

    void leadsInAndOutByOneKey()
    {
        openShell();
        QVERIFY(view().hasFocus());
        for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_F5, Qt::Key_Escape}) {
            QTest::keyClick(&view(), key);
            QVERIFY(view().hasFocus()); // they are the shell's
        }
        QVERIFY(m_ended->isEmpty());
        QTest::keyClick(&view(), Qt::Key_QuoteLeft, Qt::ControlModifier);
        QVERIFY(!view().hasFocus());
        action("dockTerminal")->trigger();
        QVERIFY(view().hasFocus());
    }

    void tellsTheShellItsSize()
    {
        openShell();
        const auto size = [this] {
            return std::to_string(view().screen().rows()) + ' '
                + std::to_string(view().screen().columns());
        };
        run("stty size");
        QTRY_VERIFY_WITH_TIMEOUT(shows(size()), kAnswer);
        const auto before = size();
        m_window->resize(1000, 700);
        QTRY_VERIFY(size() != before);
        run("stty size");
        QTRY_VERIFY_WITH_TIMEOUT(shows(size()), kAnswer);
    }

    void interruptsByControlCAndEndsByControlD()
    {
        openShell();
        run("echo begin; sleep 1000");
        QTRY_VERIFY_WITH_TIMEOUT(shows("begin"), kAnswer);
        QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(asksForACommand(), kAnswer); // what is typed before is forgotten
        run("echo en''ded");
        QTRY_VERIFY_WITH_TIMEOUT(shows("ended"), kAnswer);
        run("exit 3");
        QTRY_VERIFY_WITH_TIMEOUT(!panel().isOpen(), kAnswer);
        QVERIFY2(
            panel().messageText().contains(QStringLiteral("status 3")),
            qPrintable(panel().messageText()));
        QTest::keyClick(&view(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), kAnswer);
        QVERIFY(panel().messageText().isEmpty());
    }

    void showsPrograms_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QByteArray>("expected");
        QTest::addColumn<bool>("isWhole"); // It takes the whole screen.
        QTest::addColumn<QByteArray>("keys");
        QTest::newRow("less") << QByteArray("less") << QByteArray("seq 500 | less")
                              << QByteArray("\n1\n2\n") << true << QByteArray("q");
        QTest::newRow("vim") << QByteArray("vim") << QByteArray("vim -u NONE -c 'set nu' x")
                             << QByteArray("~\n~\n") << true << QByteArray(":q!\r");
        QTest::newRow("htop") << QByteArray("htop") << QByteArray("htop") << QByteArray("Mem[")
                              << true << QByteArray("q");
        QTest::newRow("tmux") << QByteArray("tmux")
                              << QByteArray("tmux new 'echo in''side; read x'")
                              << QByteArray("inside") << true << QByteArray("\r");
        QTest::newRow("a REPL") << QByteArray("python3") << QByteArray("python3 -q")
                                << QByteArray(">>>") << false << QByteArray("exit()\r");
    }

    void showsPrograms()
    {
        QFETCH(QByteArray, program);
        QFETCH(QByteArray, command);
        QFETCH(QByteArray, expected);
        QFETCH(bool, isWhole);
        QFETCH(QByteArray, keys);
        openShell();
        run("command -v " + program.toStdString() + " >/dev/null && echo y''es || echo n''o");
        QTRY_VERIFY_WITH_TIMEOUT(shows("\nyes\n") || shows("\nno\n"), kAnswer);
        if (shows("\nno\n"))
            SKIP_WITHOUT("terminal", "the program is not installed");
        run("clear");
        run(command.toStdString());
        QTRY_VERIFY2_WITH_TIMEOUT(shows(expected.toStdString()), text().c_str(), kAnswer);
        QCOMPARE(view().screen().isAlternate(), isWhole);
        type(keys.toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(!view().screen().isAlternate(), kAnswer);
        run("echo ba''ck");
        QTRY_VERIFY2_WITH_TIMEOUT(shows("back"), text().c_str(), kAnswer);
    }

    void editsLinesInARepl()
    {
        openShell();
        run("python3 -q");
        QTRY_VERIFY_WITH_TIMEOUT(shows(">>>"), kAnswer);
        run("len('abc')*7");
        QTRY_VERIFY_WITH_TIMEOUT(shows("\n21\n"), kAnswer);
        QTest::keyClick(&view(), Qt::Key_Up);
        QTest::keyClick(&view(), Qt::Key_Backspace);
        type("8\r");
        QTRY_VERIFY2_WITH_TIMEOUT(shows("\n24\n"), text().c_str(), kAnswer);
    }

    void keepsAndFindsTenThousandLines()
    {
        openShell();
        run("for i in $(seq 20000); do echo line-$i; done");
        QTRY_VERIFY_WITH_TIMEOUT(shows("line-20000\n"), kAnswer);
        const auto& screen = view().screen();
        QCOMPARE(screen.screenLine() - screen.firstLine(), std::uint64_t{TerminalGrid::kMostLines});
        auto* bar = view().verticalScrollBar();
        QCOMPARE(bar->value(), bar->maximum());
        QTest::keyClick(&view(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        auto* find = panel().findChild<FindBar*>();
        QVERIFY(find->isVisible());
        find->setText(QStringLiteral("line-12345"));
        QTRY_VERIFY(bar->value() < bar->maximum()); // it was scrolled to
        QTest::keyClick(find, Qt::Key_Escape);
        QVERIFY(!find->isVisible());
    }

    void asksBeforeAPasteRuns()
    {
        openShell();
        QGuiApplication::clipboard()->setText(QStringLiteral("echo one-line"));
        QTest::keyClick(&view(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(panel().messageText().isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(shows("echo one-line"), kAnswer);
        QTest::keyClick(&view(), Qt::Key_U, Qt::ControlModifier);
        QGuiApplication::clipboard()->setText(
            QStringLiteral("echo fi''rst\necho se''cond\x1b[201~\n"));
        QTest::keyClick(&view(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(panel().messageText().contains(QStringLiteral("2 line ends")));
        button("terminalPasteNot")->click();
        QVERIFY(panel().messageText().isEmpty());
        QTest::keyClick(&view(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
        button("terminalPasteNow")->click();
        QTest::keyClick(&view(), Qt::Key_Return); // a shell that brackets pastes waits for it
        QTRY_VERIFY2_WITH_TIMEOUT(shows("\nfirst\n"), text().c_str(), kAnswer);
        QVERIFY(view().hasFocus());
    }

    void asksBeforeALinkIsOpened()
    {
        Browser browser;
        openShell();
        run("clear; printf '\\033]8;;https://example.org/x\\033\\\\LINK\\033]8;;\\033\\\\\\n'");
        QTRY_VERIFY_WITH_TIMEOUT(text().starts_with("LINK\n"), kAnswer);
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, {12, 5});
        QVERIFY(panel().messageText().contains(QStringLiteral("https://example.org/x")));
        QVERIFY(browser.opened.isEmpty());
        button("terminalOpenLink")->click();
        QCOMPARE(browser.opened, QList<QUrl>{QUrl(QStringLiteral("https://example.org/x"))});
    }

    void selectsAndCopies()
    {
        openShell();
        run("clear; echo sel''ected words");
        QTRY_VERIFY_WITH_TIMEOUT(text().starts_with("selected words\n"), kAnswer);
        QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, {12, 5});
        QCOMPARE(view().selectedText(), QStringLiteral("selected"));
        QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("selected"));
    }

    void isStillUsableWhileAProgramFloodsIt()
    {
        openShell();
        run("yes 0123456789012345678901234567890123456789");
        QTRY_VERIFY_WITH_TIMEOUT(view().screen().screenLine() > 20'000, kAnswer);
        QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(asksForACommand(), kAnswer); // what is typed before is forgotten
        run("echo sto''pped");
        QTRY_VERIFY_WITH_TIMEOUT(shows("\nstopped\n"), kAnswer);
    }

private:
    TerminalPanel& panel() { return m_window->terminal(); }
    TerminalView& view() { return panel().view(); }
    QAbstractButton* button(const char* name)
    {
        return panel().findChild<QAbstractButton*>(QLatin1String(name));
    }

    std::string text()
    {
        const auto& screen = view().screen();
        std::string all;
        for (auto line = screen.screenLine(); line < screen.endLine(); ++line)
            all += screen.textOf(line) + '\n';
        return all;
    }
    bool shows(std::string_view wanted)
    {
        return ('\n' + text()).find(wanted) != std::string::npos;
    }
    /// A prompt is there.
    bool isReady()
    {
        const auto cursor = view().screen().cursor();
        return panel().isOpen() && cursor.column > 0;
    }

    bool asksForACommand()
    {
        const auto& screen = view().screen();
        const auto row = static_cast<std::uint64_t>(screen.cursor().row);
        const std::string line = screen.textOf(screen.screenLine() + row);
        return line.ends_with('$') || line.ends_with('#');
    }

    void openShell()
    {
        action("dockTerminal")->trigger();
        QTRY_VERIFY2_WITH_TIMEOUT(isReady(), text().c_str(), kAnswer);
    }
    void type(const std::string& keys)
    {
        for (const char key : keys)
            if (key == '\r')
                QTest::keyClick(&view(), Qt::Key_Return);
            else
                QTest::keyClick(&view(), key);
    }
    void run(const std::string& command) { type(command + '\r'); }
};

SANDBENCH_TEST(TestTerminal);

#include "tst_terminal.moc"
