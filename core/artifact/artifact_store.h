// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/private_folder.h"
#include "core/base/result.h"
#include "core/session/run_record.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// Keeps the bytes of artifacts in a private folder (0700, files 0600) until it is destroyed. What
/// a killed program left behind is removed by the next create(). Everything given to it is
/// untrusted. Thread: any.
class ArtifactStore
{
public:
    static constexpr std::uint64_t kMaxArtifactBytes = 64ULL << 20;
    static constexpr std::uint64_t kMaxRunBytes = 512ULL << 20;
    static constexpr std::size_t kMaxArtifactsPerRun = 200;

    /// Makes a fresh folder below @p parent ("" = the system's temporary folder). Errors: Io,
    /// PermissionDenied.
    static Result<std::unique_ptr<ArtifactStore>> create(const std::string& parent = {});
    ~ArtifactStore();

    /// Stores @p bytes, sniffs the type (@p declaredMime decides between types that share bytes),
    /// reads picture dimensions from the header. Errors: ResourceExhausted past kMaxArtifactBytes,
    /// Io.
    Result<Artifact>
    add(std::string_view name, std::string_view declaredMime, std::string_view bytes);

    /// Copies artifacts into a folder of the user's. Never follows a link, never leaves the folder,
    /// never overwrites: an existing name gets a number. A chart also comes as a page
    /// (chartPage()). Returns the paths of the artifacts, one for each ("" for one without bytes).
    static Result<std::vector<std::string>>
    exportTo(const std::string& folder, const std::vector<Artifact>& artifacts);

private:
    explicit ArtifactStore(PrivateFolder folder);

    PrivateFolder m_folder;
    std::atomic<std::uint64_t> m_next{1};
};

/// MIME type by the first bytes: png, jpeg, gif, webp, svg, pdf, html, json, text or
/// application/octet-stream.
std::string sniffMime(std::string_view bytes, std::string_view declaredMime);

/// A file name that is safe to create: no separator, control, bidi or leading dot or dash; at most
/// 120 bytes; never empty.
std::string safeFileName(std::string_view name);

} // namespace sandbench
