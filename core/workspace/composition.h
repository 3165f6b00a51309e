// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/artifact_store.h"
#include "core/config/settings.h"
#include "core/engine/registry.h"
#include "core/language/language.h"
#include "core/policy/gate/policy_catalog.h"
#include "core/policy/profiles.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sandbench {

/// The objects that every program of ours needs once, wired in one place: settings, languages,
/// sizes, artifacts, engines. It must outlive every session that was opened with it. Thread: as its
/// parts, any.
class Composition
{
public:
    /// @p connection: how to reach @p engine, see makeDefaultEngines(); empty = as the user's
    /// settings say, where those are about this engine or none is named.
    /// @p allowed: engines, there are no others; empty = all.
    /// Errors: InvalidArgument (the user's settings or a language file of theirs), Io,
    /// PermissionDenied (no folder for artifacts).
    static Result<std::unique_ptr<Composition>> create(
        std::string connection = {}, std::string engine = {},
        const std::vector<std::string>& allowed = {});

    const Settings& settings() const { return m_settings; }
    const SizeCatalog& sizes() const { return m_sizes; }
    const ProfileCatalog& profiles() const { return m_profiles; }
    const LanguageCatalog& languages() const { return m_languages; }
    /// Read at the first use. Errors: InvalidArgument (a file of the user's).
    Result<std::shared_ptr<const PolicyCatalog>> policies() const;
    ArtifactStore& artifacts() { return *m_artifacts; }
    const EngineRegistry& engines() const { return m_engines; }

private:
    Composition(
        Settings settings, SizeCatalog sizes, ProfileCatalog profiles, LanguageCatalog languages,
        std::unique_ptr<ArtifactStore> artifacts, EngineRegistry engines);

    Settings m_settings;
    SizeCatalog m_sizes;
    ProfileCatalog m_profiles;
    LanguageCatalog m_languages;
    std::unique_ptr<ArtifactStore> m_artifacts;
    EngineRegistry m_engines;
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const PolicyCatalog> m_policies;
};

/// Where the user's own languages are, in configFolder(); empty when there is none.
std::string userLanguageFolder();
/// The same for their policies.
std::string userPolicyFolder();

} // namespace sandbench
