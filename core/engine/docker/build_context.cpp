// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/build_context.h"

#include "core/archive/ignore_rules.h"
#include "core/base/fd.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>
#include <system_error>

namespace sandbench::docker {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFile = 1U << 20;
// For a Dockerfile that is not in the folder.
constexpr const char* kForeignName = ".sandbench.Dockerfile";

struct FoundFile
{
    std::string path; // on this machine
    std::string name; // in the folder; empty = it is not in there
    std::string text;
};

// Where @p path is below @p folder, without following what could lead out of it.
std::string nameBelow(const fs::path& folder, const fs::path& path)
{
    std::error_code failure;
    const auto top = fs::canonical(folder, failure);
    const auto place = fs::canonical(path.parent_path(), failure);
    if (failure || fs::is_symlink(path, failure))
        return {};
    const auto name = (place / path.filename()).lexically_relative(top).string();
    return name.empty() || name.starts_with("..") ? "" : name;
}

Result<FoundFile> findFile(const BuildRequest& request, bool podman)
{
    const fs::path folder(request.contextFolder);
    std::vector<std::string> names = {"Dockerfile", "Containerfile"};
    if (podman)
        std::swap(names.front(), names.back());
    if (!request.file.empty())
        names = {request.file};
    for (const auto& name : names) {
        const auto path = folder / name; // an absolute name stays what it is
        auto text = readFile(path.string(), kMaxFile);
        if (text)
            return FoundFile{path.string(), nameBelow(folder, path), *std::move(text)};
        if (text.error().code() != ErrorCode::NotFound)
            return std::move(text.error());
    }
    return Error(
        ErrorCode::InvalidArgument,
        "there is no " + (request.file.empty() ? "Dockerfile or Containerfile" : request.file)
            + " in " + request.contextFolder
            + "; write one, or name it with 'images build --file'");
}

struct FoundRules
{
    IgnoreRules rules;
    bool ofFile = false; // they are the file's own: the folder's must not be applied by the engine
};

Result<FoundRules> findRules(const BuildRequest& request, const FoundFile& file, bool podman)
{
    const fs::path folder(request.contextFolder);
    std::vector<std::string> paths = {file.path + ".dockerignore"};
    if (podman)
        paths.push_back((folder / ".containerignore").string());
    paths.push_back((folder / ".dockerignore").string());
    for (const auto& path : paths) {
        const auto text = readFile(path, kMaxFile);
        if (text.failedAs(ErrorCode::NotFound))
            continue;
        if (!text)
            return text.error();
        SANDBENCH_TRY(auto rules, IgnoreRules::parse(*text).within(path));
        return FoundRules{std::move(rules), path == paths.front()};
    }
    return FoundRules();
}

std::string upper(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return static_cast<char>(std::toupper(c));
    });
    return text;
}

} // namespace

std::vector<std::string> baseImagesOf(std::string_view dockerfile)
{
    std::vector<std::string> images;
    std::set<std::string> stages;
    std::istringstream lines{std::string(dockerfile)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word, image;
        if (!(words >> word) || upper(word) != "FROM")
            continue;
        while (words >> image && image.starts_with("--"))
            image.clear();
        std::string as, stage;
        const bool known = stages.contains(upper(image));
        if (words >> as >> stage && upper(as) == "AS")
            stages.insert(upper(stage));
        if (!image.empty() && !known && image.find('$') == std::string::npos && image != "scratch"
            && std::find(images.begin(), images.end(), image) == images.end())
            images.push_back(image);
    }
    return images;
}

Result<BuildContext> openBuildContext(const BuildRequest& request, bool podman)
{
    std::error_code failure;
    if (!fs::is_directory(request.contextFolder, failure))
        return Error(
            ErrorCode::InvalidArgument,
            "'" + request.contextFolder + "' is not a folder; name the folder to build from");
    SANDBENCH_TRY(auto file, findFile(request, podman));
    SANDBENCH_TRY(auto found, findRules(request, file, podman));
    BuildContext context;
    context.baseImages = baseImagesOf(file.text);
    FolderArchive::Options options;
    context.file = file.name;
    if (file.name.empty()) {
        context.file = kForeignName;
        options.extra.emplace_back(kForeignName, file.text);
    }
    const bool closed = found.rules.isClosed();
    options.mayHold = [closed, name = file.name](const std::string& folder) {
        return !closed || name.starts_with(folder + "/");
    };
    options.takes = [found = std::move(found), name = file.name](const std::string& path) {
        if (path == ".dockerignore" || path == ".containerignore")
            return !found.ofFile;
        return path == name || (path != kForeignName && !found.rules.excludes(path));
    };
    SANDBENCH_TRY(context.archive, FolderArchive::open(request.contextFolder, std::move(options)));
    return context;
}

} // namespace sandbench::docker
