// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/document_files.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sandbench::ui {

class CodeEditor;
class JobRunner;

/// Writes documents to their files on workers. One write per file at a time: what is asked for
/// meanwhile becomes one more write, of the text as it is then. A document counts as saved only
/// when what reached the disk is what the editor still shows. Thread: GUI.
class DocumentSaver : public QObject
{
    Q_OBJECT

public:
    /// @p jobs abandons what hangs, and outlives this.
    DocumentSaver(JobRunner& jobs, DocumentFiles files, QObject* parent = nullptr);

    /// @p then runs once a text at least as new as the present one is in the file; never after a
    /// failure. @p stamp: what the file must still be, see stampOf(), or it is not written; absent
    /// = whatever it is.
    void save(
        CodeEditor* editor, const QString& path, std::function<void()> then,
        std::optional<std::string> stamp = {});
    bool isSaving() const { return !m_running.isEmpty(); }
    /// The text that the editor shows now is on its way to a file.
    bool isSavingTextOf(const CodeEditor* editor) const { return writeOf(editor) != nullptr; }
    /// Runs @p then as save() does, where that text is on its way; false where it is not.
    bool whenSaved(const CodeEditor* editor, std::function<void()> then);
    /// The document is closed: what is written of it goes on, but nobody hears of it.
    void release(const CodeEditor* editor) { drop(editor, m_order + 1); }

signals:
    /// @p editor has the file @p path from now on, which is @p stamp.
    void saved(CodeEditor* editor, const QString& path, const std::string& stamp);
    /// The file is not what it was to be; nothing was written.
    void refused(CodeEditor* editor);
    void failed(CodeEditor* editor, const QString& sentence);
    /// No write is under way any more.
    void idle();

private:
    struct Request
    {
        QPointer<CodeEditor> editor; // null: closed, or saved elsewhere since
        quint64 order = 0;
        std::optional<std::string> stamp;
        std::vector<std::function<void()>> then;
    };
    struct Write
    {
        Request request;
        quint64 revision = 0;
        std::optional<Request> next;
    };

    struct Written
    {
        Result<void> result;
        std::string stamp; ///< Of the file now.
        bool isForeign = false; ///< It was not what was expected.
    };
    void start(const QString& path, Request request);
    void finish(const QString& path, const Written& written);
    void apply(const Write& write, const QString& path, const std::string& stamp);
    void drop(const CodeEditor* editor, quint64 before);
    Write* writeOf(const CodeEditor* editor) const;

    JobRunner& m_jobs;
    std::shared_ptr<const DocumentFiles> m_files; // shared with the jobs, which may outlive us
    QHash<QString, std::shared_ptr<Write>> m_running; // by path
    quint64 m_order = 0;
};

} // namespace sandbench::ui
