// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_record.h"

#include <QObject>
#include <QString>

#include <optional>

namespace sandbench::ui {

class MainWindow;

/// `sandbench --run --screenshot FILE`: runs the open document, waits until everything it made is
/// really drawn, saves a picture of the window and ends the program with the run's exit status.
/// Thread: GUI.
class ScriptRun : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        bool run = false;
        QString screenshot; ///< Empty = none.
        bool quitAtEnd = false; ///< Set when a screenshot is wanted.
    };

    ScriptRun(MainWindow& window, Options options, QObject* parent = nullptr);
    void start();

signals:
    void finished(int exitStatus);

private:
    void ended(int exitStatus);
    void finishWhenDrawn();
    bool savePicture() const;

    MainWindow& m_window;
    Options m_options;
    std::optional<int> m_exitStatus;
    bool m_cannotOpen = false;
    bool m_done = false;
};

} // namespace sandbench::ui
