// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/common/catalog_json.h"
#include "app/rest/event_stream.h"
#include "app/rest/routes/handling.h"
#include "app/rest/wire/header_text.h"
#include "core/workspace/defaults.h"
#include "core/workspace/requests.h"

#include "core/base/text.h"
#include "core/engine/docker/image_reference.h"
#include "core/engine/image_store.h"

namespace sandbench::rest {

namespace {

using workspace::Scope;

const Field kEngine
    = {"engine", FieldType::Text, "\"docker\", \"podman\" … (default: the server's)"};
const Field kImage = {"image", FieldType::Text, "\"python:3.12\", or an id", true};

const Fields kSummary
    = {{"id", FieldType::Text, "\"sha256:…\""},
       {"tags", FieldType::TextList, "Its names"},
       {"bytes", FieldType::Integer, "Its size"},
       {"created_at", FieldType::Integer, "Seconds since 1970; -1 = the image does not say"},
       {"labels", FieldType::TextMap, "As its maker wrote them"}};

Result<ImageStore*> storeOf(const ServerParts& parts, const Json& asked)
{
    const auto usual = jsonString(
        workspace::withDefaults(parts.workspace.parts().settings().defaults, parts.openDefaults),
        "engine", workspace::SandboxRequest().engine);
    SANDBENCH_TRY(
        auto* const engine,
        parts.workspace.parts().engines().find(jsonString(asked, "engine", usual)));
    auto* const store = engine->images();
    if (!store)
        return Error(ErrorCode::Unsupported, "the engine " + engine->name() + " has no images");
    return store;
}

bool maySee(const Call& call, const ImageInfo& image)
{
    const auto owner = image.labels.find(std::string(label::kTenant));
    return workspace::tenantOf(call.caller)
        .maySee(owner == image.labels.end() ? std::string() : owner->second);
}

Result<Answer> listImages(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const store, storeOf(parts, call.options));
    SANDBENCH_TRY(auto found, store->list(call.stop));
    std::erase_if(found, [&call](const ImageInfo& image) { return !maySee(call, image); });
    return jsonAnswer({{"images", jsonList(found, imageSummary)}});
}

/// The one that the call names, as far as its caller may see it.
Result<ImageInfo> imageOf(ImageStore& store, const Call& call)
{
    const auto name = jsonString(call.options, "image");
    SANDBENCH_TRY(auto image, store.inspect(name, call.stop));
    if (!maySee(call, image))
        return docker::missingImage(name);
    return image;
}

Result<Answer> inspect(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const store, storeOf(parts, call.options));
    SANDBENCH_TRY(const auto image, imageOf(*store, call));
    return jsonAnswer(imageDetails(image));
}

Result<Answer> diskUse(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const store, storeOf(parts, call.options));
    SANDBENCH_TRY(const auto use, store->diskUse(call.stop));
    return jsonAnswer(diskUseJson(use));
}

Json progressView(const ImageProgress& progress)
{
    return {
        {"done_bytes", progress.doneBytes},
        {"total_bytes", progress.totalBytes},
        {"bytes_per_second", progress.bytesPerSecond},
        {"layers", progress.layers.size()},
        {"line", replaceInvalidUtf8(progress.line)}};
}

/// Progress as it goes, then "ended" with the id or "failed" with a problem.
Answer pullEvents(ImageStore* store, PullRequest request, std::stop_token stop)
{
    return eventsAnswer(
        [store, request = std::move(request), stop = std::move(stop)](BodySink& sink) {
            std::stop_source gone;
            const std::stop_callback onStop(stop, [&gone] { gone.request_stop(); });
            const auto onProgress = [&](const ImageProgress& progress) {
                if (!sink.write(serverSentEvent(0, "progress", writeJson(progressView(progress)))))
                    gone.request_stop();
            };
            const auto id = store->pull(request, onProgress, gone.get_token());
            sink.write(
                id ? serverSentEvent(0, "ended", writeJson({{"id", *id}}))
                   : serverSentEvent(0, "failed", problemAnswer(id.error()).body));
        });
}

Result<Answer> pull(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const store, storeOf(parts, call.json));
    PullRequest request;
    request.image = jsonString(call.json, "image");
    request.platform = jsonString(call.json, "platform");
    request.verifyTls = jsonBool(call.json, "verify_tls", true);
    if (prefersEvents(call.header("accept")))
        return pullEvents(store, std::move(request), call.stop);
    SANDBENCH_TRY(
        const auto id,
        store->pull(
            request, [](const ImageProgress&) {}, call.stop));
    return jsonAnswer({{"id", id}});
}

Result<Answer> removeImage(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(auto* const store, storeOf(parts, call.options));
    if (!workspace::tenantOf(call.caller).seesAll)
        SANDBENCH_TRY_VOID(imageOf(*store, call));
    // A sandbox whose answer is out holds its image until it is closed.
    parts.workspace.sandboxes().awaitClosings(call.stop);
    SANDBENCH_TRY_VOID(store->remove(jsonString(call.options, "image"), call.stop));
    return Answer{.status = 204};
}

} // namespace

void addImages(Routes& routes, ServerParts& parts)
{
    auto& listing = add(
        routes, "images", "GET /images", "listImages", "The images of an engine",
        with(parts, listImages));
    listing.query = {kEngine};
    listing.answer = {{"images", FieldType::ObjectList, "All of them", true, {}, 0, 0, kSummary}};
    auto& one = add(
        routes, "images", "GET /images/inspect", "inspectImage", "One image", with(parts, inspect));
    one.query = {kEngine, kImage};
    one.answer = kSummary;
    auto& disk = add(
        routes, "images", "GET /images/disk", "imageDiskUse", "What an engine keeps on its disk",
        with(parts, diskUse));
    disk.query = {kEngine};
    disk.answer = {{"image_bytes", FieldType::Integer, "Of all images"}};
    auto& fetch = add(
        routes, "images", "POST /images/pull", "pullImage",
        "Fetches an image; progress with Accept: text/event-stream", with(parts, pull));
    fetch.scope = Scope::Images;
    fetch.body
        = {kEngine,
           kImage,
           {"platform", FieldType::Text, "\"linux/arm64\""},
           {"verify_tls", FieldType::Boolean,
            "False: Podman also takes it from a registry without a certificate (default: true)"}};
    fetch.answer = {{"id", FieldType::Text, "Of the image"}};
    auto& removal = add(
        routes, "images", "DELETE /images", "removeImage", "Removes an image",
        with(parts, removeImage));
    removal.scope = Scope::Images;
    removal.query = {kEngine, kImage};
    removal.goodStatus = 204;
}

} // namespace sandbench::rest
