// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/image_check/run_image_checks.h"

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace sandbench::image_check {

/// What is in an image, as it says itself: all texts are untrusted, of one line.
struct ImageProbe
{
    std::string image, engine;
    std::string os; ///< "Debian GNU/Linux 12 (bookworm)"; empty = it does not say.
    std::string platform; ///< "linux/amd64"; empty = not known.
    std::uint64_t bytes = 0; ///< 0 = not known.
    std::string user; ///< That the image names.
    std::vector<std::string> shells; ///< Paths.
    std::vector<std::string> users; ///< Those with a shell of their own, and root.
    std::vector<std::pair<std::string, std::string>> interpreters; ///< Name and version.
    std::vector<std::string> packageManagers;
    /// Installed by dpkg, apk or rpm; absent = no list of them could be read.
    std::optional<std::size_t> packages;
    bool agentRuns = false;
    IsolationReport isolation; ///< Of the sandbox that it was looked at in.
    std::vector<Finding> trust; ///< Non-root, and what else could be told at once.
    std::vector<std::string> notes;
    std::optional<Error> problem; ///< Why there was no sandbox.
    double seconds = 0;
};

/// Opens a sandbox of the image and looks around in it. Thread: any.
ImageProbe probeImage(const ImageAccess& access, std::stop_token stop);

/// One image of schema "sandbench.image_probe/1".
Json toJson(const ImageProbe& probe);

} // namespace sandbench::image_check
