// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/pixel_label.h"

#include "ui/viewers/picture_view.h"

#include <QMouseEvent>

#include <algorithm>

namespace sandbench::ui {

PixelLabel::PixelLabel(PictureView& picture)
    : QLabel(&picture)
    , m_picture(picture)
{
    setObjectName(QStringLiteral("pixelText"));
    setTextFormat(Qt::PlainText);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    setContentsMargins(6, 2, 6, 2);
    picture.setMouseTracking(true);
    picture.installEventFilter(this);
    hide();
}

void PixelLabel::setMarking(bool isOn)
{
    m_isMarking = isOn;
    m_picture.setMark({});
    if (isOn)
        moveMark({});
    refresh();
}

void PixelLabel::moveMark(QPoint by)
{
    const QSize size = m_picture.naturalSize();
    if (!m_isMarking || size.isEmpty())
        return;
    const auto middle = m_picture.pixelAt(QRectF(m_picture.rect()).center());
    const QPoint moved = m_picture.mark().value_or(middle.value_or(QPoint())) + by;
    m_picture.setMark(QPoint(
        std::clamp(moved.x(), 0, size.width() - 1), std::clamp(moved.y(), 0, size.height() - 1)));
    m_picture.reveal(*m_picture.mark());
    refresh();
}

void PixelLabel::refresh()
{
    const auto pointed = m_pointer ? m_picture.pixelAt(*m_pointer) : std::nullopt;
    const auto pixel = pointed ? pointed : m_picture.mark();
    const QColor colour = pixel ? m_picture.colourAt(*pixel) : QColor();
    setVisible(colour.isValid());
    m_picture.setAccessibleDescription({});
    if (!colour.isValid())
        return;
    setText(tr("x %1, y %2: %3, alpha %4")
                .arg(pixel->x())
                .arg(pixel->y())
                .arg(colour.name())
                .arg(colour.alpha()));
    m_picture.setAccessibleDescription(text());
    adjustSize();
    move(0, m_picture.height() - height());
    if (geometry().contains(m_pointer ? m_pointer->toPoint() : m_picture.pointOf(*pixel).toPoint()))
        move(m_picture.width() - width(), y());
}

bool PixelLabel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave)
        m_pointer.reset();
    else if (event->type() == QEvent::MouseMove)
        m_pointer = static_cast<QMouseEvent*>(event)->position();
    else
        return QLabel::eventFilter(watched, event);
    refresh();
    return QLabel::eventFilter(watched, event);
}

} // namespace sandbench::ui
