// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/bench/baseline.h"
#include "core/base/result.h"

#include <QEvent>
#include <QTestEventLoop>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

namespace sandbench::bench {

/// Something that comes through the event loop, and how long it took from the last restart().
/// Thread: GUI.
class Waiting
{
public:
    void restart() { m_begin = Clock::now(); }
    void end()
    {
        if (!m_took)
            m_took = cli::since(m_begin);
        m_loop.exitLoop();
    }
    /// Runs the event loop until the end. Units: milliseconds. Errors: Unavailable when it does not
    /// come.
    Result<double> result()
    {
        constexpr int kPatience = 120'000;
        if (!m_took)
            m_loop.enterLoopMSecs(kPatience);
        return m_took ? Result<double>(*m_took)
                      : Error(ErrorCode::Unavailable, "it did not come in two minutes");
    }

private:
    Clock::time_point m_begin = Clock::now();
    std::optional<double> m_took;
    QTestEventLoop m_loop;
};

/// Ends a wait once a widget has been painted as it should be.
class PaintWatch : public QObject
{
public:
    /// @p isThere: asked right before each painting.
    PaintWatch(QWidget& widget, Waiting& waiting, std::function<bool()> isThere)
        : m_waiting(waiting)
        , m_isThere(std::move(isThere))
    {
        widget.installEventFilter(this);
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        // What was painted is on the screen when the event loop comes round again; a StallMeter has
        // then seen it, too.
        if (event->type() == QEvent::Paint && m_isThere())
            QTimer::singleShot(0, this, [this] { m_waiting.end(); });
        return false;
    }

private:
    Waiting& m_waiting;
    std::function<bool()> m_isThere;
};

} // namespace sandbench::bench
