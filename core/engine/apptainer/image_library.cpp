// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/apptainer/image_library.h"

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/base/timestamp.h"
#include "core/engine/apptainer/image_build.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::apptainer {

namespace {

constexpr auto kTenantLabel = label::kTenant;

Error missing(const std::string& image, const std::string& how)
{
    return Error(
        ErrorCode::NotFound, "there is no image " + inQuotes(image) + " for Apptainer; " + how);
}

/// Of a Docker image's id; of what has another one, of the whole of it.
std::string keyOf(const std::string& id)
{
    constexpr std::string_view kAlgorithm = "sha256:";
    const auto digits = id.starts_with(kAlgorithm) ? id.substr(kAlgorithm.size()) : id;
    const bool isDigest
        = digits.size() == 64 && digits.find_first_not_of("0123456789abcdef") == std::string::npos;
    return isDigest ? digits : sha256Of(id);
}

/// Of a file or of all files below a folder; 0 where there is nothing.
std::uint64_t bytesOf(const std::string& path)
{
    struct stat top = {};
    if (::lstat(path.c_str(), &top) != 0)
        return 0;
    if (S_ISREG(top.st_mode))
        return static_cast<std::uint64_t>(top.st_size);
    std::uint64_t bytes = 0;
    std::error_code failure;
    using Walk = std::filesystem::recursive_directory_iterator;
    const auto options = std::filesystem::directory_options::skip_permission_denied;
    for (Walk at(path, options, failure), end; !failure && at != end; at.increment(failure)) {
        struct stat info = {};
        if (::lstat(at->path().c_str(), &info) == 0)
            bytes += static_cast<std::uint64_t>(info.st_blocks) * 512;
    }
    return bytes;
}

Result<std::string> digestOfFile(const std::string& path, const std::stop_token& stop)
{
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file)
        return Error::fromErrno(errno, "cannot read " + path);
    Sha256 hash;
    std::vector<char> chunk(1U << 20);
    for (;;) {
        const auto size = ::read(file.get(), chunk.data(), chunk.size());
        if (size < 0)
            return Error::fromErrno(errno, "cannot read " + path);
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while an image was read");
        if (size == 0)
            return "sha256:" + hash.finish();
        hash.add({chunk.data(), static_cast<std::size_t>(size)});
    }
}

void tell(const OnImageProgress& onProgress, const std::string& line)
{
    ImageProgress progress;
    progress.line = line + "\n";
    if (onProgress)
        onProgress(progress);
}

std::string textOf(const std::string& name, const ImageInfo& info)
{
    return name + " (" + info.id + ")";
}

std::string thisPlatform()
{
#if defined(__x86_64__)
    return "linux/amd64";
#elif defined(__aarch64__)
    return "linux/arm64";
#else
    return {};
#endif
}

} // namespace

Result<FileForm> formOfFile(const std::string& path)
{
    // A launch script comes first in a .sif. Source: SIF specification 1.0, global header.
    constexpr std::size_t kMagicAt = 32;
    constexpr std::string_view kMagic = "SIF_MAGIC";
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0)
        return missing(path, "there is nothing at that path");
    if (S_ISDIR(info.st_mode)) {
        struct stat made = {};
        if (::lstat((path + "/.singularity.d").c_str(), &made) == 0 && S_ISDIR(made.st_mode))
            return FileForm::Folder;
        return Error(
            ErrorCode::InvalidArgument,
            "the folder " + inQuotes(path)
                + " is no image; make one with 'apptainer build --sandbox'");
    }
    std::array<char, kMagicAt + kMagic.size()> head = {};
    const UniqueFd file(S_ISREG(info.st_mode) ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : -1);
    const bool isRead
        = file && ::read(file.get(), head.data(), head.size()) == static_cast<ssize_t>(head.size());
    if (isRead && std::string_view(head.data() + kMagicAt, kMagic.size()) == kMagic)
        return FileForm::Sif;
    return Error(
        ErrorCode::InvalidArgument,
        inQuotes(path) + " is no image of Apptainer's; make one with 'apptainer build'");
}

ImageLibrary::ImageLibrary(
    HostSource host, std::vector<ImageSource> sources, std::string cacheFolder)
    : m_host(std::move(host))
    , m_sources(std::move(sources))
    , m_cache(std::move(cacheFolder))
{
}

Result<ContainerImage> ImageLibrary::use(
    const std::string& image, const ImageTenant& tenant,
    const std::function<void(std::string_view)>& onWaiting, std::stop_token stop)
{
    const OnImageProgress onProgress = [&onWaiting](const ImageProgress& progress) {
        if (onWaiting && !progress.line.empty())
            onWaiting(oneLine(progress.line, 300));
    };
    SANDBENCH_TRY(const auto name, parseImageName(image));
    if (name.kind == ImageName::Kind::File)
        return useFile(name.text, tenant, onProgress, std::move(stop));
    SANDBENCH_TRY(auto found, cachedOf(name, tenant, onProgress, stop));
    SANDBENCH_TRY(
        const auto cached, asThisMachineCan(std::move(found), onProgress, std::move(stop)));
    SANDBENCH_TRY(auto lock, m_cache.use(cached.key));
    return ContainerImage{cached.path, textOf(image, cached.info), std::move(lock)};
}

