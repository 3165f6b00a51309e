// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench {

struct ImageInfo
{
    std::string id; ///< "sha256:…"
    std::vector<std::string> tags; ///< "python:3.12"
    std::uint64_t bytes = 0;
    std::int64_t createdAt = -1; ///< Units: seconds since 1970; -1 = it does not say.
    std::string platform; ///< "linux/amd64"; empty where only inspect() knows it.
    std::map<std::string, std::string> labels;
    // Only from inspect():
    std::vector<std::string> entrypoint, command, env;
    std::string user, workingFolder;
    std::vector<std::string> ports, volumes; ///< "8080/tcp"; "/data".
    std::vector<std::string> digests;
};

/// One step of how an image was made. Untrusted.
struct ImageLayer
{
    std::string id; ///< Of the image that it ended with; empty where nobody knows it any more.
    std::string step; ///< What the maker wrote: "RUN apt-get update", "/bin/sh -c #(nop) …".
    std::string comment;
    std::vector<std::string> tags; ///< Of the image that it ended with.
    std::uint64_t bytes = 0; ///< Of its layer; 0 = it changed no file.
    std::int64_t createdAt = -1; ///< Units: seconds since 1970; -1 = it does not say.
};

/// By the id of an image, the names of the containers that were made from it.
using ImageUsers = std::map<std::string, std::vector<std::string>>;

/// Where a pull, a build, an import or an export is.
struct ImageProgress
{
    struct Layer
    {
        std::string id;
        std::string status; ///< "Downloading", "Extracting", "Pull complete" …
        std::uint64_t doneBytes = 0, totalBytes = 0; ///< 0 = unknown.
    };
    std::vector<Layer> layers; ///< In the order of their first mention; at most 512.
    std::uint64_t doneBytes = 0, totalBytes = 0;
    double bytesPerSecond = 0;
    std::string line; ///< New text of a build's log, raw and untrusted; empty = only numbers moved.
};
/// Called on the calling thread, for numbers at most ten times a second.
using OnImageProgress = std::function<void(const ImageProgress&)>;

struct PullRequest
{
    std::string image;
    std::string platform; ///< "linux/arm64"; empty = as the engine chooses.
    /// False = also from a registry without a certificate that the engine trusts, or without any.
    /// Docker leaves that to its daemon's configuration. Errors: Unsupported.
    bool verifyTls = true;
};

struct BuildRequest
{
    std::string contextFolder;
    std::string file; ///< In the folder or absolute; empty = Containerfile or Dockerfile there.
    std::string tag;
    std::map<std::string, std::string> arguments;
    std::string target, platform;
    bool noCache = false;
};

struct DiskUse
{
    std::uint64_t imageBytes = 0, containerBytes = 0, volumeBytes = 0, cacheBytes = 0;
    std::uint64_t reclaimableBytes = 0;
};

/// What an engine keeps images in. Every call blocks and obeys its stop token within 100 ms.
/// Thread: any. Errors: those of the engine's connection, and as said.
class ImageStore
{
public:
    virtual ~ImageStore() = default;

    virtual Result<std::vector<ImageInfo>> list(std::stop_token stop) = 0;
    /// A name without a registry means what is here under that name, also where an engine calls it
    /// "localhost/…". Make containers from the id: Podman's API takes no short name for that.
    /// Errors: NotFound, saying how to get the image.
    virtual Result<ImageInfo> inspect(const std::string& image, std::stop_token stop) = 0;
    /// The newest first. Errors: NotFound.
    virtual Result<std::vector<ImageLayer>> history(const std::string& image, std::stop_token stop)
        = 0;
    /// Of all images, also those that containers which do not run need.
    virtual Result<ImageUsers> users(std::stop_token stop) = 0;
    /// Credentials come from the user's usual config files. Layers that a cancelled pull had
    /// finished are not fetched again where the engine keeps them: Podman does, Docker 20.10 lets
    /// them go. Returns the id. Errors: NotFound, PermissionDenied
    /// (private), ConnectionLost, ResourceExhausted (disk).
    virtual Result<std::string>
    pull(const PullRequest& request, const OnImageProgress& onProgress, std::stop_token stop) = 0;
    /// Returns the id. Errors: InvalidArgument (no such file, a failing step: its last lines).
    virtual Result<std::string>
    build(const BuildRequest& request, const OnImageProgress& onProgress, std::stop_token stop) = 0;
    virtual Result<void>
    tag(const std::string& image, const std::string& newName, std::stop_token stop) = 0;
    /// Errors: AlreadyExists when a container uses it, with its name.
    virtual Result<void> remove(const std::string& image, std::stop_token stop) = 0;
    /// Imports a root file system (tar) as an image. Returns the id.
    virtual Result<std::string> import(
        const std::string& tarPath, const std::string& tag, const OnImageProgress& onProgress,
        std::stop_token stop)
        = 0;
    /// Writes the image with its layers and names as an archive that load() takes, here or in
    /// another engine. @p tarPath is new or replaced, and that only when all is there. Errors:
    /// NotFound, Io and ResourceExhausted of the host's file.
    virtual Result<void> save(
        const std::string& image, const std::string& tarPath, const OnImageProgress& onProgress,
        std::stop_token stop)
        = 0;
    /// Takes an archive of save(), also one of Docker's or Podman's own. Returns the names that it
    /// had, or ids. Errors: InvalidArgument for another file.
    virtual Result<std::vector<std::string>>
    load(const std::string& tarPath, const OnImageProgress& onProgress, std::stop_token stop) = 0;
    /// A container's file system as an image. Returns the id.
    virtual Result<std::string>
    commit(const std::string& container, const std::string& tag, std::stop_token stop) = 0;
    virtual Result<DiskUse> diskUse(std::stop_token stop) = 0;
    /// Removes images without a name that nothing uses; returns the bytes that became free.
    virtual Result<std::uint64_t> prune(std::stop_token stop) = 0;
};

/// What prune() would remove: those without a name that @p users does not have.
std::vector<ImageInfo>
prunableImages(const std::vector<ImageInfo>& images, const ImageUsers& users);

} // namespace sandbench
