// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>

class QWidget;

namespace sandbench::ui {

class FigureView;

/// Has the page of the next figure loaded while one is looked at, or while a program runs that may
/// draw one, as loading plotly.js takes most of the time that a figure needs. Each figure has a
/// page of its own all the same: none has seen another figure. Thread: GUI.
class FigureSpare
{
public:
    /// @p parent: of the views, hidden until somebody shows them.
    explicit FigureSpare(QWidget& parent);

    /// The one that is loaded, or a new one.
    FigureView* take();
    /// Soon, and only where the parent is seen: such a page takes memory.
    void keep() { m_soon.start(); }
    /// Now: one is expected.
    void load();
    void drop();

private:
    QWidget& m_parent;
    QPointer<FigureView> m_view;
    QTimer m_soon;
};

} // namespace sandbench::ui
