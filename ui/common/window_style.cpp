// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/window_style.h"

#include "ui/common/glyphs.h"

#include <QApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kDockTitleMargin = 5;

// The style's own outline is a shade of the window's colour: on a black one it is not there.
static void
drawOutline(QStyle::PrimitiveElement element, const QStyleOption* option, QPainter* painter)
{
    QColor ink = option->palette.color(QPalette::WindowText);
    ink.setAlphaF(0.6F);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(ink);
    painter->setBrush(Qt::NoBrush);
    const QRectF outline = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (element == QStyle::PE_IndicatorRadioButton)
        painter->drawEllipse(outline);
    else
        painter->drawRect(outline);
    painter->restore();
}

// Icons grow with the text that they stand beside. Units: pixels.
static int iconSize()
{
    return std::max(16, QFontMetrics(QApplication::font()).height() / 4 * 4);
}

static bool hidesOutlines(const QStyleOption* option)
{
    return option->palette.color(QPalette::Window) == Qt::black;
}

void WindowStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
    const QWidget* widget) const
{
    painter->setLayoutDirection(option->direction); // see mirrorWindows()
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if ((control == CC_ComboBox || control == CC_SpinBox) && hidesOutlines(option))
        drawOutline(PE_FrameLineEdit, option, painter);
}

void WindowStyle::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter,
    const QWidget* widget) const
{
    painter->setLayoutDirection(option->direction);
    QProxyStyle::drawControl(element, option, painter, widget);
}

void WindowStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter,
    const QWidget* widget) const
{
    if (element != PE_IndicatorTabClose)
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool isField = element == PE_FrameLineEdit || element == PE_Frame;
    if (element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton
        || (isField && hidesOutlines(option)))
        return drawOutline(element, option, painter);
    if (element != PE_IndicatorTabClose)
        return;
    if (option->state.testFlag(State_MouseOver)) {
        QColor under = option->palette.color(QPalette::WindowText);
        under.setAlphaF(option->state.testFlag(State_Sunken) ? 0.3F : 0.15F);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(under);
        painter->drawRoundedRect(option->rect, 3, 3);
        painter->restore();
    }
    const int side = iconSize() * 3 / 4;
    QRect place({}, QSize(side, side));
    place.moveCenter(option->rect.center());
    glyphIcon(Glyph::Close).paint(painter, place);
}

QIcon WindowStyle::standardIcon(
    StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const
{
    switch (icon) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
        return glyphIcon(Glyph::Close);
    case SP_TitleBarNormalButton:
        return glyphIcon(Glyph::Float);
    default:
        return QProxyStyle::standardIcon(icon, option, widget);
    }
}

int WindowStyle::pixelMetric(
    PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_DockWidgetTitleMargin:
        return kDockTitleMargin;
    case PM_SmallIconSize:
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
    case PM_TabCloseIndicatorWidth:
    case PM_TabCloseIndicatorHeight:
        return iconSize();
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

} // namespace sandbench::ui
