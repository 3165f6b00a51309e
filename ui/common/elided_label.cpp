// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/elided_label.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QTextDocument>
#include <QToolTip>

namespace sandbench::ui {

static constexpr int kFewCharacters = 6;

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent)
    : QLabel(text, parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const
{
    const QSize whole = QLabel::minimumSizeHint();
    return {
        std::min(whole.width(), fontMetrics().averageCharWidth() * kFewCharacters), whole.height()};
}

QString ElidedLabel::elided() const
{
    QString line = text();
    line.replace(QLatin1Char('\n'), QLatin1Char(' '));
    return fontMetrics().elidedText(line, Qt::ElideRight, contentsRect().width());
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QLabel::event(event);
    QStringList parts;
    if (elided() != text())
        parts << text();
    if (!m_more.isEmpty())
        parts << m_more;
    // Escaped: a tool tip would take foreign text for rich text.
    QToolTip::showText(
        static_cast<QHelpEvent*>(event)->globalPos(),
        parts.isEmpty()
            ? QString()
            : Qt::convertFromPlainText(parts.join(QLatin1Char('\n')), Qt::WhiteSpaceNormal),
        this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawFrame(&painter);
    style()->drawItemText(
        &painter, contentsRect(),
        static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())), palette(),
        isEnabled(), elided(), foregroundRole());
}

} // namespace sandbench::ui
