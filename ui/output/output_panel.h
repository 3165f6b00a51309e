// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_document.h"
#include "ui/output/output_types.h"

#include <QByteArrayView>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace sandbench::ui {

enum class Glyph;
class FindBar;
class InputLine;
class LogFinder;
class LogView;
class SpoolSaver;
class TaskList;

/// The output dock: log view, its tools, find bar, and a line for standard input.
/// Thread: GUI.
class OutputPanel : public QWidget
{
    Q_OBJECT
public:
    explicit OutputPanel(QWidget* parent = nullptr);
    ~OutputPanel() override;

    void beginRun(const RunHeader& header);
    /// Raw bytes in any pieces. Cheap: they go to the run's spool, lines are made of them later.
    void append(OutputStream stream, QByteArrayView bytes);
    /// What the running run does now, in a word or two; empty = it runs.
    void setPhase(const QString& phase);
    void endRun(const RunSummary& summary);
    /// Shows the line for standard input. What is entered there is echoed by the panel itself.
    void setInputVisible(bool visible);
    /// Everything appended has been parsed and, when anyone can see the view, painted.
    bool isDrained() const;
    /// The last @p limit bytes (negative: all) of the text that is shown and in memory, UTF-8,
    /// without control characters and without our own rows.
    QByteArray plainText(qint64 limit) const;

    LogView& view() { return *m_view; }
    /// As the button does.
    void setWraps(bool wraps);
    /// See SpoolSaver.
    void setTasks(TaskList* tasks);
    LogDocument& document() { return m_document; }

public slots:
    void clear();
    void undoClear();
    void openFind();
    /// Starts a search as if typed into the find bar.
    void find(const QString& text);
    /// Asks for a file and saves the newest run's output.
    void saveOutput();
    /// Saves without asking; emits saved().
    void saveOutputTo(const QString& path);
    void openFullOutput();
    void openPlainTextView();

signals:
    void sourceLocationActivated(const QString& file, int line);
    void inputEntered(const QByteArray& line);
    void inputClosed();
    void drained();
    void findFinished(int matches);
    void saved(const QString& path, const QString& error);

protected:
    void hideEvent(QHideEvent* event) override;

private:
    struct SaveRange
    {
        std::shared_ptr<SpoolFile> spool;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };

    void buildTools(QHBoxLayout* row);
    QToolButton* addTool(QHBoxLayout* row, Glyph glyph, const QString& text, const QString& tip);
    void connectParts();
    void documentChanged();
    void updateFacts();
    void noteDrained();
    void search();
    void stepMatch(int direction);
    void showMatches();
    void closeFind();
    void showFullOutput(quint64 serial, quint64 line);
    void askWhereToSave(const SaveRange& range, const QString& proposal);
    void saveEnded(const QString& path, const QString& error);
    void saveLine(quint64 serial, quint64 line);
    void showContextMenu(const QPoint& globalPosition);

    LogDocument m_document;
    LogView* m_view;
    LogFinder* m_finder;
    FindBar* m_findBar;
    InputLine* m_input;
    SpoolSaver* m_saver;
    QLabel* m_facts;
    QToolButton* m_wrap = nullptr;
    QTimer m_searchDelay;
    int m_match = -1;
    bool m_drainPending = false;
};

} // namespace sandbench::ui
