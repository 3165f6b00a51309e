// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/common/composition.h"

#include <cstdlib>

namespace sandbench {

std::string userLanguageFolder()
{
    // A relative value is to be ignored, says the specification.
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config && config[0] == '/')
        return std::string(config) + "/sandbench/languages";
    const char* home = std::getenv("HOME");
    return home && home[0] == '/' ? std::string(home) + "/.config/sandbench/languages" : "";
}

Composition::Composition(
    LanguageCatalog languages, std::unique_ptr<ArtifactStore> artifacts, EngineRegistry engines)
    : m_languages(std::move(languages))
    , m_artifacts(std::move(artifacts))
    , m_engines(std::move(engines))
{
}

Result<std::unique_ptr<Composition>> Composition::create()
{
    SANDBENCH_TRY(auto languages, LanguageCatalog::load(userLanguageFolder()));
    SANDBENCH_TRY(auto artifacts, ArtifactStore::create());
    return std::unique_ptr<Composition>(
        new Composition(std::move(languages), std::move(artifacts), makeDefaultEngines()));
}

} // namespace sandbench
