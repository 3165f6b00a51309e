// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Documents and a disk that takes its time, or never answers.
#include "tests/support/test_program.h"
#include "tests/ui/slow_files.h"
#include "ui/editor/editor_tabs.h"

#include <QAbstractButton>
#include <QDir>
#include <QMessageBox>
#include <QSaveFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sandbench;
using namespace sandbench::ui;

static const std::string kPath = "/slow/a.py";
static const QString kName = QString::fromStdString(kPath);
using Texts = std::vector<std::string>;

class TestEditorFiles : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_state = std::make_unique<QTemporaryDir>();
        m_files = SlowFiles();
        m_files.put(kPath, "x = 1\n");
        m_tabs = std::make_unique<EditorTabs>(
            std::make_shared<Recovery>(m_state->path()), m_files.functions());
    }
    void cleanup()
    {
        m_tabs.reset();
        m_files.answer(kPath);
    }

    void showsATabAtOnceAndItsTextOnceTheFileHasCome()
    {
        m_files.hang(kPath);
        m_tabs->openFile(kName);
        CodeEditor* editor = m_tabs->current();
        QVERIFY(editor && m_tabs->isOpening(editor));
        QVERIFY(editor->isReadOnly());
        QCOMPARE(m_tabs->tabText(0), QStringLiteral("Opening a.py…"));
        m_files.answer(kPath);
        QTRY_VERIFY(!m_tabs->isOpening());
        QCOMPARE(editor->bytes(), QByteArray("x = 1\n"));
        QVERIFY(!editor->isReadOnly());
        QVERIFY(!editor->isUnsaved());
        QCOMPARE(m_tabs->tabText(0), QStringLiteral("a.py"));
    }

    void showsTheTabThatHasTheFileAlready()
    {
        m_files.hang(kPath);
        m_tabs->openFile(kName);
        m_tabs->openFile(QStringLiteral("/slow/../slow/a.py"));
        QCOMPARE(m_tabs->count(), 1);
        m_files.answer(kPath);
        QTRY_VERIFY(!m_tabs->isOpening());
        m_tabs->openFile(kName);
        QCOMPARE(m_tabs->count(), 1);
    }

    void givesUpAFileWhoseTabIsClosed()
    {
        m_files.hang(kPath);
        m_tabs->openFile(kName);
        QVERIFY(m_files.waitForCall(kPath));
        m_tabs->requestClose(0);
        QCOMPARE(m_tabs->count(), 0);
        m_files.answer(kPath);
        QTRY_VERIFY(!m_tabs->isOpening());
        QCOMPARE(m_tabs->count(), 0);
    }

    void takesTheTabAwayAgainAndNamesTheReasonWhenThereIsNoSuchFile()
    {
        QSignalSpy failures(m_tabs.get(), &EditorTabs::failed);
        m_tabs->openFile(QStringLiteral("/slow/none.py"));
        QTRY_VERIFY(!m_tabs->isOpening());
        QCOMPARE(m_tabs->count(), 0);
        QCOMPARE(failures.size(), 1);
        QVERIFY(failures[0][0].toString().contains(QStringLiteral("none.py")));
    }

    void neverSavesATabWhoseTextHasNotCome()
    {
        m_files.hang(kPath);
        m_tabs->openFile(kName);
        m_tabs->save(m_tabs->current());
        QVERIFY(!m_tabs->isSaving());
        m_files.answer(kPath);
        QTRY_COMPARE(m_tabs->current()->bytes(), QByteArray("x = 1\n"));
        QCOMPARE(m_files.written(kPath), Texts());
    }

    void clearsTheMarkWhenTheTextIsInTheFileAndNotBefore()
    {
        CodeEditor* editor = open();
        editor->insert(QStringLiteral("y"));
        m_files.hang(kPath);
        bool saved = false;
        m_tabs->save(editor, [&saved] { saved = true; });
        QVERIFY(m_files.waitForCall(kPath));
        QVERIFY(!saved);
        QVERIFY(editor->isUnsaved());
        m_files.answer(kPath);
        QTRY_VERIFY(saved);
        QVERIFY(!editor->isUnsaved());
        QCOMPARE(m_files.written(kPath), Texts{"yx = 1\n"});
    }

    void staysUnsavedWhenItWasEditedDuringTheSave()
    {
        CodeEditor* editor = open();
        editor->insert(QStringLiteral("y"));
        saveAndEdit(editor, [editor] { editor->insert(QStringLiteral("z")); });
        QVERIFY(editor->isUnsaved());
        QCOMPARE(m_tabs->unsaved(), QList<CodeEditor*>{editor});
    }

    void staysUnsavedWhenUndoLeadsBackToWhatTheFileHeldBefore()
    {
        CodeEditor* editor = open();
        editor->insert(QStringLiteral("y"));
        saveAndEdit(editor, [editor] { editor->undo(); });
        QCOMPARE(editor->bytes(), QByteArray("x = 1\n"));
        QVERIFY(editor->isUnsaved());
    }

    void writesTheNewestTextOnceMoreAfterManySaves()
    {
        CodeEditor* editor = open();
        m_files.hang(kPath);
        m_tabs->save(editor);
        QVERIFY(m_files.waitForCall(kPath));
        int saved = 0;
        for (int i = 0; i < 3; ++i) {
            editor->insert(QStringLiteral("#"));
            m_tabs->save(editor, [&saved] { ++saved; });
        }
        m_files.answer(kPath);
        QTRY_COMPARE(saved, 3);
        QCOMPARE(m_files.written(kPath), (Texts{"x = 1\n", "###x = 1\n"}));
        QVERIFY(!editor->isUnsaved());
    }

    void savesElsewhereWhileTheOldFolderHangs()
    {
        JobRunner jobs(JobRunner::Ending::Abandon);
        DocumentSaver saver(jobs, m_files.functions());
        CodeEditor* editor = open();
        connect(&saver, &DocumentSaver::saved, editor, [](CodeEditor* it, const QString& path) {
            it->setFilePath(path);
        });
        m_files.hang(kPath);
        saver.save(editor, kName, {});
        saver.save(editor, QStringLiteral("/good/b.py"), {});
        QTRY_VERIFY(!editor->isUnsaved());
        m_files.answer(kPath);
        QTRY_VERIFY(!saver.isSaving());
        QCOMPARE(editor->filePath(), QStringLiteral("/good/b.py"));
    }

    void saysWhenSavingFailsAndKeepsTheText()
    {
        CodeEditor* editor = open();
        editor->insert(QStringLiteral("y"));
        QSignalSpy failures(m_tabs.get(), &EditorTabs::failed);
        m_files.setFailure(Error(ErrorCode::Io, "cannot save it"));
        bool saved = false;
        m_tabs->save(editor, [&saved] { saved = true; });
        QTRY_COMPARE(failures.size(), 1);
        QCOMPARE(failures[0][0].toString(), QStringLiteral("cannot save it"));
        QVERIFY(!saved);
        QVERIFY(editor->isUnsaved());
        m_files.setFailure({});
        m_tabs->save(editor);
        QTRY_VERIFY(!editor->isUnsaved());
    }

    void showsWhatAnotherProgramWrote()
    {
        CodeEditor* editor = open();
        QSignalSpy reloaded(m_tabs.get(), &EditorTabs::reloaded);
        m_files.put(kPath, "theirs\n");
        m_tabs->reload({kName});
        QTRY_COMPARE(reloaded.count(), 1);
        QCOMPARE(editor->bytes(), QByteArray("theirs\n"));
        QVERIFY(!editor->isUnsaved());
        editor->insert(QStringLiteral("y"));
        m_tabs->save(editor); // it is the file that we know again
        QTRY_VERIFY(!editor->isUnsaved());
        QCOMPARE(m_files.written(kPath), Texts{"ytheirs\n"});
    }

    void neverWritesOverWhatAnotherProgramWrote()
    {
        CodeEditor* editor = open();
        editor->insert(QStringLiteral("y"));
        QSignalSpy conflicts(m_tabs.get(), &EditorTabs::diskConflict);
        m_files.put(kPath, "theirs\n"); // nobody has told us
        bool saved = false;
        m_tabs->save(editor, [&saved] { saved = true; });
        QTRY_COMPARE(conflicts.count(), 1);
        QCOMPARE(conflicts[0][1].toByteArray(), QByteArray("theirs\n"));
        QVERIFY(!saved && editor->isUnsaved());
        QCOMPARE(editor->bytes(), QByteArray("yx = 1\n"));
        QVERIFY(m_files.written(kPath).empty());
        m_tabs->save(editor); // asks again
        QCOMPARE(conflicts.count(), 2);
        QVERIFY(!m_tabs->isSaving());
        m_tabs->saveOver(editor);
        QTRY_VERIFY(!editor->isUnsaved());
        QCOMPARE(m_files.written(kPath), Texts{"yx = 1\n"});
        editor->insert(QStringLiteral("z"));
        m_tabs->save(editor);
        QTRY_COMPARE(m_files.written(kPath).size(), std::size_t(2));
        QCOMPARE(conflicts.count(), 2);
    }

    void loadsWhatAnotherProgramWroteSoThatItCanBeUndone()
    {
        CodeEditor* editor = open();
        editor->insert(QStringLiteral("y"));
        QSignalSpy conflicts(m_tabs.get(), &EditorTabs::diskConflict);
        m_files.put(kPath, "theirs\n");
        m_tabs->reload({kName});
        QTRY_COMPARE(conflicts.count(), 1);
        m_tabs->takeFromDisk(editor, conflicts[0][1].toByteArray());
        QCOMPARE(editor->bytes(), QByteArray("theirs\n"));
        editor->undo();
        QCOMPARE(editor->bytes(), QByteArray("yx = 1\n"));
        QTRY_VERIFY(editor->isUnsaved());
    }

    void keepsTheTextOfAFileThatWasRemoved()
    {
        CodeEditor* editor = open();
        QSignalSpy failures(m_tabs.get(), &EditorTabs::failed);
        m_tabs->reload({kName});
        m_files.remove(kPath);
        m_tabs->reload({kName});
        QTRY_COMPARE(failures.count(), 1);
        QVERIFY(editor->isUnsaved());
        QCOMPARE(editor->bytes(), QByteArray("x = 1\n"));
        m_tabs->save(editor);
        QTRY_VERIFY(!editor->isUnsaved());
    }

    void noticesWhatOtherProgramsWriteByItself()
    {
        m_tabs = std::make_unique<EditorTabs>(std::make_shared<Recovery>(m_state->path()));
        const QString path = m_state->filePath(QStringLiteral("real.py"));
        const auto write = [&path](const QByteArray& bytes) {
            QSaveFile file(path); // as editors do: a new file of the name
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
            QVERIFY(file.commit());
        };
        write("one\n");
        m_tabs->openFile(path);
        QTRY_VERIFY(!m_tabs->isOpening());
        for (const QByteArray text : {"second\n", "the third\n"}) {
            write(text);
            QTRY_COMPARE(m_tabs->current()->bytes(), text);
        }
        m_tabs->current()->insert(QStringLiteral("mine"));
        QSignalSpy conflicts(m_tabs.get(), &EditorTabs::diskConflict);
        m_tabs->save(m_tabs->current());
        QTRY_VERIFY(!m_tabs->current()->isUnsaved());
        write("a fourth\n");
        QTRY_COMPARE(m_tabs->current()->bytes(), QByteArray("a fourth\n"));
        QCOMPARE(conflicts.count(), 0); // our own save was none
    }

    void closesATabOnceItsSaveHasEnded()
    {
        CodeEditor* editor = open();
        editor->insert(QStringLiteral("y"));
        m_files.hang(kPath);
        m_tabs->save(editor);
        m_tabs->requestClose(0);
        QCOMPARE(m_tabs->tabText(0), QStringLiteral("Saving a.py…"));
        QVERIFY(!m_tabs->findChild<QMessageBox*>());
        m_files.answer(kPath);
        QTRY_COMPARE(m_tabs->count(), 0);
    }

    void asksWhenATabIsClosedAgainDuringItsSave()
    {
        CodeEditor* editor = open();
        editor->insert(QStringLiteral("y"));
        m_files.hang(kPath);
        m_tabs->save(editor);
        m_tabs->requestClose(0);
        m_tabs->requestClose(0);
        auto* box = m_tabs->findChild<QMessageBox*>();
        QVERIFY(box);
        box->button(QMessageBox::Discard)->click();
        QCOMPARE(m_tabs->count(), 0);
        m_files.answer(kPath);
        QTRY_VERIFY(!m_tabs->isSaving());
    }

    void asksAgainWhenTheTextWasEditedDuringTheSaveThatWasToCloseIt()
    {
        CodeEditor* editor = open();
        editor->insert(QStringLiteral("y"));
        m_files.hang(kPath);
        m_tabs->save(editor);
        m_tabs->requestClose(0);
        editor->insert(QStringLiteral("z"));
        m_files.answer(kPath);
        QTRY_VERIFY(m_tabs->findChild<QMessageBox*>());
        QCOMPARE(m_tabs->count(), 1);
    }

    void savesAllOneAfterTheOther()
    {
        m_files.put("/slow/b.py", "");
        open()->insert(QStringLiteral("y"));
        m_tabs->openFile(QStringLiteral("/slow/b.py"));
        QTRY_VERIFY(!m_tabs->isOpening());
        m_tabs->current()->insert(QStringLiteral("z"));
        bool done = false;
        m_tabs->saveAll([&done] { done = true; });
        QTRY_VERIFY(done);
        QVERIFY(m_tabs->unsaved().isEmpty());
        QCOMPARE(m_files.written("/slow/b.py"), Texts{"z"});
    }

    void doesNotWaitForAHungDiskAtItsEnd()
    {
        CodeEditor* editor = open();
        m_files.hang(kPath);
        m_tabs->save(editor);
        QVERIFY(m_files.waitForCall(kPath));
        m_tabs.reset(); // would never return
        m_files.answer(kPath);
    }

    void bringsBackUnsavedTextThatStaysUnsaved()
    {
        leaveBehind({}, "precious = 1\n");
        QSignalSpy recovered(m_tabs.get(), &EditorTabs::recovered);
        m_tabs->openRecovered();
        QTRY_VERIFY(!m_tabs->isOpening());
        QCOMPARE(recovered.size(), 1);
        CodeEditor* editor = m_tabs->current();
        QVERIFY(editor);
        QCOMPARE(editor->bytes(), QByteArray("precious = 1\n"));
        QVERIFY(editor->isUnsaved());
        QTRY_VERIFY(m_tabs->isRecoveryWritten());
        QCOMPARE(kept(), Texts{"precious = 1\n"});
    }

    void bringsBackTextIntoTheTabOfItsFile()
    {
        leaveBehind(kName, "x = 2\n");
        m_files.hang(kPath);
        m_tabs->openFile(kName);
        m_tabs->openRecovered();
        QTRY_VERIFY(m_tabs->current()->isUnsaved());
        m_files.answer(kPath);
        QTRY_VERIFY(!m_tabs->isOpening());
        QCOMPARE(m_tabs->count(), 1);
        QCOMPARE(m_tabs->current()->bytes(), QByteArray("x = 2\n"));
        m_tabs->save(m_tabs->current());
        QTRY_VERIFY(!m_tabs->isSaving() && m_tabs->isRecoveryWritten());
        QCOMPARE(kept(), Texts());
    }

    void keepsEditedTextAndForgetsItOnceItIsSaved()
    {
        CodeEditor* editor = open();
        editor->insert(QStringLiteral("y"));
        QTRY_COMPARE_WITH_TIMEOUT(kept(), Texts{"yx = 1\n"}, 30'000);
        m_tabs->save(editor);
        QTRY_COMPARE(kept(), Texts());
    }

private:
    CodeEditor* open()
    {
        m_tabs->openFile(kName);
        CodeEditor* editor = m_tabs->current();
        [&] { QTRY_VERIFY(!m_tabs->isOpening()); }();
        return editor;
    }

    template <typename Edit> void saveAndEdit(CodeEditor* editor, Edit edit)
    {
        m_files.hang(kPath);
        m_tabs->save(editor);
        edit();
        m_files.answer(kPath);
        QTRY_VERIFY(!m_tabs->isSaving());
        QCOMPARE(m_files.written(kPath), Texts{"yx = 1\n"});
    }

    // As a program that is gone has left it.
    void leaveBehind(const QString& path, const QByteArray& text)
    {
        const QDir folder(m_state->filePath(QStringLiteral("gone")));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        QFile file(folder.filePath(QStringLiteral("1.unsaved")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"name\":\"a.py\",\"path\":\"" + path.toUtf8() + "\"}\n" + text);
    }

    // The texts that the next start would find.
    Texts kept() const
    {
        Texts texts;
        const QDir root(m_state->path());
        for (const QString& folder : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QDir dir(root.filePath(folder));
            for (const QString& name : dir.entryList({QStringLiteral("*.unsaved")})) {
                QFile file(dir.filePath(name));
                if (file.open(QIODevice::ReadOnly) && !file.readLine().isEmpty())
                    texts.push_back(file.readAll().toStdString());
            }
        }
        return texts;
    }

    std::unique_ptr<QTemporaryDir> m_state;
    SlowFiles m_files;
    std::unique_ptr<EditorTabs> m_tabs;
};

SANDBENCH_TEST(TestEditorFiles);
#include "tst_editor_files.moc"
