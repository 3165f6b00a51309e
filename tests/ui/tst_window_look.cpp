// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How the window explains itself and how one gets around in it, offscreen and with an engine that
// opens nothing: what needs a sandbox is in tst_main_window.
#include "tests/support/test_program.h"
#include "tests/ui/closed_engine.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/theme.h"
#include "ui/editor/editor_tabs.h"
#include "ui/editor/empty_page.h"
#include "ui/guide/guide_window.h"
#include "ui/output/log_palette.h"
#include "ui/output/log_view.h"
#include "ui/output/output_panel.h"
#include "ui/palette/command_book.h"
#include "ui/plots/plot_panel.h"
#include "ui/session/engine_overview.h"
#include "ui/session/new_session_dialog.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolBar>

#include <memory>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestWindowLook : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }

    void init()
    {
        QSettings().clear();
        makeWindow(workbench(m_engines));
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup() { removeWindow(); }

    void offersWhatCanBeDoneWithoutADocument()
    {
        auto* page = m_window->findChild<EmptyPage*>();
        QVERIFY(page && page->isVisible());
        QCOMPARE(page->findChildren<QPushButton*>().size(), 5);
        QVERIFY(page->findChild<EngineOverview*>() == nullptr); // only at the first start
        auto* fresh = page->findChild<QAbstractButton*>(QStringLiteral("start-fileNew"));
        QVERIFY(fresh->text().contains(QStringLiteral("Ctrl+N")));
        m_window->commands().setOwnKeys({{QStringLiteral("fileNew"), {}}});
        QVERIFY(!fresh->text().contains(QStringLiteral("Ctrl+N")));
        fresh->click();
        QVERIFY(!page->isVisible());
        QVERIFY(m_window->editors().current() != nullptr);
    }

    void saysAtTheFirstStartWhatItIsAndWhichEnginesAnswer()
    {
        auto first = workbench(m_engines);
        first.isFirstStart = true;
        makeWindow(first);
        m_window->resize(1000, 700);
        m_window->show();
        auto* page = m_window->findChild<EmptyPage*>();
        QVERIFY(page && page->isVisible());
        QVERIFY(labelWith(QStringLiteral("From an answer to a verdict")));
        auto* engine = page->findChild<QLabel*>(QStringLiteral("overview-closed"));
        QTRY_VERIFY(engine->text().startsWith(QStringLiteral("Not usable")));
        QGuiApplication::clipboard()->setText(
            QStringLiteral("Sure:\n\n```python\nprint(6 * 7)\n```\n"));
        page->findChild<QAbstractButton*>(QStringLiteral("start-fileFromClipboard"))->click();
        QTRY_COMPARE(m_window->editors().count(), 1);
        QVERIFY(!page->isVisible());
    }

    void knowsWhetherItWasShownBefore()
    {
        QVERIFY(!MainWindow::wasShownBefore());
        m_window->close();
        QVERIFY(MainWindow::wasShownBefore());
    }

    void offersEnginesGuideAndExamplesAtTheFirstStart()
    {
        auto first = workbench(m_engines);
        first.isFirstStart = true;
        makeWindow(first);
        m_window->show();
        auto* page = m_window->findChild<EmptyPage*>();
        const auto click = [page](const char* name) {
            page->findChild<QAbstractButton*>(QLatin1String(name))->click();
        };
        click("start-helpGuide");
        QVERIFY(m_window->guide() && m_window->guide()->isVisible());
        click("start-engine");
        auto* dialog = m_window->findChild<NewSessionDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->reject();
        auto* examples = page->findChild<QPushButton*>(QStringLiteral("start-examples"))->menu();
        examples->actions().first()->trigger();
        QCOMPARE(m_window->editors().count(), 1);
    }

    void saysWhyACommandCannotBeUsed()
    {
        QVERIFY(!action("runFile")->isEnabled());
        QVERIFY(action("runFile")->toolTip().contains(QStringLiteral("no document is open")));
        QVERIFY(action("runStop")->toolTip().contains(QStringLiteral("nothing is running")));
        QVERIFY(action("runAgain")->toolTip().contains(QStringLiteral("nothing has been run")));
        m_window->editors().newDocument(QStringLiteral("a.py"));
        QVERIFY(action("runFile")->isEnabled());
        QVERIFY(!action("runFile")->toolTip().contains(QStringLiteral("no document")));
        QVERIFY(action("runFile")->toolTip().contains(QStringLiteral("F5")));
    }

    void namesTheDocumentInTheTitle()
    {
        CodeEditor* editor = m_window->editors().newDocument(QStringLiteral("a.py"), "x\n");
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("a.py[*]")));
        QVERIFY(!m_window->isWindowModified());
        editor->insert(QStringLiteral("y"));
        QVERIFY(m_window->isWindowModified());
        m_window->editors().newDocument(QStringLiteral("b.py"));
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("b.py")));
        QVERIFY(!m_window->isWindowModified());
    }

    void showsTheCursorOfTheCurrentDocumentOnly()
    {
        CodeEditor* first = m_window->editors().newDocument(QStringLiteral("a.py"), "1\n2\n3\n");
        m_window->editors().newDocument(QStringLiteral("b.py"), "1\n");
        first->setCursorPosition(2, 0);
        QVERIFY(labelWith(QStringLiteral("Line 1, column 1")));
        m_window->editors().setCurrentWidget(first);
        QVERIFY(labelWith(QStringLiteral("Line 3, column 1")));
    }

    void cyclesThroughItsAreasWithOneKey()
    {
        CodeEditor* editor = m_window->editors().newDocument(QStringLiteral("a.py"));
        editor->setFocus();
        QStringList visited;
        for (int i = 0; i < 20; ++i) {
            action("viewNextArea")->trigger();
            visited << areaWithFocus();
        }
        QCOMPARE(
            visited, QStringList({"dockPlots",    "dockOutput",    "dockVerdict",  "dockFindings",
                                  "dockActivity", "dockChanges",   "dockTerminal", "dockPackages",
                                  "dockRuns",     "dockChecks",    "dockMatrix",   "dockGrade",
                                  "dockBatch",    "dockVariables", "dockSteps",    "dockImages",
                                  "dockFiles",    "dockSessions",  "dockOutline",  "editorArea"}));
        action("viewPreviousArea")->trigger();
        QCOMPARE(areaWithFocus(), QStringLiteral("dockOutline"));
    }

    void returnsFromAPanelToTheEditorWithEscape()
    {
        m_window->editors().newDocument(QStringLiteral("a.py"));
        for (const char* name :
             {"dockOutput", "dockSessions", "dockPlots", "dockFindings", "dockPackages", "dockRuns",
              "dockActivity", "dockVariables", "dockFiles"}) {
            action(name)->trigger();
            QCOMPARE(areaWithFocus(), QLatin1String(name));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            QCOMPARE(areaWithFocus(), QStringLiteral("editorArea"));
        }
    }

    void putsThePlotsBehindTheOutputWhereTheWindowIsNarrow()
    {
        auto* plots = dock("dockPlots");
        QCOMPARE(m_window->dockWidgetArea(plots), Qt::RightDockWidgetArea);
        m_window->resize(1000, 640);
        QTRY_COMPARE(m_window->dockWidgetArea(plots), Qt::BottomDockWidgetArea);
        QVERIFY(m_window->tabifiedDockWidgets(dock("dockOutput")).contains(plots));
        m_window->resize(1440, 900);
        QTRY_COMPARE(m_window->dockWidgetArea(plots), Qt::RightDockWidgetArea);
    }

    void putsItsPanelsWhereAKindOfWorkNeedsThem()
    {
        action("layoutTeach")->trigger();
        QCOMPARE(m_window->dockWidgetArea(dock("dockOutput")), Qt::RightDockWidgetArea);
        QVERIFY(dock("dockSessions")->isHidden() && dock("dockRuns")->isHidden());
        QVERIFY(!dock("dockPlots")->isHidden());
        action("layoutCompact")->trigger();
        QVERIFY(!dock("dockSessions")->isHidden());
        for (const char* name : {"dockSessions", "dockPlots", "dockFindings", "dockRuns"})
            QVERIFY2(m_window->tabifiedDockWidgets(dock("dockOutput")).contains(dock(name)), name);
        action("layoutImageTest")->trigger();
        QVERIFY(dock("dockPlots")->isHidden() && !dock("dockPackages")->isHidden());
        QCOMPARE(m_window->dockWidgetArea(dock("dockSessions")), Qt::LeftDockWidgetArea);
        QTRY_VERIFY(dock("dockOutput")->height() > m_window->height() / 3);
        action("layoutReview")->trigger();
        QVERIFY(!dock("dockPlots")->isHidden());
        QCOMPARE(m_window->dockWidgetArea(dock("dockPlots")), Qt::RightDockWidgetArea);
        QCOMPARE(m_window->dockWidgetArea(dock("dockOutput")), Qt::BottomDockWidgetArea);
    }

    void fitsIntoASmallScreen()
    {
        m_window->editors().newDocument(QStringLiteral("a.py"));
        m_window->resize(800, 500);
        QTRY_COMPARE(m_window->size(), QSize(800, 500));
        QTRY_VERIFY(m_window->editors().current()->width() >= 300);
        QVERIFY(m_window->editors().current()->height() >= 80);
    }

    void zoomsEveryText()
    {
        CodeEditor* editor = m_window->editors().newDocument(QStringLiteral("a.py"));
        const double before = m_window->output().view().font().pointSizeF();
        action("viewZoomIn")->trigger();
        QVERIFY(m_window->output().view().font().pointSizeF() > before);
        QCOMPARE(editor->SendScintilla(QsciScintilla::SCI_GETZOOM), 1L);
        CodeEditor* later = m_window->editors().newDocument(QStringLiteral("b.py"));
        QCOMPARE(later->SendScintilla(QsciScintilla::SCI_GETZOOM), 1L);
        action("viewZoomReset")->trigger();
        QCOMPARE(m_window->output().view().font().pointSizeF(), before);
    }

    void givesEveryControlANameForScreenReaders()
    {
        m_window->editors().newDocument(QStringLiteral("a.py"));
        QStringList nameless;
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool field = qobject_cast<const QLineEdit*>(widget)
                || qobject_cast<const QComboBox*>(widget)
                || qobject_cast<const QAbstractSpinBox*>(widget);
            const bool inside = widget->objectName().startsWith(QLatin1String("qt_"));
            if (inside || (!button && !field) || widget->focusPolicy() == Qt::NoFocus)
                continue;
            const bool named = !widget->accessibleName().isEmpty()
                || (button && (!button->text().isEmpty() || !button->toolTip().isEmpty()));
            if (!named)
                nameless << QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ')
                        + widget->objectName() + QLatin1Char(' ')
                        + QLatin1String(widget->parentWidget()->metaObject()->className());
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char(','))));
    }

    void writesEveryColourReadably_data()
    {
        QTest::addColumn<int>("choice");
        QTest::newRow("light") << static_cast<int>(ThemeChoice::Light);
        QTest::newRow("dark") << static_cast<int>(ThemeChoice::Dark);
        QTest::newRow("high contrast") << static_cast<int>(ThemeChoice::HighContrast);
    }

    void writesEveryColourReadably()
    {
        QFETCH(int, choice);
        const QPalette palette = themePalette(static_cast<ThemeChoice>(choice));
        const std::pair<QPalette::ColorRole, QPalette::ColorRole> pairs[]
            = {{QPalette::WindowText, QPalette::Window},
               {QPalette::Text, QPalette::Base},
               {QPalette::Text, QPalette::AlternateBase},
               {QPalette::ButtonText, QPalette::Button},
               {QPalette::PlaceholderText, QPalette::Base},
               {QPalette::PlaceholderText, QPalette::Window},
               {QPalette::HighlightedText, QPalette::Highlight},
               {QPalette::Link, QPalette::Base},
               {QPalette::ToolTipText, QPalette::ToolTipBase}};
        for (const auto& [text, under] : pairs)
            QVERIFY2(
                contrastRatio(palette.color(text), palette.color(under))
                    >= (choice == static_cast<int>(ThemeChoice::HighContrast) ? 7 : 4.5),
                qPrintable(QStringLiteral("roles %1 on %2").arg(text).arg(under)));
    }

    void remembersTheTheme()
    {
        auto kept = workbench(m_engines);
        kept.settingsFile = (m_dir.path() + QStringLiteral("/settings.json")).toStdString();
        makeWindow(kept);
        m_window->show();
        action("themeDark")->trigger();
        QVERIFY(QApplication::palette().color(QPalette::Base).lightness() < 128);
        QTRY_VERIFY(m_window->palette().color(QPalette::Window).lightness() < 128);
        removeWindow(); // which writes it
        makeWindow(kept);
        QVERIFY(action("themeDark")->isChecked());
        action("themeSystem")->trigger();
        QVERIFY(QApplication::palette().color(QPalette::Base).lightness() > 128);
    }

    void cutsStatusTextsRatherThanWideningTheWindow()
    {
        ElidedLabel label(QString(500, QLatin1Char('m')));
        QVERIFY(label.minimumSizeHint().width() < 100);
        QCOMPARE(label.textFormat(), Qt::PlainText);
    }

    void drawsItsSymbolsInTheColourOfTheText()
    {
        action("themeDark")->trigger();
        QVERIFY(brightest(glyphIcon(Glyph::New).pixmap(16).toImage()) > 180);
        action("themeLight")->trigger();
        QVERIFY(brightest(glyphIcon(Glyph::New).pixmap(16).toImage()) < 90);
        action("themeSystem")->trigger();
    }

private:
    QDockWidget* dock(const char* name) const
    {
        return m_window->findChild<QDockWidget*>(QLatin1String(name));
    }

    bool labelWith(const QString& text) const
    {
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->text() == text)
                return true;
        return false;
    }

    static QString areaWithFocus()
    {
        for (const QWidget* w = QApplication::focusWidget(); w; w = w->parentWidget())
            if (w->objectName().startsWith(QLatin1String("dock"))
                || w->objectName() == QLatin1String("editorArea"))
                return w->objectName();
        return QStringLiteral("nowhere");
    }

    static int brightest(const QImage& image)
    {
        int found = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (const QColor c = image.pixelColor(x, y); c.alpha() > 200)
                    found = std::max(found, c.lightness());
        return found;
    }

    EngineSource m_engines{
        closedEngines, [](const std::string&) { return std::vector<docker::Connection>(); },
        SizeCatalog()};
};

SANDBENCH_TEST(TestWindowLook);
#include "tst_window_look.moc"
