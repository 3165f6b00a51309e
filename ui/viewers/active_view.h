// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

#include <functional>

namespace sandbench::ui {

/// A page that runs scripts: libraries of ours on checked data, or foreign HTML that the user
/// activated. Everything it might reach is closed; deleting the widget ends it. The seam to
/// WebEngine: its headers stay in ui/viewers/web. Thread: GUI.
class ActiveView : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;
    ~ActiveView() override;

    /// What the page shows now. Null before it has been drawn.
    virtual QPixmap picture() const = 0;
    /// Requests that the page made and did not get.
    virtual int blockedRequests() const = 0;

signals:
    /// The page shows its content.
    void drawn();
    /// The page ended or never got there. @p reason: our words only.
    void failed(const QString& reason);
    void blockedRequestsChanged(int count);
    /// It keeps a processor busy for seconds, or no longer does.
    void busyChanged(bool busy);

protected:
    /// Ends the page's process when it takes too much memory, which tookTooMuch() hears of, and
    /// tells when it is busy. @p process: its id, 0 while there is none.
    void watchProcess(std::function<qint64()> process);
    virtual void tookTooMuch() = 0;
};

/// Draws with the bundled plotly.js, which takes longer to load than most figures to be drawn: so a
/// view may be made before there is a figure. It can fail() before, too.
class FigureView : public ActiveView
{
    Q_OBJECT

public:
    using ActiveView::ActiveView;

    /// Once. @p figureScript comes from checkFigure().
    virtual void draw(const QByteArray& figureScript) = 0;
};

FigureView* makeFigureView(QWidget* parent);

// They draw with a bundled library what a script of page_data.h holds.

/// @p chart comes from checkChart().
ActiveView* makeVegaView(const QByteArray& chart, QWidget* parent);
/// @p text comes from textScript().
ActiveView* makeTextPage(const QByteArray& text, QWidget* parent);

/// Runs foreign HTML in a sandboxed frame with an opaque origin and no network.
ActiveView* makeHtmlView(const QByteArray& html, QWidget* parent);

} // namespace sandbench::ui
