// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/apptainer/program.h"
#include "core/engine/image_store.h"

#include <stop_token>
#include <string>
#include <vector>

/// `apptainer build`: an image of one form made from another one.
namespace sandbench::apptainer {

struct BuildJob
{
    std::string source; ///< "docker-archive:/path/x.tar", "docker://alpine:3", "/path/x.sif".
    std::string target; ///< Absolute path of what is not there yet.
    bool isFolder = false; ///< A folder with the image's files instead of one file.
    bool usesTls = true; ///< Of a registry.
    std::string temporaryFolder; ///< With room for the image.
};

/// The arguments, argv[0] first. No I/O.
std::vector<std::string> buildArguments(const BuildJob& job);

/// Runs it, telling each line that it says. What a job that failed or was stopped leaves is in its
/// target and its temporary folder. Errors: Cancelled, NotFound, PermissionDenied (a private
/// image), ResourceExhausted (disk), ConnectionLost, InvalidArgument (the source is no image).
Result<void> runBuild(
    const Program& program, Surroundings surroundings, const BuildJob& job,
    const OnImageProgress& onProgress, std::stop_token stop);

/// What a failed build said, as an error of ours. No I/O.
Error buildProblem(std::string_view complaint);

} // namespace sandbench::apptainer
