// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a session, in the window's own panel and in a real sandbox.
#include "tests/support/needs.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/files/file_names.h"
#include "ui/files/file_preview.h"
#include "ui/files/file_tree_view.h"
#include "ui/files/files_panel.h"
#include "ui/plots/plot_stage.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>

#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestFilesPanel : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareWithEmbeddedEngine(); }
    void init()
    {
        auto parts = workbench(*m_source);
        parts.tasksShownAfter = 0;
        showWindow(parts);
        m_window->resize(1440, 900);
        m_tester = std::make_unique<QAbstractItemModelTester>(&panel().model());
        m_shownTester = std::make_unique<QAbstractItemModelTester>(panel().tree().model());
    }
    void cleanup()
    {
        m_tester.reset();
        m_shownTester.reset();
        removeWindow();
    }

    void saysHowToGetFiles()
    {
        action("dockFiles")->trigger();
        QVERIFY2(panel().emptyText().contains("Run a program"), qPrintable(panel().emptyText()));
    }

    void listsWhatAProgramHasMadeAndMarksIt()
    {
        showFilesOf(
            "import os\nos.mkdir('d'); open('d/inner.txt', 'w').write('x')\n"
            "open('b.csv', 'w').write('a,b\\n1,2\\n'); open('A.txt', 'w').write('12345')\n");
        QTRY_VERIFY(row("/work/A.txt").isValid());
        const QModelIndex a = row("/work/A.txt");
        QCOMPARE(a.data().toString(), QStringLiteral("● A.txt"));
        QVERIFY(a.data(Qt::ToolTipRole).toString().contains("since the session began"));
        QCOMPARE(a.siblingAtColumn(FileTreeModel::SizeColumn).data().toString(), "5 bytes");
        // Folders first, then by name whatever the case.
        QVERIFY(row("/work/d").row() < a.row());
        QVERIFY(a.row() < row("/work/b.csv").row());
        panel().tree().sortByColumn(FileTreeModel::SizeColumn, Qt::DescendingOrder);
        QVERIFY(row("/work/A.txt").row() > row("/work/b.csv").row());
        panel().openFolder("/usr");
        QTRY_VERIFY(row("/usr/bin").isValid());
        QVERIFY(!row("/usr/bin").data(FileTreeModel::ChangedRole).toBool());
    }

    void listsAFolderWhenItIsOpened()
    {
        m_tester.reset(); // they open folders, too
        m_shownTester.reset();
        showFilesOf("import os\nos.mkdir('d'); open('d/inner.txt', 'w').write('x')\n");
        QTRY_VERIFY(row("/work/d").isValid());
        QVERIFY(!row("/work/d/inner.txt").isValid());
        select("/work/d");
        QTest::keyClick(&panel().tree(), Qt::Key_Return);
        QTRY_VERIFY(row("/work/d/inner.txt").isValid());
        QVERIFY(panel().tree().isExpanded(panel().shownIndex(row("/work/d"))));
        panel().model().refresh();
        QTRY_VERIFY(!panel().model().isListing());
        QVERIFY(row("/work/d/inner.txt").isValid());
        QVERIFY(panel().tree().isExpanded(panel().shownIndex(row("/work/d"))));
    }

    void filtersByName()
    {
        showFilesOf("open('one.txt', 'w'); open('two.txt', 'w')\n");
        QTRY_VERIFY(row("/work/two.txt").isValid());
        panel().tree().setFocus();
        QTest::keyClick(&panel().tree(), Qt::Key_F, Qt::ControlModifier);
        auto* filter = panel().findChild<QLineEdit*>("filesFilter");
        QVERIFY(filter->hasFocus());
        QTest::keyClicks(filter, "TWO");
        QCOMPARE(panel().tree().model()->rowCount(), 1);
        filter->setText("nothing at all");
        QVERIFY(panel().emptyText().contains("“nothing at all”"));
    }

    void showsAFolderOfVeryManyFiles()
    {
        m_tester.reset(); // looks at every row, which is not what is measured
        m_shownTester.reset();
        constexpr int kFiles = 100'000 / kShare;
        const auto last = QStringLiteral("● f%1").arg(kFiles - 1, 6, 10, QLatin1Char('0'));
        showFilesOf(
            "import os\nos.makedirs('many')\nfor i in range(" + QByteArray::number(kFiles)
            + "): os.close(os.open(f'many/f{i:06}', os.O_CREAT))\n");
        QTRY_VERIFY(row("/work/many").isValid());
        QElapsedTimer clock;
        clock.start();
        panel().openFolder("/work/many");
        QTRY_VERIFY(panel().model().rowCount() > 0);
        const qint64 first = clock.elapsed();
        QTRY_COMPARE_WITH_TIMEOUT(panel().model().rowCount(), kFiles, 20'000);
        qInfo("first rows after %lld ms, all after %lld ms", first, clock.elapsed());
        QVERIFY2(first < 2'000, qPrintable(QString::number(first)));
        QCOMPARE(panel().model().index(0, 0).data().toString(), QStringLiteral("● f000000"));
        QCOMPARE(panel().model().index(kFiles - 1, 0).data().toString(), last);
        clock.restart();
        panel().findChild<QLineEdit*>("filesFilter")->setText("f01242");
        QCOMPARE(panel().tree().model()->rowCount(), 10);
        qInfo("filtered in %lld ms", clock.elapsed());
        panel().findChild<QLineEdit*>("filesFilter")->clear();
        clock.restart();
        panel().tree().sortByColumn(FileTreeModel::NameColumn, Qt::DescendingOrder);
        qInfo("sorted in %lld ms", clock.elapsed());
        QCOMPARE(panel().model().index(0, 0).data().toString(), last);
    }

    void bringsInAFolderButFollowsNoLink()
    {
        showFilesOf("print(1)\n");
        QTemporaryDir host;
        QVERIFY(QDir(host.path()).mkpath("top/sub"));
        write(host.filePath("top/sub/a.txt"), "hello");
        write(host.filePath("secret"), "not to be seen");
        QCOMPARE(::symlink("../secret", qPrintable(host.filePath("top/link"))), 0);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(host.filePath("top"))});
        QVERIFY(panel().tree().model()->dropMimeData(&data, Qt::CopyAction, -1, -1, {}));
        QTRY_VERIFY2(message().contains("1 file is in /work"), qPrintable(message()));
        QVERIFY2(message().contains("top/link"), qPrintable(message()));
        QCOMPARE(read("/work/top/sub/a.txt"), std::string("hello"));
        QVERIFY(!session().fileInfo("/work/top/link", {}));
        // A file that exists is not replaced without a yes.
        write(host.filePath("top/sub/a.txt"), "changed");
        panel().moves().bringIn({host.filePath("top")}, "/work");
        QTRY_VERIFY2(message().contains("is there already"), qPrintable(message()));
        QCOMPARE(read("/work/top/sub/a.txt"), std::string("hello"));
        click("filesYes");
        QTRY_COMPARE(read("/work/top/sub/a.txt"), std::string("changed"));
    }

    void savesNothingOutsideOfTheChosenFolder()
    {
        showFilesOf(
            "import os\nos.makedirs('d/.hidden'); os.chdir('d')\n"
            "for n in ['plain', 'new\\nline', 'r\\u202etl', 'x' * 250 + '.txt', '..a',\n"
            "          '.hidden/in']: open(n, 'w').write(n)\n"
            "open(b'odd\\xff', 'w')\nos.symlink('/etc/passwd', 'link')\nos.mkfifo('pipe')\n");
        QTRY_VERIFY(row("/work/d").isValid());
        QTemporaryDir host;
        for (int i = 0; i < 2; ++i) {
            panel().moves().saveTo({"/work/d"}, host.path());
            QTRY_VERIFY2(message().contains("were saved"), qPrintable(message()));
            for (const char* left : {"link", "odd", "pipe"})
                QVERIFY2(message().contains(left) || message().contains("more"), left);
            panel().messages().hide();
        }
        // The second time it is another folder.
        const auto all = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
        QCOMPARE(QDir(host.path()).entryList(all), QStringList({"d", "d-2"}));
        const QStringList names = QDir(host.filePath("d")).entryList(all);
        QCOMPARE(names.size(), 6);
        for (const char* name : {"plain", "new_line", "r_tl", "a", "hidden"})
            QVERIFY2(names.contains(name), qPrintable(names.join(' ')));
        QVERIFY(QFile::exists(host.filePath("d/hidden/in")));
    }

    void asksAboutMoreThanAGigabyteAndCanBeStopped()
    {
        showFilesOf("open('big', 'wb').truncate(3 << 30)\n");
        QTRY_VERIFY(row("/work/big").isValid());
        QTemporaryDir host;
        panel().moves().saveTo({"/work/big"}, host.path());
        QTRY_VERIFY2(
            message().contains("1 files") && message().contains("G"), qPrintable(message()));
        QVERIFY(QDir(host.path()).isEmpty());
        click("filesYes");
        QTRY_COMPARE(m_window->tasks().goingOn(), 1);
        QTRY_VERIFY(m_window->tasks().index(0).data(TaskList::ShareRole).toDouble() > 0);
        m_window->tasks().cancel(0);
        QTRY_VERIFY(panel().moves().isIdle());
        QVERIFY(QDir(host.path()).isEmpty());
    }

    void namesOfASandboxStayBelowTheirFolder()
    {
        QCOMPARE(relativeTo("/a", "/a/b/c"), std::optional<std::string>("b/c"));
        QCOMPARE(relativeTo("/", "/b"), std::optional<std::string>("b"));
        for (const char* path : {"/a", "/ab/c", "/a/../c", "/a//c", "/a/b/..", "/a/.", "/a/", "b"})
            QVERIFY2(!relativeTo("/a", path), path);
        for (const char* name : {"", ".", "..", "a/b"})
            QVERIFY2(!isUsableName(name), name);
        const auto taken
            = [](const std::string& name) { return name == "a.txt" || name == "a-2.txt"; };
        QCOMPARE(freeHostName("a.txt", taken), std::string("a-3.txt"));
        QCOMPARE(freeHostName("../../etc/x", taken).find('/'), std::string::npos);
    }

    void renames()
    {
        showFilesOf("open('old', 'w').write('1'); open('there', 'w').write('2')\n");
        QTRY_VERIFY(row("/work/old").isValid());
        select("/work/old");
        QTest::keyClick(&panel().tree(), Qt::Key_F2);
        auto* editor = panel().tree().findChild<QLineEdit*>();
        QVERIFY(editor);
        QCOMPARE(editor->text(), QStringLiteral("old"));
        editor->setText("new");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY(row("/work/new").isValid());
        QVERIFY(!row("/work/old").isValid());
        panel().moves().rename("/work/new", "there");
        QTRY_VERIFY2(message().contains("already"), qPrintable(message()));
        panel().moves().rename("/work/new", "../out");
        QTRY_VERIFY2(message().contains("no /"), qPrintable(message()));
        QCOMPARE(read("/work/new") + read("/work/there"), std::string("12"));
    }

    void deletesAndBringsBack()
    {
        showFilesOf("import os\nos.mkdir('d'); open('d/in', 'w').write('1'); open('f', 'w')\n");
        QTRY_VERIFY(row("/work/f").isValid());
        select("/work/d");
        panel().tree().selectionModel()->select(
            panel().shownIndex(row("/work/f")),
            QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTest::keyClick(&panel().tree(), Qt::Key_Delete);
        QTRY_VERIFY2(message().contains("2 files and folders"), qPrintable(message()));
        QTRY_VERIFY(!row("/work/d").isValid() && !row("/work/f").isValid());
        QVERIFY(panel().moves().canUndo());
        QTest::keyClick(&panel().tree(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(row("/work/d").isValid() && row("/work/f").isValid());
        QCOMPARE(read("/work/d/in"), std::string("1"));
        QTRY_VERIFY(panel().moves().isIdle());
        QCOMPARE(trashes(), 0);
        // The next run finds nothing of it.
        panel().moves().deleteFiles({"/work/f"});
        QTRY_VERIFY2(message().contains("f was deleted"), qPrintable(message()));
        QCOMPARE(trashes(), 1);
        runFileAndWait();
        QTRY_VERIFY(panel().moves().isIdle());
        QCOMPARE(trashes(), 0);
    }

    void previewsPicturesAndTables()
    {
        showFilesOf("import base64\nopen('p.png', 'wb').write(base64.b64decode("
                    "'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+"
                    "M9QDwADhgGAWjR9awAAAABJRU5E"
                    "rkJggg=='))\nopen('t.csv', 'w').write('a,b\\n1,2\\n')\nopen('big.txt', "
                    "'w').write('x' * (20 << 20))\n");
        QTRY_VERIFY(row("/work/t.csv").isValid());
        select("/work/p.png");
        QTest::keyClick(&panel().tree(), Qt::Key_Return);
        QTRY_VERIFY(panel().preview().title().startsWith("p.png"));
        QTRY_VERIFY(panel().preview().stage().isSettled());
        QVERIFY(panel().preview().stage().showsPicture());
        select("/work/t.csv"); // what is current is what is shown
        QTRY_VERIFY(panel().preview().title().startsWith("t.csv"));
        QTRY_VERIFY(panel().preview().stage().isSettled());
        QVERIFY(!panel().preview().stage().showsPicture());
        select("/work/big.txt");
        QTRY_VERIFY2(
            panel().preview().title().contains("only the first"),
            qPrintable(panel().preview().title()));
        QTest::keyClick(&panel().tree(), Qt::Key_Escape);
        QVERIFY(panel().preview().isHidden());
    }

    void editsInPlace()
    {
        showFilesOf("open('e.txt', 'w').write('before')\nimport os; os.chmod('e.txt', 0o600)\n");
        QTRY_VERIFY(row("/work/e.txt").isValid());
        select("/work/e.txt");
        QTest::keyClick(&panel().tree(), Qt::Key_F4);
        QTRY_VERIFY(!m_window->editors().isOpening());
        CodeEditor* editor = m_window->editors().editorNamed("e.txt");
        QVERIFY(editor);
        QCOMPARE(editor->bytes(), QByteArray("before"));
        editor->replaceLines(0, editor->lines(), "after");
        m_window->editors().save(editor);
        QTRY_VERIFY(!m_window->editors().isSaving());
        QCOMPARE(read("/work/e.txt"), std::string("after"));
        QCOMPARE(session().fileInfo("/work/e.txt", {})->mode, 0600U);
        QVERIFY(!editor->isUnsaved());
        // Its sandbox goes away: the text stays, and where to save it is said.
        editor->replaceLines(0, editor->lines(), "later");
        m_window->controller().destroySession();
        QTRY_VERIFY(!m_window->controller().session());
        QSignalSpy failed(&m_window->editors(), &EditorTabs::failed);
        m_window->editors().save(editor);
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed.first().first().toString().contains("its text is here alone"));
        QVERIFY(editor->isUnsaved());
        m_window->editors().save(editor);
        QTRY_COMPARE(failed.size(), 2);
        QVERIFY(failed.last().first().toString().contains("Save As"));
        QVERIFY(editor->isUnsaved());
    }

    void showsNothingOfASessionThatIsGone()
    {
        showFilesOf("open('a', 'w')\n");
        QTRY_VERIFY(row("/work/a").isValid());
        panel().moves().saveTo({"/work/a"}, m_dir.path());
        m_window->controller().destroySession();
        QTRY_COMPARE(panel().model().rowCount(), 0);
        QVERIFY(panel().emptyText().contains("Run a program"));
    }

    void showsForeignNamesAsTheyAre()
    {
        showFilesOf("open('a\\u202eb<b>', 'w'); open(b'odd\\xff', 'w')\n");
        QTRY_VERIFY(row("/work/a\u202eb<b>").isValid());
        const QModelIndex a = row("/work/a\u202eb<b>");
        QVERIFY2(a.data().toString().endsWith("a[U+202E]b<b>"), qPrintable(a.data().toString()));
        QVERIFY(!a.data(Qt::ToolTipRole).toString().contains("<b>"));
        bool hasOdd = false;
        for (int i = 0; i < panel().model().rowCount(); ++i) {
            const QModelIndex index = panel().model().index(i, 0);
            if (panel().model().entryAt(index)->hasOddName) {
                hasOdd = true;
                QVERIFY(!(index.flags() & Qt::ItemIsEditable));
                QVERIFY(index.data(Qt::ToolTipRole).toString().contains("not UTF-8"));
            }
        }
        QVERIFY(hasOdd);
    }

private:
    FilesPanel& panel() { return m_window->files(); }
    Session& session() { return *m_window->controller().session(); }
    QString message() { return panel().messages().text(); }
    QModelIndex row(const char* path) { return panel().model().indexOf(std::string(path)); }

    void showFilesOf(const QByteArray& program)
    {
        m_window->editors().newDocument(QStringLiteral("f.py"), program);
        runFileAndWait();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionState::Idle, kRunDeadline);
        action("dockFiles")->trigger();
        QTRY_COMPARE(panel().model().root(), std::string("/work"));
        QTRY_VERIFY(!panel().model().isListing());
    }
    void select(const char* path)
    {
        panel().tree().setFocus();
        panel().tree().setCurrentIndex(panel().shownIndex(row(path)));
    }
    void click(const char* name)
    {
        auto* button = panel().messages().findChild<QPushButton*>(QLatin1String(name));
        QVERIFY(button);
        button->click();
    }
    std::string read(const char* path)
    {
        const auto bytes = session().readGuestFile(path, 1 << 20, {});
        return bytes ? *bytes : bytes.error().text();
    }
    int trashes()
    {
        const auto list = session().listFiles("/work", 1, 1000, {});
        int count = 0;
        for (const auto& entry : list->entries)
            count += entry.path.find(kTrashPrefix) != std::string::npos ? 1 : 0;
        return count;
    }
    static void write(const QString& path, const QByteArray& bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    std::unique_ptr<QAbstractItemModelTester> m_tester, m_shownTester;
};

SANDBENCH_TEST(TestFilesPanel);
#include "tst_files_panel.moc"
