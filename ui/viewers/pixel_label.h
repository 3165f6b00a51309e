// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include <optional>

namespace sandbench::ui {

class PictureView;

/// "x 120, y 44: #1f77b4, alpha 255": the pixel of a picture that the pointer is on, or else that a
/// mark is on, which keys move. Stands in a lower corner of the view, and gives way to the pointer.
/// Thread: GUI.
class PixelLabel : public QLabel
{
    Q_OBJECT

public:
    explicit PixelLabel(PictureView& picture);

    /// A mark in the middle of what is shown, or none.
    void setMarking(bool isOn);
    /// Units: pixels of the picture. The mark stays in the picture, and in sight.
    void moveMark(QPoint by);
    /// The picture has changed, or where it is shown.
    void refresh();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    PictureView& m_picture;
    std::optional<QPointF> m_pointer; ///< Units: logical pixels of the view.
    bool m_isMarking = false;
};

} // namespace sandbench::ui
