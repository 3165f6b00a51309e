// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The window with its panels moved about, with large text, and mirrored; the engine opens nothing.
#include "tests/support/test_program.h"
#include "tests/ui/closed_engine.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/translation.h"
#include "ui/common/window_style.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/output_panel.h"
#include "ui/palette/command_palette.h"

#include <QDockWidget>
#include <QLocale>
#include <QMenu>
#include <QTabBar>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestWindowShape : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareOnce();
        QApplication::setStyle(new WindowStyle);
    }
    void init()
    {
        QSettings().clear();
        show();
    }
    void cleanup() { removeWindow(); }

    void namesAPanelOnce()
    {
        QTRY_VERIFY(isTitled("dockPlots"));
        for (const char* name : {"dockOutput", "dockRuns", "dockSessions", "dockOutline"})
            QTRY_VERIFY2(!isTitled(name), name);
        dock("dockOutline")->close();
        QTRY_VERIFY(isTitled("dockSessions"));
        dock("dockOutline")->show();
        QTRY_VERIFY(!isTitled("dockSessions"));
        dock("dockOutput")->setFloating(true);
        QTRY_VERIFY(isTitled("dockOutput"));
        QVERIFY(!isTitled("dockRuns"));
        dock("dockOutput")->setFloating(false);
        QTRY_VERIFY(!isTitled("dockOutput"));
        action("layoutCompact")->trigger();
        QTRY_VERIFY(!isTitled("dockPlots"));
        action("layoutTeach")->trigger();
        QTRY_VERIFY(isTitled("dockPlots") && isTitled("dockOutput"));
    }

    void floatsAndClosesAPanelFromItsTab()
    {
        QTRY_VERIFY(!isTitled("dockRuns"));
        chooseOnTab(QStringLiteral("Runs"), QStringLiteral("&Float"));
        QTRY_VERIFY(dock("dockRuns")->isFloating());
        chooseOnTab(QStringLiteral("Checks"), QStringLiteral("&Close"));
        QTRY_VERIFY(dock("dockChecks")->isHidden());
        action("layoutReview")->trigger();
        QTRY_VERIFY(!dock("dockRuns")->isFloating() && !dock("dockChecks")->isHidden());
    }

    void growsWithTheTextOfTheDesktop()
    {
        const QFont usual = QApplication::font();
        const long line = lineHeight();
        const QSize icon = runButton()->iconSize();
        QFont large = usual;
        large.setPointSizeF(usual.pointSizeF() * 2);
        QApplication::setFont(large);
        show();
        // Code has its own size.
        QCOMPARE(lineHeight(), line);
        QVERIFY(runButton()->iconSize().height() > icon.height());
        QVERIFY(runButton()->width() >= runButton()->sizeHint().width());
        QVERIFY(dock("dockSessions")->width() > 280);
        m_window->resize(1440, 900);
        QTRY_VERIFY(m_window->editors().current()->width() > 300);
        QApplication::setFont(usual);
    }

    void beginsAtTheRightWhereWanted()
    {
        mirrorWindows(*qApp);
        const std::unique_ptr<QObject> mirror(qApp->children().last());
        show();
        QTRY_VERIFY(runButton()->mapTo(m_window.get(), QPoint()).x() > m_window->width() / 2);
        action("viewPalette")->trigger();
        auto* palette = m_window->findChild<CommandPalette*>();
        QTRY_VERIFY(palette && palette->isVisible());
        QCOMPARE(palette->layoutDirection(), Qt::RightToLeft);
        palette->hide();
    }

    void readsCodeFromTheLeftAllTheSame()
    {
        CodeEditor* editor = m_window->editors().current();
        editor->setText(QStringLiteral("plt.show() # (1, 2)\n"));
        const QImage usual = editor->grab().toImage();
        m_window->setLayoutDirection(Qt::RightToLeft);
        QTRY_COMPARE(editor->size(), usual.size());
        QCOMPARE(m_window->output().layoutDirection(), Qt::RightToLeft);
        QCOMPARE(editor->layoutDirection(), Qt::LeftToRight);
        QVERIFY(editor->grab().toImage() == usual);
    }

    void beginsWhereItsLanguageBegins()
    {
        QVERIFY(!isMirrored("language", QLocale(QLocale::German)));
        QVERIFY(isMirrored("language", QLocale(QLocale::Arabic)));
        QVERIFY(!isMirrored("leftToRight", QLocale(QLocale::Arabic)));
        QVERIFY(isMirrored("rightToLeft", QLocale(QLocale::English)));
    }

private:
    void show()
    {
        makeWindow(workbench(m_engines));
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->editors().newDocument(QStringLiteral("a.py"), "print(1)\n");
    }

    QDockWidget* dock(const char* name) const
    {
        return m_window->findChild<QDockWidget*>(QLatin1String(name));
    }

    bool isTitled(const char* name) const { return dock(name)->titleBarWidget() == nullptr; }

    long lineHeight() const
    {
        return m_window->editors().current()->SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL);
    }

    QToolButton* runButton() const
    {
        auto* bar = m_window->findChild<QToolBar*>(QStringLiteral("toolbarRun"));
        return qobject_cast<QToolButton*>(bar->widgetForAction(action("runFile")));
    }

    void chooseOnTab(const QString& title, const QString& choice)
    {
        for (auto* bar : m_window->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
            for (int i = 0; i < bar->count(); ++i) {
                if (bar->tabText(i) != title)
                    continue;
                emit bar->customContextMenuRequested(bar->tabRect(i).center());
                const auto menus = bar->findChildren<QMenu*>();
                QVERIFY(!menus.isEmpty());
                QMenu* menu = menus.last();
                for (QAction* entry : menu->actions()) {
                    if (entry->text() == choice)
                        entry->trigger();
                }
                menu->close();
                return;
            }
        }
        QFAIL(qPrintable(title));
    }

    EngineSource m_engines{
        closedEngines, [](const std::string&) { return std::vector<docker::Connection>(); },
        SizeCatalog()};
};

SANDBENCH_TEST(TestWindowShape);
#include "tst_window_shape.moc"
