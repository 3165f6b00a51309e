// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_colours.h"

#include "ui/common/translation.h"

#include <QPainter>
#include <QPixmap>

#include <array>

namespace sandbench::ui {

namespace {

struct NamedColour
{
    const char* name;
    QRgb rgb;
};

constexpr std::array<NamedColour, kSessionColours> kColours{{
    {QT_TRANSLATE_NOOP("sandbench::ui", "Blue"), 0xff3f83f8},
    {QT_TRANSLATE_NOOP("sandbench::ui", "Orange"), 0xffe8830c},
    {QT_TRANSLATE_NOOP("sandbench::ui", "Green"), 0xff2fa34f},
    {QT_TRANSLATE_NOOP("sandbench::ui", "Purple"), 0xffa05fe0},
    {QT_TRANSLATE_NOOP("sandbench::ui", "Red"), 0xffe0484d},
    {QT_TRANSLATE_NOOP("sandbench::ui", "Teal"), 0xff159d9d},
    {QT_TRANSLATE_NOOP("sandbench::ui", "Pink"), 0xffdd5ba4},
    {QT_TRANSLATE_NOOP("sandbench::ui", "Grey"), 0xff808890},
}};

const NamedColour& colourOf(int number)
{
    return kColours.at(static_cast<std::size_t>(number) % kColours.size());
}

} // namespace

QColor sessionColour(int number)
{
    return QColor::fromRgb(colourOf(number).rgb);
}

QString sessionColourName(int number)
{
    return tr(colourOf(number).name);
}

QIcon sessionColourIcon(int number)
{
    QPixmap picture(32, 32);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(sessionColour(number));
    painter.drawRoundedRect(QRectF(4, 4, 24, 24), 6, 6);
    return QIcon(picture);
}

} // namespace sandbench::ui
