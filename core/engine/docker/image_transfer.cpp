// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/image_transfer.h"

#include "core/archive/archive_check.h"
#include "core/base/clock.h"
#include "core/base/fd.h"
#include "core/base/part_file.h"
#include "core/base/text.h"
#include "core/engine/docker/build_context.h"
#include "core/engine/docker/progress_reporter.h"
#include "core/engine/docker/registry_auth.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::docker {
namespace {

constexpr std::size_t kMaxLoadText = 1U << 20;
constexpr std::size_t kLongestName = 512;

// A step of a build, or a large layer, may be silent for as long as it takes.
net::HttpRequest longRequest()
{
    net::HttpRequest request;
    request.method = "POST";
    request.patience = std::chrono::milliseconds(0);
    return request;
}

struct Transfer
{
    ProgressParser parser;
    ProgressReporter reporter;

    Transfer(ProgressParser::Stream stream, const OnImageProgress& onProgress)
        : parser(stream)
        , reporter(parser, onProgress)
    {
    }

    // Sends the request and tells what comes back; an engine's words are an Error of their own.
    Result<void>
    run(const DockerApi& api, bool libpod, net::HttpRequest request, const std::string& path,
        const Query& query, std::stop_token stop)
    {
        const auto onBody = [this](std::string_view bytes) -> Result<void> {
            auto fed = parser.feed(bytes);
            reporter.update(Clock::now());
            return fed;
        };
        auto done = libpod ? api.streamLibpod(std::move(request), path, query, onBody, stop)
                           : api.stream(std::move(request), path, query, onBody, stop);
        if (done.failedAs(ErrorCode::Cancelled))
            return done;
        // What the engine said counts more than how the connection ended.
        if (auto said = parser.finish(); !said)
            return said;
        reporter.update(Clock::now(), true);
        if (done.failedAs(ErrorCode::Io, ErrorCode::NotFound))
            return errorOfWords(done.error().message(), done.error().code());
        return done;
    }

    // Our own side of it, counted.
    void countUpload(
        net::HttpRequest& request, std::string name, std::uint64_t total,
        std::function<Result<std::size_t>(std::span<char>)> source)
    {
        reporter.transferBegins(std::move(name), "Uploading", total);
        request.headers.emplace_back("Content-Type", "application/x-tar");
        request.source = [this, source = std::move(source)](std::span<char> into) {
            auto size = source(into);
            if (size)
                reporter.transferred(*size);
            reporter.update(Clock::now());
            return size;
        };
    }
};

std::string engineName(const DockerApi& api)
{
    return api.isPodman() ? "podman" : "docker";
}

Result<void> addLogin(
    const DockerApi& api, const ImageReference& image, net::HttpRequest& request,
    std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto login,
        findCredentials(engineName(api), image, Surroundings::ofThisProcess(), stop));
    if (login)
        request.headers.emplace_back("X-Registry-Auth", authHeader(*login, image.registry));
    return {};
}

Result<void> addLogins(
    const DockerApi& api, const std::vector<std::string>& images, net::HttpRequest& request,
    std::stop_token stop)
{
    std::vector<std::pair<std::string, Credentials>> logins;
    for (const auto& image : images) {
        const auto reference = parseImageReference(image);
        if (!reference)
            continue; // the engine has its own word for it
        const auto whole = inRegistry(*reference);
        SANDBENCH_TRY(
            const auto login,
            findCredentials(engineName(api), whole, Surroundings::ofThisProcess(), stop));
        if (login)
            logins.emplace_back(whole.registry, *login);
    }
    if (!logins.empty())
        request.headers.emplace_back("X-Registry-Config", authConfigHeader(logins));
    return {};
}

