// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/image_cache.h"

#include "core/base/json.h"
#include "core/base/part_file.h"
#include "core/base/text.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::apptainer {

namespace {

constexpr std::size_t kFactsBytes = 256U << 10;
constexpr auto kFacts = "/image.json";
constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

bool isKey(std::string_view name)
{
    return name.size() == 64
        && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool isThere(const std::string& path)
{
    return ::access(path.c_str(), F_OK) == 0;
}

} // namespace

Result<ImageInfo> parseImageFacts(std::string_view json)
{
    SANDBENCH_TRY(const auto facts, parseJson(json, kFactsBytes));
    ImageInfo info;
    info.id = jsonString(facts, "id");
    info.tags = jsonTexts(facts, "tags");
    info.bytes = jsonCount(facts, "bytes");
    info.createdAt = jsonInt(facts, "created_at", -1);
    info.platform = jsonString(facts, "platform");
    info.entrypoint = jsonTexts(facts, "entrypoint");
    info.command = jsonTexts(facts, "command");
    info.env = jsonTexts(facts, "env");
    info.user = jsonString(facts, "user");
    info.workingFolder = jsonString(facts, "working_folder");
    const auto& labels = jsonField(facts, "labels");
    if (labels.is_object())
        for (const auto& [name, value] : labels.items())
            if (value.is_string())
                info.labels[name] = value.get<std::string>();
    if (info.id.empty())
        return Error(ErrorCode::Protocol, "the image's facts have no id");
    return info;
}

std::string writeImageFacts(const ImageInfo& info)
{
    return writeJson(
        {{"id", info.id},
         {"tags", info.tags},
         {"bytes", info.bytes},
         {"created_at", info.createdAt},
         {"platform", info.platform},
         {"entrypoint", info.entrypoint},
         {"command", info.command},
         {"env", info.env},
         {"user", info.user},
         {"working_folder", info.workingFolder},
         {"labels", info.labels}});
}

std::string cacheFolderOf(const std::string& cacheHome, const std::string& home)
{
    const auto base = cacheHome.starts_with('/') ? cacheHome : home + "/.cache";
    return base + "/sandbench/apptainer";
}

ImageCache::ImageCache(std::string folder)
    : m_folder(std::move(folder))
{
}

Result<void> ImageCache::makeFolder() const
{
    if (isThere(m_folder))
        return {};
    std::error_code failure;
    std::filesystem::create_directories(std::filesystem::path(m_folder).parent_path(), failure);
    if (::mkdir(m_folder.c_str(), 0700) != 0 && errno != EEXIST)
        return Error::fromErrno(errno, "cannot make the folder " + m_folder);
    return {};
}

std::vector<CachedImage> ImageCache::list() const
{
    std::vector<CachedImage> images;
    const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(m_folder.c_str()), ::closedir);
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr)
        if (auto image = isKey(entry->d_name) ? read(entry->d_name) : std::nullopt)
            images.push_back(*std::move(image));
    std::sort(images.begin(), images.end(), [](const auto& left, const auto& right) {
        return left.info.createdAt > right.info.createdAt;
    });
    return images;
}

std::optional<CachedImage> ImageCache::read(const std::string& key) const
{
    const auto folder = m_folder + "/" + key;
    const auto text = readFile(folder + kFacts, kFactsBytes);
    auto info = text ? parseImageFacts(*text) : Result<ImageInfo>(text.error());
    if (!info)
        return std::nullopt;
    const auto file = folder + "/image.sif";
    return CachedImage{*std::move(info), key, isThere(file) ? file : folder + "/root"};
}

std::optional<CachedImage> ImageCache::find(const std::string& image) const
{
    if (isKey(image))
        return read(image);
    for (auto& cached : list())
        if (cached.info.id == image
            || std::find(cached.info.tags.begin(), cached.info.tags.end(), image)
                != cached.info.tags.end())
            return std::move(cached);
    return std::nullopt;
}

