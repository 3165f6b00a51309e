// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/activity/diff_highlighter.h"

#include <QApplication>
#include <QPalette>

namespace sandbench::ui {

void DiffHighlighter::highlightBlock(const QString& text)
{
    const bool isDark = QApplication::palette().color(QPalette::Base).lightness() < 128;
    QTextCharFormat format;
    if (text.startsWith(u"@@"))
        format.setForeground(QApplication::palette().color(QPalette::Link));
    else if (text.startsWith(u'+'))
        format.setForeground(isDark ? QColor(0x7e, 0xc8, 0x7e) : QColor(0x1a, 0x6b, 0x1a));
    else if (text.startsWith(u'-'))
        format.setForeground(isDark ? QColor(0xf0, 0x8a, 0x8a) : QColor(0xa0, 0x1c, 0x1c));
    else
        return;
    setFormat(0, static_cast<int>(text.size()), format);
}

} // namespace sandbench::ui
