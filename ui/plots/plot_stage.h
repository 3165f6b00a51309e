// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/plots/artifact_card.h"
#include "ui/plots/figure_spare.h"
#include "ui/plots/plot_model.h"
#include "ui/viewers/picture_view.h"

#include <QStackedWidget>

class QLabel;

namespace sandbench::ui {

class ActiveView;
class PlotPicture;
class RenderClient;
struct RenderedPicture;
class ResultView;

/// The large place of the plot panel: shows one artifact as pixels, as a live page, in a view of
/// its kind or as a card.
/// Thread: GUI.
class PlotStage : public QStackedWidget
{
    Q_OBJECT

public:
    PlotStage(RenderClient& client, QWidget* parent);
    ~PlotStage() override;

    /// Shows a copy of @p entry; null shows the empty state. A live page that was shown before
    /// ends.
    void present(const PlotEntry* entry);
    /// True when what was asked for is on the screen, or the card that says why it is not.
    bool isSettled() const { return m_settled; }
    /// Makes ready for a figure of plotly while a program runs; afterwards only one that is shown
    /// is a reason to be.
    void expectFigure() { m_spare.load(); }
    void expectNoFigure();
    /// In the place of one artifact: two pictures against each other. present() ends it.
    void compare(const PlotEntry& first, const PlotEntry& second);
    bool isComparing() const;
    /// That which is shown: a still picture, or a part of the view. Where there is none, it does
    /// not matter.
    PictureView& picture() const;
    bool showsPicture() const;
    /// A picture without frames or pages is shown.
    bool isStill() const;
    void setBackground(PictureView::Background background);
    /// Whether Markdown, LaTeX and Vega charts are shown as they are written, now and later.
    void setShowsSource(bool shows);
    bool canShowSource() const;
    /// What can be copied: pixels of the picture, the live page or the view; null for a card.
    QImage image() const;
    /// In its place: what is selected in the view, as text.
    QString selectedText() const;

protected:
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

signals:
    void settled();
    /// Its actions are to work in the whole panel, and end with it.
    void viewShown(ResultView* view);
    void zoomChanged();
    void enlargeRequested();
    void saveRequested();
    /// One sentence for the user.
    void notice(const QString& text);
    void thumbnailReady(quint64 id, const QImage& thumbnail);
    /// Those of a still picture, or of an animation's first frame; of a large one not all.
    void pixelsRead(quint64 id, const QImage& pixels);

private:
    void showDrawn(const RenderedPicture& picture);
    void follow(const PictureView* picture);
    void presentPage();
    void presentSource(const QString& reason);
    void drawPage(const QByteArray& script);
    void activateHtml();
    void showActive(ActiveView* view, bool isForeign);
    void showView(ResultView* view);
    void place(QWidget* shown);
    QWidget* makeFrame(ActiveView* view);
    void activeDrawn();
    void showCard(const QString& reason, ArtifactCard::Offer offer);
    void presentCard();
    void endShown();
    void deactivate();
    void settle();

    RenderClient& m_client;
    JobRunner m_jobs;
    std::stop_source m_check;
    PlotEntry m_entry;
    bool m_settled = true;
    bool m_showsSource = false;
    QLabel* m_empty = nullptr;
    PlotPicture* m_picture = nullptr;
    ArtifactCard* m_card = nullptr;
    QWidget* m_shown = nullptr; ///< Made for this artifact, and ends with it; else null.
    QPointer<ActiveView> m_active; ///< It, or in it.
    QPointer<ResultView> m_view;
    FigureSpare m_spare;
    QTimer m_unseen; ///< Ends a foreign page that nobody looks at.
};

} // namespace sandbench::ui