/// As others may use the whole cache, they may use each image of it.
Result<PrivateFolder> ImageCache::begin() const
{
    SANDBENCH_TRY_VOID(makeFolder());
    struct stat info = {};
    if (::stat(m_folder.c_str(), &info) != 0)
        return Error::fromErrno(errno, "cannot use the folder " + m_folder);
    SANDBENCH_TRY(auto folder, PrivateFolder::create(m_folder, "new"));
    const auto mode = info.st_mode & 0777;
    for (const char* name : {"image", "tmp"})
        if (::mkdirat(folder.fd(), name, 0700) != 0
            || (mode != 0700 && ::fchmodat(folder.fd(), name, mode, 0) != 0))
            return Error::fromErrno(errno, "cannot make a folder in " + folder.path());
    if (mode != 0700 && ::fchmod(folder.fd(), mode) != 0)
        return Error::fromErrno(errno, "cannot open " + folder.path());
    return folder;
}

Result<CachedImage>
ImageCache::keep(const PrivateFolder& folder, const ImageInfo& info, std::string key)
{
    SANDBENCH_TRY(auto facts, PartFile::beside(folder.path() + "/image" + kFacts));
    SANDBENCH_TRY_VOID(facts.write(writeImageFacts(info)));
    SANDBENCH_TRY_VOID(facts.keep(0644));
    const auto place = m_folder + "/" + key;
    if (::renameat(folder.fd(), "image", AT_FDCWD, place.c_str()) != 0 && errno != EEXIST
        && errno != ENOTEMPTY)
        return Error::fromErrno(errno, "cannot keep the image in " + m_folder);
    for (const auto& name : info.tags)
        SANDBENCH_TRY_VOID(takeName(name, key));
    auto kept = read(key);
    if (!kept)
        return Error(ErrorCode::Io, "what is in " + place + " is no image; remove that folder");
    return *std::move(kept);
}

Result<CachedImage> ImageCache::unpack(const CachedImage& image, const PrivateFolder& folder) const
{
    const auto place = m_folder + "/" + image.key;
    if (::renameat(folder.fd(), "image/root", AT_FDCWD, (place + "/root").c_str()) != 0
        && errno != EEXIST && errno != ENOTEMPTY)
        return Error::fromErrno(errno, "cannot keep the image in " + place);
    ::unlink((place + "/image.sif").c_str());
    auto unpacked = image;
    unpacked.path = place + "/root";
    return unpacked;
}

Result<void> ImageCache::takeName(const std::string& name, const std::string& exceptKey)
{
    for (auto& image : list()) {
        const bool isNew = image.key == exceptKey;
        auto& tags = image.info.tags;
        const bool hasName = std::find(tags.begin(), tags.end(), name) != tags.end();
        if (isNew == hasName)
            continue;
        if (isNew)
            tags.push_back(name);
        else
            std::erase(tags, name);
        SANDBENCH_TRY(auto facts, PartFile::beside(m_folder + "/" + image.key + kFacts));
        SANDBENCH_TRY_VOID(facts.write(writeImageFacts(image.info)));
        SANDBENCH_TRY_VOID(facts.keep(0644));
    }
    return {};
}

Result<UniqueFd> ImageCache::use(const std::string& key) const
{
    UniqueFd folder(::open((m_folder + "/" + key).c_str(), kFolderFlags));
    struct stat info = {};
    if (!folder || ::flock(folder.get(), LOCK_SH | LOCK_NB) != 0
        || ::fstat(folder.get(), &info) != 0 || info.st_nlink == 0)
        return Error(ErrorCode::NotFound, "the image was removed just now; try again");
    return folder;
}

/// First out of the way, so that nobody finds the half of it.
Result<void> ImageCache::remove(const std::string& key)
{
    const auto place = m_folder + "/" + key;
    const UniqueFd folder(::open(place.c_str(), kFolderFlags));
    if (!folder)
        return Error::fromErrno(errno, "cannot open " + place);
    if (::flock(folder.get(), LOCK_EX | LOCK_NB) != 0)
        return Error(ErrorCode::AlreadyExists, "a sandbox uses the image; close that first");
    SANDBENCH_TRY(const auto bin, PrivateFolder::create(m_folder, "new"));
    if (::renameat(AT_FDCWD, place.c_str(), bin.fd(), "image") != 0)
        return Error::fromErrno(errno, "cannot remove " + place);
    return {};
}

} // namespace sandbench::apptainer
