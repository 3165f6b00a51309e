// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/batch/batch_job.h"

#include <QWidget>

#include <optional>

class QAction;
class QLabel;
class QPlainTextEdit;
class QTabWidget;

namespace sandbench::ui {

/// One line of a batch: what came of it, and its program. Thread: GUI.
class BatchDetails : public QWidget
{
    Q_OBJECT

public:
    /// @p languages outlives this.
    explicit BatchDetails(const LanguageCatalog& languages, QWidget* parent = nullptr);

    /// Read in the background. @p asked: whose line it is.
    void showLine(const batch::BatchAsked& asked, const BatchRow& row);
    void showNothing();

    /// Foreign text as lines that can be shown. Units of @p most: bytes. Thread: any.
    static QStringList linesOf(std::string_view foreign, std::size_t most);

    QString result() const;
    QString program() const;

signals:
    /// In an editor, as a new document. @p origin: where it is from, foreign.
    void openWanted(const QString& file, const QByteArray& code, const QString& origin);

private:
    /// What was read of a line; texts are harmless.
    struct Read
    {
        QString result, program;
        QString file; ///< What a document of the program is called.
        QByteArray code;
        QString problem; ///< Why there is no program; empty = there is.
    };

    static Read read(
        const batch::BatchAsked& asked, const BatchRow& row, const LanguageCatalog& languages,
        const std::stop_token& stop);
    void take(std::uint64_t line, Read read);
    void openProgram();

    const LanguageCatalog& m_languages;
    QTabWidget* m_tabs = nullptr;
    QPlainTextEdit *m_result = nullptr, *m_program = nullptr;
    QAction* m_open = nullptr;
    std::optional<Read> m_read; ///< Nothing = no line, or not yet.
    QString m_origin;
    std::uint64_t m_line = 0; ///< That is shown or being read; 0 = none.
    std::stop_source m_reading;
    JobRunner m_jobs; ///< Last: its destruction waits.
};

} // namespace sandbench::ui
