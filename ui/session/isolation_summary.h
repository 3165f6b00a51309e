// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sandbench::ui {

/// One line of an account of what isolates a sandbox; foreign text in it is made safe.
struct IsolationLine
{
    enum class Kind { Relaxed, Missing, Layer };
    Kind kind = Kind::Layer;
    QString text;
    /// "⚠ Missing: …" as plain text.
    QString marked() const;
};

/// What was relaxed and what is missing first, then what holds.
std::vector<IsolationLine> isolationLines(const IsolationReport& report);

/// The same for a paragraph: each gap on a line of its own, or, with @p holds, all that holds on
/// one.
QStringList isolationText(const IsolationReport& report, bool holds);

/// "1 GiB of memory, 0.75 CPUs, 256 processes, 512 MiB of disk"
QString limitsText(const SandboxLimits& limits);

} // namespace sandbench::ui
