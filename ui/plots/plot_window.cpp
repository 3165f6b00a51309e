// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_window.h"

#include "ui/common/column.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/wrapped_label.h"
#include "ui/plots/plot_picture.h"
#include "ui/viewers/picture_actions.h"

#include <QContextMenuEvent>
#include <QMenu>

namespace sandbench::ui {

PlotWindow::PlotWindow(PlotModel& model, RenderClient& client, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_model(model)
    , m_picture(new PlotPicture(client, this))
    , m_refusal(emptyLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1000, 720);
    auto* layout = columnOf(this, 0);
    layout->addWidget(m_picture, 1);
    layout->addWidget(m_refusal, 1);
    m_refusal->hide();
    connect(m_picture, &PlotPicture::drawn, this, [this] {
        m_refusal->hide();
        m_picture->show();
    });
    connect(m_picture, &PlotPicture::refused, this, [this](const QString& reason) {
        m_refusal->setText(SafeText::display(reason));
        m_picture->hide();
        m_refusal->show();
    });
    connect(m_picture, &PictureView::enlargeRequested, this, &QWidget::close);
    m_menu = makeMenu();
    m_picture->setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(m_picture);
}

QMenu* PlotWindow::makeMenu()
{
    auto* menu = new QMenu(this);
    menu->addActions(
        {keyAction(
             *this, "plotsPrevious", tr("Previous plot"), {Qt::Key_Left, Qt::Key_Up},
             [this] { step(-1); }),
         keyAction(*this, "plotsNext", tr("Next plot"), {Qt::Key_Right, Qt::Key_Down}, [this] {
             step(1);
         })});
    const auto shown = [this]() -> PictureView& { return *m_picture; };
    const ZoomActions zoom = zoomActions(*this, shown);
    menu->addActions({zoom.fit, zoom.smaller, zoom.larger, zoom.actual});
    menu->addAction(pixelActions(*this, shown).first());
    menu->addActions(
        {keyAction(
             *this, "plotsFullScreen", tr("Full screen"), {Qt::Key_F11},
             [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); }),
         keyAction(*this, "plotWindowClose", tr("Close"), {Qt::Key_Escape}, [this] { close(); })});
    return menu;
}

void PlotWindow::contextMenuEvent(QContextMenuEvent* event)
{
    m_menu->popup(event->globalPos());
}

void PlotWindow::present(int row)
{
    const PlotEntry* entry = m_model.entry(row);
    m_index = m_model.index(row);
    setWindowTitle(tr("Plot %1").arg(entry->ordinal));
    m_picture->present(*entry);
}

void PlotWindow::presentStill(int row, const QImage& image)
{
    m_picture->cancel();
    m_index = m_model.index(row);
    setWindowTitle(tr("Plot %1").arg(m_model.entry(row)->ordinal));
    m_picture->setPicture(image, image.size(), false);
}

PictureView& PlotWindow::picture()
{
    return *m_picture;
}

void PlotWindow::step(int direction)
{
    // Where the plot is gone that is shown, the newest is before it.
    int row = m_index.isValid() ? m_index.row() : m_model.rowCount();
    do
        row += direction;
    while (m_model.entry(row) && !pictureKind(m_model.entry(row)->kind));
    if (m_model.entry(row))
        present(row);
}

} // namespace sandbench::ui
