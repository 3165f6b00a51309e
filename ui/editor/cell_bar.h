// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/gate/outline.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace sandbench::ui {

class CodeEditor;

/// Where the cells of a document are, which moves with its text, and a line in its left margin
/// beside the one that the caret is in. Thread: GUI.
class CellBar : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kWidth = 4; ///< Units: pixels.

    explicit CellBar(CodeEditor& editor);

    /// As cellsOf() has them; none = the document has no cells.
    void setCells(const std::vector<CellLines>& cells);
    /// The cell that the caret is in; all lines of a document that has no cells.
    CellLines current() const { return cellAtCaret().value_or(allLines()); }
    /// What is painted, from the first pixel to the one behind the last; the same where nothing is.
    int top() const { return m_top; }
    int bottom() const { return m_bottom; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    std::optional<CellLines> cellAtCaret() const;
    CellLines allLines() const;

    CodeEditor& m_editor;
    int m_top = 0, m_bottom = 0;
};

} // namespace sandbench::ui
