// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/images/images.h"
#include "app/cli/failure.h"
#include "app/cli/progress_view.h"
#include "app/cli/text.h"
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/engine/image_store.h"

#include <filesystem>
#include <optional>

namespace sandbench::cli {
namespace {

using Work
    = std::function<Result<std::string>(ImageStore&, const OnImageProgress&, std::stop_token)>;

// Does it and prints the id that came of it; progress goes to stderr.
Result<int> change(
    const Program& program, const ImagesOptions& options, const char* action,
    const std::string& image, const Work& work)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto chosen, chooseStore(options, stop));
    const auto worked = [&] {
        ProgressPrinter printer(!options.quiet);
        return work(*chosen.store, printer.callback(), stop);
    };
    SANDBENCH_TRY(const auto id, worked());
    Json json
        = {{"schema", "sandbench.image_change/1"},
           {"action", action},
           {"engine", chosen.engine},
           {"image", image}};
    if (!id.empty())
        json["id"] = id;
    return printed(options.json, json, printable(id.empty() ? image : id) + "\n");
}

// What was done has no id of its own: an empty one.
Result<std::string> withoutId(Result<void> done)
{
    if (!done)
        return std::move(done.error());
    return std::string();
}

Result<BuildRequest> buildRequestOf(const ImagesOptions& options)
{
    BuildRequest request;
    request.contextFolder = options.image;
    request.tag = options.name;
    request.target = options.target;
    request.platform = options.platform;
    request.noCache = options.noCache;
    // As people know it: relative to where they are, else to the folder.
    std::error_code failure;
    request.file = options.file;
    if (!options.file.empty() && std::filesystem::exists(options.file, failure))
        request.file = std::filesystem::absolute(options.file, failure).string();
    for (const auto& argument : options.buildArguments) {
        const auto equals = argument.find('=');
        if (equals == std::string::npos || equals == 0)
            return Error(
                ErrorCode::InvalidArgument,
                "--build-arg '" + argument + "' is not like NAME=VALUE");
        request.arguments[argument.substr(0, equals)] = argument.substr(equals + 1);
    }
    return request;
}

} // namespace

Result<int> pullImage(const Program& program, const ImagesOptions& options)
{
    const PullRequest request{options.image, options.platform, !options.noVerifyTls};
    return change(
        program, options, "pull", options.image,
        [&](ImageStore& store, const OnImageProgress& onProgress, std::stop_token stop) {
            return store.pull(request, onProgress, std::move(stop));
        });
}

Result<int> buildImage(const Program& program, const ImagesOptions& options)
{
    SANDBENCH_TRY(const auto request, buildRequestOf(options));
    return change(
        program, options, "build", options.name,
        [&](ImageStore& store, const OnImageProgress& onProgress, std::stop_token stop) {
            return store.build(request, onProgress, std::move(stop));
        });
}

Result<int> importImage(const Program& program, const ImagesOptions& options)
{
    return change(
        program, options, "import", options.name,
        [&](ImageStore& store, const OnImageProgress& onProgress, std::stop_token stop) {
            return store.import(options.tarPath, options.name, onProgress, std::move(stop));
        });
}

Result<int> exportImage(const Program& program, const ImagesOptions& options)
{
    return change(
        program, options, "export", options.image,
        [&](ImageStore& store, const OnImageProgress& onProgress, std::stop_token stop) {
            return withoutId(
                store.save(options.image, options.tarPath, onProgress, std::move(stop)));
        });
}

Result<int> loadImages(const Program& program, const ImagesOptions& options)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto chosen, chooseStore(options, stop));
    const auto loaded = [&] {
        ProgressPrinter printer(!options.quiet);
        return chosen.store->load(options.tarPath, printer.callback(), stop);
    };
    SANDBENCH_TRY(const auto names, loaded());
    const Json json
        = {{"schema", "sandbench.image_change/1"},
           {"action", "load"},
           {"engine", chosen.engine},
           {"images", names}};
    return printed(options.json, json, printable(joined(names, "\n")) + "\n");
}

Result<int> commitImage(const Program& program, const ImagesOptions& options)
{
    return change(
        program, options, "commit", options.name,
        [&](ImageStore& store, const OnImageProgress&, std::stop_token stop) {
            return store.commit(options.image, options.name, std::move(stop));
        });
}

Result<int> tagImage(const Program& program, const ImagesOptions& options)
{
    return change(
        program, options, "tag", options.name,
        [&](ImageStore& store, const OnImageProgress&, std::stop_token stop) {
            return withoutId(store.tag(options.image, options.name, std::move(stop)));
        });
}

// All that can be removed are; the last one that cannot be decides the status.
Result<int> removeImages(const Program& program, const ImagesOptions& options)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto chosen, chooseStore(options, stop));
    std::vector<std::string> removed;
    std::optional<Error> last; // said at the end
    for (const auto& image : options.images) {
        const auto done = chosen.store->remove(image, stop);
        if (done) {
            removed.push_back(image);
            continue;
        }
        if (last)
            note(last->text());
        last = done.error();
        if (stop.stop_requested())
            break;
    }
    if (last)
        return *last;
    const Json json
        = {{"schema", "sandbench.image_change/1"},
           {"action", "remove"},
           {"engine", chosen.engine},
           {"images", removed}};
    return !options.json || print(writeJson(json) + "\n") ? 0 : 1;
}

Result<int> pruneImages(const Program& program, const ImagesOptions& options)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto chosen, chooseStore(options, stop));
    if (options.dryRun)
        return showPrunable(chosen, options, stop);
    SANDBENCH_TRY(const auto freed, chosen.store->prune(stop));
    const Json json
        = {{"schema", "sandbench.image_change/1"},
           {"action", "prune"},
           {"engine", chosen.engine},
           {"freed_bytes", freed}};
    return printed(options.json, json, formatSize(freed) + " are free again\n");
}

} // namespace sandbench::cli
