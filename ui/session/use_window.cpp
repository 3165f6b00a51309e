// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/use_window.h"

#include "ui/session/session_controller.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace sandbench::ui {

static constexpr qint64 kLeastSpan = 60'000; // milliseconds
static constexpr int kRoom = 6;

UseGraph::UseGraph(const SessionUse& use, Used what, QWidget* parent)
    : QWidget(parent)
    , m_use(use)
    , m_what(what)
{
    setAccessibleName(usedName(what));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    const auto refresh = [this] {
        setAccessibleDescription(caption());
        update();
    };
    connect(&use, &SessionUse::changed, this, refresh);
    refresh();
}

// Samples move on below the one that is read; what is read stays the same moment only until they
// do.
QString UseGraph::caption() const
{
    const auto& samples = m_use.samples(m_what);
    if (m_read < 0 || m_read >= static_cast<int>(samples.size()))
        return m_use.words(m_what);
    const SessionUse::Sample& sample = samples[static_cast<std::size_t>(m_read)];
    const qint64 seconds = (samples.back().at - sample.at + 500) / 1000;
    return tr("%1, %2 s before")
        .arg(SessionUse::valueText(m_what, sample.value), QLocale().toString(seconds));
}

QRectF UseGraph::area() const
{
    const int line = fontMetrics().height() + kRoom;
    return QRectF(rect()).adjusted(kRoom, line, -kRoom, -line);
}

QPointF UseGraph::placeOf(const SessionUse::Sample& sample) const
{
    const auto& samples = m_use.samples(m_what);
    const qint64 end = samples.back().at;
    const qint64 span = std::max(end - samples.front().at, kLeastSpan);
    const QRectF inside = area();
    const double back = static_cast<double>(end - sample.at) / static_cast<double>(span);
    const double share = std::min(sample.value / m_use.top(m_what), 1.0);
    return {inside.right() - back * inside.width(), inside.bottom() - share * inside.height()};
}

void UseGraph::read(int sample)
{
    const int count = static_cast<int>(m_use.samples(m_what).size());
    m_read = sample < 0 || sample >= count ? -1 : sample;
    setAccessibleDescription(caption());
    update();
}

void UseGraph::mouseMoveEvent(QMouseEvent* event)
{
    const auto& samples = m_use.samples(m_what);
    const double x = event->position().x();
    int nearest = -1;
    double least = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const double distance = std::abs(placeOf(samples[i]).x() - x);
        if (nearest < 0 || distance < least) {
            nearest = static_cast<int>(i);
            least = distance;
        }
    }
    read(nearest);
}

void UseGraph::leaveEvent(QEvent*)
{
    read(-1);
}

void UseGraph::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_use.samples(m_what).size()) - 1;
    const int from = m_read < 0 ? last : m_read;
    switch (event->key()) {
    case Qt::Key_Left:
        return read(std::max(from - 1, 0));
    case Qt::Key_Right:
        return read(from + 1);
    case Qt::Key_Home:
        return read(0);
    case Qt::Key_End:
        return read(-1);
    default:
        QWidget::keyPressEvent(event);
    }
}

void UseGraph::paintAxes(QPainter& painter) const
{
    const QRectF inside = area();
    const int line = fontMetrics().height();
    painter.setPen(palette().color(QPalette::WindowText));
    const QRectF head(inside.left(), 0, inside.width(), line + kRoom);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.drawText(head, Qt::AlignVCenter | Qt::AlignLeading, usedName(m_what));
    painter.setFont(font());
    painter.drawText(head, Qt::AlignVCenter | Qt::AlignTrailing, caption());
    QColor faint = palette().color(QPalette::WindowText);
    faint.setAlphaF(0.2F);
    painter.setPen(faint);
    painter.setBrush(palette().base());
    painter.drawRect(inside);
    for (const double share : {0.25, 0.5, 0.75}) {
        const double y = inside.bottom() - share * inside.height();
        painter.drawLine(QPointF(inside.left(), y), QPointF(inside.right(), y));
    }
}

void UseGraph::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    const QRectF inside = area();
    const QRectF foot(
        inside.left(), inside.bottom(), inside.width(), fontMetrics().height() + kRoom);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const auto& samples = m_use.samples(m_what);
    if (samples.empty()) {
        painter.drawText(inside, Qt::AlignCenter, tr("Not measured yet"));
        return;
    }
    const qint64 span = std::max(samples.back().at - samples.front().at, kLeastSpan) / 1000;
    painter.drawText(
        foot, Qt::AlignVCenter | Qt::AlignLeft, tr("%1 s before").arg(QLocale().toString(span)));
    painter.drawText(foot, Qt::AlignVCenter | Qt::AlignRight, tr("now"));
    painter.drawText(
        inside.adjusted(kRoom / 2, 0, 0, 0), Qt::AlignTop | Qt::AlignLeft,
        (m_use.limit(m_what) > 0 ? tr("Limit: %1") : tr("Top: %1"))
            .arg(SessionUse::valueText(m_what, m_use.top(m_what))));
    QPolygonF line;
    for (const SessionUse::Sample& sample : samples)
        line << placeOf(sample);
    QPolygonF filled = line;
    filled << QPointF(line.last().x(), inside.bottom())
           << QPointF(line.first().x(), inside.bottom());
    QColor ink = palette().color(QPalette::Highlight);
    QColor fill = ink;
    fill.setAlphaF(0.25F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(filled);
    painter.setPen(QPen(ink, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    const auto marked = m_read < 0 || m_read >= static_cast<int>(samples.size())
        ? samples.size() - 1
        : static_cast<std::size_t>(m_read);
    painter.setBrush(ink);
    painter.drawEllipse(line[static_cast<qsizetype>(marked)], 3, 3);
}

UseWindow::UseWindow(SessionController& session, const QString& name, QWidget* parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("sessionUseWindow"));
    setWindowTitle(tr("Use of %1").arg(name));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* grid = new QGridLayout(this);
    for (std::size_t i = 0; i < kAllUsed.size(); ++i)
        grid->addWidget(
            new UseGraph(session.use(), kAllUsed[i], this), static_cast<int>(i) / 2,
            static_cast<int>(i) % 2);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    grid->addWidget(buttons, 2, 0, 1, 2);
    resize(820, 520);
}

} // namespace sandbench::ui
