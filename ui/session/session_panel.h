// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session_controller.h"

#include <QTimer>
#include <QWidget>

#include <array>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedLayout;
class QVBoxLayout;

namespace sandbench::ui {

class SessionFacts;
class TrustReport;

/// One session: what its sandbox is, how long it lives, what it uses, and what isolates it.
/// Thread: GUI.
class SessionPanel : public QWidget
{
    Q_OBJECT

public:
    explicit SessionPanel(SessionController& controller, QWidget* parent = nullptr);

    QString stateText() const;
    QString isolationText() const;
    QString factsText() const;
    /// What stands there while no session is open.
    QString emptyText() const;

signals:
    void newSessionWanted();
    void closeWanted();
    /// What it uses is to be shown large.
    void useWanted();

protected:
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildEmpty();
    QWidget* buildDetails();
    void addHead(QVBoxLayout* column, QWidget* page);
    void addFigures(QVBoxLayout* column, QWidget* page);
    void refresh();
    void showEmpty(SessionState state);
    void showLife();
    void showUse();

    SessionController& m_controller;
    QStackedLayout* m_pages = nullptr;
    QLabel* m_empty = nullptr;
    QLabel* m_state = nullptr;
    SessionFacts* m_facts = nullptr;
    TrustReport* m_trust = nullptr;
    QProgressBar* m_opening = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_new = nullptr;
    std::weak_ptr<Session> m_shown; ///< Facts are read once per session.
    QLabel* m_uptime = nullptr;
    std::array<QLabel*, kAllUsed.size()> m_used{}; ///< By Used.
    QLabel* m_life = nullptr;
    QTimer m_clock;
};

} // namespace sandbench::ui
