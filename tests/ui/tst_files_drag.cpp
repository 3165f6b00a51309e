// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a real sandbox that are dragged out of their panel.
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/editor/editor_tabs.h"
#include "ui/files/file_tree_view.h"
#include "ui/files/files_panel.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestFilesDrag : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareWithEmbeddedEngine();
        qputenv("TMPDIR", m_temporary.path().toUtf8());
    }
    void init()
    {
        auto parts = workbench(*m_source);
        parts.tasksShownAfter = 0;
        showWindow(parts);
        m_window->resize(1200, 900);
    }
    void cleanup()
    {
        removeWindow();
        QCOMPARE(folders(), QStringList());
    }

    void offersCopiesOfFilesAndFolders()
    {
        showFilesOf("import os\nos.mkdir('d'); open('d/in', 'w').write('1')\n"
                    "open('a.txt', 'w').write('hello'); open('b', 'w').write('not wanted')\n");
        QSignalSpy ready(&panel().dragOut(), &DragOut::ready);
        panel().dragOut().bring({"/work/a.txt", "/work/d"});
        QTRY_COMPARE(ready.size(), 1);
        const auto data = panel().dragOut().data();
        QCOMPARE(data->formats(), QStringList("text/uri-list"));
        QCOMPARE(data->urls().size(), 2);
        const QString a = data->urls().at(0).toLocalFile(), d = data->urls().at(1).toLocalFile();
        QCOMPARE(read(a), QByteArray("hello"));
        QCOMPARE(read(d + "/in"), QByteArray("1"));
        const QFileInfo folder(QFileInfo(a).path());
        QCOMPARE(folder.path(), m_temporary.path());
        QCOMPARE(folder.permissions() & ~QFile::Permissions(0x7000 | 0x0700), QFile::Permissions());
        QCOMPARE(QDir(folder.filePath()).entryList(kAll), QStringList({"a.txt", "d"}));
        // The same again costs nothing; another choice takes the place of what nobody took.
        panel().dragOut().bring({"/work/a.txt", "/work/d"});
        QCOMPARE(ready.size(), 2);
        panel().dragOut().bring({"/work/b"});
        QTRY_COMPARE(ready.size(), 3);
        QTRY_VERIFY(panel().dragOut().isIdle());
        QCOMPARE(folders().size(), 1);
        QVERIFY(!QFileInfo::exists(a));
    }

    void givesCopiesSafeNamesAndFollowsNoLink()
    {
        showFilesOf("import os\nos.mkdir('d'); os.chdir('d')\n"
                    "for n in ['new\\nline', '..a', 'r\\u202etl']: open(n, 'w').write(n)\n"
                    "os.symlink('/etc/passwd', 'link'); os.mkfifo('pipe')\n");
        QSignalSpy ready(&panel().dragOut(), &DragOut::ready);
        panel().dragOut().bring({"/work/d"});
        QTRY_COMPARE(ready.size(), 1);
        const QDir copies(panel().dragOut().data()->urls().at(0).toLocalFile());
        QCOMPARE(copies.entryList(kAll), QStringList({"a", "new_line", "r_tl"}));
        QVERIFY2(message().contains("link") && message().contains("pipe"), qPrintable(message()));
        panel().dragOut().bring({"/work/d/link"});
        QTRY_VERIFY2(message().contains("cannot be dragged out"), qPrintable(message()));
        QVERIFY(!panel().dragOut().data());
    }

    void sendsWhatIsTooLargeToSaveTo()
    {
        showFilesOf("open('big', 'wb').truncate(3 << 30)\n");
        panel().dragOut().bring({"/work/big"});
        QTRY_VERIFY2(message().contains("Use Save To"), qPrintable(message()));
        QVERIFY(!panel().dragOut().data());
        QTRY_COMPARE(folders(), QStringList());
    }

    void canBeStopped()
    {
        showFilesOf("open('big', 'wb').truncate(900 << 20)\n");
        panel().dragOut().bring({"/work/big"});
        QTRY_VERIFY2(message().contains("drag it again"), qPrintable(message()));
        QTRY_COMPARE(m_window->tasks().goingOn(), 1);
        QTRY_VERIFY(m_window->tasks().index(0).data(TaskList::ShareRole).toDouble() > 0);
        m_window->tasks().cancel(0);
        QTRY_VERIFY(panel().dragOut().isIdle());
        QVERIFY(!panel().dragOut().data());
        QCOMPARE(folders(), QStringList());
    }

    // Nothing can be dropped in another program here; what it would get can be looked at.
    void beginsADragOfTheSelectedRowsWhenTheyAreHere()
    {
        showFilesOf("open('a.txt', 'w').write('hello'); open('b', 'w')\n");
        QTRY_VERIFY(row("/work/b").isValid());
        auto* rows = panel().tree().selectionModel();
        rows->select(panel().shownIndex(row("/work/a.txt")), kWholeRow);
        rows->select(panel().shownIndex(row("/work/b")), kWholeRow);
        pull("/work/a.txt");
        QVERIFY(panel().tree().isHeld());
        QTRY_VERIFY(!panel().tree().isHeld()); // it begins, and ends at once
        QVERIFY2(message().isEmpty(), qPrintable(message()));
        QCOMPARE(rows->selectedRows().size(), 2);
        // Nobody took it, so the next drag has it at once.
        const auto urls = panel().dragOut().data()->urls();
        QCOMPARE(urls.size(), 2);
        QCOMPARE(read(urls.at(0).toLocalFile()), QByteArray("hello"));
        // What is being dragged is not taken away, also where the next run ends.
        panel().dragOut().setDragged(true);
        panel().dragOut().forget();
        QVERIFY(panel().dragOut().data());
        // What was taken stays for the other program, and the next drag gets the file as it is
        // then.
        panel().dragOut().setTaken();
        QVERIFY(!panel().dragOut().data());
        panel().dragOut().setDragged(false);
        QVERIFY(QFileInfo::exists(urls.at(0).toLocalFile()));
        m_window->controller().destroySession();
        QTRY_COMPARE(folders(), QStringList());
    }

    void saysThatItIsHereWhenTheButtonIsUp()
    {
        showFilesOf("open('a.txt', 'w').write('hello')\n");
        QTRY_VERIFY(row("/work/a.txt").isValid());
        pull("/work/a.txt");
        QTest::mouseRelease(panel().tree().viewport(), Qt::LeftButton);
        QTRY_VERIFY2(message().contains("here now"), qPrintable(message()));
        QVERIFY(panel().dragOut().data());
        panel().dragOut().setTaken();
        QVERIFY(!panel().dragOut().data());
        QCOMPARE(folders().size(), 1);
    }

    void removesWhatAKilledWindowLeft()
    {
        const QString left = m_temporary.filePath("sandbench-drag-killed");
        QVERIFY(QDir().mkdir(left));
        QVERIFY(
            QFile::setPermissions(left, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        showFilesOf("print(1)\n");
        QTRY_VERIFY(!QFileInfo::exists(left));
    }

private:
    static constexpr auto kAll
        = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    static constexpr auto kWholeRow = QItemSelectionModel::Select | QItemSelectionModel::Rows;

    FilesPanel& panel() { return m_window->files(); }
    QString message() { return panel().messages().text(); }
    QModelIndex row(const char* path) { return panel().model().indexOf(std::string(path)); }
    QStringList folders() const
    {
        return QDir(m_temporary.path()).entryList({"sandbench-drag-*"}, kAll);
    }

    void showFilesOf(const char* program)
    {
        m_window->editors().newDocument(QStringLiteral("f.py"), program);
        runFileAndWait();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionState::Idle, kRunDeadline);
        action("dockFiles")->trigger();
        QTRY_COMPARE(panel().model().root(), std::string("/work"));
        QTRY_VERIFY(!panel().model().isListing());
    }
    /// Presses on the row and moves as far as a drag needs.
    void pull(const char* path)
    {
        auto* view = panel().tree().viewport();
        const QPoint from = panel().tree().visualRect(panel().shownIndex(row(path))).center();
        QTest::mousePress(view, Qt::LeftButton, {}, from);
        const QPoint to = from + QPoint(QApplication::startDragDistance() + 5, 0);
        for (const QPoint& at : {to, to + QPoint(1, 0)}) {
            QMouseEvent move(
                QEvent::MouseMove, at, view->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(view, &move);
        }
    }
    static QByteArray read(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : "cannot be read: " + path.toUtf8();
    }

    QTemporaryDir m_temporary;
};

SANDBENCH_TEST(TestFilesDrag);
#include "tst_files_drag.moc"
