// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session_controller.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;
class QStackedLayout;

namespace sandbench::ui {

class Sparkline;

/// The session dock: what the sandbox is, how long it lives, what it uses, and what isolates it.
/// Thread: GUI.
class SessionPanel : public QWidget
{
    Q_OBJECT

public:
    explicit SessionPanel(SessionController& controller, QWidget* parent = nullptr);

    QString stateText() const;
    QString isolationText() const;

private:
    QWidget* buildDetails();
    void refresh();
    void showMetrics(const Session::Metrics& metrics);

    SessionController& m_controller;
    QStackedLayout* m_pages = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_engine = nullptr;
    QLabel* m_uptime = nullptr;
    QLabel* m_cpuText = nullptr;
    QLabel* m_memoryText = nullptr;
    QLabel* m_processes = nullptr;
    QLabel* m_layers = nullptr;
    QLabel* m_missing = nullptr;
    Sparkline* m_cpu = nullptr;
    Sparkline* m_memory = nullptr;
    QPushButton* m_destroy = nullptr;
    QTimer m_clock;
    double m_lastCpuSeconds = -1;
    qint64 m_lastSampleAt = 0;
};

} // namespace sandbench::ui
