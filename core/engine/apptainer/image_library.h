// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_mutex.h"
#include "core/engine/apptainer/apptainer_host.h"
#include "core/engine/apptainer/apptainer_instance.h"
#include "core/engine/apptainer/image_cache.h"
#include "core/engine/apptainer/image_name.h"
#include "core/engine/image_store.h"
#include "core/engine/ownership.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sandbench::apptainer {

/// Another engine of this machine whose images can be converted.
struct ImageSource
{
    std::string engine; ///< "docker"
    std::shared_ptr<ImageStore> images; ///< Never null.
};

/// Finds what an image's name means and makes of it what Apptainer can use, once for each digest.
/// Thread: any; one conversion at a time.
class ImageLibrary
{
public:
    using HostSource = std::function<Result<std::shared_ptr<ApptainerHost>>(std::stop_token)>;

    ImageLibrary(HostSource host, std::vector<ImageSource> sources, std::string cacheFolder);

    /// What a container is made from; converts it first where that was not done yet, which may take
    /// minutes. @p onWaiting: see SandboxSpec. Errors: NotFound, saying how to get the image,
    /// InvalidArgument, and those of runBuild().
    Result<ContainerImage>
    use(const std::string& image, const ImageTenant& tenant,
        const std::function<void(std::string_view)>& onWaiting, std::stop_token stop);
    /// What is known without converting anything. Errors: NotFound.
    Result<ImageInfo> describe(const std::string& image, std::stop_token stop);
    /// Fetches or converts it, also where an older one of that name is there. Returns the id.
    Result<std::string>
    fetch(const PullRequest& request, const OnImageProgress& onProgress, std::stop_token stop);

    ImageCache& cache() { return m_cache; }

private:
    struct SourceImage
    {
        ImageInfo info;
        std::shared_ptr<ImageStore> images;
    };
    Result<SourceImage> findInSources(const std::string& image, std::stop_token stop) const;
    Result<CachedImage> cachedOf(
        const ImageName& name, const ImageTenant& tenant, const OnImageProgress& onProgress,
        std::stop_token stop);
    Result<CachedImage> convert(
        const std::string& name, const SourceImage& source, const OnImageProgress& onProgress,
        std::stop_token stop);
    Result<CachedImage>
    asThisMachineCan(CachedImage image, const OnImageProgress& onProgress, std::stop_token stop);
    Result<CachedImage>
    unpackFile(const std::string& path, const OnImageProgress& onProgress, std::stop_token stop);
    Result<CachedImage> fetchFromRegistry(
        const PullRequest& request, const OnImageProgress& onProgress, std::stop_token stop);
    Result<ContainerImage> useFile(
        const std::string& path, const ImageTenant& tenant, const OnImageProgress& onProgress,
        std::stop_token stop);

    const HostSource m_host;
    const std::vector<ImageSource> m_sources;
    ImageCache m_cache;
    StoppableMutex m_converting;
};

/// What lies at @p path. Errors: NotFound; InvalidArgument for what is no image: only a folder that
/// Apptainer has made is one, so that no other folder of this machine is shown to programs.
enum class FileForm { Sif, Folder };
Result<FileForm> formOfFile(const std::string& path);

} // namespace sandbench::apptainer
