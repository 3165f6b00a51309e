// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/beamer_window.h"

#include <QApplication>
#include <QCursor>
#include <QKeyEvent>
#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr int kBeamerMilliseconds = 66;
static constexpr int kHiddenLooks = 8; // so seldom a part is drawn that nobody paints
static constexpr int kGap = 8;
static constexpr int kDot = 9;

BeamerWindow::BeamerWindow(Sources sources, QWidget* window)
    : QWidget(window, Qt::Window)
    , m_sources(std::move(sources))
{
    setObjectName(QStringLiteral("beamerWindow"));
    setWindowTitle(tr("Sandbench")); // no path, no name
    setAttribute(Qt::WA_DeleteOnClose);
    m_look.setInterval(kBeamerMilliseconds);
    connect(&m_look, &QTimer::timeout, this, &BeamerWindow::follow);
    qApp->installEventFilter(this);
    m_look.start();
}

void BeamerWindow::open(const QWidget& window)
{
    const auto screens = QApplication::screens();
    const auto other = std::find_if(screens.begin(), screens.end(), [&](const QScreen* screen) {
        return screen != window.screen();
    });
    if (other == screens.end()) {
        resize(1280, 720);
        show();
        return;
    }
    setGeometry((*other)->geometry());
    showFullScreen();
}

void BeamerWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else if (event->key() == Qt::Key_F11)
        setWindowState(windowState() ^ Qt::WindowFullScreen);
    else
        QWidget::keyPressEvent(event);
}

// A part is stale when anything in it was painted, but by us.
bool BeamerWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Paint && !m_isDrawing && watched->isWidgetType())
        for (Part& part : m_parts)
            if (part.source
                && (watched == part.source
                    || part.source->isAncestorOf(static_cast<QWidget*>(watched))))
                part.isStale = true;
    return QWidget::eventFilter(watched, event);
}

void BeamerWindow::resizeEvent(QResizeEvent*)
{
    const int left = (width() - 3 * kGap) * 55 / 100;
    const int right = width() - 3 * kGap - left;
    const int half = (height() - 3 * kGap) / 2;
    m_parts[0].place = {kGap, kGap, left, height() - 2 * kGap};
    m_parts[1].place = {left + 2 * kGap, kGap, right, half};
    m_parts[2].place = {left + 2 * kGap, half + 2 * kGap, right, half};
    for (Part& part : m_parts)
        part.isStale = true;
}

void BeamerWindow::follow()
{
    const std::array<QWidget*, 3> now{m_sources.document(), m_sources.output(), m_sources.plots()};
    ++m_looks;
    bool isChanged = std::exchange(m_pointer, QCursor::pos()) != QCursor::pos();
    for (std::size_t i = 0; i < now.size(); ++i) {
        Part& part = m_parts[i];
        if (part.source != now[i]) {
            part.source = now[i];
            part.isStale = true;
        }
        // What is behind another panel is not painted, and told by nobody.
        part.isStale |= part.source && !part.source->isVisible() && m_looks % kHiddenLooks == 0;
        if (!std::exchange(part.isStale, false))
            continue;
        draw(part);
        isChanged = true;
    }
    if (isChanged)
        update();
}

static double scaleOf(const QSize& source, const QSize& place)
{
    return std::min(
        static_cast<double>(place.width()) / std::max(source.width(), 1),
        static_cast<double>(place.height()) / std::max(source.height(), 1));
}

// Drawn in the beamer's own dots, so that letters are sharp however large they become.
void BeamerWindow::draw(Part& part)
{
    part.picture = {};
    if (!part.source || part.source->size().isEmpty())
        return;
    const double scale = scaleOf(part.source->size(), part.place.size()) * devicePixelRatioF();
    QPixmap picture(part.source->size() * scale);
    if (picture.isNull())
        return;
    picture.setDevicePixelRatio(scale);
    picture.fill(palette().color(QPalette::Base));
    m_isDrawing = true;
    part.source->render(&picture);
    m_isDrawing = false;
    picture.setDevicePixelRatio(devicePixelRatioF());
    part.picture = picture;
}

void BeamerWindow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    for (const Part& part : m_parts) {
        painter.drawPixmap(part.place.topLeft(), part.picture);
        if (!part.source)
            continue;
        const QPoint inside = part.source->mapFromGlobal(m_pointer);
        if (!part.source->rect().contains(inside) || !part.source->isVisible())
            continue;
        const double scale = scaleOf(part.source->size(), part.place.size());
        painter.setPen(QPen(Qt::white, 3));
        painter.setBrush(QColor(230, 40, 40, 220));
        painter.drawEllipse(part.place.topLeft() + QPointF(inside) * scale, kDot, kDot);
    }
}

} // namespace sandbench::ui
