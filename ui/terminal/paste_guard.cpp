// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/paste_guard.h"

#include "ui/common/safe_text.h"

namespace sandbench::ui {

static constexpr qsizetype kPreviewCharacters = 120;

GuardedPaste guardPaste(const QString& copied)
{
    QString text = copied.left(GuardedPaste::kMostCharacters);
    text.replace(QStringLiteral("\r\n"), QStringLiteral("\n")).replace(u'\r', u'\n');
    GuardedPaste paste;
    paste.text = SafeText::withoutControls(text);
    paste.hadControls = paste.text.size() < text.size();
    paste.lines = static_cast<int>(paste.text.count(u'\n'));
    paste.text.replace(u'\n', u'\r');
    return paste;
}

QString GuardedPaste::preview() const
{
    QString start = text.left(kPreviewCharacters);
    start.replace(u'\r', QStringLiteral(" ⏎ "));
    start.replace(u'\t', u' ');
    return SafeText::display(start)
        + (text.size() > kPreviewCharacters ? QStringLiteral("…") : QString());
}

} // namespace sandbench::ui
