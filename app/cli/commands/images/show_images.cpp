// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/images/images.h"
#include "app/cli/failure.h"
#include "app/cli/text.h"
#include "app/common/catalog_json.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/config/settings.h"
#include "core/engine/image_store.h"

#include <algorithm>
#include <ctime>
#include <optional>

namespace sandbench::cli {
namespace {

constexpr std::size_t kLongestStep = 120;

std::string shortId(const std::string& id)
{
    const auto colon = id.find(':');
    return id.substr(colon == std::string::npos ? 0 : colon + 1, 12);
}

constexpr std::int64_t kDay = 24 * 3600;

std::string dateText(std::int64_t seconds)
{
    std::tm time = {};
    const auto value = static_cast<std::time_t>(seconds);
    // Builders that tell no time say the begin of 1970, which in the west was 1969.
    const bool isNoTime = seconds < kDay;
    if (seconds < 0 || !(isNoTime ? ::gmtime_r(&value, &time) : ::localtime_r(&value, &time)))
        return "-";
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &time)};
}

std::string listText(const std::vector<ImageInfo>& images)
{
    std::vector<std::vector<std::string>> rows = {{"NAME", "ID", "SIZE", "CREATED"}};
    for (const auto& image : images)
        for (const auto& tag : image.tags.empty() ? std::vector<std::string>{""} : image.tags)
            rows.push_back(
                {tag, shortId(image.id), formatSize(image.bytes), dateText(image.createdAt)});
    return tableText(rows);
}

Json summaries(const std::vector<ImageInfo>& images)
{
    Json list = Json::array();
    for (const auto& image : images)
        list.push_back(imageSummary(image));
    return list;
}

std::string historyText(const std::vector<ImageLayer>& layers)
{
    std::vector<std::vector<std::string>> rows = {{"CREATED", "SIZE", "STEP"}};
    for (const auto& layer : layers)
        rows.push_back(
            {dateText(layer.createdAt), formatSize(layer.bytes),
             oneLine(layer.step, kLongestStep)});
    return tableText(rows);
}

std::string wordsText(const std::vector<std::string>& words)
{
    return words.empty() ? "-" : printable(joined(words, " "));
}

std::string wholeText(const ImageInfo& image)
{
    auto text = "id          " + printable(image.id) + "\n";
    text += "names       " + wordsText(image.tags) + "\n";
    text += "size        " + formatSize(image.bytes) + "\n";
    text += "created     " + dateText(image.createdAt) + "\n";
    text += "platform    " + printable(image.platform) + "\n";
    text += "user        " + (image.user.empty() ? "-" : printable(image.user)) + "\n";
    text += "folder      " + (image.workingFolder.empty() ? "-" : printable(image.workingFolder))
        + "\n";
    text += "entrypoint  " + wordsText(image.entrypoint) + "\n";
    text += "command     " + wordsText(image.command) + "\n";
    for (const auto& variable : image.env)
        text += "env         " + printable(variable) + "\n";
    for (const auto& [name, value] : image.labels)
        text += "label       " + printable(name) + "=" + printable(value) + "\n";
    return text;
}

} // namespace

Result<ChosenStore> chooseStore(const ImagesOptions& options, std::stop_token stop)
{
    SANDBENCH_TRY(const auto settings, loadSettings(settingsPath()));
    ChosenStore chosen{makeDefaultEngines(settings, options.connection), options.engine, nullptr};
    if (!options.engine.empty()) {
        SANDBENCH_TRY(Engine * engine, chosen.engines.find(options.engine));
        chosen.store = engine->images();
        if (chosen.store)
            return chosen;
        return Error(
            ErrorCode::Unsupported,
            "the engine " + options.engine + " has no images; name another with --engine");
    }
    std::optional<Error> first;
    for (Engine* engine : chosen.engines.all()) {
        ImageStore* store = engine->images();
        if (!store)
            continue;
        const auto answer = store->list(stop);
        if (answer) {
            chosen.engine = engine->name();
            chosen.store = store;
            return chosen;
        }
        if (stop.stop_requested())
            return answer.error();
        if (!first)
            first = answer.error();
    }
    return first.value_or(Error(
        ErrorCode::Unsupported, "no engine of this program has images; it was built without any"));
}

Result<int> listImages(const Program& program, const ImagesOptions& options)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto chosen, chooseStore(options, stop));
    SANDBENCH_TRY(auto images, chosen.store->list(stop));
    std::sort(images.begin(), images.end(), [](const ImageInfo& a, const ImageInfo& b) {
        return std::tie(b.createdAt, a.id) < std::tie(a.createdAt, b.id);
    });
    const Json json = {
        {"schema", "sandbench.images/1"}, {"engine", chosen.engine}, {"images", summaries(images)}};
    return printed(options.json, json, listText(images));
}

Result<int> inspectImage(const Program& program, const ImagesOptions& options)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto chosen, chooseStore(options, stop));
    SANDBENCH_TRY(const auto image, chosen.store->inspect(options.image, stop));
    auto json = imageDetails(image);
    json["schema"] = "sandbench.image/1";
    json["engine"] = chosen.engine;
    return printed(options.json, json, wholeText(image));
}

Result<int> showHistory(const Program& program, const ImagesOptions& options)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto chosen, chooseStore(options, stop));
    SANDBENCH_TRY(const auto layers, chosen.store->history(options.image, stop));
    const Json json
        = {{"schema", "sandbench.image_history/1"},
           {"engine", chosen.engine},
           {"image", options.image},
           {"layers", imageLayers(layers)}};
    return printed(options.json, json, historyText(layers));
}

Result<int>
showPrunable(const ChosenStore& chosen, const ImagesOptions& options, std::stop_token stop)
{
    SANDBENCH_TRY(const auto images, chosen.store->list(stop));
    SANDBENCH_TRY(const auto users, chosen.store->users(stop));
    const auto prunable = prunableImages(images, users);
    const Json json
        = {{"schema", "sandbench.images/1"},
           {"engine", chosen.engine},
           {"images", summaries(prunable)}};
    return printed(
        options.json, json,
        prunable.empty() ? "every image has a name or is in use\n" : listText(prunable));
}

Result<int> showDiskUse(const Program& program, const ImagesOptions& options)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto chosen, chooseStore(options, stop));
    SANDBENCH_TRY(const auto use, chosen.store->diskUse(stop));
    auto json = diskUseJson(use);
    json["schema"] = "sandbench.disk_use/1";
    json["engine"] = chosen.engine;
    const auto text = "images       " + formatSize(use.imageBytes) + "\ncontainers   "
        + formatSize(use.containerBytes) + "\nvolumes      " + formatSize(use.volumeBytes)
        + "\nbuild cache  " + formatSize(use.cacheBytes) + "\nunused       "
        + formatSize(use.reclaimableBytes) + "\n";
    return printed(options.json, json, text);
}

} // namespace sandbench::cli
