// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace sandbench::ui {

/// The window's own symbols, drawn with one pen so that they belong together.
enum class Glyph {
    New,
    Open,
    Save,
    Run,
    Pause,
    Again,
    Stop,
    Copy,
    Previous,
    Next,
    Up,
    Down,
    Fit,
    ZoomIn,
    ZoomOut,
    ActualSize,
    More,
    Clear,
    Follow,
    Wrap,
    Find,
    Float,
    Close,
    Plots,
    Table,
    Dot,
    Pin,
    First,
    Last,
    StepOver,
    BackOver,
    StepOut,
    NextMark,
    PreviousMark,
};

enum class GlyphInk {
    Text, ///< As the text around it.
    Go, ///< Green.
    Halt, ///< Red.
};

/// Follows the palette at every painting: nothing is to be done when the theme changes.
/// Thread: GUI.
QIcon glyphIcon(Glyph glyph, GlyphInk ink = GlyphInk::Text);

} // namespace sandbench::ui
