// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

namespace sandbench::ui {

/// Who wrote the bytes. Input is the echo of what the user typed; Notice is a message of ours,
/// which program output can neither imitate nor rewrite.
enum class OutputStream { Stdout, Stderr, Input, Notice };

/// What the header row of a run shows from its start. linkNames are the only file names that lines
/// of the run may link to.
struct RunHeader
{
    QString runId;
    QString title;
    QString session;
    QDateTime startedAt;
    QStringList linkNames;
};

/// How a run ended, in our words. Units: seconds, bytes (0 = not known).
struct RunSummary
{
    enum class Tone { Good, Bad, Warning, Neutral };
    QString statusWord;
    Tone tone = Tone::Neutral;
    double wallSeconds = 0;
    quint64 peakMemoryBytes = 0;
    QString detail;
};

} // namespace sandbench::ui
