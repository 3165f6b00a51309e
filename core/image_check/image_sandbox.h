// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/image_store.h"
#include "core/image_check/image_spec.h"
#include "core/session/session.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::image_check {

/// Kept of each stream of a command. One that prints ten times as much is ended. Units: bytes.
inline constexpr std::uint64_t kMostOutput = 1U << 20;

/// A sandbox of an image, as far as checks use it: also without a shell in it. Closes it when it
/// goes. Thread: one at a time. Errors: as Session's functions of these names.
class ImageSandbox
{
public:
    virtual ~ImageSandbox() = default;

    virtual Result<RunRecord> run(const RunRequest& request, std::stop_token stop) = 0;
    virtual Result<FileEntry> fileInfo(const std::string& path, std::stop_token stop) = 0;
    virtual Result<std::string>
    read(const std::string& path, std::uint64_t limit, std::stop_token stop) = 0;
    virtual Result<Session::FileList>
    list(const std::string& path, int depth, std::size_t limit, std::stop_token stop) = 0;
    virtual IsolationReport isolation() const = 0;
};

/// Of an open session, which @p onClose ends.
std::unique_ptr<ImageSandbox> sandboxOf(Session& session, std::function<void()> onClose);

/// Where an image's sandboxes come from. Thread: one at a time.
struct ImageAccess
{
    std::string image; ///< As it was named.
    std::function<Result<std::unique_ptr<ImageSandbox>>(const Setting&, std::stop_token)> open;
    /// Its description, after the first open(), which may fetch it. Errors: Unsupported where the
    /// engine does not tell.
    std::function<Result<ImageInfo>(std::stop_token)> inspect;
};

/// A program and its words, without a language, bounded.
RunRequest requestOf(std::vector<std::string> command, double timeout);

/// Whether our sandboxes have something of their own at @p path, so that an image's is not seen.
bool isHidden(std::string_view path);

} // namespace sandbench::image_check
