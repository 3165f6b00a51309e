// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/viewers/picture_view.h"
#include "ui/viewers/plot_item.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <vector>

class QAction;
class QLabel;
class QToolBar;

namespace sandbench::ui {

class PictureView;
class PlotModel;
class PlotStage;
class PlotStrip;
class PlotWindow;
class RenderClient;
class TablePane;
class TaskList;
struct PlotEntry;

/// The plot dock: one artifact large, a figure's numbers beside it where that is wanted, all of the
/// session in a strip, and what can be done with them. Everything added is untrusted: pictures are
/// decoded by a helper process, pages are locked down, text is plain. Thread: GUI.
class PlotPanel : public QWidget
{
    Q_OBJECT

public:
    explicit PlotPanel(QWidget* parent = nullptr);
    ~PlotPanel() override;

    /// Shows it, too: the newest is what one wants to see. Several at once: only the last is drawn
    /// large.
    void add(const PlotItem& item);
    /// Plots of earlier runs stay and are dimmed. @p mayDrawFigures: of plotly, which takes a
    /// second to load.
    void beginRun(const QString& runId, bool mayDrawFigures = false);
    void endRun();
    /// Shows item @p index (from 0) now.
    void select(int index);
    /// Items @p first and @p second as compareSelected() shows them; nothing where one is no
    /// picture.
    void compare(int first, int second);
    int count() const;
    int currentIndex() const;
    /// True when the current artifact and all thumbnails have really been drawn, or a card says why
    /// not.
    bool isSettled() const;
    /// Where the current one is shown large.
    QWidget& shownResult() const;
    /// As the menu does.
    void setBackground(PictureView::Background background);
    /// Is told of what is saved; null = nobody is.
    void setTasks(TaskList* tasks) { m_tasks = tasks; }

signals:
    void settled();
    void countChanged();
    /// One sentence for the user: a limit was reached, something was saved or could not be.
    void notice(const QString& text);
    /// To the line that made a plot. @p file: foreign, as the interpreter knows it.
    void codeRequested(const QString& file, int line);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeActions();
    void makeZoomActions(QToolBar& bar);
    QList<QAction*> makeTools();
    std::function<PictureView&()> shownPicture() const;
    void makeMenu(QToolBar& bar);
    QAction* addAction(
        QToolBar* bar, const char* name, const QString& text, const QString& tip,
        const QList<QKeySequence>& keys, std::function<void()> run);
    void presentCurrent();
    void presentSoon();
    void requestThumbnail(const PlotEntry& entry);
    void requestMissedThumbnails(quint64 shown);
    void updateActions();
    void updateNumbers();
    void reportIfSettled();
    const PlotEntry* current() const;
    void copyCurrent();
    void saveCurrent();
    void saveAll();
    void removeSelected();
    void removeAll();
    PlotWindow* enlarge();
    void fillScreen();
    void compareSelected();
    void endComparison();
    void showCode();

    RenderClient* m_client = nullptr;
    PlotModel* m_model = nullptr;
    PlotStage* m_stage = nullptr;
    PlotStrip* m_strip = nullptr;
    TablePane* m_numbers = nullptr;
    std::shared_ptr<const Chart> m_chart; ///< What it shows; null = nothing.
    QAction* m_showNumbers = nullptr;
    QAction* m_markPixel = nullptr;
    QAction* m_fillScreen = nullptr;
    QAction* m_compare = nullptr;
    QAction* m_endComparison = nullptr;
    QAction* m_showCode = nullptr;
    QAction* m_showSource = nullptr;
    QWidget* m_undoBar = nullptr;
    QLabel* m_undoText = nullptr;
    QLabel* m_position = nullptr;
    QLabel* m_zoomLabel = nullptr;
    QHash<PictureView::Background, QAction*> m_backgrounds;
    QList<QAction*> m_needPlot;
    QList<QAction*> m_needPicture;
    QTimer m_present;
    QTimer m_undoExpiry;
    TaskList* m_tasks = nullptr;
    JobRunner m_saves{JobRunner::Ending::Abandon};
    quint64 m_shownId = 0;
    std::vector<quint64> m_readForLong; ///< Their thumbnails come with their pixels, once shown.
};

} // namespace sandbench::ui
