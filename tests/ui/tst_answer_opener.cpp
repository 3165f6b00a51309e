// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// From an answer to documents that can be run: opened, dropped and pasted.
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/editor/answer_opener.h"
#include "ui/editor/editor_tabs.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QGuiApplication>
#include <QMimeData>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

constexpr const char* kAnswer
    = "Save this as `main.py`:\n\n```python\nimport "
      "numbers_of_mine\nprint(numbers_of_mine.all)\n```\n"
      "\nand this as `numbers_of_mine.py`:\n\n```python\nall = [1, 2]\n```\n\nThen:\n\n"
      "```bash\npip install nothing\npython main.py\n```\n";

} // namespace

class TestAnswerOpener : public WindowTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepareOnce(); }
    void init()
    {
        m_source = std::make_unique<EngineSource>(
            [](const std::string&, const std::string&) { return makeDefaultEngines(); },
            [](const std::string&) { return std::vector<docker::Connection>(); }, SizeCatalog());
        showWindow(workbench(*m_source));
    }
    void cleanup()
    {
        if (m_window)
            m_window->editors().forgetAll();
        removeWindow();
    }

    void anAnswersFileBecomesItsPrograms()
    {
        open(write("answer.md", kAnswer));
        QCOMPARE(names(), (QStringList{"main.py", "numbers_of_mine.py"}));
        QCOMPARE(editors().current()->fileName(), QStringLiteral("main.py"));
        QCOMPARE(
            m_window->messageText(),
            QStringLiteral("Opened from answer.md, not reviewed: main.py, numbers_of_mine.py. Not "
                           "opened: shell steps (1). Its shell steps would install something: pip "
                           "install nothing"));
        m_window->findChild<QAbstractButton*>(QStringLiteral("answerText"))->click();
        QTRY_COMPARE(names().size(), 3);
        QTRY_COMPARE(editors().current()->bytes(), QByteArray(kAnswer));
    }

    void whatNobodyReviewedSaysSo()
    {
        open(write("answer.md", kAnswer));
        const auto title = [this] { return editors().tabText(editors().currentIndex()); };
        const auto tip = [this] { return editors().tabToolTip(editors().currentIndex()); };
        QVERIFY2(title().contains(QStringLiteral("(not reviewed)")), qPrintable(title()));
        QVERIFY2(
            tip().contains(QStringLiteral("from answer.md, line 4: not reviewed")),
            qPrintable(tip()));
        action("runReviewed")->trigger();
        QVERIFY(!title().contains(QStringLiteral("reviewed")));
        QVERIFY(tip().contains(QStringLiteral("from answer.md, line 4")));
        QVERIFY(action("runReviewed")->isChecked());
        editors().setCurrentIndex(1);
        QVERIFY(title().contains(QStringLiteral("(not reviewed)")));
        QVERIFY(!action("runReviewed")->isChecked());
        editors().newDocument(QStringLiteral("own.py"));
        QVERIFY(!action("runReviewed")->isEnabled());
    }

    void itsProgramsRunBesideEachOther()
    {
        if (const auto why = whyNoSandbox(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        open(write("answer.md", kAnswer));
        editors().setCurrentIndex(1);
        editors().current()->setText(QStringLiteral("all = [1, 2, 3]\n"));
        editors().setCurrentIndex(0);
        runFileAndWait();
        QCOMPARE(
            m_ended->last().first().value<RunRecord>().stdoutBytes, std::string("[1, 2, 3]\n"));
    }

    void theClipboardsAnswerIsTwoActionsFromItsRun()
    {
        if (const auto why = whyNoSandbox(); !why.empty())
            SKIP_WITHOUT("local", why.c_str());
        QGuiApplication::clipboard()->setText(QLatin1String(kAnswer));
        action("fileFromClipboard")->trigger();
        QTRY_COMPARE(names().size(), 2);
        action("runFile")->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kRunDeadline);
        QCOMPARE(m_ended->last().first().value<RunRecord>().stdoutBytes, std::string("[1, 2]\n"));
    }

    void aBrowsersSelectionIsReadAsAPage()
    {
        auto* page = new QMimeData;
        page->setHtml(QStringLiteral("<p>Try:</p><pre><code class=\"language-ruby\">puts 1\n"
                                     "</code></pre>"));
        page->setText(QStringLiteral("Try:\nputs 1"));
        QGuiApplication::clipboard()->setMimeData(page);
        action("fileFromClipboard")->trigger();
        QTRY_COMPARE(names().size(), 1);
        QVERIFY(names().first().endsWith(QStringLiteral(".rb")));
        QCOMPARE(editors().current()->bytes(), QByteArray("puts 1\n"));
    }

    void textWithoutBlocksIsOneProgram()
    {
        QGuiApplication::clipboard()->setText(QStringLiteral("print(1)\n"));
        action("fileFromClipboard")->trigger();
        QTRY_COMPARE(names().size(), 1);
        QCOMPARE(editors().current()->bytes(), QByteArray("print(1)\n"));
        QVERIFY(editors().current()->isUnsaved()); // it is nowhere else
    }

    void anEmptyClipboardIsSaid()
    {
        QGuiApplication::clipboard()->setText(QStringLiteral(" \n"));
        action("fileFromClipboard")->trigger();
        QTRY_COMPARE(m_window->messageText(), QStringLiteral("There is no text on the clipboard."));
        QVERIFY(names().isEmpty());
    }

    void aTextWithoutProgramsIsOpenedAsItIs()
    {
        open(write("notes.md", "# Notes\n\nNothing to run.\n"));
        QCOMPARE(names(), QStringList{"notes.md"});
        QVERIFY(!editors().current()->isUnsaved());
    }

    void droppedFilesAreOpened()
    {
        QMimeData dropped;
        dropped.setUrls(
            {QUrl::fromLocalFile(write("answer.md", kAnswer)),
             QUrl::fromLocalFile(write("own.py", "print(1)\n"))});
        QDragEnterEvent enter(
            QPoint(9, 9), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(9, 9), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &drop);
        QTRY_COMPARE(names().size(), 3);
        QVERIFY(names().contains(QStringLiteral("own.py")));
    }

    void anAnswerOfManyProgramsOpensTwentyOfThem()
    {
        QByteArray many;
        for (int i = 0; i < 50; ++i)
            many += "```python\nprint('program number " + QByteArray::number(i) + "')\n```\n\n";
        open(write("many.md", many));
        const QStringList all = names();
        QCOMPARE(all.size(), 20);
        QCOMPARE(QSet<QString>(all.begin(), all.end()).size(), 20);
        QVERIFY2(
            m_window->messageText().contains(QStringLiteral("Not opened: programs (30).")),
            qPrintable(m_window->messageText()));
    }

    void aFolderOpensItsPrograms()
    {
        QDir(m_dir.path()).mkpath(QStringLiteral("my.shop/lib/node_modules"));
        write("my.shop/util.py", "def total(x):\n    return sum(x)\n");
        write("my.shop/main.py", "import util\nprint(util.total([1]))\n");
        write("my.shop/lib/tool.js", "console.log(1)\n");
        write("my.shop/lib/node_modules/other.js", "console.log(2)\n");
        write("my.shop/rows.csv", "a,b\n");
        open(m_dir.filePath(QStringLiteral("my.shop")));
        QCOMPARE(
            names(),
            QStringList(
                {QStringLiteral("tool.js"), QStringLiteral("main.py"), QStringLiteral("util.py")}));
        QCOMPARE(editors().current()->fileName(), QStringLiteral("main.py"));
        QCOMPARE(
            m_window->messageText(),
            QStringLiteral("Opened from the folder my.shop: lib/tool.js, main.py, util.py."));
    }

    void aFolderWithoutProgramsIsSaid()
    {
        QDir(m_dir.path()).mkpath(QStringLiteral("empty"));
        open(m_dir.filePath(QStringLiteral("empty")));
        QCOMPARE(editors().count(), 0);
        QCOMPARE(
            m_window->messageText(), QStringLiteral("There is no program in the folder empty."));
    }

    void aLinkOutOfAFolderIsRefused()
    {
        QDir(m_dir.path()).mkpath(QStringLiteral("linked"));
        QVERIFY(QFile::link(
            QStringLiteral("/etc/hostname"), m_dir.filePath(QStringLiteral("linked/host.py"))));
        open(m_dir.filePath(QStringLiteral("linked")));
        QCOMPARE(editors().count(), 0);
        QVERIFY2(
            m_window->messageText().contains(QStringLiteral("host.py")),
            qPrintable(m_window->messageText()));
    }

private:
    std::string whyNoSandbox() const
    {
        const auto engine = m_composition->engines().find("local");
        const auto status = (*engine)->probe({});
        return status.usable ? std::string() : status.problem;
    }
    EditorTabs& editors() const { return m_window->editors(); }
    QStringList names() const
    {
        QStringList names;
        for (int i = 0; i < editors().count(); ++i)
            names << qobject_cast<CodeEditor*>(editors().widget(i))->fileName();
        return names;
    }
    QString write(const char* name, const QByteArray& bytes) const
    {
        QFile file(m_dir.filePath(QLatin1String(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
        return file.fileName();
    }
    void open(const QString& path)
    {
        QSignalSpy opened(&editors(), &EditorTabs::opened);
        m_window->openAtStart({path});
        QTRY_COMPARE(opened.size(), 1);
    }
};

SANDBENCH_TEST(TestAnswerOpener);
#include "tst_answer_opener.moc"
