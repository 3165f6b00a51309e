// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/private_folder.h"
#include "core/engine/image_store.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Images that were converted for Apptainer: one folder each below the cache folder, named by the
/// digest of what it was made from. Several programs may use it at once: a new image takes its
/// place by one rename, and one that a container uses is locked.
namespace sandbench::apptainer {

/// What the folder's image.json says of it.
struct CachedImage
{
    ImageInfo info;
    std::string key; ///< The folder's name: 64 hexadecimal digits.
    std::string path; ///< Of the image's file or of the folder with its files.
};

/// Reads an image.json. Errors: Protocol. No I/O.
Result<ImageInfo> parseImageFacts(std::string_view json);
std::string writeImageFacts(const ImageInfo& info);

class ImageCache
{
public:
    /// @p folder is made where it is not there. Empty = $XDG_CACHE_HOME or ~/.cache. Errors: Io.
    explicit ImageCache(std::string folder);

    std::vector<CachedImage> list() const;
    /// By a name, an id or a key. Nothing where it is not there.
    std::optional<CachedImage> find(const std::string& image) const;

    /// A folder in which a new image is made: "root" or "image.sif" in its sub-folder "image". It
    /// and what is in it go away with it. Errors: Io.
    Result<PrivateFolder> begin() const;
    /// Gives the image made in @p folder its place. An equal one in that place stays. An older
    /// image of the same name loses it.
    Result<CachedImage> keep(const PrivateFolder& folder, const ImageInfo& info, std::string key);

    /// What was made in @p folder takes the place of an image's file, which this machine cannot
    /// mount. Errors: Io.
    Result<CachedImage> unpack(const CachedImage& image, const PrivateFolder& folder) const;

    /// Held as long as the image is used. Errors: NotFound.
    Result<UniqueFd> use(const std::string& key) const;
    /// Errors: AlreadyExists (a container uses it), NotFound, Io.
    Result<void> remove(const std::string& key);

    const std::string& folder() const { return m_folder; }

private:
    Result<void> makeFolder() const;
    Result<void> takeName(const std::string& name, const std::string& exceptKey);
    std::optional<CachedImage> read(const std::string& key) const;

    std::string m_folder;
};

/// Where images are kept by default, of these variables' values.
std::string cacheFolderOf(const std::string& cacheHome, const std::string& home);

} // namespace sandbench::apptainer
