// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/engine_link.h"

#include "core/base/text.h"
#include "core/base/timestamp.h"
#include "core/engine/docker/image_reference.h"
#include "core/engine/docker/podman_dialect.h"

#include <chrono>

namespace sandbench::docker {

namespace {

constexpr std::size_t kMostInfoBytes = 1U << 20;

/// Podman would take any.
Result<void> checkPlatform(const ImageFacts& image, const std::string& platform)
{
    const auto begin = platform.find('/') + 1;
    const auto asked = machineName(platform.substr(begin, platform.find('/', begin) - begin));
    if (platform.empty() || asked == image.machine)
        return {};
    return Error(
        ErrorCode::NotFound,
        "the engine has the image " + image.name + " for " + image.machine
            + " only; get it with 'sandbenchctl images pull --platform " + platform + " "
            + image.name + "'");
}

} // namespace

Result<std::shared_ptr<EngineLink>> EngineLink::connect(
    const Connection& connection, std::shared_ptr<reaper::Reaper> reaper, std::stop_token stop)
{
    auto link = std::make_shared<EngineLink>();
    link->reaper = std::move(reaper);
    SANDBENCH_TRY(link->api, DockerApi::connect(connection, stop));
    SANDBENCH_TRY(const auto info, link->api->get("/info", {}, stop));
    // Podman takes a second for it, and longer than for anything else.
    Json version;
    if (link->api->dialect() == Dialect::Docker) {
        SANDBENCH_TRY(version, link->api->get("/version", {}, stop));
    }
    link->facts = readEngineFacts(link->api->dialect(), info, version);
    if (link->api->dialect() == Dialect::Podman && link->facts.isRootless) {
        std::string text;
        const auto take = [&text](std::string_view bytes) -> Result<void> {
            if (text.size() + bytes.size() > kMostInfoBytes)
                return Error(ErrorCode::Protocol, "Podman says too much about itself");
            text += bytes;
            return {};
        };
        SANDBENCH_TRY_VOID(link->api->streamLibpod({}, "/libpod/info", {}, take, stop));
        SANDBENCH_TRY(const auto more, parseJson(text, kMostInfoBytes));
        readDelegatedLimits(link->facts, more);
    }
    link->facts.serverName = link->api->serverName();
    if (connection.endpoint.kind == net::Endpoint::Kind::Unix)
        link->facts.socketPath = connection.endpoint.path;
    if (const auto time = parseTimestamp(jsonString(info, "SystemTime")))
        link->clockOffset = *time - secondsNow();
    link->doubts = std::make_unique<Doubts>(link->api, link->reaper);
    link->agents = std::make_unique<AgentVolumes>(link->api, *link->doubts);
    return link;
}

std::int64_t EngineLink::now() const
{
    return secondsNow() + clockOffset;
}

Result<ImageFacts> findImage(
    const EngineLink& link, const std::string& image, const std::string& platform,
    std::stop_token stop)
{
    const bool isPodman = link.facts.dialect == Dialect::Podman;
    for (const auto& name : isPodman ? podmanNames(image) : std::vector<std::string>{image}) {
        const auto found = link.api->get("/images/" + net::percentEncode(name) + "/json", {}, stop);
        if (found) {
            auto facts = readImageFacts(image, *found);
            if (facts.failedAs(ErrorCode::Protocol))
                return std::move(facts.error()).within(link.api->connection().endpoint.text());
            if (facts) {
                SANDBENCH_TRY_VOID(checkPlatform(*facts, platform));
            }
            return facts;
        }
        if (found.error().code() != ErrorCode::NotFound)
            return found.error().within("looking for the image " + oneLine(image, 200));
    }
    return missingImage(image);
}

} // namespace sandbench::docker
