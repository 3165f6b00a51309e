// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/report/review.h"

#include <QHash>
#include <QWidget>

#include <array>

class QGridLayout;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace sandbench::ui {

class ElidedLabel;
class ReviewBar;

/// The verdict on a run in one place: how it ended, what was found before, what it did, drew and
/// passed, and what the person thinks of it. Thread: GUI.
class VerdictPanel : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictPanel(QWidget* parent = nullptr);

    /// @p title: what ran, for people. @p record: as runView(), untrusted; empty = it goes on.
    void showRun(const QString& run, const QString& title, const Json& record);
    /// Instead of a run: what to do to get one.
    void showNothing();
    /// Which checks the program passed, for people; empty = none was checked.
    void setChecks(const QString& sentence);
    /// Of the shown run, by somebody else.
    void setReview(const report::Review& review);

    const QString& run() const { return m_run; }
    QString sentence() const;
    /// The value of a line: "findings", "activity", "results", "checks", "advice"; empty = it is
    /// not shown.
    QString line(const QString& name) const;

signals:
    /// To the dock of that name.
    void panelWanted(const QString& dock);
    void reviewChanged(const QString& run, const report::Review& review);
    void copyWanted(const QString& run);
    void reportWanted(const QString& run);
    /// With the run of the same program before it.
    void comparisonWanted(const QString& run);
    void againWanted(const QString& run);

private:
    QWidget* buildCard();
    void addLine(const char* name, const QString& title, const char* dock);
    void setLine(const QString& name, const QString& value);
    void setTone(const Json& record);

    QString m_run;
    QStackedWidget* m_pages = nullptr;
    QGridLayout* m_grid = nullptr;
    ElidedLabel* m_title = nullptr;
    QLabel* m_sentence = nullptr;
    struct Line
    {
        QToolButton* title = nullptr;
        QLabel* value = nullptr;
    };
    QHash<QString, Line> m_lines;
    ReviewBar* m_review = nullptr;
    QList<QToolButton*> m_needEnd;
};

} // namespace sandbench::ui
