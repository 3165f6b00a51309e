// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

namespace sandbench::ui {

/// Foreign text (file names, error messages, anything a sandbox said) in a form that cannot lie to
/// the reader. The result is plain text: show it only in widgets whose text format is plain.
/// Thread: any.
/// Source: Unicode general categories and variation selectors; research notes "Names (SafeText)".
struct SafeText
{
    /// True for code points that a reader could not see or that reorder others: C0, C1, DEL, bidi
    /// and zero-width controls, separators, tags, variation selectors, fillers, private use,
    /// unassigned.
    static bool needsBox(char32_t codePoint);

    /// "1B", "202E": what stands in the box. At least two hexadecimal digits.
    static QString boxLabel(char32_t codePoint);

    /// One line: every code point that needsBox() becomes "[U+202E]".
    static QString display(const QString& foreign);
    static QString display(const std::string& foreign)
    {
        return display(QString::fromStdString(foreign));
    }

    /// As display(), and bytes that are not UTF-8 become "\xNN".
    static QString displayBytes(QByteArrayView foreign);

    /// display() between a first-strong isolate and its end, to put into a sentence of ours.
    static QString isolated(const QString& foreign);

    /// display() shortened in the middle to @p maxLength so that the extension stays visible.
    static QString elidedName(const QString& foreign, int maxLength);

    /// For the clipboard: control and invisible code points removed; line feeds and tabs stay.
    static QString withoutControls(const QString& foreign);

    /// A proposal for a save dialog: letters, digits, "._-", at most 120 bytes, no leading '.' or
    /// '-', no device names of other systems; @p fallback when nothing is left.
    static QString saveName(const QString& foreign, const QString& fallback);
};

} // namespace sandbench::ui
