// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/artifact_store.h"

#include "core/artifact/chart_page.h"
#include "core/artifact/mime.h"
#include "core/artifact/picture_density.h"
#include "core/artifact/plotly_chart.h"
#include "core/base/fd.h"
#include "core/base/units.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench {

namespace {

constexpr int kMaxNumber = 9999;
constexpr std::string_view kChartSuffixes[] = {".plotly.json", ".vl.json", ".vg.json"};

Result<void> copyBytes(int from, int to)
{
    for (;;) {
        const auto n = ::sendfile(to, from, nullptr, 1U << 30);
        if (n < 0 && errno != EINTR)
            return Error::fromErrno(errno, "cannot copy it");
        if (n == 0)
            return {};
    }
}

// "figure-1.plotly.json", 2 → "figure-1-2.plotly.json"
std::string numbered(const std::string& name, int number)
{
    if (number == 1)
        return name;
    const auto known = extensionOf(mimeOfName(name));
    const auto dot = name.ends_with(known) ? name.size() - known.size() : name.rfind('.');
    const auto at = dot == std::string::npos || dot == 0 ? name.size() : dot;
    return name.substr(0, at) + "-" + std::to_string(number) + name.substr(at);
}

struct NewFile
{
    std::string name;
    UniqueFd fd;
};

Result<NewFile> createNumbered(int folder, const std::string& wanted)
{
    for (int number = 1; number <= kMaxNumber; ++number) {
        auto name = numbered(wanted, number);
        auto fd = openBeneath(folder, name, O_WRONLY | O_CREAT | O_EXCL, 0644);
        if (fd)
            return NewFile{std::move(name), std::move(*fd)};
        // Exclusive creation finds a planted link taken, like any other name.
        if (fd.error().code() != ErrorCode::AlreadyExists)
            return std::move(fd.error());
    }
    return Error(ErrorCode::AlreadyExists, "too many files are called like " + wanted);
}

Result<UniqueFd> openUserFolder(const std::string& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd)
        return Error::fromErrno(errno, "cannot write into " + folder);
    return fd;
}

std::string joined(const std::string& folder, const std::string& name)
{
    return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

/// The new file's name. @p write gets its descriptor.
template <typename Write>
Result<std::string>
saveNumbered(const std::string& folder, int folderFd, const std::string& wanted, Write write)
{
    SANDBENCH_TRY(auto target, createNumbered(folderFd, wanted));
    if (Result<void> written = write(target.fd.get()); !written) {
        // A half of it would pass for the whole.
        ::unlinkat(folderFd, target.name.c_str(), 0);
        return std::move(written.error()).within("saving " + joined(folder, target.name));
    }
    return target.name;
}

/// What a browser shows of a chart, next to it. Nothing for what is no figure.
Result<void> savePage(const std::string& folder, int folderFd, const Artifact& chart)
{
    SANDBENCH_TRY(const auto figure, readFile(chart.storedPath, ArtifactStore::kMaxArtifactBytes));
    const auto page = chartPage(figure, chart.mime, chart.name);
    if (!page)
        return {};
    auto name = safeFileName(chart.name);
    for (const auto suffix : kChartSuffixes)
        if (name.ends_with(suffix))
            name.resize(name.size() - suffix.size());
    const auto saved = saveNumbered(
        folder, folderFd, name + ".html", [&](int to) { return writeAll(to, *page); });
    return saved ? Result<void>() : saved.error();
}

} // namespace

Result<std::unique_ptr<ArtifactStore>> ArtifactStore::create(const std::string& parent)
{
    SANDBENCH_TRY(auto folder, PrivateFolder::create(parent, "sandbench-artifacts"));
    return std::unique_ptr<ArtifactStore>(new ArtifactStore(std::move(folder)));
}

ArtifactStore::ArtifactStore(PrivateFolder folder)
    : m_folder(std::move(folder))
{
}

ArtifactStore::~ArtifactStore() = default;

Result<Artifact>
ArtifactStore::add(std::string_view name, std::string_view declaredMime, std::string_view bytes)
{
    Artifact artifact;
    artifact.name = safeFileName(name);
    if (bytes.size() > kMaxArtifactBytes)
        return Error(
            ErrorCode::ResourceExhausted,
            artifact.name + " is larger than " + formatSize(kMaxArtifactBytes)
                + " and was not kept");
    artifact.mime
        = sniffMime(bytes, declaredMime.empty() ? mimeOfName(artifact.name) : declaredMime);
    artifact.bytes = bytes.size();
    const auto size = pictureSize(bytes, artifact.mime);
    artifact.width = size.width;
    artifact.height = size.height;
    artifact.facts.dpi = pictureDensity(bytes, artifact.mime);

    const auto fileName = std::to_string(m_next++) + "-" + artifact.name;
    SANDBENCH_TRY(auto fd, openBeneath(m_folder.fd(), fileName, O_WRONLY | O_CREAT | O_EXCL, 0600));
    if (auto written = writeAll(fd.get(), bytes); !written) {
        ::unlinkat(m_folder.fd(), fileName.c_str(), 0);
        return std::move(written.error()).within("keeping " + artifact.name);
    }
    artifact.storedPath = joined(m_folder.path(), fileName);
    return artifact;
}

Result<std::vector<std::string>>
ArtifactStore::exportTo(const std::string& folder, const std::vector<Artifact>& artifacts)
{
    SANDBENCH_TRY(const auto folderFd, openUserFolder(folder));
    std::vector<std::string> paths;
    for (const auto& artifact : artifacts) {
        if (artifact.storedPath.empty()) {
            paths.emplace_back();
            continue;
        }
        const UniqueFd source(
            ::open(artifact.storedPath.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
        if (!source)
            return Error::fromErrno(errno, "cannot read the kept " + artifact.name);
        SANDBENCH_TRY(
            auto target,
            saveNumbered(folder, folderFd.get(), safeFileName(artifact.name), [&](int to) {
                return copyBytes(source.get(), to);
            }));
        if (chartKindOf(artifact.mime))
            SANDBENCH_TRY_VOID(savePage(folder, folderFd.get(), artifact));
        paths.push_back(joined(folder, target));
    }
    return paths;
}

} // namespace sandbench
