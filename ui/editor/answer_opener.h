// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answer/answer.h"
#include "core/session/session.h"
#include "ui/async/job_runner.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

class QMimeData;

namespace sandbench::ui {

class CodeEditor;
class EditorTabs;
struct FolderFiles;

/// A program, or a file beside it, of an answer.
struct AnswerDocument
{
    QString name; ///< Of a file, relative; each of an answer has its own.
    QByteArray text;
    QString origin; ///< "answer.md, line 12"; for people.
};

struct AnswerDocuments
{
    QList<AnswerDocument> documents;
    int program = 0; ///< The one to run.
    QString left; ///< What is not among them, and what the reader has to say; a sentence or none.
};
/// @p source: how the answer is called. No documents: there is no program in it. Thread: any.
AnswerDocuments
documentsOf(const answer::Answer& answer, const LanguageCatalog& languages, const QString& source);

/// Opens what a language model wrote: its programs become documents that nobody has reviewed yet.
/// Files that are no answers are opened as they are. The disk is only read on workers. Thread: GUI.
class AnswerOpener : public QObject
{
    Q_OBJECT

public:
    /// They outlive it.
    AnswerOpener(EditorTabs& editors, const LanguageCatalog& languages, QObject* parent);

    /// Also folders: of such a one the programs.
    void openFiles(const QStringList& paths);
    /// The text as a chat's "copy" gives it, or the page that was selected in a browser.
    void openCopied(const QMimeData& copied);
    /// An answer that a document shows. @p source: how it is called.
    void openText(const QByteArray& text, const QString& source);

    /// The other documents of the answer that @p editor shows a program of, as they are now.
    std::vector<InputFile> filesBeside(const CodeEditor& editor) const;

signals:
    /// A sentence about what was opened and what was not. @p path: of the answer's own file, which
    /// was not opened; or empty.
    void opened(const QString& sentence, const QString& path);

private:
    void openAnswer(const QString& path);
    void openFolderOrFile(const QString& path);
    void openAll(const FolderFiles& files, const QString& folder);
    void show(const AnswerDocuments& documents, const QString& source, const QString& path);

    EditorTabs& m_editors;
    const LanguageCatalog& m_languages;
    quint64 m_lastAnswer = 0;
    JobRunner m_jobs;
};

} // namespace sandbench::ui
