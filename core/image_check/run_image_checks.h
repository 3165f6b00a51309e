// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/image_check/image_databases.h"
#include "core/image_check/image_report.h"
#include "core/image_check/image_sandbox.h"

#include <optional>
#include <stop_token>
#include <string>

namespace sandbench::image_check {

/// Holds an image against @p spec: every sandbox that it needs is opened once, and closed again.
/// What goes wrong is in the report; after a stop the rest is not checked. Thread: any.
ImageReport runImageChecks(const ImageSpec& spec, const ImageAccess& access, std::stop_token stop);

/// What is known of one image while it is checked. Thread: one at a time.
struct ImageFacts
{
    ImageSandbox& sandbox; ///< The usual one.
    std::optional<ImageInfo> info;
    std::string whyNoInfo;
};

/// Holds a run against its check.
Finding judgeCommand(const CommandCheck& check, const Result<RunRecord>& ended);
Finding checkFile(const FileCheck& check, const ImageFacts& facts, const std::stop_token& stop);
Finding checkUser(const UserCheck& check, const ImageFacts& facts, const std::stop_token& stop);
Finding checkFact(const FactCheck& check, const ImageFacts& facts, const std::stop_token& stop);
Finding checkNonRoot(const ImageFacts& facts, const std::stop_token& stop);

/// What package managers say is installed; @p rpmMayTake: seconds, where only rpm knows. Errors:
/// NotFound where none that we know was there.
Result<Packages>
installedPackages(ImageSandbox& sandbox, const std::stop_token& stop, double rpmMayTake = 20);
/// Looks for private keys and tokens in the image's files, variables and labels. Bounded; it has
/// not passed where a file could not be read.
Finding checkSecrets(const ImageFacts& facts, const std::stop_token& stop);

} // namespace sandbench::image_check