Result<void> addPlatform(const std::string& platform, bool libpod, Query& query)
{
    if (platform.empty())
        return {};
    if (!libpod) {
        query["platform"] = platform;
        return {};
    }
    const auto slash = platform.find('/');
    if (slash == std::string::npos)
        return Error(
            ErrorCode::InvalidArgument,
            "'" + platform + "' is no platform; it has an OS and a CPU, as in linux/arm64");
    const auto cpu = platform.substr(slash + 1);
    query["OS"] = platform.substr(0, slash);
    query["Arch"] = cpu.substr(0, cpu.find('/'));
    if (const auto variant = cpu.find('/'); variant != std::string::npos)
        query["Variant"] = cpu.substr(variant + 1);
    return {};
}

} // namespace

Result<std::string> pullImage(
    const DockerApi& api, const PullRequest& request, const OnImageProgress& onProgress,
    std::stop_token stop)
{
    SANDBENCH_TRY(const auto given, parseImageReference(request.image));
    const auto image = inRegistry(given);
    if (image.registry == "localhost")
        return Error(
            ErrorCode::InvalidArgument,
            "'" + request.image + "' is an image of this machine; there is nothing to pull");
    if (!request.verifyTls && !api.isPodman())
        return Error(
            ErrorCode::Unsupported,
            "Docker decides itself which registries it trusts; name " + image.registry
                + " in insecure-registries of its daemon.json");
    // Podman's own half takes that option, but only the compatible one counts bytes.
    const bool libpod = !request.verifyTls;
    auto call = longRequest();
    SANDBENCH_TRY_VOID(addLogin(api, image, call, stop));
    Query query;
    if (libpod)
        query = {{"reference", image.text()}, {"tlsVerify", "false"}};
    else
        query = {
            {"fromImage", image.name()}, {"tag", image.digest.empty() ? image.tag : image.digest}};
    SANDBENCH_TRY_VOID(addPlatform(request.platform, libpod, query));
    Transfer transfer(ProgressParser::Stream::Pull, onProgress);
    const auto path = libpod ? "/libpod/images/pull" : "/images/create";
    SANDBENCH_TRY_VOID(transfer.run(api, libpod, std::move(call), path, query, stop)
                           .within("pulling " + image.text()));
    // A pull by digest gives the image no tag.
    return image.digest.empty() ? image.text() : image.name() + "@" + image.digest;
}

Result<std::string> buildImage(
    const DockerApi& api, const BuildRequest& request, const OnImageProgress& onProgress,
    std::stop_token stop)
{
    SANDBENCH_TRY(auto context, openBuildContext(request, api.isPodman()));
    Query query = {{"dockerfile", context.file}, {"rm", "1"}, {"forcerm", "1"}};
    if (!request.tag.empty()) {
        SANDBENCH_TRY(const auto tag, parseImageReference(request.tag));
        query["t"] = asLocal(tag, api.isPodman()).text();
    }
    if (!request.arguments.empty())
        query["buildargs"] = writeJson(request.arguments);
    if (!request.target.empty())
        query["target"] = request.target;
    if (request.noCache)
        query["nocache"] = "1";
    SANDBENCH_TRY_VOID(addPlatform(request.platform, false, query));
    auto call = longRequest();
    SANDBENCH_TRY_VOID(addLogins(api, context.baseImages, call, stop));
    Transfer transfer(ProgressParser::Stream::Log, onProgress);
    transfer.countUpload(
        call, "context", 0,
        [archive = context.archive.get()](std::span<char> into) { return archive->read(into); });
    SANDBENCH_TRY_VOID(transfer.run(api, false, std::move(call), "/build", query, stop));
    return transfer.parser.imageId();
}

