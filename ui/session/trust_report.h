// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"

#include <QWidget>

class QToolButton;

namespace sandbench::ui {

/// What isolates the sandbox. What was relaxed or is missing is always to be seen; the layers that
/// hold fold away. Thread: GUI.
class TrustReport : public QWidget
{
    Q_OBJECT

public:
    explicit TrustReport(QWidget* parent = nullptr);

    void showReport(const IsolationReport& report);
    /// All of it, one line each; empty before the first report.
    QString text() const { return m_text; }

private:
    void fold(bool open);

    QToolButton* m_head = nullptr;
    QWidget* m_gaps = nullptr;
    QWidget* m_layers = nullptr;
    QString m_text;
};

} // namespace sandbench::ui
