// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/activity_words.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPlainTextEdit;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace sandbench::ui {

class DiffHighlighter;
class ElidedLabel;

/// What one run did: files, programs, addresses, refused calls, each with what there is to tell
/// about it. Thread: GUI.
class ActivityPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ActivityPanel(QWidget* parent = nullptr);

    /// The run goes on: nothing is known of it yet.
    void beginRun(const QString& title);
    /// @p record: a run's `--json` object, or of that what activityEntries() reads.
    void show(const QString& title, const Json& record);

    QString summary() const;
    QString emptyText() const;

signals:
    /// Enter or a double click, on something that a program's text may name.
    void mentionActivated(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildList();
    void fill(const std::vector<ActivityEntry>& entries);
    void showDetail();
    void showEmpty(const QString& sentence);
    void showPage(int page);

    std::vector<ActivityEntry> m_entries;
    QStackedWidget* m_pages = nullptr;
    ElidedLabel* m_summary = nullptr;
    QTreeWidget* m_list = nullptr;
    QPlainTextEdit* m_detail = nullptr; ///< Of the current entry.
    DiffHighlighter* m_diff = nullptr;
    QLabel* m_empty = nullptr;
};

} // namespace sandbench::ui
