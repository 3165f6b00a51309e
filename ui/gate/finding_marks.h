// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/gate/scan.h"

#include <QObject>

#include <vector>

namespace sandbench::ui {

class CodeEditor;

/// Findings in a document: a line under each, another one for each severity, and its text where the
/// mouse rests. Lives as long as its editor. Thread: GUI.
class FindingMarks : public QObject
{
    Q_OBJECT

public:
    /// Its indicator numbers in the editor, from the lowest severity on; the lexer and QScintilla
    /// use others.
    static constexpr int kFirstIndicator = 20;

    /// Of @p editor, made when it is first asked for.
    static FindingMarks& of(CodeEditor& editor);

    /// @p findings are of the text as it is now. Replaces those before.
    void show(const std::vector<Finding>& findings);
    /// What stands at a byte, for people; empty where nothing does, and after an edit until the
    /// next show().
    QString textAt(long offset) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    explicit FindingMarks(CodeEditor& editor);
    void applyColours();
    void showInRuler(Severity severity);

    CodeEditor& m_editor;
    std::vector<Finding> m_findings;
    quint64 m_revision = 0;
};

} // namespace sandbench::ui
