// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <array>
#include <functional>

namespace sandbench::ui {

/// What people see on the beamer while the window with everything else stays on the laptop: the
/// document, its output and its plots, drawn anew in the size of the beamer whenever they change,
/// and the mouse where it points at one of them. Takes no input. Thread: GUI.
class BeamerWindow : public QWidget
{
    Q_OBJECT

public:
    /// Each tells the widget that is shown now; null = none.
    struct Sources
    {
        std::function<QWidget*()> document, output, plots;
    };
    explicit BeamerWindow(Sources sources, QWidget* window);

    /// On another screen than @p window's, where there is one: there it fills it.
    void open(const QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Part
    {
        QPointer<QWidget> source;
        QRect place;
        QPixmap picture;
        bool isStale = true;
    };
    void follow();
    void draw(Part& part);

    Sources m_sources;
    std::array<Part, 3> m_parts;
    QTimer m_look;
    QPoint m_pointer; ///< Of the mouse, on the screen.
    int m_looks = 0;
    bool m_isDrawing = false;
};

} // namespace sandbench::ui
