// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/image_store.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::docker {

/// Reads the lines of JSON with which an engine tells how a pull, push, build or import goes, for
/// hostile bytes: a record of at most 1 MiB, 512 layers, 1 MiB of text that nobody took. No I/O.
/// Thread: one at a time. Source: Docker Engine API 1.41, ImageCreate and ImageBuild; Podman 4.3
/// API, ImagePullLibpod.
class ProgressParser
{
public:
    enum class Stream {
        Pull, ///< Text of Podman's such as "Copying blob sha256:…" names layers.
        Log, ///< Text is the log of a build and means nothing.
    };
    explicit ProgressParser(Stream stream)
        : m_stream(stream)
    {
    }

    /// Errors: Protocol; the parser stays in that state.
    Result<void> feed(std::string_view bytes);
    /// The stream has ended. Errors: feed()'s, and what the engine itself said went wrong, by its
    /// words: NotFound, PermissionDenied, ResourceExhausted, ConnectionLost, Unavailable, else
    /// InvalidArgument with the last lines of a log, else Io.
    Result<void> finish();

    const std::vector<ImageProgress::Layer>& layers() const { return m_layers; }
    /// Of all downloads so far, as far as their sizes are known.
    std::uint64_t doneBytes() const;
    std::uint64_t totalBytes() const;
    /// What came since the last call; raw and untrusted.
    std::string takeText();
    /// "sha256:…", once the engine said it.
    const std::string& imageId() const { return m_imageId; }

private:
    struct Download
    {
        std::uint64_t done = 0, total = 0;
    };
    Result<void> takeLine(std::string_view line);
    void takeRecord(const Json& record);
    void takeLayer(const std::string& id, const std::string& status, const Json& detail);
    void takePodmanText(const std::string& text);
    void takeId(const Json& record);
    void addText(std::string text);
    ImageProgress::Layer* layer(const std::string& id, std::size_t& index);

    Stream m_stream;
    std::string m_line;
    std::optional<Error> m_broken;
    std::vector<ImageProgress::Layer> m_layers;
    std::vector<Download> m_downloads; // of m_layers, by index
    std::map<std::string, std::size_t> m_indexes;
    std::string m_text;
    std::string m_tail; // the end of all text, for errors
    std::string m_imageId;
    std::optional<std::string> m_failure;
};

/// An engine's own words about a registry or a disk as an Error; @p fallback where they tell
/// nothing.
Error errorOfWords(const std::string& words, ErrorCode fallback);

} // namespace sandbench::docker
