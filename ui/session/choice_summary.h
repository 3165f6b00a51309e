// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session_choice.h"

#include <QString>

namespace sandbench::ui {

class EngineProbe;
class PodPreview;

/// What a sandbox of this choice would be, in plain words and lines: what is relaxed and missing
/// before what holds. @p image is what an empty one means; empty = nothing is said of images.
QString choiceSummary(
    const SessionChoice& choice, const std::string& image, const EngineProbe& probe,
    EngineSource& engines);

/// The same for a pod: what was asked of its cluster is said of it.
QString podSummary(
    const SessionChoice& choice, const std::string& image, const PodPreview& preview,
    EngineSource& engines);

} // namespace sandbench::ui
