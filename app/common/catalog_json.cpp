// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/common/catalog_json.h"

#include "core/base/json.h"
#include "core/language/host_tools.h"

namespace sandbench {

Json imageSummary(const ImageInfo& image)
{
    return {
        {"id", image.id},
        {"tags", image.tags},
        {"bytes", image.bytes},
        {"created_at", image.createdAt},
        {"labels", image.labels}};
}

Json imageDetails(const ImageInfo& image)
{
    auto json = imageSummary(image);
    json["platform"] = image.platform;
    json["entrypoint"] = image.entrypoint;
    json["command"] = image.command;
    json["env"] = image.env;
    json["user"] = image.user;
    json["working_folder"] = image.workingFolder;
    json["digests"] = image.digests;
    return json;
}

Json imageLayers(const std::vector<ImageLayer>& layers)
{
    Json list = Json::array();
    for (const auto& layer : layers)
        list.push_back(
            {{"id", layer.id},
             {"step", layer.step},
             {"comment", layer.comment},
             {"tags", layer.tags},
             {"bytes", layer.bytes},
             {"created_at", layer.createdAt}});
    return list;
}

Json diskUseJson(const DiskUse& use)
{
    return {
        {"image_bytes", use.imageBytes},
        {"container_bytes", use.containerBytes},
        {"volume_bytes", use.volumeBytes},
        {"cache_bytes", use.cacheBytes},
        {"reclaimable_bytes", use.reclaimableBytes}};
}

Json languageJson(const Language& language)
{
    return {
        {"id", language.id},
        {"name", language.name},
        {"extensions", language.extensions},
        {"compiled", !language.compile.empty()},
        {"contexts", language.contexts},
        {"packages", language.packages.empty() ? Json(nullptr) : Json(language.packages)},
        {"image", defaultImage(&language)},
        {"found", missingTools(language).empty()},
        {"install_hint", language.installHint}};
}

} // namespace sandbench
