// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/disk_watch.h"
#include "ui/editor/document_saver.h"
#include "ui/editor/recovery_keeper.h"

#include <QHash>
#include <QPointer>
#include <QSet>
#include <QTabWidget>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace sandbench::ui {

/// The documents: open, save, close, and their unsaved text on disk. The disk is only touched on
/// workers, so that a folder that hangs costs its own documents and nothing else.
/// Thread: GUI.
class EditorTabs : public QTabWidget
{
    Q_OBJECT

public:
    explicit EditorTabs(
        std::shared_ptr<Recovery> recovery, DocumentFiles files = {}, QWidget* parent = nullptr);
    ~EditorTabs() override;

    /// The document that commands are about: of view().
    CodeEditor* current() const;
    /// Where the caret is that commands are about: of the two views the one that had the focus
    /// last.
    CodeEditor* view() const;
    /// Of the tab that is in front.
    CodeEditor* inTab() const { return editorAt(currentIndex()); }
    /// Brings the tab of a document to the front, and makes it the current one.
    void setCurrentWidget(QWidget* document);
    /// Another view of an open document, made in @p parent, instead of the one that may be there;
    /// until closeSecond(), or until the document is closed.
    CodeEditor* openSecond(CodeEditor& document, QWidget* parent);
    void closeSecond();
    /// null = there is none.
    CodeEditor* second() const { return m_second; }
    CodeEditor* editorNamed(const QString& fileName) const;

    CodeEditor* newDocument(const QString& name, const QByteArray& bytes = {});
    /// Opens a file in a tab that is there at once and takes no text until the file has come, or
    /// shows the tab that has it. Closing the tab gives up; failed() tells when it could not be.
    void openFile(const QString& path);
    /// The same, with the caret in @p line, from 1, once it is there; 0 = where it was.
    void openFileAtLine(const QString& path, int line);
    /// Opens what a crash left behind; recovered() tells when there was something.
    void openRecovered();
    bool isOpening(const CodeEditor* editor) const;
    /// A file or what a crash left is still being read.
    bool isOpening() const { return m_opening > 0; }
    /// Something else is being read that will become documents, until endOpening().
    void beginOpening() { ++m_opening; }
    void endOpening();

    /// Saving asks for a name where there is none; @p then runs once the bytes are on disk.
    void save(CodeEditor* editor, std::function<void()> then = {});
    void saveAs(CodeEditor* editor, std::function<void()> then = {});
    /// One after the other; ends without @p then where one fails or gets no name.
    void saveAll(const std::function<void()>& then);
    /// Other hands than ours wrote or removed these files: documents that have no unsaved text show
    /// the file's new text, of others diskConflict() tells. Done by itself for the files of all
    /// documents. Until one of the following two is called, a document with a conflict is not
    /// saved.
    void reload(const QStringList& paths);
    /// @p theirs becomes the text, which can be undone.
    void takeFromDisk(CodeEditor* editor, const QByteArray& theirs);
    /// Saves it, whatever the file is now.
    void saveOver(CodeEditor* editor);
    /// Asks about unsaved text first, and waits for a save under way; closing once more does not.
    /// Dialogs here are window-modal and never block the event loop.
    void requestClose(int index);
    /// Text that is neither on disk nor on its way there.
    QList<CodeEditor*> unsaved() const;
    bool isSaving() const { return m_saver.isSaving(); }
    /// Points added to the text of every document, also of later ones.
    void setZoom(int points);
    /// Of every document, also of later ones.
    void setLook(const EditorLook& look);
    /// How long a change may wait until a crash would not lose it. Units: s.
    void setKeepAfter(int seconds);
    /// Closes everything without asking: the caller has asked, or kept the text for the next start.
    void forgetAll();
    /// Whether what the next start finds is as it should be, now that documents were closed.
    bool isRecoveryWritten() const { return m_keeper.isIdle(); }

signals:
    void currentChangedTo(CodeEditor* editor);
    /// view() is another one, perhaps of the same document.
    void viewChanged();
    /// second() is null already.
    void secondClosing();
    void failed(const QString& sentence);
    /// Its file was changed by another program, and it has text that is not saved. @p theirs: what
    /// the file has.
    void diskConflict(CodeEditor* editor, const QByteArray& theirs);
    /// Its file was changed by another program, and it shows that now.
    void reloaded(CodeEditor* editor);
    void recovered(int documents);
    /// Nothing is being opened any more.
    void opened();
    /// No save is under way any more.
    void savesEnded();
    void recoveryWritten();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Document
    {
        QString recoveryId;
        bool opening = false;
        int line = 0; ///< Where the caret goes when it is open; 0 = nowhere.
        bool closing = false; ///< Waits for a save.
        std::string stamp = {}; ///< Of the file when it had our text, see stampOf().
        bool conflicts = false; ///< See diskConflict().
        QByteArray theirs = {};
    };
    struct OnDisk
    {
        std::string path, stamp;
        Result<std::string> bytes;
    };

    CodeEditor* addEditor(const QString& recoveryId);
    CodeEditor* editorWithPath(const QString& path) const;
    void finishReloading(const OnDisk& file);
    void finishOpening(CodeEditor* editor, const OnDisk& file);
    void watchFiles();
    void noteConflict(CodeEditor* editor, const QByteArray& theirs);
    void showRecovered(const Recovery::Document& document);
    void refreshTitle(CodeEditor* editor);
    void keepEdited();
    void close(CodeEditor* editor);
    void noteView(bool isSecond);
    void askToClose(CodeEditor* editor);
    CodeEditor* editorAt(int index) const;
    /// Read for the first document: no window waits for it before it is shown.
    const KSyntaxHighlighting::Repository& repository();

    std::optional<KSyntaxHighlighting::Repository> m_repository; ///< See repository().
    std::shared_ptr<const DocumentFiles> m_files; // shared with the jobs, which may outlive us
    JobRunner m_jobs;
    DocumentSaver m_saver;
    RecoveryKeeper m_keeper;
    DiskWatch m_watch;
    QHash<const CodeEditor*, Document> m_documents;
    QSet<CodeEditor*> m_unkept;
    QTimer m_keepTimer;
    QPointer<CodeEditor> m_second;
    bool m_isSecond = false; ///< It is the view().
    int m_opening = 0;
    EditorLook m_look;
    int m_zoom = 0;
};

} // namespace sandbench::ui
