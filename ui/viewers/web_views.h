// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/active_view.h"

namespace sandbench::ui {

/// What the module "sandbench-web" offers: all that needs the web engine, which is half of what a
/// window would otherwise load when it starts. See active_view.h. Thread: GUI.
struct WebViews
{
    FigureView* (*figure)(QWidget* parent);
    ActiveView* (*vega)(const QByteArray& chart, QWidget* parent);
    ActiveView* (*text)(const QByteArray& text, QWidget* parent);
    ActiveView* (*html)(const QByteArray& html, QWidget* parent);
    const char* (*engineVersion)(); ///< Chromium's: "102.0.5005.177"
};

/// The module's only symbol: `const WebViews* sandbenchWebViews()`.
inline constexpr const char* kWebViewsSymbol = "sandbenchWebViews";

} // namespace sandbench::ui
