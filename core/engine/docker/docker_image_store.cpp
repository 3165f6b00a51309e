// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/docker_image_store.h"

#include "core/engine/docker/build_context.h"
#include "core/engine/docker/image_json.h"
#include "core/engine/docker/image_reference.h"
#include "core/engine/docker/image_transfer.h"
#include "core/engine/docker/podman_dialect.h"

namespace sandbench::docker {
namespace {

constexpr std::size_t kMaxAnswer = 8U << 20;

// An image that is here, as paths name it.
Result<std::string> localName(const std::string& image)
{
    if (isImageId(image))
        return image;
    SANDBENCH_TRY(const auto reference, parseImageReference(image));
    return reference.text();
}

Result<Json> askLibpod(
    const DockerApi& api, const char* method, const std::string& path, const Query& query,
    std::stop_token stop)
{
    net::HttpRequest request;
    request.method = method;
    std::string body;
    const auto take = [&body](std::string_view bytes) -> Result<void> {
        if (body.size() + bytes.size() > kMaxAnswer)
            return Error(ErrorCode::Protocol, "the engine's answer is too long");
        body += bytes;
        return {};
    };
    SANDBENCH_TRY_VOID(api.streamLibpod(std::move(request), path, query, take, stop));
    return body.empty() ? Result<Json>(Json()) : parseJson(body, kMaxAnswer);
}

// Podman's compatible half takes "name" for docker.io/library/name; its own half finds what is
// here.
Result<ImageInfo> inspectWith(const DockerApi& api, const std::string& image, std::stop_token stop)
{
    SANDBENCH_TRY(const auto name, localName(image));
    auto answer = api.isPodman()
        ? askLibpod(api, "GET", "/libpod/images/" + name + "/json", {}, stop)
        : api.get("/images/" + name + "/json", {}, stop);
    if (answer.failedAs(ErrorCode::NotFound))
        return missingImage(image);
    if (!answer)
        return std::move(answer.error());
    return imageOfInspect(*answer);
}

// The names of containers that were made from the image.
std::vector<std::string>
usersOf(const DockerApi& api, const std::string& image, std::stop_token stop)
{
    const auto info = inspectWith(api, image, stop);
    if (!info)
        return {};
    // Podman's filter knows an id only without its algorithm.
    const auto id = api.isPodman() ? info->id.substr(info->id.find(':') + 1) : info->id;
    const Query query = {{"all", "1"}, {"filters", writeJson({{"ancestor", {id}}})}};
    const auto users = api.get("/containers/json", query, stop);
    return users ? containerNames(*users) : std::vector<std::string>();
}

Error inUse(
    const DockerApi& api, const std::string& image, const Error& refused, std::stop_token stop)
{
    const auto names = usersOf(api, image, std::move(stop));
    if (names.empty())
        return refused;
    const auto more = names.size() > 1 ? " and " + std::to_string(names.size() - 1) + " more" : "";
    return {
        ErrorCode::AlreadyExists,
        "'" + image + "' is in use by the container " + names.front() + more
            + "; remove that first"};
}

constexpr int kMostCounts = 20;

/// Podman 4 counts nothing at all where one of somebody's containers goes while it counts.
bool hasVanished(const Error& error)
{
    return error.message().find("no such container") != std::string::npos;
}

class DockerImageStore : public ImageStore
{
public:
    explicit DockerImageStore(ApiSource api)
        : m_api(std::move(api))
    {
    }

    Result<std::vector<ImageInfo>> list(std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        SANDBENCH_TRY(const auto answer, api->get("/images/json", {}, stop));
        std::vector<ImageInfo> images;
        for (const auto& summary : jsonList(answer))
            images.push_back(imageOfSummary(summary));
        return images;
    }

    Result<ImageInfo> inspect(const std::string& image, std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        return inspectWith(*api, image, stop);
    }

    Result<std::vector<ImageLayer>> history(const std::string& image, std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        SANDBENCH_TRY(const auto info, inspectWith(*api, image, stop));
        SANDBENCH_TRY(const auto answer, api->get("/images/" + info.id + "/history", {}, stop));
        return imageHistory(answer);
    }

    Result<ImageUsers> users(std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        SANDBENCH_TRY(const auto answer, api->get("/containers/json", {{"all", "1"}}, stop));
        return imageUsers(answer);
    }

    Result<std::string> pull(
        const PullRequest& request, const OnImageProgress& onProgress,
        std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        SANDBENCH_TRY(const auto name, pullImage(*api, request, onProgress, stop));
        SANDBENCH_TRY(const auto info, inspectWith(*api, name, stop));
        return info.id;
    }

