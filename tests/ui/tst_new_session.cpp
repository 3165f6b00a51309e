// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that chooses engine, connection, image and size, offscreen with engines of the test.
#include "tests/support/test_program.h"
#include "tests/ui/new_session_fixture.h"

#include <QLineEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTreeWidget>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestNewSession : public NewSessionTest
{
    Q_OBJECT

private slots:
    void saysOfEveryEngineWhetherItCanBeUsedAndWhyNot()
    {
        m_engines->docker->setProblem("the service is not running", "systemctl start docker");
        open();
        QTRY_VERIFY(shows(QStringLiteral("Usable · local 1.0")));
        QTRY_VERIFY(shows(QStringLiteral("Not usable: the service is not running")));
        QVERIFY(shows(QStringLiteral("What helps: systemctl start docker")));
        QVERIFY(button("accept")->isEnabled());
    }

    void cannotBeAcceptedWithAnEngineThatIsDown()
    {
        m_engines->docker->setProblem("the service is not running");
        open();
        button("engine-docker")->click();
        QTRY_VERIFY(!button("accept")->isEnabled());
        QVERIFY(label("hint")->isVisible());
        m_engines->docker->setProblem({});
        button("checkAgain")->click();
        QTRY_VERIFY(m_dialog->problem().contains(QStringLiteral("Name an image")));
        image()->setEditText(QStringLiteral("python:3.12"));
        QTRY_VERIFY(button("accept")->isEnabled());
    }

    void saysWhetherTheDefaultImageIsThere()
    {
        m_engines->docker->addImage("python:3.12");
        open("docker", "sandbench-python:1");
        QTRY_VERIFY(shows(QStringLiteral("does not have the default image")));
        QVERIFY(!button("pull")->isVisible()); // no registry has it
        QVERIFY(!button("accept")->isEnabled());
        image()->setEditText(QStringLiteral("python:3.12"));
        QTRY_VERIFY(shows(QStringLiteral("Present, 3 MiB")));
        QVERIFY(button("accept")->isEnabled());
        m_engines->docker->addImage("sandbench-python:1");
        image()->setEditText({});
        QTRY_VERIFY(shows(QStringLiteral("Present, the default, 3 MiB")));
        QCOMPARE(said("image"), "");
    }

    void makesNoContainerToFindOut()
    {
        openWithImage("python:3.12");
        QTRY_VERIFY(shows(QStringLiteral("Present")));
        QVERIFY(m_engines->docker->was("look"));
        QVERIFY(!m_engines->docker->was("probe"));
        QVERIFY(!m_engines->docker->was("open"));
    }

    void canBeUsedWhileAnEngineDoesNotAnswer()
    {
        m_engines->docker->hang("look");
        m_engines->docker->hang("list");
        open();
        QTRY_COMPARE(m_engines->docker->waiting(), 1);
        QVERIFY(shows(QStringLiteral("Checking…")));
        QTRY_VERIFY(shows(QStringLiteral("Usable · local 1.0")));
        QSignalSpy accepted(m_dialog, &QDialog::accepted);
        button("accept")->click();
        QCOMPARE(accepted.size(), 1);
        QTRY_VERIFY(!m_dialog);
        QTRY_COMPARE(m_engines->docker->waiting(), 0); // it was told that nobody waits any more
    }

    void hasNoConnectionAndNoImageForTheEmbeddedEngine()
    {
        open();
        QTRY_VERIFY(shows(QStringLiteral("Usable · local 1.0")));
        for (const char* name : {"connection", "image"})
            QVERIFY(!m_dialog->findChild<QComboBox*>(QLatin1String(name))->isVisible());
        button("engine-docker")->click();
        QVERIFY(image()->isVisible());
    }

    void offersTheEmbeddedEngineANetworkForInstallsAlone()
    {
        open();
        QTRY_VERIFY(shows(QStringLiteral("Usable · local 1.0")));
        auto* network = m_dialog->findChild<QComboBox*>(QStringLiteral("network"));
        QVERIFY(network->isVisible());
        QCOMPARE(network->count(), 2);
        network->setCurrentIndex(1);
        QVERIFY(m_dialog->problem().contains(QStringLiteral("command that installs")));
        m_dialog->findChild<QLineEdit*>(QStringLiteral("install"))
            ->setText(QStringLiteral("pip install rich"));
        QCOMPARE(m_dialog->problem(), QString());
        QCOMPARE(m_dialog->choice().said["install"], Json::array({"pip install rich"}));
        QVERIFY2(
            m_dialog->summaryText().contains(
                QStringLiteral("⚠ Relaxed: network slirp4netns until the packages are installed")),
            qPrintable(m_dialog->summaryText()));
    }

    void remembersANetworkThatTheNextEngineHasNot()
    {
        open("docker");
        auto* network = m_dialog->findChild<QComboBox*>(QStringLiteral("network"));
        network->setCurrentIndex(2);
        button("engine-local")->click();
        QCOMPARE(network->currentIndex(), 0);
        QVERIFY(m_dialog->choice().text("network").empty());
        button("engine-docker")->click();
        QCOMPARE(m_dialog->choice().text("network"), std::string("bridge"));
    }

    void offersTheEnginesImagesTheStandardOneFirst()
    {
        m_engines->docker->tags = {"alpine:3.20", "sandbench-python:1", "a\u202Egnp.exe"};
        open("docker", "sandbench-python:1");
        QTRY_COMPARE(image()->count(), 2); // not the one whose name reads as another
        QCOMPARE(image()->itemText(0), QStringLiteral("sandbench-python:1"));
        QCOMPARE(image()->itemText(1), QStringLiteral("alpine:3.20"));
    }

    void pullsAnImageThatIsMissingAndShowsItsLayers()
    {
        m_engines->docker->hang("pull");
        openWithImage("r:4");
        QTRY_VERIFY(button("pull")->isVisible());
        QVERIFY(label("imageState")->text().contains(QStringLiteral("does not have this image")));
        QVERIFY(!button("accept")->isEnabled());
        button("pull")->click();
        auto* layers = m_dialog->findChild<QTreeWidget*>();
        QTRY_COMPARE(layers->topLevelItemCount(), 2);
        QVERIFY(layers->isVisible());
        QCOMPARE(layers->topLevelItem(0)->text(0), QStringLiteral("aaaaaaaaaaaa"));
        QCOMPARE(layers->topLevelItem(0)->text(1), QStringLiteral("Downloading"));
        QCOMPARE(layers->topLevelItem(0)->text(2), QStringLiteral("1 MiB of 4 MiB"));
        QVERIFY(!button("accept")->isEnabled());
        m_engines->docker->letGo("pull");
        QTRY_VERIFY(button("accept")->isEnabled());
        QVERIFY(label("imageState")->text().startsWith(QStringLiteral("Present")));
        QVERIFY(!layers->isVisible());
    }

    void cancelsAPullAtOnce()
    {
        m_engines->docker->hang("pull");
        openWithImage("r:4");
        QTRY_VERIFY(button("pull")->isVisible());
        button("pull")->click();
        QTRY_VERIFY(m_engines->docker->was("pull r:4"));
        button("cancelPull")->click();
        QVERIFY(!button("cancelPull")->isVisible());
        QVERIFY(label("imageState")->text().contains(QStringLiteral("cancelled")));
        QVERIFY(button("pull")->isVisible());
        QTRY_COMPARE(m_engines->docker->waiting(), 0);
    }

    void saysWhyAPullFailed()
    {
        m_engines->docker->setPullProblem("the registry wants a login; run docker login");
        openWithImage("private:1");
        QTRY_VERIFY(button("pull")->isVisible());
        button("pull")->click();
        QTRY_VERIFY(label("imageState")->text().contains(QStringLiteral("wants a login")));
        QVERIFY(!button("accept")->isEnabled());
    }

    void givesUpAPullWhenItIsClosed()
    {
        m_engines->docker->hang("pull");
        openWithImage("r:4");
        QTRY_VERIFY(button("pull")->isVisible());
        button("pull")->click();
        QTRY_VERIFY(m_engines->docker->was("pull r:4"));
        m_dialog->reject();
        QTRY_VERIFY(!m_dialog);
        QTRY_COMPARE(m_engines->docker->waiting(), 0);
    }

    void disablesTheSizesThatDoNotFitAndSaysWhy()
    {
        m_engines->docker->host = {1ULL << 30, 2};
        openWithImage("python:3.12");
        auto* size = m_dialog->findChild<QComboBox*>(QStringLiteral("size"));
        const auto* model = qobject_cast<QStandardItemModel*>(size->model());
        QTRY_VERIFY(!model->item(size->findData(QStringLiteral("8xlarge")))->isEnabled());
        const auto* item = model->item(size->findData(QStringLiteral("8xlarge")));
        QVERIFY(item->text().contains(QStringLiteral("too large")));
        QVERIFY(item->toolTip().contains(QStringLiteral("1 GiB")));
        QVERIFY(model->item(size->findData(QStringLiteral("small")))->isEnabled());
        QTRY_VERIFY(button("accept")->isEnabled());
        size->setCurrentIndex(size->count() - 1);
        m_dialog->findChild<QSpinBox*>(QStringLiteral("memory"))->setValue(4096);
        QVERIFY(!button("accept")->isEnabled());
        QVERIFY(label("hint")->text().contains(QStringLiteral("do not fit")));
    }

    void takesFiguresOfOnesOwn()
    {
        open();
        auto* size = m_dialog->findChild<QComboBox*>(QStringLiteral("size"));
        size->setCurrentIndex(size->findData(QStringLiteral("tiny")));
        QCOMPARE(said("size"), "tiny");
        size->setCurrentIndex(size->count() - 1); // starts from what was chosen
        auto* memory = m_dialog->findChild<QSpinBox*>(QStringLiteral("memory"));
        QVERIFY(memory->isVisible());
        QCOMPARE(memory->value(), 128);
        memory->setValue(300);
        m_dialog->findChild<QSpinBox*>(QStringLiteral("pids"))->setValue(77);
        QCOMPARE(said("size"), "");
        QCOMPARE(limits().memoryBytes, 300ULL << 20);
        QCOMPARE(limits().pids, 77ULL);
    }

    void saysWhatIsolatesTheSandboxAndWhatDoesNot()
    {
        openWithImage("python:3.12");
        QTRY_VERIFY(m_dialog->summaryText().contains(QStringLiteral("Isolated by: namespaces")));
        QVERIFY(m_dialog->summaryText().contains(
            QStringLiteral("⚠ Missing: disk quota — the file system has none; use another")));
        QVERIFY(m_dialog->summaryText().startsWith(
            QStringLiteral("python:3.12 in Docker with 1 GiB of memory")));
    }

    void namesEveryControlForScreenReaders()
    {
        openWithImage("python:3.12");
        auto* size = m_dialog->findChild<QComboBox*>(QStringLiteral("size"));
        size->setCurrentIndex(size->count() - 1);
        QStringList nameless;
        for (const QWidget* widget : m_dialog->findChildren<QWidget*>()) {
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool field = qobject_cast<const QLineEdit*>(widget)
                || qobject_cast<const QComboBox*>(widget)
                || qobject_cast<const QAbstractSpinBox*>(widget)
                || qobject_cast<const QTreeWidget*>(widget);
            if (widget->objectName().startsWith(QLatin1String("qt_")) || (!button && !field))
                continue;
            if (widget->accessibleName().isEmpty() && (!button || button->text().isEmpty())
                && widget->focusPolicy() != Qt::NoFocus)
                nameless << widget->objectName() + QLatin1String(widget->metaObject()->className());
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u',')));
        QTRY_VERIFY(
            button("engine-docker")->accessibleDescription().contains(QStringLiteral("Usable")));
    }

    void canBeUsedWithTheKeyboardAlone()
    {
        open();
        QVERIFY(button("engine-local")->hasFocus());
        QTest::keyClick(button("engine-local"), Qt::Key_Down);
        QTRY_VERIFY(image()->isEnabled());
        QVERIFY(button("engine-docker")->isChecked());
        QSet<QString> reached;
        for (int i = 0; i < 20; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            reached << QApplication::focusWidget()->objectName();
        }
        for (const char* name :
             {"checkAgain", "connection", "image", "size", "network", "folders", "doNotAsk",
              "engine-docker"})
            QVERIFY2(reached.contains(QLatin1String(name)), name);
        QTest::keyClick(m_dialog, Qt::Key_Escape);
        QTRY_VERIFY(!m_dialog);
    }

    void isAcceptedWithEnter()
    {
        open();
        QSignalSpy accepted(m_dialog, &QDialog::accepted);
        QTest::keyClick(button("engine-local"), Qt::Key_Return);
        QCOMPARE(accepted.size(), 1);
    }

    void fitsIntoASmallScreen()
    {
        m_engines->docker->setProblem(std::string(300, 'm') + " why");
        open("docker");
        m_dialog->resize(380, 320);
        QCOMPARE(m_dialog->size(), QSize(380, 320));
        const auto* scroll = m_dialog->findChild<QScrollArea*>();
        QTRY_VERIFY(shows(QStringLiteral("Not usable")));
        QVERIFY(button("accept")->isVisible());
        QTRY_VERIFY2(
            scroll->widget()->minimumSizeHint().width() <= scroll->viewport()->width(),
            qPrintable(QStringLiteral("%1 > %2")
                           .arg(scroll->widget()->minimumSizeHint().width())
                           .arg(scroll->viewport()->width())));
    }

    void showsForeignTextOnlyAsPlainText()
    {
        m_engines->docker->setProblem("<b>bold</b>", "<i>help</i>");
        open();
        m_dialog->explain(QStringLiteral("<u>reason</u>"));
        QTRY_VERIFY(shows(QStringLiteral("<b>bold</b>")));
        QVERIFY(shows(QStringLiteral("<u>reason</u>")));
        for (const QLabel* label : m_dialog->findChildren<QLabel*>())
            if (label->text().contains(u'<'))
                QCOMPARE(label->textFormat(), Qt::PlainText);
    }
};

SANDBENCH_TEST(TestNewSession);
#include "tst_new_session.moc"
