// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/artifact_store.h"
#include "core/engine/registry.h"
#include "core/language/language.h"

#include <memory>
#include <string>

namespace sandbench {

/// The objects that every program of ours needs once, wired in one place: languages, artifacts,
/// engines. It must outlive every session that was opened with it. Thread: as its parts, any.
class Composition
{
public:
    /// Errors: InvalidArgument (a language file of the user's), Io, PermissionDenied (no folder for
    /// artifacts).
    static Result<std::unique_ptr<Composition>> create();

    const LanguageCatalog& languages() const { return m_languages; }
    ArtifactStore& artifacts() { return *m_artifacts; }
    const EngineRegistry& engines() const { return m_engines; }

private:
    Composition(
        LanguageCatalog languages, std::unique_ptr<ArtifactStore> artifacts,
        EngineRegistry engines);

    LanguageCatalog m_languages;
    std::unique_ptr<ArtifactStore> m_artifacts;
    EngineRegistry m_engines;
};

/// Where the user's own languages are: $XDG_CONFIG_HOME/sandbench/languages, or the same below
/// ~/.config; empty when neither is set. Source: XDG Base Directory Specification.
std::string userLanguageFolder();

} // namespace sandbench
