// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace sandbench::ui {

class PlotModel;

/// The row of thumbnails: ordinal, kind badge, grouped by run, those of earlier runs dimmed.
/// Several can be selected, and dragged out as files. Thread: GUI.
class PlotStrip : public QListView
{
    Q_OBJECT

public:
    PlotStrip(PlotModel& model, QWidget* parent);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
};

} // namespace sandbench::ui
