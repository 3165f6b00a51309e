// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/artifact_kind.h"
#include "ui/viewers/plot_item.h"

#include <QImage>
#include <QWidget>

namespace sandbench::ui {

class PictureView;
class RenderClient;

/// Shows one result that is neither a still picture nor a live page: text, a table, frames, pages,
/// bytes.
/// The result is untrusted: it is parsed in a job or by the helper process, and no text of it is
/// rich. The keys of its actions hold in the whole panel. Deleting the widget ends whatever it has
/// going on. Thread: GUI.
class ResultView : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// The pixels on the screen, where what is shown is a picture; else null.
    virtual QImage image() const { return {}; }
    /// What zoom and background apply to; null where there is no such thing.
    virtual PictureView* picture() const { return nullptr; }
    /// What a person selected, as text; empty = nothing.
    virtual QString selectedText() const { return {}; }

signals:
    /// The result is on the screen. Once, and never inside of the constructor.
    void settled();
    /// In place of settled(): it cannot be shown. @p reason: a sentence, foreign or ours.
    void failed(const QString& reason);
    /// One sentence for the user: something was saved or could not be.
    void notice(const QString& text);
};

/// Their decoders would run in this window, so they are not played.
inline bool isSoundOrFilm(const PlotItem& item)
{
    return item.mime.startsWith(QLatin1String("audio/"))
        || item.mime.startsWith(QLatin1String("video/"));
}

/// A new view of @p item; null where a kind has none. @p client: outlives it.
ResultView*
makeResultView(const PlotItem& item, ArtifactKind kind, RenderClient& client, QWidget* parent);

} // namespace sandbench::ui