/// Files of this machine belong to who works at it.
Result<ContainerImage> ImageLibrary::useFile(
    const std::string& path, const ImageTenant& tenant, const OnImageProgress& onProgress,
    std::stop_token stop)
{
    if (!tenant.seesAll)
        return missing(path, "name one of Docker's or Podman's, or one of a registry");
    const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
    SANDBENCH_TRY(const auto form, formOfFile(real ? real.get() : path));
    SANDBENCH_TRY(const auto host, m_host(stop));
    if (form == FileForm::Folder || host->mountsFiles())
        return ContainerImage{real.get(), path, {}};
    SANDBENCH_TRY(const auto cached, unpackFile(real.get(), onProgress, std::move(stop)));
    SANDBENCH_TRY(auto lock, m_cache.use(cached.key));
    return ContainerImage{cached.path, path, std::move(lock)};
}

/// A file of the cache that cannot be mounted after all becomes a folder.
Result<CachedImage> ImageLibrary::asThisMachineCan(
    CachedImage image, const OnImageProgress& onProgress, std::stop_token stop)
{
    SANDBENCH_TRY(const auto host, m_host(stop));
    if (host->mountsFiles() || !image.path.ends_with("/image.sif"))
        return image;
    SANDBENCH_TRY(const auto lock, m_converting.lock(stop));
    // Somebody else may have done it meanwhile.
    if (auto now = m_cache.find(image.key); now && now->path != image.path)
        return *std::move(now);
    tell(onProgress, "unpacking the image, whose file this machine cannot mount");
    SANDBENCH_TRY(const auto folder, m_cache.begin());
    SANDBENCH_TRY_VOID(runBuild(
        host->program(), host->surroundings(),
        {image.path, folder.path() + "/image/root", true, true, folder.path() + "/tmp"}, onProgress,
        std::move(stop)));
    return m_cache.unpack(image, folder);
}

/// By what tells whether it is still the same file: its whole contents may be gigabytes.
Result<CachedImage> ImageLibrary::unpackFile(
    const std::string& path, const OnImageProgress& onProgress, std::stop_token stop)
{
    SANDBENCH_TRY(const auto lock, m_converting.lock(stop));
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0)
        return Error::fromErrno(errno, "cannot read " + path);
    const auto stamp = path + '\n' + std::to_string(info.st_dev) + ' ' + std::to_string(info.st_ino)
        + ' ' + std::to_string(info.st_size) + ' ' + std::to_string(info.st_mtim.tv_sec) + '.'
        + std::to_string(info.st_mtim.tv_nsec);
    const auto key = sha256Of(stamp);
    if (auto cached = m_cache.find(key))
        return *std::move(cached);
    tell(onProgress, "unpacking " + path + ", which this machine cannot mount");
    SANDBENCH_TRY(const auto host, m_host(stop));
    SANDBENCH_TRY(const auto folder, m_cache.begin());
    const auto root = folder.path() + "/image/root";
    SANDBENCH_TRY_VOID(runBuild(
        host->program(), host->surroundings(), {path, root, true, true, folder.path() + "/tmp"},
        onProgress, stop));
    ImageInfo facts;
    facts.id = "sha256:" + key;
    facts.tags = {path};
    facts.bytes = bytesOf(root);
    facts.createdAt = secondsNow();
    facts.platform = thisPlatform();
    return m_cache.keep(folder, facts, key);
}

Result<ImageLibrary::SourceImage>
ImageLibrary::findInSources(const std::string& image, std::stop_token stop) const
{
    std::string silent;
    for (const auto& source : m_sources) {
        auto info = source.images->inspect(image, stop);
        if (info)
            return SourceImage{*std::move(info), source.images};
        if (info.failedAs(ErrorCode::Cancelled))
            return info.error();
        if (!info.failedAs(ErrorCode::NotFound))
            silent += (silent.empty() ? "" : " and ") + source.engine;
    }
    const auto how = "build it in Docker or Podman on this machine, or name docker://"
        + oneLine(image, 200) + " or a .sif file by its path";
    return missing(image, silent.empty() ? how : silent + " did not answer; " + how);
}

