// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/active_view.h"
#include "ui/viewers/web/locked_page.h"

#include <QTimer>
#include <QWebEngineView>

namespace sandbench::ui {

/// One activation: a locked profile, its page and the widget. Asks the page whether it has drawn,
/// because a page has no channel to us (title, console and objects would be open to what it shows).
/// What a page has drawn reaches the screen frames later: drawn() waits until a mark that we put on
/// top of it then has come and gone in our own pixels. Thread: GUI.
class WebView : public FigureView
{
    Q_OBJECT

public:
    /// The file that draw() brings.
    static QString figurePath() { return QStringLiteral("/data.js"); }

    /// Loads the page. @p readyScript: evaluates to "drawn", or to "failed" when the page gave up;
    /// anything else means wait.
    WebView(const PageFiles& files, QString readyScript, QWidget* parent);
    ~WebView() override;

    void draw(const QByteArray& figureScript) override;
    /// Waits from now on until the page has drawn.
    void watch();

    QPixmap picture() const override;
    int blockedRequests() const override;

private:
    void hideEvent(QHideEvent* event) override;
    void tookTooMuch() override;
    void freezeIfHidden();

    enum class Phase { Drawing, MarkComes, MarkGoes, Drawn };

    void askPage();
    void mark();
    void watchMark();
    void finish(const QString& failure);

    LockedProfile* m_profile = nullptr;
    LockedPage* m_page = nullptr;
    QWebEngineView* m_view = nullptr;
    QString m_readyScript;
    QTimer m_poll;
    QTimer m_deadline;
    Phase m_phase = Phase::Drawing;
};

} // namespace sandbench::ui
