// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/images/images.h"
#include "core/config/settings.h"
#include "core/engine/image_store.h"

#include <optional>

namespace sandbench::cli {

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

} // namespace sandbench::cli
