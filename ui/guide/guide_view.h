// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/guide/guide_book.h"

#include <QTextBrowser>

namespace sandbench::ui {

/// Shows one page of the guide. It loads nothing but the pictures that are in the program, and
/// follows no link itself. Thread: GUI.
class GuideView : public QTextBrowser
{
    Q_OBJECT

public:
    explicit GuideView(QWidget* parent = nullptr);

    /// @p page outlives it, or the next call.
    void present(const GuidePage& page);
    const GuidePage* page() const { return m_page; }
    /// Units: characters of the page. What stands at the top.
    int topPosition() const;
    void scrollToPosition(int position);
    /// Marks the first @p word from there on.
    void markFrom(int position, const QString& word);
    /// Units: points added to its text.
    void setZoom(int points);
    int zoom() const { return m_zoom; }

    QVariant loadResource(int type, const QUrl& name) override;

signals:
    void linkActivated(const QString& link);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void render();
    void renderInPlace();

    const GuidePage* m_page = nullptr;
    int m_zoom = 0;
    int m_pictureWidth = 0; ///< Units: pixels of the screen's; of the pictures as they are drawn.
    bool m_hasPictures = false;
};

} // namespace sandbench::ui
