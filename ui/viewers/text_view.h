// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/result_view.h"

#include <KSyntaxHighlighting/Repository>

namespace sandbench::ui {

class CodeEditor;

/// Text and code, coloured by its name, read-only; what hides or reorders letters is shown as what
/// it is. Thread: GUI.
class TextView : public ResultView
{
    Q_OBJECT

public:
    /// @p name: its ending chooses the colours. @p sentence: above the text; empty = nothing.
    TextView(
        const QByteArray& bytes, const QString& name, const QString& sentence, QWidget* parent);

    QString selectedText() const override;

private:
    KSyntaxHighlighting::Repository m_repository;
    CodeEditor* m_text = nullptr;
};

} // namespace sandbench::ui
