// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/progress_parser.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>

namespace sandbench::docker {
namespace {

constexpr std::size_t kMaxRecord = 1U << 20;
constexpr std::size_t kMaxProgressText = 1U << 20;
constexpr std::size_t kMaxLayers = 512;
constexpr std::size_t kMaxTail = 2048;
constexpr std::size_t kMaxWord = 128;
constexpr std::size_t kMaxFailure = 1000;
constexpr std::size_t kLastLines = 3;
constexpr std::size_t kShortId = 12;

std::uint64_t addCapped(std::uint64_t a, std::uint64_t b)
{
    return a > std::numeric_limits<std::uint64_t>::max() - b
        ? std::numeric_limits<std::uint64_t>::max()
        : a + b;
}

bool isHex(std::string_view text)
{
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// "sha256:…" or nothing.
std::string imageIdIn(std::string_view text)
{
    constexpr std::string_view kAlgorithm = "sha256:";
    if (text.starts_with(kAlgorithm))
        text.remove_prefix(kAlgorithm.size());
    return text.size() == 64 && isHex(text) ? std::string(kAlgorithm) + std::string(text) : "";
}

bool isFinished(std::string_view status)
{
    return status == "Pull complete" || status == "Already exists" || status == "Download complete";
}

/// Docker puts what a step says on its stderr in red.
std::string withoutColours(std::string_view text)
{
    std::string plain;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text.substr(at).starts_with("\x1b[")
            ? text.find_first_not_of("0123456789;", at + 2)
            : std::string_view::npos;
        if (end != std::string_view::npos && text[end] == 'm')
            at = end + 1;
        else
            plain += text[at++];
    }
    return plain;
}

/// The last lines of a build's log that its steps wrote, not the engine.
std::string lastWords(const std::string& log)
{
    constexpr std::array<std::string_view, 5> kEngines
        = {"Step ", "STEP ", " ---> ", "--> ", "Removing intermediate container "};
    std::vector<std::string> lines;
    std::istringstream stream(log);
    for (std::string line; std::getline(stream, line);) {
        const auto isEngines = std::any_of(
            kEngines.begin(), kEngines.end(), [&](auto begin) { return line.starts_with(begin); });
        if (auto words = oneLine(line, kMaxFailure); !isEngines && !words.empty())
            lines.push_back(std::move(words));
    }
    std::string text;
    for (auto at = lines.size() - std::min(lines.size(), kLastLines); at < lines.size(); ++at)
        text += (text.empty() ? "" : " | ") + lines[at];
    return text;
}

} // namespace

Result<void> ProgressParser::feed(std::string_view bytes)
{
    while (!m_broken && !bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto part = bytes.substr(0, end);
        if (m_line.size() + part.size() > kMaxRecord) {
            m_broken = Error(ErrorCode::Protocol, "the engine sent a progress record over 1 MiB");
            break;
        }
        m_line += part;
        if (end == std::string_view::npos)
            break;
        bytes.remove_prefix(end + 1);
        if (const auto taken = takeLine(m_line); !taken)
            m_broken = taken.error();
        m_line.clear();
    }
    if (m_broken)
        return *m_broken;
    return {};
}

Result<void> ProgressParser::finish()
{
    if (!m_broken && !m_line.empty()) {
        if (const auto taken = takeLine(m_line); !taken)
            m_broken = Error(ErrorCode::ConnectionLost, "the engine stopped in mid-sentence");
        m_line.clear();
    }
    if (m_broken)
        return *m_broken;
    if (!m_failure)
        return {};
    if (m_stream == Stream::Pull)
        return errorOfWords(*m_failure, ErrorCode::Io);
    auto error = errorOfWords(*m_failure, ErrorCode::InvalidArgument);
    const auto text = lastWords(m_tail);
    return text.empty() || error.code() != ErrorCode::InvalidArgument
        ? error
        : Error(error.code(), error.message() + "; its last lines: " + text);
}

Result<void> ProgressParser::takeLine(std::string_view line)
{
    if (line.find_first_not_of(" \r\t") == std::string_view::npos)
        return {};
    const auto record = parseJson(line, kMaxRecord, 16);
    if (!record || !record->is_object())
        return Error(ErrorCode::Protocol, "the engine's progress is not a line of JSON objects");
    takeRecord(*record);
    return {};
}

void ProgressParser::takeRecord(const Json& record)
{
    if (record.contains("errorDetail") || record.contains("error")) {
        auto words = jsonString(record, "error");
        if (words.empty())
            words = jsonString(jsonField(record, "errorDetail"), "message", "it says no more");
        m_failure = oneLine(words, kMaxFailure);
        return;
    }
    takeId(record);
    const auto stream = jsonString(record, "stream");
    if (!stream.empty()) {
        if (m_stream == Stream::Pull)
            takePodmanText(stream);
        addText(stream);
    }
    const auto status = jsonString(record, "status");
    const auto id = jsonString(record, "id");
    if (status.empty())
        return;
    // The first record of a pull has the tag for its id: "Pulling from library/python".
    if (id.empty() || id.size() > kMaxWord || status.starts_with("Pulling from "))
        addText(status + "\n");
    else if (imageIdIn(status).empty())
        takeLayer(id, status, jsonField(record, "progressDetail"));
}

void ProgressParser::takeId(const Json& record)
{
    for (const auto& text :
         {jsonString(jsonField(record, "aux"), "ID"), jsonString(record, "id"),
          jsonString(record, "status"), jsonString(record, "Id")}) {
        if (auto id = imageIdIn(text); !id.empty())
            m_imageId = std::move(id);
    }
}

ImageProgress::Layer* ProgressParser::layer(const std::string& id, std::size_t& index)
{
    const auto known = m_indexes.find(id);
    if (known != m_indexes.end()) {
        index = known->second;
        return &m_layers[index];
    }
    if (m_layers.size() >= kMaxLayers)
        return nullptr;
    index = m_layers.size();
    m_indexes[id] = index;
    m_layers.push_back({id, {}, 0, 0});
    m_downloads.emplace_back();
    return &m_layers.back();
}

void ProgressParser::takeLayer(const std::string& id, const std::string& status, const Json& detail)
{
    std::size_t index = 0;
    auto* found = layer(id, index);
    if (!found)
        return;
    found->status = status.substr(0, kMaxWord);
    auto& download = m_downloads[index];
    const auto current = jsonCount(detail, "current");
    const auto total = jsonCount(detail, "total");
    if (status == "Downloading" || status == "Pushing") {
        download.total = std::max(total, download.total);
        // Engines count a little past the end.
        download.done = download.total ? std::min(current, download.total) : current;
    } else if (isFinished(status)) {
        download.done = download.total = std::max(download.done, download.total);
    }
    const bool counts = current || total;
    found->doneBytes = counts ? current : download.done;
    found->totalBytes = counts ? total : download.total;
}

// Podman's own endpoint tells which layers it copies, not how far it is.
void ProgressParser::takePodmanText(const std::string& text)
{
    constexpr std::string_view kCopying = "Copying blob sha256:";
    if (text.starts_with(kCopying)) {
        const auto id = text.substr(kCopying.size(), kShortId);
        if (id.size() != kShortId || !isHex(id))
            return;
        takeLayer(
            id, text.find("already exists") == std::string::npos ? "Downloading" : "Already exists",
            Json());
    } else if (text.starts_with("Copying config ")) {
        for (auto& each : m_layers)
            each.status = each.status == "Downloading" ? "Pull complete" : each.status;
    }
}

void ProgressParser::addText(std::string text)
{
    text = withoutColours(text);
    m_text += text;
    if (m_text.size() > kMaxProgressText)
        m_text.erase(0, m_text.size() - kMaxProgressText);
    m_tail += text;
    if (m_tail.size() > kMaxTail) {
        const auto line = m_tail.find('\n', m_tail.size() - kMaxTail);
        m_tail.erase(0, line == std::string::npos ? m_tail.size() - kMaxTail : line + 1);
    }
}

std::uint64_t ProgressParser::doneBytes() const
{
    std::uint64_t sum = 0;
    for (const auto& download : m_downloads)
        sum = addCapped(sum, download.done);
    return sum;
}

std::uint64_t ProgressParser::totalBytes() const
{
    std::uint64_t sum = 0;
    for (const auto& download : m_downloads)
        sum = addCapped(sum, download.total);
    return sum;
}

std::string ProgressParser::takeText()
{
    return std::exchange(m_text, {});
}

Error errorOfWords(const std::string& words, ErrorCode fallback)
{
    struct Sign
    {
        std::string_view words;
        ErrorCode code;
        std::string_view nextStep;
    };
    // The first that matches wins: registries say "access denied" also of what does not exist.
    static constexpr std::array<Sign, 20> kSigns = {
        {{"no space left", ErrorCode::ResourceExhausted,
          "free some with 'sandbenchctl images prune'"},
         {"manifest unknown", ErrorCode::NotFound, "check its name and tag"},
         {"name unknown", ErrorCode::NotFound, "check its name"},
         {"no matching manifest", ErrorCode::NotFound, "it is not there for this platform"},
         {"no image found in manifest list", ErrorCode::NotFound,
          "it is not there for this platform"},
         {"HTTP response to HTTPS client", ErrorCode::Unavailable,
          "the registry has no certificate; 'images pull --no-verify-tls' trusts it with Podman, "
          "insecure-registries in daemon.json with Docker"},
         {"certificate", ErrorCode::Unavailable, "the engine does not trust the registry"},
         {"unauthorized", ErrorCode::PermissionDenied, "log in to the registry first"},
         {"authentication required", ErrorCode::PermissionDenied, "log in to the registry first"},
         {"no basic auth credentials", ErrorCode::PermissionDenied, "log in to the registry first"},
         {"access denied", ErrorCode::PermissionDenied,
          "check its name, or log in to the registry first"},
         {"access to the resource is denied", ErrorCode::PermissionDenied,
          "check its name, or log in to the registry first"},
         {"forbidden", ErrorCode::PermissionDenied, "this login may not have it"},
         {"connection refused", ErrorCode::Unavailable, "the registry does not answer"},
         {"no such host", ErrorCode::Unavailable, "the registry's name is not known here"},
         {"EOF", ErrorCode::ConnectionLost, "try again"},
         {"connection reset", ErrorCode::ConnectionLost, "try again"},
         {"closed idle connection", ErrorCode::ConnectionLost, "try again"},
         {"timeout", ErrorCode::ConnectionLost, "try again"},
         {"not found", ErrorCode::NotFound, ""}}};
    for (const auto& sign : kSigns) {
        if (words.find(sign.words) == std::string::npos)
            continue;
        const auto next = sign.nextStep.empty() ? "" : "; " + std::string(sign.nextStep);
        return {sign.code, words + next};
    }
    return {fallback, words};
}

} // namespace sandbench::docker