/// Without the engine that it came from, the last one of that name serves.
Result<CachedImage> ImageLibrary::cachedOf(
    const ImageName& name, const ImageTenant& tenant, const OnImageProgress& onProgress,
    std::stop_token stop)
{
    auto cached = m_cache.find(name.text);
    const auto maySee = [&tenant](const ImageInfo& info) {
        const auto owner = info.labels.find(std::string(kTenantLabel));
        return owner == info.labels.end() || tenant.maySee(owner->second);
    };
    if (name.kind == ImageName::Kind::Registry) {
        if (cached)
            return *std::move(cached);
        return missing(
            name.text,
            "fetch it with 'sandbenchctl images pull --engine apptainer " + name.text + "'");
    }
    const auto source = findInSources(name.text, stop);
    if (source.failedAs(ErrorCode::NotFound) && cached && maySee(cached->info))
        return *std::move(cached);
    if (!source)
        return source.error();
    if (!maySee(source->info))
        return missing(name.text, "build it, or choose another one");
    SANDBENCH_TRY(const auto lock, m_converting.lock(stop));
    return convert(name.text, *source, onProgress, std::move(stop));
}

/// What is in the archive is read once more by Apptainer, and written as one file or a folder.
Result<CachedImage> ImageLibrary::convert(
    const std::string& name, const SourceImage& source, const OnImageProgress& onProgress,
    std::stop_token stop)
{
    SANDBENCH_TRY(const auto host, m_host(stop));
    const auto key = keyOf(source.info.id);
    if (auto cached = m_cache.find(key))
        return *std::move(cached);
    SANDBENCH_TRY(const auto folder, m_cache.begin());
    const auto archive = folder.path() + "/image.tar";
    tell(onProgress, "converting " + name + " for Apptainer, once");
    SANDBENCH_TRY_VOID(source.images->save(source.info.id, archive, onProgress, stop));
    if (::chmod(archive.c_str(), 0644) != 0)
        return Error::fromErrno(errno, "cannot hand on " + archive);
    const bool isFolder = !host->mountsFiles();
    const auto target = folder.path() + "/image/" + (isFolder ? "root" : "image.sif");
    SANDBENCH_TRY_VOID(runBuild(
        host->program(), host->surroundings(),
        {"docker-archive:" + archive, target, isFolder, true, folder.path() + "/tmp"}, onProgress,
        stop));
    ::unlink(archive.c_str());
    auto facts = source.info;
    facts.tags = {name};
    facts.bytes = bytesOf(target);
    return m_cache.keep(folder, facts, key);
}

Result<CachedImage> ImageLibrary::fetchFromRegistry(
    const PullRequest& request, const OnImageProgress& onProgress, std::stop_token stop)
{
    if (!request.platform.empty() && request.platform != thisPlatform())
        return Error(
            ErrorCode::Unsupported,
            "Apptainer runs images for this machine, which is " + thisPlatform());
    SANDBENCH_TRY(const auto lock, m_converting.lock(stop));
    SANDBENCH_TRY(const auto host, m_host(stop));
    SANDBENCH_TRY(const auto folder, m_cache.begin());
    const auto file = folder.path() + "/image/image.sif", temporary = folder.path() + "/tmp";
    SANDBENCH_TRY_VOID(runBuild(
        host->program(), host->surroundings(),
        {request.image, file, false, request.verifyTls, temporary}, onProgress, stop));
    ImageInfo facts;
    SANDBENCH_TRY(facts.id, digestOfFile(file, stop));
    facts.tags = {request.image};
    facts.createdAt = secondsNow();
    facts.platform = thisPlatform();
    facts.bytes = bytesOf(file);
    if (!host->mountsFiles()) {
        const auto root = folder.path() + "/image/root";
        SANDBENCH_TRY_VOID(runBuild(
            host->program(), host->surroundings(), {file, root, true, true, temporary}, onProgress,
            stop));
        ::unlink(file.c_str());
        facts.bytes = bytesOf(root);
    }
    return m_cache.keep(folder, facts, keyOf(facts.id));
}

Result<ImageInfo> ImageLibrary::describe(const std::string& image, std::stop_token stop)
{
    if (auto cached = m_cache.find(image))
        return cached->info;
    SANDBENCH_TRY(const auto name, parseImageName(image));
    if (name.kind == ImageName::Kind::Registry)
        return missing(
            image, "fetch it with 'sandbenchctl images pull --engine apptainer " + image + "'");
    if (name.kind == ImageName::Kind::Engine) {
        SANDBENCH_TRY(auto found, findInSources(image, std::move(stop)));
        return std::move(found.info);
    }
    SANDBENCH_TRY_VOID(formOfFile(image));
    ImageInfo info;
    info.id = image;
    info.tags = {image};
    info.platform = thisPlatform();
    return info;
}

Result<std::string> ImageLibrary::fetch(
    const PullRequest& request, const OnImageProgress& onProgress, std::stop_token stop)
{
    SANDBENCH_TRY(const auto name, parseImageName(request.image));
    if (name.kind == ImageName::Kind::Registry) {
        SANDBENCH_TRY(const auto cached, fetchFromRegistry(request, onProgress, std::move(stop)));
        return cached.info.id;
    }
    if (name.kind == ImageName::Kind::File) {
        SANDBENCH_TRY_VOID(formOfFile(name.text));
        return name.text;
    }
    SANDBENCH_TRY(const auto cached, cachedOf(name, {}, onProgress, std::move(stop)));
    return cached.info.id;
}

} // namespace sandbench::apptainer
