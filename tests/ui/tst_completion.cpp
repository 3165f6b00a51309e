// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Completion and hover in the real window, with language servers in real sandboxes.
#include "tests/support/sanitized.h"
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/completion/completer.h"
#include "ui/completion/language_servers.h"
#include "ui/editor/editor_tabs.h"

#include <QElapsedTimer>
#include <QFile>
#include <QHelpEvent>
#include <QListWidget>
#include <QToolTip>

#include <algorithm>
#include <vector>

using namespace sandbench;
using namespace sandbench::ui;
using namespace sandbench::test;

namespace {

constexpr auto kServersSetting = "editor.languageServers";

lsp::ServerTable tableWith(std::vector<lsp::ServerCandidate> candidates)
{
    return {{"python", "python", ".py", std::move(candidates)}};
}

lsp::ServerTable hostileServer(const char* how)
{
    QFile script(sourceFile(QStringLiteral("tests/support/hostile_language_server.py")));
    if (!script.open(QIODevice::ReadOnly))
        return {};
    return tableWith({{{"python3", "-c", script.readAll().toStdString(), how}}});
}

} // namespace

class TestCompletion : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareWithSandboxes();
        const auto layers = m_real.probe({}).isolation.layers;
        if (!layersMissing(layers, lsp::LanguageServer::demandedLayers()).empty())
            SKIP_WITHOUT("cgroups", "sandboxes here lack a layer that language servers need");
    }
    void init()
    {
        QSettings().clear();
        m_engines = std::make_unique<FakeEngines>();
    }
    void cleanup() { removeWindow(); }

    void completesWhatIsTyped()
    {
        if (!showWithRealServer())
            SKIP_WITHOUT("lsp", "no language server for Python is installed");
        open("import os\n");
        type("os.pat");
        QTRY_VERIFY_WITH_TIMEOUT(askedAgain(), kRunDeadline);
        QVERIFY(words().contains(QStringLiteral("path")));
        QCOMPARE(words().front(), QStringLiteral("path"));
        QVERIFY(!editor().findChild<QListWidget*>()->accessibleName().isEmpty());
        QTest::keyClick(&editor(), Qt::Key_Return);
        QVERIFY(!isListed());
        QCOMPARE(editor().bytes(), QByteArray("import os\nos.path"));
        type(".joi");
        QTRY_VERIFY_WITH_TIMEOUT(askedAgain(), kRunDeadline);
        QTest::keyClick(&editor(), Qt::Key_Escape);
        QVERIFY(!isListed());
        QVERIFY(editor().bytes().endsWith("os.path.joi"));
        action("editComplete")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isListed(), kRunDeadline);
        QTest::keyClick(&editor(), Qt::Key_Tab);
        QVERIFY(editor().bytes().endsWith("os.path.join"));
    }

    void explainsWhatTheMouseRestsOn()
    {
        if (!showWithRealServer())
            SKIP_WITHOUT("lsp", "no language server for Python is installed");
        open("import os\nos.path.join('a', 'b')\n");
        QTRY_VERIFY_WITH_TIMEOUT(hover(20).contains(QStringLiteral("join(")), kRunDeadline);
    }

    void asksNobodyUntilSomebodyTypesOrHovers()
    {
        show(hostileServer("words"));
        open("import os\n");
        editor().setCursorPosition(0, 3);
        QCOMPARE(servers().running(), 0);
        m_window->editors()
            .newDocument(QStringLiteral("answer.md"))
            ->appendBytes("x."); // no program
        QCOMPARE(servers().running(), 0);
        m_window->editors().setCurrentIndex(0);
        type("x");
        QCOMPARE(servers().running(), 1);
        m_window->editors().forgetAll(); // as when they are closed
        QTRY_COMPARE(servers().running(), 0);
    }

    void leavesDocumentsAloneThatAreTooLong()
    {
        show(hostileServer("words"));
        const QByteArray line("value = [i * 2 for i in range(10)]  # ...\n");
        open(line.repeated(Completer::kMostText / line.size() + 1));
        std::vector<qint64> keys;
        for (int i = 0; i < 21; ++i) {
            QElapsedTimer timer;
            timer.start();
            type(".");
            keys.push_back(timer.nsecsElapsed() / 1000);
        }
        std::sort(keys.begin(), keys.end());
        qInfo("a key took %lld µs", static_cast<long long>(keys.at(10)));
        QCOMPARE(servers().running(), 0);
        QVERIFY(!m_window->completer().isWaiting());
    }

    void stopsAtOnceWhenItIsSwitchedOff()
    {
        show(hostileServer("words"));
        open("");
        type("x.");
        QTRY_VERIFY_WITH_TIMEOUT(isListed(), kRunDeadline);
        m_window->settings().set(kServersSetting, false);
        QVERIFY(!isListed());
        QCOMPARE(servers().running(), 0);
        type(".");
        action("editComplete")->trigger();
        QVERIFY(!m_window->completer().isWaiting());
        QCOMPARE(servers().running(), 0);
        m_window->settings().set(kServersSetting, true);
        type(".");
        QTRY_VERIFY_WITH_TIMEOUT(isListed(), kRunDeadline);
    }

    void dropsAnAnswerThatComesLate()
    {
        show(hostileServer("words"));
        open("ab\n");
        editor().setCursorPosition(0, 2);
        action("editComplete")->trigger();
        QVERIFY(m_window->completer().isWaiting());
        editor().setCursorPosition(0, 0);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->completer().isWaiting(), kRunDeadline);
        QVERIFY(!isListed());
    }

    void startsAServerAgainTwiceAndThenLeavesIt()
    {
        show(hostileServer("dies"));
        open("");
        for (int start = 0; start < 3; ++start) {
            QVERIFY(servers().serves("python"));
            type("x");
            QTRY_COMPARE_WITH_TIMEOUT(servers().running(), 0, kRunDeadline);
        }
        QVERIFY(!servers().serves("python"));
        type(".");
        QCOMPARE(servers().running(), 0);
    }

    void saysNothingWhereNoneIsInstalled()
    {
        show(tableWith({{{"no-such-language-server"}}}));
        open("");
        type("x.");
        QTRY_VERIFY_WITH_TIMEOUT(!servers().serves("python"), kRunDeadline);
        QTRY_VERIFY(!m_window->completer().isWaiting());
        QCOMPARE(m_window->messageText(), QString());
    }

    void staysUsableWhateverAServerDoes_data()
    {
        QTest::addColumn<QByteArray>("how");
        for (const char* how : {"garbage", "huge", "silent", "deaf", "flood", "dies"})
            QTest::newRow(how) << QByteArray(how);
    }
    void staysUsableWhateverAServerDoes()
    {
        QFETCH(QByteArray, how);
        show(hostileServer(how.constData()));
        open("");
        type("x.");
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->completer().isWaiting(), kRunDeadline);
        QVERIFY(!isListed());
        type("y");
        QTest::keyClick(&editor(), Qt::Key_Return);
        QCOMPARE(editor().bytes(), QByteArray("x.y\n"));
    }

    void showsTheFirstOfVeryManyWords()
    {
        constexpr int kWords = 100'000 / kShare;
        const auto last = QStringLiteral("os_%1").arg(kWords - 1, 6, 10, QLatin1Char('0'));
        show(hostileServer(("items" + QByteArray::number(kWords)).constData()));
        open("");
        type("x.");
        action("editComplete")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(askedAgain(), kRunDeadline);
        QCOMPARE(words().size(), 200);
        type(last.chopped(1).toLatin1().constData()); // none of them, but of the others
        QTRY_VERIFY_WITH_TIMEOUT(askedAgain() && words().size() == 10, kRunDeadline);
        QCOMPARE(words().last(), last);
    }

    void showsOnlyWhatItInsertsAndAllOfIt()
    {
        show(hostileServer("odd"));
        open("");
        type("x.");
        QTRY_VERIFY_WITH_TIMEOUT(askedAgain(), kRunDeadline);
        QCOMPARE(words(), QStringList({"<b>path</b>", "path"}));
        QTest::keyClick(&editor(), Qt::Key_Escape);
        QString told;
        QTRY_VERIFY_WITH_TIMEOUT(!(told = hover(0)).isEmpty(), kRunDeadline);
        QVERIFY2(told.contains(QStringLiteral("&lt;h1&gt;big")), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("[U+202E]gnp[U+001B]")), qPrintable(told));
        QVERIFY(told.size() < 1000);
    }

    void knowsBothViewsOfADocument()
    {
        show(hostileServer("words"));
        open("\n");
        action("viewSplit")->trigger();
        CodeEditor* second = m_window->editors().second();
        QVERIFY(second);
        second->setFocus();
        QTRY_COMPARE(m_window->editors().view(), second);
        QTest::keyClicks(second, QStringLiteral("x."));
        QTRY_VERIFY_WITH_TIMEOUT(isListed(second), kRunDeadline);
        QTest::keyClick(second, Qt::Key_Return);
        QCOMPARE(editor().bytes(), QByteArray("\nx.word"));
    }

