// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_document.h"
#include "ui/output/log_view.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace sandbench::ui {

/// The whole output of one run, page by page straight from its spool, in the same view as the log.
/// Keeps the spool alive while open.
class FullOutputWindow : public QWidget
{
    Q_OBJECT
public:
    /// Opens at the page that holds @p line.
    FullOutputWindow(const LogSection& section, quint64 line, QWidget* parent = nullptr);

    std::size_t pageCount() const { return m_index.pageCount(); }
    LogView& view() { return *m_view; }
    LogDocument& document() { return m_document; }

signals:
    void sourceLocationActivated(const QString& file, int line);

private:
    void showPage(std::size_t page);

    RunHeader m_header;
    RunSummary m_summary;
    std::shared_ptr<SpoolFile> m_spool;
    LineIndex m_index;
    std::size_t m_page = 0;
    LogDocument m_document;
    LogView* m_view;
    QLabel* m_where;
    QToolButton* m_previous;
    QToolButton* m_next;
};

} // namespace sandbench::ui
