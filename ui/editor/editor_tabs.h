// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/code_editor.h"
#include "ui/editor/recovery.h"

#include <QHash>
#include <QSet>
#include <QTabWidget>
#include <QTimer>

#include <functional>

namespace sandbench::ui {

/// The documents: open, save, close, and their unsaved text on disk.
/// Thread: GUI.
class EditorTabs : public QTabWidget
{
    Q_OBJECT

public:
    EditorTabs(const QString& recoveryFolder, QWidget* parent = nullptr);
    ~EditorTabs() override;

    CodeEditor* current() const;
    CodeEditor* editorNamed(const QString& fileName) const;

    CodeEditor* newDocument(const QString& name, const QByteArray& bytes = {});
    /// Opens a file, or shows the tab that has it. The error sentence is empty when it worked.
    QString openFile(const QString& path);
    /// Documents that a crash left behind; returns how many.
    int openRecovered();

    /// Saving asks for a name where there is none; @p then runs once the bytes are on disk.
    void save(CodeEditor* editor, std::function<void()> then = {});
    void saveAs(CodeEditor* editor, std::function<void()> then = {});
    /// Asks about unsaved text first. Dialogs here are window-modal and never block the event loop.
    void requestClose(int index);
    QList<CodeEditor*> unsaved() const;
    /// Points added to the text of every document, also of later ones.
    void setZoom(int points);
    /// Closes everything without asking: the caller has asked, or kept the text for the next start.
    void forgetAll();

signals:
    void currentChangedTo(CodeEditor* editor);
    void failed(const QString& sentence);

private:
    CodeEditor* addEditor(const QString& recoveryId);
    void refreshTitle(CodeEditor* editor);
    void keepEdited();
    bool write(CodeEditor* editor, const QString& path);
    void close(CodeEditor* editor);
    CodeEditor* editorAt(int index) const;

    KSyntaxHighlighting::Repository m_repository;
    Recovery m_recovery;
    QHash<CodeEditor*, QString> m_recoveryIds;
    QSet<CodeEditor*> m_unkept;
    QTimer m_keepTimer;
    int m_zoom = 0;
};

} // namespace sandbench::ui
