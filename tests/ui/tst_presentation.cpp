// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The window as it is shown to people.
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_tabs.h"
#include "ui/present/beamer_window.h"
#include "ui/present/key_strokes.h"
#include "ui/present/presentation.h"
#include "ui/present/spotlight.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QHelpEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QToolBar>
#include <QToolTip>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestPresentation : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }

    void init()
    {
        openActiveWindow();
        m_window->editors().newDocument(QStringLiteral("shown.py"), "print('shown')\n");
    }

    void cleanup() { close(); }

    void goesFromUsualToFullScreenToThePresentationAndBack()
    {
        const QByteArray before = m_window->saveState();
        const int points = editor().font().pointSize();
        action("viewFullScreen")->trigger();
        QVERIFY(m_window->isFullScreen());
        QVERIFY(presentation().isOn() == false);
        action("viewFullScreen")->trigger();
        QVERIFY(m_window->isFullScreen() && presentation().isOn());
        QVERIFY(action("viewPresentation")->isChecked());
        QVERIFY(m_window->statusBar()->isHidden());
        QVERIFY(m_window->findChild<QToolBar*>(QStringLiteral("toolbarRun"))->isHidden());
        QTRY_COMPARE(m_window->menuBar()->height(), 0);
        for (auto* dock : m_window->findChildren<QDockWidget*>()) {
            const bool isShown = dock->objectName() == QLatin1String("dockOutput")
                || dock->objectName() == QLatin1String("dockPlots");
            QVERIFY2(dock->isHidden() != isShown, qPrintable(dock->objectName()));
        }
        action("viewFullScreen")->trigger();
        QVERIFY(!m_window->isFullScreen() && !presentation().isOn());
        QVERIFY(!m_window->statusBar()->isHidden());
        QTRY_VERIFY(m_window->menuBar()->height() > 0);
        QCOMPARE(editor().font().pointSize(), points);
        QCOMPARE(m_window->saveState(), before);
    }

    void drawsTextLarger()
    {
        const auto zoom = [this] { return editor().SendScintilla(QsciScintillaBase::SCI_GETZOOM); };
        const auto before = zoom();
        presentation().begin();
        QCOMPARE(zoom(), before + Presentation::kMorePoints);
        presentation().end();
        QCOMPARE(zoom(), before);
    }

    void isNotWhatTheNextWindowBeginsWith()
    {
        presentation().begin();
        m_window->close();
        if (auto* box = m_window->findChild<QMessageBox*>()) // about the text that nobody saved
            for (QAbstractButton* button : box->buttons())
                if (box->buttonRole(button) == QMessageBox::DestructiveRole)
                    button->click();
        QTRY_VERIFY(!m_window->isVisible());
        QVERIFY(!presentation().isOn());
        QVERIFY(!m_window->isFullScreen());
    }

    void letsCommandsWorkByTheirKeys()
    {
        presentation().begin();
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QTRY_COMPARE(m_window->editors().count(), 2);
        presentation().end();
    }

    void keepsMessagesBackUntilItIsOver()
    {
        auto* bar = m_window->findChild<MessageBar*>(QStringLiteral("messages"));
        presentation().begin();
        bar->showMessage(MessageBar::Tone::Info, QStringLiteral("saved in /home/somebody"));
        QVERIFY(bar->isHidden());
        presentation().end();
        QVERIFY(!bar->isHidden());
        QCOMPARE(bar->text(), QStringLiteral("saved in /home/somebody"));
        // And one that was there before comes back.
        presentation().begin();
        QVERIFY(bar->isHidden());
        presentation().end();
        QVERIFY(!bar->isHidden());
        bar->hide();
        presentation().begin();
        presentation().end();
        QVERIFY(bar->isHidden());
    }

    void asksWhatARunWaitsFor()
    {
        auto* bar = m_window->findChild<MessageBar*>(QStringLiteral("messages"));
        bool isAnswered = false;
        presentation().begin();
        bar->ask(
            MessageBar::Tone::Warning, QStringLiteral("It opens a socket."),
            {{"anyway", QStringLiteral("Run"), [&isAnswered] { isAnswered = true; }}});
        QVERIFY(!bar->isHidden());
        bar->findChild<QAbstractButton*>(QStringLiteral("anyway"))->click();
        QVERIFY(isAnswered && bar->isHidden());
        presentation().end();
        QVERIFY(bar->isHidden());
    }

    void showsNoToolTips()
    {
        QWidget& widget = *m_window->statusBar();
        widget.setToolTip(QStringLiteral("/home/somebody"));
        const auto point = [&widget] {
            QHelpEvent event(QEvent::ToolTip, {5, 5}, widget.mapToGlobal(QPoint(5, 5)));
            QApplication::sendEvent(&widget, &event);
            return QToolTip::text();
        };
        QCOMPARE(point(), QStringLiteral("/home/somebody"));
        QToolTip::hideText();
        QTRY_VERIFY(!QToolTip::isVisible());
        presentation().begin();
        QVERIFY(point().isEmpty() || !QToolTip::isVisible());
        presentation().end();
    }

    void showsKeysWithWhatTheyDoAndNothingThatIsTyped()
    {
        auto* strokes = m_window->findChild<KeyStrokes*>();
        presentation().begin();
        editor().setFocus();
        QTest::keyClicks(&editor(), QStringLiteral("secret"));
        QVERIFY(strokes->isHidden());
        QTest::keyClick(&editor(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY(!strokes->isHidden());
        QVERIFY2(strokes->text().startsWith(QStringLiteral("Ctrl+A")), qPrintable(strokes->text()));
        QTest::keyClick(&editor(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY2(strokes->text().contains(QStringLiteral("Run Cell")), qPrintable(strokes->text()));
        QTRY_VERIFY_WITH_TIMEOUT(strokes->isHidden(), 2 * KeyStrokes::kShownMilliseconds);
        presentation().end();
        QTest::keyClick(&editor(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY(strokes->isHidden());
    }

    void followsTheMouseWithAPointerOrAMagnifier()
    {
        Spotlight& spotlight = presentation().spotlight();
        action("viewPointer")->trigger();
        QCOMPARE(spotlight.mode(), Spotlight::Mode::Pointer);
        QTest::mouseMove(m_window.get(), {400, 300});
        QTRY_COMPARE(spotlight.place(), QPoint(400, 300));
        const QColor ring = m_window->grab().toImage().pixelColor(400 + 26, 300);
        QVERIFY2(ring.red() > 180 && ring.green() < 120, qPrintable(ring.name()));
        action("viewMagnifier")->trigger();
        QCOMPARE(spotlight.mode(), Spotlight::Mode::Magnifier);
        QVERIFY(!action("viewPointer")->isChecked());
        QTest::mouseMove(m_window.get(), {410, 310});
        QTRY_COMPARE(spotlight.place(), QPoint(410, 310));
        const QColor rim = m_window->grab().toImage().pixelColor(410 + 150, 310);
        QCOMPARE(rim.hue(), m_window->palette().color(QPalette::Highlight).hue());
        action("viewMagnifier")->trigger();
        QCOMPARE(spotlight.mode(), Spotlight::Mode::Off);
        QVERIFY(spotlight.isHidden());
    }

    void showsDocumentAndOutputOnTheBeamer()
    {
        editor().setText(QStringLiteral("x = 1\n").repeated(40));
        action("viewBeamer")->trigger();
        auto* beamer = m_window->findChild<BeamerWindow*>();
        QVERIFY(beamer);
        QVERIFY(QTest::qWaitForWindowExposed(beamer));
        QCOMPARE(beamer->windowTitle(), QStringLiteral("Sandbench"));
        const auto ink = [beamer] { return inkOf(beamer->grab().toImage()); };
        QTRY_VERIFY(ink() > 200);
        const int before = ink();
        editor().setText(QStringLiteral("a_long_line = 'of text'\n").repeated(40));
        QTRY_VERIFY(ink() > before + 200);
        QPointer<BeamerWindow> there(beamer);
        QTest::keyClick(beamer, Qt::Key_Escape);
        QTRY_VERIFY(!there);
    }

private:
    Presentation& presentation() const { return *m_window->findChild<Presentation*>(); }
    CodeEditor& editor() const { return *m_window->editors().current(); }
    // How many dots of the left half are dark.
    static int inkOf(const QImage& image)
    {
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width() / 2; ++x)
                count += qGray(image.pixel(x, y)) < 110 ? 1 : 0;
        return count;
    }
};

SANDBENCH_TEST(TestPresentation);
#include "tst_presentation.moc"
