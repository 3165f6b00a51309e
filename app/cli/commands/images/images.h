// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/program.h"
#include "core/engine/registry.h"

#include <memory>
#include <string>
#include <vector>

namespace sandbench::cli {

/// `sandbenchctl images` as it was typed; empty text = not given.
struct ImagesOptions
{
    std::string engine, connection;
    std::string image; ///< Or the container, of commit; or the folder, of build.
    std::vector<std::string> images; ///< Of remove.
    std::string name; ///< The new one.
    std::string tarPath;
    std::string file, target, platform;
    std::vector<std::string> buildArguments; ///< NAME=VALUE
    bool noCache = false;
    bool dryRun = false;
    bool noVerifyTls = false;
    bool quiet = false;
    bool json = false;
};

using ImagesAction = Result<int> (*)(const Program&, const ImagesOptions&);

Result<int> listImages(const Program& program, const ImagesOptions& options);
Result<int> inspectImage(const Program& program, const ImagesOptions& options);
Result<int> showHistory(const Program& program, const ImagesOptions& options);
Result<int> showDiskUse(const Program& program, const ImagesOptions& options);
Result<int> pullImage(const Program& program, const ImagesOptions& options);
Result<int> buildImage(const Program& program, const ImagesOptions& options);
Result<int> importImage(const Program& program, const ImagesOptions& options);
Result<int> exportImage(const Program& program, const ImagesOptions& options);
Result<int> loadImages(const Program& program, const ImagesOptions& options);
Result<int> commitImage(const Program& program, const ImagesOptions& options);
Result<int> tagImage(const Program& program, const ImagesOptions& options);
Result<int> removeImages(const Program& program, const ImagesOptions& options);
Result<int> pruneImages(const Program& program, const ImagesOptions& options);

/// The engine to work with and its images.
struct ChosenStore
{
    EngineRegistry engines; ///< Owns the rest.
    std::string engine;
    ImageStore* store = nullptr;
};

/// The engine that was named, or else the first one with images that answers. Errors: NotFound,
/// Unsupported (it has no images), those of the engines' connections.
Result<ChosenStore> chooseStore(const ImagesOptions& options, std::stop_token stop);

/// What prune would remove.
Result<int>
showPrunable(const ChosenStore& chosen, const ImagesOptions& options, std::stop_token stop);

} // namespace sandbench::cli
