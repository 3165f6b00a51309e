// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/image_places.h"

#include "core/engine/docker/image_reference.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/session/engine_probe.h"
#include "ui/session/engine_source.h"

#include <algorithm>
#include <set>

namespace sandbench::ui {

static constexpr std::size_t kMostDescribed = 500;

std::vector<ImagePlace> findImagePlaces(EngineSource& source)
{
    std::vector<ImagePlace> places;
    for (const std::string& engine : source.names()) {
        const auto usual = source.find(engine, {});
        if (!usual || !(*usual)->images())
            continue;
        auto connections = source.connections(engine);
        const auto known
            = connections ? *std::move(connections) : std::vector<docker::Connection>();
        places.push_back({engine, {}, engineTitle(engine), (*usual)->images()});
        std::set<std::string> addresses;
        for (std::size_t i = 0; i < known.size(); ++i) {
            // Several names may lead to the same engine.
            if (!addresses.insert(known[i].endpoint.text()).second || i == 0)
                continue;
            const auto key = connectionKey(known, i);
            const auto other = source.find(engine, key);
            if (other && (*other)->images())
                places.push_back(
                    {engine, key,
                     engineTitle(engine) + QStringLiteral(" · ") + SafeText::display(known[i].name),
                     (*other)->images()});
        }
    }
    std::stable_partition(places.begin(), places.end(), [](const ImagePlace& place) {
        return place.connection.empty();
    });
    return places;
}

bool isSameImage(const std::string& listed, const std::string& asked)
{
    if (listed == asked)
        return true;
    const auto wanted = docker::parseImageReference(asked);
    const auto known = docker::parseImageReference(listed);
    if (!wanted || !known || docker::isImageId(asked))
        return false;
    const auto whole = docker::inRegistry(*known).text();
    return whole == docker::inRegistry(*wanted).text()
        || whole == docker::inRegistry(docker::asLocal(*wanted, true)).text();
}

Result<PlaceImages> readPlace(ImageStore& store, std::stop_token stop)
{
    PlaceImages read;
    SANDBENCH_TRY(read.images, store.list(stop));
    // Who uses them is only told: a list without it is better than none.
    read.users = store.users(std::move(stop)).value_or(ImageUsers());
    return read;
}

std::vector<ImageInfo>
describeImages(ImageStore& store, std::vector<ImageInfo> images, std::stop_token stop)
{
    const auto most = std::min(images.size(), kMostDescribed);
    for (std::size_t i = 0; i < most && !stop.stop_requested(); ++i)
        if (auto described = store.inspect(images[i].id, stop))
            images[i].platform = described->platform;
    return images;
}

} // namespace sandbench::ui
