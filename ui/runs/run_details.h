// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/review.h"
#include "ui/runs/run_reader.h"

#include <QWidget>

class QTabWidget;
class QToolButton;

namespace sandbench::ui {

class ElidedLabel;
class ReviewBar;

/// One run of the past: what it printed, what it drew or wrote, what it changed of its folder, and
/// its record. Nothing here changes what is kept, but for its review and what is applied of its
/// changes.
/// Thread: GUI.
class RunDetails : public QWidget
{
    Q_OBJECT

public:
    /// @p stateFolder: where changes of projects are kept; empty = nowhere.
    explicit RunDetails(const QString& stateFolder = {}, QWidget* parent = nullptr);

    /// @p program and @p session: for people.
    void showRun(const StoredRun& run, const QString& program, const QString& session);
    /// Instead of a run.
    void showProblem(const QString& sentence);
    /// "Engine: docker", one fact a line.
    static QString factsText(const Json& record);

signals:
    void closeWanted();
    void reportWanted();
    /// As text for a language model.
    void copyWanted();
    void reviewChanged(const report::Review& review);
    /// The program, in an editor.
    void programWanted();
    /// Once more, as it was run.
    void againWanted();
    /// What it did, with its timing.
    void replayWanted();
    /// A sentence about results.
    void notice(const QString& text);
    /// As PlotPanel's.
    void codeRequested(const QString& file, int line);
    /// As ActivityPanel's, of the program @p file.
    void mentionActivated(const QString& file, const QString& text);
    /// As ChangesPanel's.
    void filesChanged(const QStringList& paths);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void clear();
    void addChanges(const Json& record, const QString& program);

    QString m_stateFolder;
    ElidedLabel* m_title = nullptr;
    ReviewBar* m_review = nullptr;
    QList<QToolButton*> m_needRun;
    QTabWidget* m_tabs = nullptr;
};

} // namespace sandbench::ui
