// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/spotlight.h"

#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <utility>

namespace sandbench::ui {

static constexpr int kRing = 26; // radius
static constexpr int kGlass = 150; // radius
static constexpr double kTimes = 2.0;
static constexpr int kLookMilliseconds = 100;

Spotlight::Spotlight(QWidget* window)
    : QWidget(window)
{
    setObjectName(QStringLiteral("spotlight"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    m_again.setInterval(kLookMilliseconds); // what is below moves without the mouse as well
    connect(&m_again, &QTimer::timeout, this, &Spotlight::look);
    hide();
}

void Spotlight::setMode(Mode mode)
{
    if (std::exchange(m_mode, mode) == mode)
        return;
    if (mode == Mode::Off) {
        qApp->removeEventFilter(this);
        m_again.stop();
        hide();
    } else {
        qApp->installEventFilter(this);
        setGeometry(parentWidget()->rect());
        mode == Mode::Magnifier ? m_again.start() : m_again.stop();
        show();
        raise();
        follow(QCursor::pos());
    }
    emit modeChanged();
}

bool Spotlight::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseMove && watched->isWidgetType())
        follow(static_cast<QMouseEvent*>(event)->globalPosition().toPoint());
    else if (event->type() == QEvent::Resize && watched == parentWidget())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void Spotlight::follow(const QPoint& globalPlace)
{
    const QPoint place = parentWidget()->mapFromGlobal(globalPlace);
    if (place == m_place)
        return;
    const int reach = (m_mode == Mode::Magnifier ? kGlass : kRing) + 4;
    const auto around = [reach](const QPoint& at) {
        return QRect(at - QPoint(reach, reach), QSize(2 * reach, 2 * reach));
    };
    const QPoint before = std::exchange(m_place, place);
    if (m_mode == Mode::Magnifier)
        look();
    update(around(before));
    update(around(place));
}

// Twice as dense as it is shown: text is drawn large, not blown up.
void Spotlight::look()
{
    const int side = static_cast<int>(2 * kGlass / kTimes);
    const QRect part(m_place - QPoint(side / 2, side / 2), QSize(side, side));
    QPixmap seen(QSize(side, side) * kTimes * devicePixelRatioF());
    seen.setDevicePixelRatio(kTimes * devicePixelRatioF());
    seen.fill(palette().color(QPalette::Window));
    m_isLooking = true;
    parentWidget()->render(&seen, {}, part);
    m_isLooking = false;
    seen.setDevicePixelRatio(devicePixelRatioF());
    m_seen = seen;
    update(QRect(m_place - QPoint(kGlass, kGlass), QSize(2 * kGlass, 2 * kGlass)));
}

void Spotlight::paintEvent(QPaintEvent*)
{
    if (m_isLooking)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF place(m_place);
    if (m_mode == Mode::Magnifier) {
        QPainterPath glass;
        glass.addEllipse(place, kGlass, kGlass);
        painter.save();
        painter.setClipPath(glass);
        painter.drawPixmap(place - QPointF(kGlass, kGlass), m_seen);
        painter.restore();
        painter.setPen(QPen(palette().color(QPalette::Highlight), 3));
        painter.drawEllipse(place, kGlass, kGlass);
        return;
    }
    painter.setPen(QPen(QColor(255, 255, 255, 200), 6));
    painter.drawEllipse(place, kRing, kRing);
    painter.setPen(QPen(QColor(230, 40, 40), 3));
    painter.setBrush(QColor(230, 40, 40, 40));
    painter.drawEllipse(place, kRing, kRing);
}

} // namespace sandbench::ui
