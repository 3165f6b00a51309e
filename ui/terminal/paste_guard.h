// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandbench::ui {

/// Copied text on its way to a shell, which would run each of its lines.
struct GuardedPaste
{
    static constexpr qsizetype kMostCharacters = 1 << 20;

    QString text; ///< Without control characters but tabs; lines end as Enter does.
    int lines = 0; ///< That would be entered.
    bool hadControls = false; ///< Some were left out.
    bool isAsked() const { return lines > 0 || hadControls; }
    /// Its beginning, in one line that cannot lie.
    QString preview() const;
};

/// @p copied: from the clipboard, by anybody.
GuardedPaste guardPaste(const QString& copied);

} // namespace sandbench::ui
