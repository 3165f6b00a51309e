// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/apptainer_image_store.h"

#include "core/base/text.h"

namespace sandbench::apptainer {

namespace {

Error notHere(const std::string& what)
{
    return Error(
        ErrorCode::Unsupported,
        "Apptainer's images are not " + what
            + " here; do that in Docker or Podman, or with 'apptainer build', and name the result");
}

class ApptainerImageStore : public ImageStore
{
public:
    explicit ApptainerImageStore(ImageLibrary& library)
        : m_library(library)
    {
    }

    Result<std::vector<ImageInfo>> list(std::stop_token) override
    {
        std::vector<ImageInfo> images;
        for (auto& cached : m_library.cache().list())
            images.push_back(std::move(cached.info));
        return images;
    }

    Result<ImageInfo> inspect(const std::string& image, std::stop_token stop) override
    {
        return m_library.describe(image, std::move(stop));
    }

    Result<std::vector<ImageLayer>> history(const std::string& image, std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto info, inspect(image, std::move(stop)));
        return std::vector<ImageLayer>{
            {info.id,
             "converted for Apptainer into one layer",
             {},
             info.tags,
             info.bytes,
             info.createdAt}};
    }

    /// An image that is in use is known by its lock, not by whom.
    Result<ImageUsers> users(std::stop_token) override { return ImageUsers(); }

    Result<std::string> pull(
        const PullRequest& request, const OnImageProgress& onProgress,
        std::stop_token stop) override
    {
        return m_library.fetch(request, onProgress, std::move(stop));
    }

    Result<std::string> build(const BuildRequest&, const OnImageProgress&, std::stop_token) override
    {
        return notHere("built");
    }

    Result<void> tag(const std::string&, const std::string&, std::stop_token) override
    {
        return notHere("given other names");
    }

    Result<void> remove(const std::string& image, std::stop_token) override
    {
        const auto cached = m_library.cache().find(image);
        if (!cached)
            return Error(
                ErrorCode::NotFound,
                "Apptainer has not the image " + inQuotes(image)
                    + "; see 'sandbenchctl images list --engine apptainer'");
        return m_library.cache().remove(cached->key);
    }

    Result<std::string>
    import(const std::string&, const std::string&, const OnImageProgress&, std::stop_token) override
    {
        return notHere("imported");
    }

    Result<void>
    save(const std::string&, const std::string&, const OnImageProgress&, std::stop_token) override
    {
        return notHere("written as archives");
    }

    Result<std::vector<std::string>>
    load(const std::string&, const OnImageProgress&, std::stop_token) override
    {
        return notHere("loaded");
    }

    Result<std::string> commit(const std::string&, const std::string&, std::stop_token) override
    {
        return notHere("made from containers");
    }

    Result<DiskUse> diskUse(std::stop_token) override
    {
        DiskUse use;
        for (const auto& cached : m_library.cache().list()) {
            use.imageBytes += cached.info.bytes;
            if (cached.info.tags.empty())
                use.reclaimableBytes += cached.info.bytes;
        }
        return use;
    }

    Result<std::uint64_t> prune(std::stop_token stop) override
    {
        std::uint64_t bytes = 0;
        for (const auto& cached : m_library.cache().list()) {
            if (stop.stop_requested())
                return Error(ErrorCode::Cancelled, "stopped while images were removed");
            if (cached.info.tags.empty() && m_library.cache().remove(cached.key))
                bytes += cached.info.bytes;
        }
        return bytes;
    }

private:
    ImageLibrary& m_library;
};

} // namespace

std::unique_ptr<ImageStore> makeImageStore(ImageLibrary& library)
{
    return std::make_unique<ApptainerImageStore>(library);
}

} // namespace sandbench::apptainer
