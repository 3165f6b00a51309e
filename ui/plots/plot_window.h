// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/picture_view.h"

#include <QPersistentModelIndex>

class QLabel;
class QMenu;

namespace sandbench::ui {

class PlotModel;
class PlotPicture;
class RenderClient;

/// A window of its own for the pictures of a session: arrow keys go through them, F11 fills the
/// screen, Escape closes it. Deletes itself when it is closed. Thread: GUI.
class PlotWindow : public QWidget
{
    Q_OBJECT

public:
    /// @p model and @p client: outlive it.
    PlotWindow(PlotModel& model, RenderClient& client, QWidget* parent);

    /// Shows what is in row @p row, which is a picture.
    void present(int row);
    /// Shows the pixels of what is in row @p row, which is no picture.
    void presentStill(int row, const QImage& image);
    PictureView& picture();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QMenu* makeMenu();
    void step(int direction);

    PlotModel& m_model;
    PlotPicture* m_picture = nullptr;
    QLabel* m_refusal = nullptr;
    QMenu* m_menu = nullptr;
    QPersistentModelIndex m_index;
};

} // namespace sandbench::ui
