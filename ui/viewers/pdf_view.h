// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/render_client.h"
#include "ui/viewers/result_view.h"

class QAction;
class QLabel;
class QSpinBox;

namespace sandbench::ui {

class PictureView;

/// Shows the pages of a PDF document one at a time, as sharp as the zoom asks for. PageUp and
/// PageDown turn them. Thread: GUI.
class PdfView : public ResultView
{
    Q_OBJECT

public:
    /// @p client: outlives the view.
    PdfView(const QByteArray& bytes, RenderClient& client, QWidget* parent);
    ~PdfView() override;

    QImage image() const override;
    PictureView* picture() const override { return m_picture; }
    /// Of the page that is shown or on its way, from 0.
    int page() const { return m_page; }
    int pageCount() const { return m_pageCount; }
    /// Past an end: the page at it.
    void showPage(int page);

private:
    QWidget* makeBar();
    QAction* addTurn(const char* name, const QString& text, Qt::Key key, int step);
    void render(QSize box, RenderClient::Done done);
    void turn();
    void pageDrawn(const RenderedPicture& drawn);
    void updateBar();

    const QByteArray m_bytes; ///< Untrusted.
    RenderClient& m_client;
    quint64 m_job = 0;
    int m_page = 0;
    int m_pageCount = 0; ///< 0 = not known yet.
    bool m_isTurning = false; ///< What is on the screen is still another page.
    QLabel* m_problem = nullptr; ///< Why this page is not shown; else hidden.
    PictureView* m_picture = nullptr;
    QAction* m_previous = nullptr;
    QAction* m_next = nullptr;
    QSpinBox* m_number = nullptr;
    QLabel* m_count = nullptr;
};

} // namespace sandbench::ui
