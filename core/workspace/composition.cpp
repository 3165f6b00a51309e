// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/composition.h"

#include "core/workspace/defaults.h"

namespace sandbench {

std::string userLanguageFolder()
{
    const auto folder = configFolder();
    return folder.empty() ? "" : folder + "/languages";
}

std::string userPolicyFolder()
{
    const auto folder = configFolder();
    return folder.empty() ? "" : folder + "/policies";
}

Composition::Composition(
    Settings settings, SizeCatalog sizes, ProfileCatalog profiles, LanguageCatalog languages,
    std::unique_ptr<ArtifactStore> artifacts, EngineRegistry engines)
    : m_settings(std::move(settings))
    , m_sizes(std::move(sizes))
    , m_profiles(std::move(profiles))
    , m_languages(std::move(languages))
    , m_artifacts(std::move(artifacts))
    , m_engines(std::move(engines))
{
}

Result<std::shared_ptr<const PolicyCatalog>> Composition::policies() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_policies) {
        SANDBENCH_TRY(auto policies, PolicyCatalog::load(userPolicyFolder()));
        m_policies = std::make_shared<const PolicyCatalog>(std::move(policies));
    }
    return m_policies;
}

Result<std::unique_ptr<Composition>> Composition::create(
    std::string connection, std::string engine, const std::vector<std::string>& allowed)
{
    SANDBENCH_TRY(auto settings, loadSettings(settingsPath()));
    SANDBENCH_TRY(auto sizes, SizeCatalog::load(settings.sizes));
    SANDBENCH_TRY(auto profiles, ProfileCatalog::load());
    SANDBENCH_TRY(auto languages, LanguageCatalog::load(userLanguageFolder()));
    const workspace::Catalogs catalogs{languages, sizes, profiles, settings.packages};
    if (const auto right = workspace::checkDefaults(catalogs, settings.defaults); !right)
        return Error(right.error().code(), settingsPath() + ": " + right.error().text());
    const auto asked = engine.empty() ? Json::object() : Json{{"engine", engine}};
    const auto usual = workspace::withDefaults(settings.defaults, asked);
    engine = jsonString(usual, "engine");
    if (connection.empty())
        connection = workspace::connectionOf(usual);
    SANDBENCH_TRY(auto artifacts, ArtifactStore::create());
    auto engines = makeDefaultEngines(settings, connection, engine);
    if (auto known = engines.allowOnly(allowed); !known)
        return std::move(known.error()).within("--engines");
    return std::unique_ptr<Composition>(new Composition(
        std::move(settings), std::move(sizes), std::move(profiles), std::move(languages),
        std::move(artifacts), std::move(engines)));
}

} // namespace sandbench
