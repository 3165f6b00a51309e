// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include <functional>

class QAction;
class QWidget;

namespace sandbench::ui {

class PictureView;

/// What whoever shows a picture can do with it, as actions of @p owner with their keys.
/// Thread: GUI.
struct ZoomActions
{
    QAction* fit = nullptr;
    QAction* smaller = nullptr;
    QAction* larger = nullptr;
    QAction* actual = nullptr; ///< One picture pixel per screen pixel.
};
/// @p picture: the one that is shown.
ZoomActions zoomActions(QWidget& owner, const std::function<PictureView&()>& picture);

/// The first switches a mark on that tells of one pixel; the others move it, ten pixels at a time
/// with Shift, and are enabled as long as it is there.
QList<QAction*> pixelActions(QWidget& owner, const std::function<PictureView&()>& picture);

} // namespace sandbench::ui
