// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/image_check/image_probe.h"
#include "core/image_check/image_report.h"

#include <string>
#include <vector>

namespace sandbench::cli {

/// A table of the checks of each image, with what was expected and got below those that failed.
/// Safe on a terminal.
std::string imageChecksText(const std::vector<image_check::ImageReport>& reports);

/// What is in each image. Safe on a terminal.
std::string imageProbesText(const std::vector<image_check::ImageProbe>& probes);

} // namespace sandbench::cli
