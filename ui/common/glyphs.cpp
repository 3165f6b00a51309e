// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/glyphs.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

namespace sandbench::ui {

namespace {

struct Drawing
{
    const char* lines; ///< SVG path on a 16 x 16 grid, drawn with the pen.
    const char* areas; ///< The same, filled.
};

constexpr const char* kDotBelow = "M8 11.2a1.6 1.6 0 1 1 0 3.2a1.6 1.6 0 1 1 0-3.2z";

Drawing drawingOf(Glyph glyph)
{
    switch (glyph) {
    case Glyph::New:
        return {"M3.5 1.5h6l3 3v10h-9z M9.5 1.5v3h3 M8 7.2v5 M5.5 9.7h5", ""};
    case Glyph::Open:
        return {"M1.5 13.5v-11h4.5l1.5 2h6v2 M1.5 13.5l2.2-6.8h11.3l-2.2 6.8z", ""};
    case Glyph::Save:
        return {"M2.5 2.5h8.5l2.5 2.5v8.5h-11z M5 2.5v3.5h5v-3.5 M4.5 13.5v-4.5h7v4.5", ""};
    case Glyph::Run:
        return {"", "M4 2.2v11.6a.6.6 0 0 0 .9.5l9.2-5.8a.6.6 0 0 0 0-1l-9.2-5.8a.6.6 0 0 0-.9.5z"};
    case Glyph::Pause:
        return {"", "M4 2.5h3v11h-3z M9 2.5h3v11h-3z"};
    case Glyph::Again:
        return {"M13.2 8a5.2 5.2 0 1 1-1.6-3.8l1.6 1.6 M13.3 2.2v3.7h-3.7", ""};
    case Glyph::Stop:
        return {"", "M4 3h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-8a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1z"};
    case Glyph::Copy:
        return {"M5.5 5.5h8v9h-8z M10.5 5.5v-4h-8v9h3", ""};
    case Glyph::Previous:
        return {"M10 3l-5 5 5 5", ""};
    case Glyph::Next:
        return {"M6 3l5 5-5 5", ""};
    case Glyph::Up:
        return {"M3 10l5-5 5 5", ""};
    case Glyph::Down:
        return {"M3 6l5 5 5-5", ""};
    case Glyph::Fit:
        return {
            "M2 5.5v-3.5h3.5 M10.5 2h3.5v3.5 M14 10.5v3.5h-3.5 M5.5 14h-3.5v-3.5 M5.5 6.5h5v3h-5z",
            ""};
    case Glyph::ZoomIn:
        return {"M3 8h10 M8 3v10", ""};
    case Glyph::ZoomOut:
        return {"M3 8h10", ""};
    case Glyph::ActualSize:
        return {"M2.5 5l2-1.5v9 M11.5 5l2-1.5v9 M8.3 6.4v.2 M8.3 10v.2", ""};
    case Glyph::More:
        return {
            "",
            "M3 6.7a1.3 1.3 0 1 1 0 2.6a1.3 1.3 0 1 1 0-2.6z M8 6.7a1.3 1.3 0 1 1 0 2.6a1.3 1.3 "
            "0 1 1 0-2.6z M13 6.7a1.3 1.3 0 1 1 0 2.6a1.3 1.3 0 1 1 0-2.6z"};
    case Glyph::Clear:
        return {"M2.5 4h11 M6 4v-2h4v2 M4 4l.7 10h6.6l.7-10 M6.7 6.8v4.5 M9.3 6.8v4.5", ""};
    case Glyph::Follow:
        return {"M8 2v8.5 M4 7l4 4 4-4 M3 14h10", ""};
    case Glyph::Wrap:
        return {"M2 3.5h12 M2 8h9.5a2.4 2.4 0 0 1 0 4.8h-3 M10.3 10.8l-2 2 2 2 M2 12.5h3", ""};
    case Glyph::Find:
        return {"M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z M10.3 10.3l3.7 3.7", ""};
    case Glyph::Float:
        return {"M5 5.5h8.5v8h-8.5z M2.5 10.5v-8h8.5", ""};
    case Glyph::Close:
        return {"M4 4l8 8 M12 4l-8 8", ""};
    case Glyph::Plots:
        return {"M2 2v12h12 M4.5 11l3-4.5 2.5 2.5 3.5-5.5", ""};
    case Glyph::Table:
        return {"M2 3h12v10h-12z M2 6.5h12 M2 9.7h12 M6.5 3v10", ""};
    case Glyph::Pin:
        return {"M8 9.5v5 M4 9.5h8 M5 2h6 M6 2v4l-2 3.5 M10 2v4l2 3.5", ""};
    case Glyph::Dot:
        return {"M8 5.2a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 1 1 0-5.6z", ""};
    case Glyph::First:
        return {"M12 3l-5 5 5 5 M4 3v10", ""};
    case Glyph::Last:
        return {"M4 3l5 5-5 5 M12 3v10", ""};
    case Glyph::StepOver:
        return {"M2.5 9a5.5 5.5 0 0 1 10.5-1.5 M13.3 3.3v4.4h-4.4", kDotBelow};
    case Glyph::BackOver:
        return {"M13.5 9a5.5 5.5 0 0 0-10.5-1.5 M2.7 3.3v4.4h4.4", kDotBelow};
    case Glyph::StepOut:
        return {"M8 9.5v-7.5 M4.5 5.5l3.5-3.5 3.5 3.5", kDotBelow};
    case Glyph::NextMark:
        return {"M2.5 3.5l4.5 4.5-4.5 4.5", "M11.5 5.2a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 1 1 0-5.6z"};
    case Glyph::PreviousMark:
        return {"M13.5 3.5l-4.5 4.5 4.5 4.5", "M4.5 5.2a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 1 1 0-5.6z"};
    }
    return {"", ""};
}

QColor colourOf(GlyphInk ink, QIcon::Mode mode)
{
    const QPalette palette = QGuiApplication::palette();
    if (mode == QIcon::Disabled)
        return palette.color(QPalette::Disabled, QPalette::ButtonText);
    if (mode == QIcon::Selected)
        return palette.color(QPalette::HighlightedText);
    const bool dark = palette.color(QPalette::Button).lightness() < 128;
    switch (ink) {
    case GlyphInk::Go:
        return dark ? QColor(0x7c, 0xd0, 0x7f) : QColor(0x1f, 0x7a, 0x33);
    case GlyphInk::Halt:
        return dark ? QColor(0xff, 0x8a, 0x80) : QColor(0xb8, 0x2e, 0x2e);
    case GlyphInk::Text:
        break;
    }
    return palette.color(QPalette::ButtonText);
}

class GlyphEngine : public QIconEngine
{
public:
    GlyphEngine(Glyph glyph, GlyphInk ink)
        : m_glyph(glyph)
        , m_ink(ink)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const QColor colour = colourOf(m_ink, mode);
        const Drawing drawing = drawingOf(m_glyph);
        const QString svg
            = QStringLiteral(
                  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='%1' "
                  "fill='none' stroke='%3' stroke-width='1.4' stroke-linecap='round' "
                  "stroke-linejoin='round'/><path d='%2' fill='%3'/></svg>")
                  .arg(QLatin1String(drawing.lines), QLatin1String(drawing.areas), colour.name());
        QSvgRenderer renderer(svg.toUtf8());
        painter->save();
        painter->setOpacity(painter->opacity() * colour.alphaF());
        renderer.render(painter, rect);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect({}, size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new GlyphEngine(m_glyph, m_ink); }

private:
    Glyph m_glyph;
    GlyphInk m_ink;
};

} // namespace

QIcon glyphIcon(Glyph glyph, GlyphInk ink)
{
    return QIcon(new GlyphEngine(glyph, ink));
}

} // namespace sandbench::ui
