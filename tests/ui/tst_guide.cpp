// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The guide that the window brings along: its pages, its window, F1 and What's This.
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/editor/editor_tabs.h"
#include "ui/guide/guide_topics.h"
#include "ui/guide/guide_window.h"
#include "ui/output/find_bar.h"
#include "ui/palette/command_book.h"
#include "ui/session/new_session_dialog.h"
#include "ui/session/session_colours.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolBar>
#include <QTreeWidget>
#include <QWhatsThis>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestGuide : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }

    void init() { openActiveWindow(); }

    void cleanup() { close(); }

    void hasEveryPageOfTheDocumentation()
    {
        const GuideBook book;
        QStringList names;
        for (const GuidePage& page : book.pages()) {
            QVERIFY2(page.markdown.size() > 500, qPrintable(page.name));
            QCOMPARE(page.headings.first().level, 1);
            names << page.name + QStringLiteral(".md");
        }
        QCOMPARE(names.first(), QStringLiteral("first-steps.md"));
        names.sort();
        QCOMPARE(
            names,
            QDir(sourceFile(QStringLiteral("packaging/docs"))).entryList({"*.md"}, QDir::Files));
    }

    void leadsSomewhereWithEveryLink()
    {
        const GuideBook book;
        int links = 0;
        for (const GuidePage& page : book.pages())
            for (const QString& link : linksOf(page)) {
                ++links;
                const QString said = page.name + QStringLiteral(": ") + link;
                if (const auto place = book.linked(page.name, link))
                    QVERIFY2(book.headingAt(*place), qPrintable(said));
                else if (const QString target = guideTarget(page.name, link);
                         !target.contains(QStringLiteral("://")))
                    QVERIFY2(
                        QFileInfo::exists(sourceFile(target.section(u'#', 0, 0))),
                        qPrintable(said));
            }
        QVERIFY(links > 80);
    }

    void makesTheAnchorsThatPagesLinkTo()
    {
        QCOMPARE(guideAnchor(QStringLiteral("Run and stop")), QStringLiteral("run-and-stop"));
        QCOMPARE(
            guideAnchor(QStringLiteral("1. Bring the answer, all of it")),
            QStringLiteral("1-bring-the-answer-all-of-it"));
        QCOMPARE(
            guideTarget(QStringLiteral("window"), QStringLiteral("../../resources/screenshot.png")),
            QStringLiteral("resources/screenshot.png"));
        QCOMPARE(
            guideTarget(QStringLiteral("window"), QStringLiteral("https://example.org/a#b")),
            QStringLiteral("https://example.org/a#b"));
    }

    void findsParagraphsThatHaveAllWords()
    {
        const GuideBook book;
        const auto hits = book.search(QStringLiteral("interrupts  PROGRAM"), 10);
        QVERIFY(!hits.isEmpty());
        QCOMPARE(hits.first().page, QStringLiteral("window"));
        QCOMPARE(hits.first().section, QStringLiteral("The window › Run and stop"));
        QVERIFY(hits.first().context.contains(QStringLiteral("interrupts")));
        QVERIFY(book.search(QStringLiteral("zyzzyva"), 10).isEmpty());
        QVERIFY(book.search(QStringLiteral("  "), 10).isEmpty());
        QCOMPARE(book.search(QStringLiteral("the"), 7).size(), 7);
        const auto titles = book.search(QStringLiteral("checks"), 200);
        QCOMPARE(titles.first().context, QStringLiteral("Checks")); // headings come first
    }

    void beginsWithTheFirstSteps()
    {
        GuideWindow& guide = openGuide();
        QVERIFY(guide.isVisible());
        QVERIFY(!guide.isModal());
        QCOMPARE(guide.place(), (GuidePlace{QStringLiteral("first-steps"), {}}));
        QVERIFY(guide.windowTitle().startsWith(QStringLiteral("First steps")));
        QCOMPARE(QApplication::focusWidget(), &guide.view());
        QVERIFY(guide.view().toPlainText().contains(QStringLiteral("Bring the answer")));
    }

    void knowsEveryPanelAndOpensItsPartWithF1()
    {
        const GuideBook book;
        for (const GuideTopic& topic : guideTopics())
            QVERIFY2(book.headingAt(guidePlace(QLatin1String(topic.place))), topic.place);
        const auto docks = m_window->findChildren<QDockWidget*>();
        QVERIFY(docks.size() >= 9);
        for (QDockWidget* dock : docks) {
            const auto place = placeFor(dock);
            QVERIFY2(place, qPrintable(dock->objectName()));
            m_window->activateWindow();
            waitFor(*m_window);
            if (!dock->isAncestorOf(QApplication::focusWidget()))
                action(qPrintable(dock->objectName()))->trigger(); // goes to the panel
            QVERIFY(dock->isAncestorOf(QApplication::focusWidget()));
            action("helpGuide")->trigger();
            QVERIFY2(
                m_window->guide()->place() == *place,
                qPrintable(place->anchor + u' ' + m_window->guide()->place().anchor));
        }
    }

    void startsTheGuideByItsKey()
    {
        CodeEditor* editor = m_window->editors().newDocument(QStringLiteral("a.py"));
        QTest::keyClick(editor, Qt::Key_F1);
        QVERIFY(m_window->guide() && m_window->guide()->isVisible());
    }

    void startsTheGuideByItsKeyInTheModelsDialogToo()
    {
        m_window->settings().set("model.url", "http://127.0.0.1:9/v1");
        action("askModel")->trigger();
        auto* dialog = m_window->findChild<QDialog*>(QStringLiteral("modelDialog"));
        QVERIFY(dialog && dialog->whatsThis().size() > 40);
        waitFor(*dialog);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
        QVERIFY(m_window->guide() && m_window->guide()->isVisible());
        QCOMPARE(m_window->guide()->place(), guidePlace(QStringLiteral("window#a-model-at-hand")));
    }

    void explainsEveryPanelAndEveryButton()
    {
        for (const QDockWidget* dock : m_window->findChildren<QDockWidget*>())
            QVERIFY2(dock->whatsThis().size() > 40, qPrintable(dock->objectName()));
        int icons = 0;
        for (const Command& command : m_window->commands().commands()) {
            const bool isInMenu = qobject_cast<QMenu*>(command.action->parent()) != nullptr;
            if (!isInMenu || command.action->icon().isNull())
                continue;
            ++icons;
            QVERIFY2(command.action->whatsThis().size() > 30, qPrintable(command.name));
        }
        QCOMPARE(icons, 9 + kSessionColours);
        for (const char* name : {"language", "timeout"})
            QVERIFY2(
                !m_window->findChild<QWidget*>(QLatin1String(name))->whatsThis().isEmpty(), name);
    }

    void explainsEveryFieldOfNewSession()
    {
        action("sessionNew")->trigger();
        const auto* dialog = m_window->findChild<NewSessionDialog*>();
        QVERIFY(dialog);
        int fields = 0;
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            if (label->buddy()) {
                ++fields;
                QVERIFY2(
                    isExplained(label) && isExplained(label->buddy()), qPrintable(label->text()));
            }
        QVERIFY(fields >= 9);
        action("helpWhatsThis")->trigger();
        QVERIFY(QWhatsThis::inWhatsThisMode());
        QWhatsThis::leaveWhatsThisMode();
    }

    void followsLinksAndGoesBack()
    {
        GuideWindow& guide = openGuide();
        guide.goTo(guidePlace(QStringLiteral("window#checks")));
        QCOMPARE(guide.place(), guidePlace(QStringLiteral("window#checks")));
        const int before = guide.view().verticalScrollBar()->value();
        QVERIFY(before > 0);
        emit guide.view().linkActivated(QStringLiteral("languages.md#undo-a-cell"));
        QCOMPARE(guide.place(), guidePlace(QStringLiteral("languages#undo-a-cell")));
        QTest::keyClick(&guide.view(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(guide.place(), guidePlace(QStringLiteral("window#checks")));
        QVERIFY(std::abs(guide.view().verticalScrollBar()->value() - before) < 40);
        QTest::keyClick(&guide.view(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(guide.place().page, QStringLiteral("languages"));
        emit guide.view().linkActivated(QStringLiteral("#projects"));
        QCOMPARE(guide.place(), guidePlace(QStringLiteral("languages#projects")));
    }

    void followsALinkWithTheKeyboard()
    {
        GuideWindow& guide = openGuide();
        guide.goTo(guidePlace(QStringLiteral("activity")));
        QTest::keyClick(&guide.view(), Qt::Key_Tab);
        QVERIFY(guide.view().textCursor().hasSelection());
        QTest::keyClick(&guide.view(), Qt::Key_Return);
        QVERIFY(guide.place() != guidePlace(QStringLiteral("activity")));
    }

    void showsWhatIsOutsideAndOpensNothing()
    {
        GuideWindow& guide = openGuide();
        guide.goTo(guidePlace(QStringLiteral("settings")));
        emit guide.view().linkActivated(QStringLiteral("../../tests/README.md"));
        QVERIFY(guide.messageText().contains(QStringLiteral("tests/README.md")));
        QCOMPARE(guide.place().page, QStringLiteral("settings"));
        emit guide.view().linkActivated(QStringLiteral("https://example.org/x"));
        QVERIFY(guide.messageText().contains(QStringLiteral("https://example.org/x")));
        guide.findChild<QAbstractButton*>(QStringLiteral("guideCopyTarget"))->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("https://example.org/x"));
    }

    void loadsOnlyPicturesOfItsOwn()
    {
        GuideWindow& guide = openGuide();
        guide.goTo(guidePlace(QStringLiteral("window")));
        const auto picture = guide.view().loadResource(
            QTextDocument::ImageResource, QUrl(QStringLiteral("../../resources/screenshot.png")));
        QVERIFY(!picture.value<QImage>().isNull());
        QVERIFY(picture.value<QImage>().width() <= guide.view().width() * 2);
        for (const char* other :
             {"file:///etc/hostname", "/etc/hostname", "https://example.org/a.png", "../../x.png"})
            QVERIFY2(
                guide.view()
                    .loadResource(QTextDocument::ImageResource, QUrl(QLatin1String(other)))
                    .isNull(),
                other);
        QVERIFY(guide.view()
                    .loadResource(
                        QTextDocument::StyleSheetResource,
                        QUrl(QStringLiteral("../../resources/screenshot.png")))
                    .isNull());
    }

    void searchesAllPagesByTheKeyboard()
    {
        GuideWindow& guide = openGuide();
        QTest::keyClick(&guide.view(), Qt::Key_K, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), &guide.searchField());
        QTest::keyClicks(&guide.searchField(), QStringLiteral("micromamba"));
        QVERIFY(guide.hits().isVisible());
        QVERIFY(guide.hits().count() > 1);
        QVERIFY(guide.hits().item(0)->text().contains(QStringLiteral("micromamba")));
        QTest::keyClick(&guide.searchField(), Qt::Key_Down);
        QCOMPARE(guide.hits().currentRow(), 1);
        QTest::keyClick(&guide.searchField(), Qt::Key_Return);
        QCOMPARE(QApplication::focusWidget(), &guide.view());
        QCOMPARE(guide.view().textCursor().selectedText(), QStringLiteral("micromamba"));
        QTest::keyClick(&guide.view(), Qt::Key_Escape);
        QVERIFY(guide.contents().isVisible());
        QVERIFY(guide.searchField().text().isEmpty());
        QTest::keyClick(&guide.view(), Qt::Key_Escape);
        QVERIFY(!guide.isVisible());
        action("helpGuide")->trigger(); // where it was
        QVERIFY(guide.isVisible());
        QCOMPARE(guide.view().textCursor().selectedText(), QStringLiteral("micromamba"));
        waitFor(guide);
        QTest::keyClick(&guide.view(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(!guide.isVisible());
    }

    void saysWhenNothingIsFound()
    {
        GuideWindow& guide = openGuide();
        QTest::keyClicks(&guide.searchField(), QStringLiteral("zyzzyva"));
        QVERIFY(!guide.hits().isVisible() && !guide.contents().isVisible());
        QTest::keyClick(&guide.searchField(), Qt::Key_Return); // goes nowhere
        QCOMPARE(guide.place().page, QStringLiteral("first-steps"));
    }

    void findsInThePageRoundItsEnd()
    {
        GuideWindow& guide = openGuide();
        QTest::keyClick(&guide.view(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(guide.findBar().isVisible());
        auto* field = guide.findBar().findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("Decide"));
        const auto found = guide.view().textCursor();
        QCOMPARE(found.selectedText(), QStringLiteral("Decide"));
        QTest::keyClick(field, Qt::Key_Return); // the only one: round to itself
        QCOMPARE(guide.view().textCursor().selectionStart(), found.selectionStart());
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!guide.findBar().isVisible());
        QVERIFY(guide.isVisible());
    }

    void goesWhereItsContentsSay()
    {
        GuideWindow& guide = openGuide();
        auto* engines
            = guide.contents().findItems(QStringLiteral("Engines"), Qt::MatchExactly).value(0);
        QVERIFY(engines && engines->childCount() > 2);
        emit guide.contents().itemActivated(engines->child(1), 0);
        QCOMPARE(guide.place().page, QStringLiteral("engines"));
        QCOMPARE(guide.book().headingAt(guide.place())->title, engines->child(1)->text(0));
        QVERIFY(engines->isExpanded());
    }

    void remembersWhereItWasAndItsSize()
    {
        GuideWindow& guide = openGuide();
        guide.goTo(guidePlace(QStringLiteral("rest")));
        guide.findChild<QAction*>(QStringLiteral("guideZoomIn"))->trigger();
        QCOMPARE(guide.view().zoom(), 1);
        QVERIFY(
            guide.view().document()->defaultFont().pointSizeF()
            > QApplication::font().pointSizeF() + 1);
        makeWindow(); // the other one goes, and keeps it
        m_window->show();
        action("helpGuide")->trigger();
        QCOMPARE(m_window->guide()->place().page, QStringLiteral("rest"));
        QCOMPARE(m_window->guide()->view().zoom(), 1);
    }

    void namesItsCommandsForThePalette()
    {
        openGuide();
        bool isThere = false;
        for (const Command& command : m_window->commands().commands())
            if (command.name == QStringLiteral("guideBack")) {
                isThere = true;
                QCOMPARE(command.group, QStringLiteral("Guide"));
            }
        QVERIFY(isThere);
        for (const Command& command : m_window->commands().commands())
            if (command.group == QStringLiteral("Guide"))
                for (const QKeySequence& key : command.action->shortcuts())
                    for (const Command& other : m_window->commands().othersWith(key, command))
                        QVERIFY2(other.group != command.group, qPrintable(other.name));
    }

    void followsTheTheme()
    {
        action("themeDark")->trigger();
        GuideWindow& guide = openGuide();
        const auto linkColour = [&guide] {
            auto text = guide.view().document()->find(
                QStringLiteral("The window"), 0, QTextDocument::FindCaseSensitively);
            return text.charFormat().foreground().color();
        };
        QTRY_COMPARE(linkColour(), guide.view().palette().color(QPalette::Link));
        action("themeLight")->trigger();
        QTRY_COMPARE(linkColour(), guide.view().palette().color(QPalette::Link));
        action("themeSystem")->trigger();
    }

private:
    GuideWindow& openGuide()
    {
        m_window->editors().newDocument(QStringLiteral("a.py"))->setFocus();
        action("helpGuide")->trigger();
        waitFor(*m_window->guide());
        return *m_window->guide();
    }

    /// A window that belongs to an active one counts as active for Qt Test.
    static void waitFor(QWidget& window) { QTRY_COMPARE(QApplication::activeWindow(), &window); }

    static bool isExplained(const QWidget* widget)
    {
        while (widget && widget->whatsThis().isEmpty() && !widget->isWindow())
            widget = widget->parentWidget();
        return widget && !widget->isWindow();
    }

    static QStringList linksOf(const GuidePage& page)
    {
        QStringList links;
        QTextDocument document;
        document.setMarkdown(page.markdown);
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
            for (auto it = block.begin(); !it.atEnd(); ++it) {
                const auto format = it.fragment().charFormat();
                if (format.isAnchor())
                    links << format.anchorHref();
                if (format.isImageFormat())
                    links << format.toImageFormat().name();
            }
        return links;
    }
};

SANDBENCH_TEST(TestGuide);
#include "tst_guide.moc"