    Result<std::string> build(
        const BuildRequest& request, const OnImageProgress& onProgress,
        std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        SANDBENCH_TRY(auto id, buildImage(*api, request, onProgress, stop));
        if (!id.empty() || request.tag.empty())
            return id;
        SANDBENCH_TRY(const auto info, inspectWith(*api, request.tag, stop));
        return info.id;
    }

    Result<void>
    tag(const std::string& image, const std::string& newName, std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        SANDBENCH_TRY(const auto to, localTag(newName, api->isPodman()));
        SANDBENCH_TRY(const auto info, inspectWith(*api, image, stop));
        const Query query = {{"repo", to.name()}, {"tag", to.tag}};
        SANDBENCH_TRY_VOID(api->post("/images/" + info.id + "/tag", query, Json(), stop));
        return {};
    }

    Result<void> remove(const std::string& image, std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        SANDBENCH_TRY(const auto name, localName(image));
        Result<void> removed;
        if (api->isPodman()) {
            if (auto answer = askLibpod(*api, "DELETE", "/libpod/images/" + name, {}, stop);
                !answer)
                removed = std::move(answer.error());
        } else {
            removed = api->remove("/images/" + name, {}, stop);
        }
        if (removed.failedAs(ErrorCode::AlreadyExists))
            return inUse(*api, image, removed.error(), stop);
        if (removed.failedAs(ErrorCode::NotFound))
            return Error(
                ErrorCode::NotFound,
                "the engine does not have the image " + image + "; see 'sandbenchctl images list'");
        return removed;
    }

    Result<std::string> import(
        const std::string& tarPath, const std::string& tag, const OnImageProgress& onProgress,
        std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        SANDBENCH_TRY(const auto to, localTag(tag, api->isPodman()));
        return importImage(*api, tarPath, to, onProgress, stop);
    }

    Result<void> save(
        const std::string& image, const std::string& tarPath, const OnImageProgress& onProgress,
        std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        SANDBENCH_TRY(const auto info, inspectWith(*api, image, stop));
        // By its name where it has one: the archive keeps what it was asked for by.
        const auto name = isImageId(image) || info.tags.empty() ? info.id : image;
        SANDBENCH_TRY(const auto local, localName(name));
        return saveImage(*api, local, tarPath, info.bytes, onProgress, stop);
    }

    Result<std::vector<std::string>> load(
        const std::string& tarPath, const OnImageProgress& onProgress,
        std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        return loadImages(*api, tarPath, onProgress, stop);
    }

    Result<std::string>
    commit(const std::string& container, const std::string& tag, std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        SANDBENCH_TRY(const auto to, localTag(tag, api->isPodman()));
        const auto answer = api->post(
            "/commit",
            {{"container", container}, {"repo", to.name()}, {"tag", to.tag}, {"pause", "1"}},
            Json::object(), stop);
        if (answer.failedAs(ErrorCode::NotFound))
            return Error(
                ErrorCode::NotFound,
                "the engine has no container " + container + "; see '" + commandOf(api->dialect())
                    + " ps --all' for those it has");
        if (!answer)
            return answer.error();
        const auto id = jsonString(*answer, "Id");
        return id.find(':') == std::string::npos ? "sha256:" + id : id;
    }

    Result<DiskUse> diskUse(std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        auto answer = api->get("/system/df", {}, stop);
        for (int again = 0; again < kMostCounts && !answer && hasVanished(answer.error()); ++again)
            answer = api->get("/system/df", {}, stop);
        if (!answer)
            return answer.error();
        return diskUseOf(*answer);
    }

    Result<std::uint64_t> prune(std::stop_token stop) override
    {
        SANDBENCH_TRY(const auto api, m_api(stop));
        const Query dangling = {{"filters", writeJson({{"dangling", {"true"}}})}};
        SANDBENCH_TRY(const auto answer, api->post("/images/prune", dangling, Json(), stop));
        return jsonCount(answer, "SpaceReclaimed");
    }

private:
    ApiSource m_api;
};

} // namespace

std::unique_ptr<ImageStore> makeImageStore(ApiSource api)
{
    return std::make_unique<DockerImageStore>(std::move(api));
}

std::unique_ptr<ImageStore> makeImageStore(std::shared_ptr<DockerApi> api)
{
    return makeImageStore(
        [api = std::move(api)](std::stop_token) -> Result<std::shared_ptr<DockerApi>> {
            return api;
        });
}

} // namespace sandbench::docker
