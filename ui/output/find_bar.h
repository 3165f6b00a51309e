// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_finder.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace sandbench::ui {

/// The row with the search text, its switches and the count of matches.
class FindBar : public QWidget
{
    Q_OBJECT
public:
    explicit FindBar(QWidget* parent = nullptr);

    /// What is searched, in words: "Find in output".
    void setPrompt(const QString& prompt);
    FindQuery query() const;
    /// Shows the bar with @p text, or the old one when empty, ready to type.
    void open(const QString& text);
    void setText(const QString& text);
    /// "3 of 17"; @p current from 0, -1 for none.
    void showCount(const LogFinder& finder, int current);

    /// Words of ours in place of the count: for owners that do not count.
    void showNote(const QString& text);

signals:
    void queryChanged();
    void stepped(int direction); ///< 1 next, -1 previous.
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QToolButton* addSwitch(const QString& text, const QString& name);

    QLineEdit* m_text;
    QToolButton* m_case = nullptr;
    QToolButton* m_word = nullptr;
    QToolButton* m_regex = nullptr;
    QLabel* m_count;
};

} // namespace sandbench::ui
