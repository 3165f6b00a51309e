// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/pdf_view.h"

#include "ui/common/column.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/viewers/caption.h"
#include "ui/viewers/picture_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace sandbench::ui {

PdfView::PdfView(const QByteArray& bytes, RenderClient& client, QWidget* parent)
    : ResultView(parent)
    , m_bytes(bytes)
    , m_client(client)
    , m_problem(captionLabel(this))
    , m_picture(new PictureView(this))
{
    m_problem->hide();
    auto* layout = columnOf(this, 0);
    layout->addWidget(m_problem);
    layout->addWidget(m_picture, 1);
    layout->addWidget(makeBar());
    connect(m_picture, &PictureView::resolutionWanted, this, [this](QSize size) {
        if (m_isTurning) // the size is that of the page before
            return;
        constexpr int kMost = static_cast<int>(kMaxReplySide);
        render(size.boundedTo({kMost, kMost}), [this](const RenderedPicture& drawn) {
            if (!drawn.image.isNull())
                m_picture->refine(drawn.image);
        });
    });
    turn();
}

PdfView::~PdfView()
{
    m_client.cancel(m_job);
}

QAction* PdfView::addTurn(const char* name, const QString& text, Qt::Key key, int step)
{
    auto* action = keyAction(*this, name, text, {key}, [this, step] { showPage(m_page + step); });
    action->setIcon(glyphIcon(step < 0 ? Glyph::Previous : Glyph::Next));
    return action;
}

QWidget* PdfView::makeBar()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 2, 8, 2);
    m_previous = addTurn("pagePrevious", tr("Previous page"), Qt::Key_PageUp, -1);
    m_next = addTurn("pageNext", tr("Next page"), Qt::Key_PageDown, +1);
    const auto addButton = [&](QAction* action) {
        auto* button = new QToolButton(bar);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus); // its key is that of the action
        layout->addWidget(button);
    };
    m_number = new QSpinBox(bar);
    m_number->setAccessibleName(tr("Page"));
    m_number->setPrefix(tr("Page "));
    m_number->setAlignment(Qt::AlignCenter);
    m_number->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_count = new QLabel(bar);
    m_count->setTextFormat(Qt::PlainText);
    connect(m_number, &QSpinBox::valueChanged, this, [this](int number) { showPage(number - 1); });
    layout->addStretch();
    addButton(m_previous);
    layout->addWidget(m_number);
    layout->addWidget(m_count);
    addButton(m_next);
    layout->addStretch();
    return bar;
}

void PdfView::render(QSize box, RenderClient::Done done)
{
    m_client.cancel(m_job);
    RenderClient::Job job{PictureKind::Pdf, m_bytes, box, devicePixelRatioF(), true};
    job.from = m_page;
    m_job = m_client.render(job, this, std::move(done));
}

void PdfView::turn()
{
    m_isTurning = true;
    updateBar();
    render({}, [this](const RenderedPicture& drawn) { pageDrawn(drawn); });
}

void PdfView::showPage(int page)
{
    const int wanted = std::clamp(page, 0, std::max(m_pageCount - 1, 0));
    if (wanted == m_page || m_pageCount == 0)
        return updateBar();
    m_page = wanted;
    turn();
}

// A person who reads at some zoom turns pages at that zoom.
void PdfView::pageDrawn(const RenderedPicture& drawn)
{
    m_isTurning = false;
    const bool isFirst = m_pageCount == 0;
    if (isFirst && drawn.image.isNull())
        return emit failed(drawn.refusal);
    m_problem->setText(drawn.refusal);
    m_problem->setVisible(!drawn.refusal.isEmpty());
    const double zoom = m_picture->zoom();
    const bool isFit = isFirst || m_picture->isFit();
    m_picture->setPicture(drawn.image, drawn.naturalSize, true);
    if (!isFit)
        m_picture->setZoom(zoom);
    if (!isFirst)
        return;
    m_pageCount = drawn.total;
    updateBar();
    emit settled();
}

void PdfView::updateBar()
{
    const QSignalBlocker quiet(m_number);
    m_number->setRange(1, std::max(m_pageCount, 1));
    m_number->setValue(m_page + 1);
    m_number->setEnabled(m_pageCount > 1);
    m_count->setText(
        m_pageCount > 0 ? tr("of %1").arg(QLocale().toString(m_pageCount)) : QString());
    m_previous->setEnabled(m_page > 0);
    m_next->setEnabled(m_page + 1 < m_pageCount);
}

QImage PdfView::image() const
{
    return m_picture->image();
}

} // namespace sandbench::ui