namespace {

// A file of the host on its way to the engine.
Result<void> upload(
    const DockerApi& api, bool libpod, const std::string& path, const Query& query,
    const std::string& tarPath, Transfer& transfer, std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkIsArchive(tarPath));
    UniqueFd file(::open(tarPath.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat info = {};
    if (!file || ::fstat(file.get(), &info) != 0)
        return Error::fromErrno(errno, "cannot read " + tarPath);
    auto call = longRequest();
    transfer.countUpload(
        call, "upload", static_cast<std::uint64_t>(info.st_size),
        [fd = file.get(), &tarPath](std::span<char> into) -> Result<std::size_t> {
            const auto size = ::read(fd, into.data(), into.size());
            if (size < 0)
                return Error::fromErrno(errno, "cannot read " + tarPath);
            return static_cast<std::size_t>(size);
        });
    return transfer.run(api, libpod, std::move(call), path, query, stop);
}

// What engines print of an archive, a line for each image of it: "Loaded image: a:1" (Docker),
// "Loaded image(s): a:1,b:1" (Podman), "Loaded image ID: sha256:…" (Docker, of one without a name).
std::vector<std::string> loadedImages(std::string_view text)
{
    std::vector<std::string> names;
    while (!text.empty()) {
        auto line = takeUpTo(text, '\n');
        const auto at = line.find(": ");
        if (!line.starts_with("Loaded image") || at == line.npos)
            continue;
        for (line.remove_prefix(at + 2); !line.empty();)
            if (auto name = oneLine(takeUpTo(line, ','), kLongestName); !name.empty())
                names.push_back(std::move(name));
    }
    return names;
}

} // namespace

Result<std::string> importImage(
    const DockerApi& api, const std::string& tarPath, const ImageReference& tag,
    const OnImageProgress& onProgress, std::stop_token stop)
{
    Transfer transfer(ProgressParser::Stream::Log, onProgress);
    const bool libpod = api.isPodman();
    const Query query = libpod ? Query{{"reference", tag.text()}}
                               : Query{{"fromSrc", "-"}, {"repo", tag.name()}, {"tag", tag.tag}};
    const auto path = libpod ? "/libpod/images/import" : "/images/create";
    SANDBENCH_TRY_VOID(upload(api, libpod, path, query, tarPath, transfer, stop));
    if (transfer.parser.imageId().empty())
        return Error(ErrorCode::Protocol, "the engine did not say which image it made");
    return transfer.parser.imageId();
}

Result<void> saveImage(
    const DockerApi& api, const std::string& image, const std::string& tarPath,
    std::uint64_t expected, const OnImageProgress& onProgress, std::stop_token stop)
{
    SANDBENCH_TRY(auto file, PartFile::beside(tarPath));
    ProgressParser nothing(ProgressParser::Stream::Log);
    ProgressReporter reporter(nothing, onProgress);
    reporter.transferBegins(image, "Downloading", expected);
    const auto write = [&](std::string_view bytes) -> Result<void> {
        SANDBENCH_TRY_VOID(file.write(bytes));
        reporter.transferred(bytes.size());
        reporter.update(Clock::now());
        return {};
    };
    auto call = longRequest();
    call.method = "GET";
    auto done = api.isPodman()
        ? api.streamLibpod(
            std::move(call), "/libpod/images/" + image + "/get", {{"format", "docker-archive"}},
            write, stop)
        : api.stream(std::move(call), "/images/" + image + "/get", {}, write, stop);
    SANDBENCH_TRY_VOID(std::move(done).within("exporting " + image));
    return file.keep(0644);
}

Result<std::vector<std::string>> loadImages(
    const DockerApi& api, const std::string& tarPath, const OnImageProgress& onProgress,
    std::stop_token stop)
{
    std::string said;
    const OnImageProgress watch = [&](const ImageProgress& progress) {
        if (said.size() < kMaxLoadText)
            said += progress.line;
        if (onProgress)
            onProgress(progress);
    };
    Transfer transfer(ProgressParser::Stream::Log, watch);
    auto names = std::vector<std::string>();
    const auto taken = upload(api, false, "/images/load", {}, tarPath, transfer, std::move(stop));
    if (taken)
        names = loadedImages(said);
    else if (taken.error().message().find("payload does not match") == std::string::npos)
        return taken.error(); // Podman's words for an archive of something else
    if (names.empty())
        return Error(
            ErrorCode::InvalidArgument,
            tarPath
                + " is no archive of images; take one that 'images export' wrote, and 'images "
                  "import' for the files of a root file system");
    return names;
}

} // namespace sandbench::docker
