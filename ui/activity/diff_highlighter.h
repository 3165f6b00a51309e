// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace sandbench::ui {

/// Colours hunks of a text as patch(1) reads them, without lines that name files. The signs stay,
/// so that nothing is told by colour alone. Thread: GUI.
class DiffHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

protected:
    void highlightBlock(const QString& text) override;
};

} // namespace sandbench::ui
