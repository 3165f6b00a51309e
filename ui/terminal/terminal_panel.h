// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/terminal/terminal_session.h"

#include <QTimer>
#include <QWidget>

class QPushButton;
class QStackedWidget;

namespace sandbench::ui {

class FindBar;
class LogFinder;
class MessageBar;
class TerminalView;

/// The terminal of one session: a shell in its sandbox, and what is asked before a paste reaches it
/// or a link of it is opened. Thread: GUI.
class TerminalPanel : public QWidget
{
    Q_OBJECT

public:
    explicit TerminalPanel(SessionController& session, QWidget* parent = nullptr);
    ~TerminalPanel() override;

    TerminalView& view() { return *m_view; }
    bool isOpen() const { return m_shell.state() != TerminalSession::State::None; }
    /// Of what is asked or told; empty = of nothing.
    QString messageText() const;
    /// Opens a terminal where none is, and has the keyboard go to it.
    void open();
    /// Ends what runs in it.
    void close();
    /// Its session goes: ends all, and then itself, without waiting for the engine.
    void retire();

private:
    void buildCommands();
    void follow();
    void showEnd(const QString& why);
    void askPaste(const QString& copied);
    void askLink(const QString& address);
    void openFind();
    void search();
    void stepMatch(int direction);
    void showMatches();
    void closeFind();

    TerminalSession m_shell;
    QStackedWidget* m_pages;
    QPushButton* m_new;
    MessageBar* m_bar;
    TerminalView* m_view;
    FindBar* m_findBar;
    LogFinder* m_finder;
    QTimer m_searchDelay;
    int m_match = -1;
    bool m_wasOpened = false;
};

} // namespace sandbench::ui
