// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/artifact/chart.h"

#include <QByteArray>
#include <QString>

#include <memory>

namespace sandbench::ui {

/// One artifact as it came out of a sandbox: every field but runId is untrusted.
struct PlotItem
{
    QString runId, name, mime;
    QByteArray bytes;
    int width = 0, height = 0; ///< Units: pixels, 0 = unknown.
    QString note;
    std::shared_ptr<const Chart> chart = {}; ///< What it shows as numbers; null = not known.
    QString formOf = {}; ///< The name of the run's result that it shows again; empty = none.
    QString sourceFile = {}; ///< As the interpreter knows it; of the line below.
    int sourceLine = 0; ///< That made it, from 1; 0 = not known.
};

} // namespace sandbench::ui
