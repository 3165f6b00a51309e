// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/plot_model.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace sandbench::ui {

/// What stands in for an artifact that is not drawn: its name, kind, size, the reason, and what can
/// be done. All text is plain. Thread: GUI.
class ArtifactCard : public QWidget
{
    Q_OBJECT

public:
    enum class Offer { SaveOnly, Activate, Retry };

    explicit ArtifactCard(QWidget* parent = nullptr);
    /// @p reason: a sentence, foreign or ours.
    void show(const PlotEntry& entry, const QString& reason, Offer offer);

signals:
    void saveRequested();
    void activateRequested();

private:
    QLabel* m_badge = nullptr;
    QLabel* m_name = nullptr;
    QLabel* m_facts = nullptr;
    QLabel* m_reason = nullptr;
    QPushButton* m_activate = nullptr;
};

} // namespace sandbench::ui