private:
    void show(lsp::ServerTable table)
    {
        m_source = m_engines->source();
        Workbench bench = workbench(*m_source);
        bench.languageServers = std::move(table);
        showWindow(bench);
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    /// False where there is none.
    bool showWithRealServer()
    {
        const auto& all = lsp::usualServers();
        const auto python = std::find_if(
            all.begin(), all.end(), [](const auto& each) { return each.language == "python"; });
        if (lsp::findServer(python->candidates).empty())
            return false;
        show(all);
        return true;
    }

    CodeEditor& editor() const { return *m_window->editors().current(); }
    LanguageServers& servers() const { return m_window->languageServers(); }
    void open(const QByteArray& code)
    {
        CodeEditor* document = m_window->editors().newDocument(QStringLiteral("a.py"), code);
        document->setFocus();
        document->setCursorPosition(document->lines() - 1, 0);
    }
    void type(const char* keys) { QTest::keyClicks(&editor(), QLatin1String(keys)); }

    static bool isListed(const CodeEditor* view)
    {
        return view->SendScintilla(QsciScintilla::SCI_AUTOCACTIVE) != 0;
    }
    bool isListed() const { return isListed(&editor()); }
    /// A server that only begins has 3 s for its first answer; people ask once more too.
    bool askedAgain()
    {
        if (!isListed() && !m_window->completer().isWaiting())
            action("editComplete")->trigger();
        return isListed();
    }
    QStringList words() const
    {
        QStringList texts;
        if (const auto lists = editor().findChildren<QListWidget*>(); !lists.isEmpty())
            for (int row = 0; row < lists.last()->count(); ++row)
                texts << lists.last()->item(row)->text();
        return texts;
    }

    // As a person sees it, who waits for a moment.
    QString hover(long offset) const
    {
        const auto coordinate = [this, offset](unsigned message) {
            return static_cast<int>(editor().SendScintilla(message, 0UL, offset));
        };
        const QPoint at(
            coordinate(QsciScintilla::SCI_POINTXFROMPOSITION) + 2,
            coordinate(QsciScintilla::SCI_POINTYFROMPOSITION) + 3);
        if (!QToolTip::isVisible()) {
            QHelpEvent event(QEvent::ToolTip, at, editor().viewport()->mapToGlobal(at));
            QCoreApplication::sendEvent(editor().viewport(), &event);
        }
        return QToolTip::isVisible() ? QToolTip::text() : QString();
    }
};

SANDBENCH_TEST(TestCompletion);
#include "tst_completion.moc"
