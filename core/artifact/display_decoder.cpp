// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/display_decoder.h"

#include "core/artifact/chart_json.h"

#include <algorithm>

namespace sandbench {

namespace {

constexpr std::size_t kPrefixBytes = 8;
constexpr std::size_t kMaxNameBytes = 255;
constexpr std::size_t kMaxMimeBytes = 127;
constexpr std::size_t kMaxPathBytes = 4096;
constexpr std::size_t kMaxNoticeBytes = 1000;
constexpr std::int64_t kMaxPixels = 1'000'000;
constexpr std::size_t kMaxTitleBytes = 800;
constexpr double kMaxDpi = 100'000;
constexpr std::int64_t kMaxSourceLine = 100'000'000;
// Consumed bytes are cut off in large steps, so that many small records do not move the buffer each
// time.
constexpr std::size_t kCompactAt = 1U << 20;

constexpr std::string_view kPreferred[]
    = {"application/vnd.plotly.v1+json",
       "application/vnd.vegalite.v6+json",
       "application/vnd.vegalite.v5+json",
       "application/vnd.vega.v6+json",
       "application/vnd.vega.v5+json",
       "image/png",
       "image/svg+xml",
       "image/jpeg",
       "image/webp",
       "image/gif",
       "application/pdf",
       "text/html",
       "text/latex",
       "text/markdown",
       "application/json"};

std::size_t readU32(std::string_view bytes)
{
    std::size_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value |= static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return value;
}

std::string boundedString(const Json& header, std::string_view key, std::size_t limit)
{
    auto text = jsonString(header, key);
    text.resize(std::min(text.size(), limit));
    return text;
}

int pixels(const Json& header, std::string_view key)
{
    return static_cast<int>(std::clamp<std::int64_t>(jsonInt(header, key), 0, kMaxPixels));
}

ResultFacts readFacts(const Json& header)
{
    ResultFacts facts;
    facts.title = boundedString(header, "title", kMaxTitleBytes);
    facts.dpi = std::clamp(jsonNumber(header, "dpi"), 0.0, kMaxDpi);
    const auto& source = jsonField(header, "source");
    facts.sourceFile = boundedString(source, "file", kMaxPathBytes);
    facts.sourceLine
        = static_cast<int>(std::clamp<std::int64_t>(jsonInt(source, "line"), 0, kMaxSourceLine));
    facts.process = std::max<std::int64_t>(jsonInt(header, "process"), 0);
    return facts;
}

// Splits the body; false when the sizes do not add up to it.
bool readParts(const Json& header, std::string_view body, DisplayRecord& record)
{
    const auto& list = jsonField(header, "parts");
    if (!list.is_array() || list.empty() || list.size() > DisplayDecoder::kMaxParts)
        return false;
    for (const auto& entry : list) {
        const auto size = jsonInt(entry, "size", -1);
        const auto mime = jsonString(entry, "mime");
        if (size < 0 || static_cast<std::uint64_t>(size) > body.size() || mime.empty()
            || mime.size() > kMaxMimeBytes)
            return false;
        std::string bytes(body.substr(0, static_cast<std::size_t>(size)));
        if (mime == kChartMime)
            record.chart = std::move(bytes);
        else
            record.parts.push_back({mime, std::move(bytes)});
        body.remove_prefix(static_cast<std::size_t>(size));
    }
    return body.empty();
}

std::optional<DisplayRecord> readRecord(const Json& header, std::string_view body)
{
    DisplayRecord record;
    const auto kind = jsonString(header, "kind");
    record.name = boundedString(header, "name", kMaxNameBytes);
    record.facts = readFacts(header);
    record.time = std::max(jsonNumber(header, "time"), 0.0);
    if (kind == "display" || kind == "result") {
        record.kind
            = kind == "display" ? DisplayRecord::Kind::Display : DisplayRecord::Kind::Result;
        record.width = pixels(header, "width");
        record.height = pixels(header, "height");
        if (!readParts(header, body, record) || record.parts.empty())
            return std::nullopt;
        return record;
    }
    if (!body.empty() && (kind != "file" || !readParts(header, body, record)))
        return std::nullopt;
    if (kind == "file" || kind == "children") {
        record.kind = kind == "file" ? DisplayRecord::Kind::File : DisplayRecord::Kind::Children;
        record.path = jsonString(header, "path");
        if (record.path.empty() || record.path.size() > kMaxPathBytes)
            return std::nullopt;
        return record;
    }
    if (kind == "notice") {
        record.kind = DisplayRecord::Kind::Notice;
        record.value = boundedString(header, "text", kMaxNoticeBytes);
        return record;
    }
    if (kind != "error")
        return std::nullopt;
    record.kind = DisplayRecord::Kind::Error;
    record.value = jsonString(header, "value");
    record.traceback = jsonString(header, "traceback");
    return record;
}

} // namespace

void DisplayDecoder::feed(std::string_view bytes)
{
    if (m_error.empty())
        m_buffer.append(bytes);
}

std::optional<DisplayRecord> DisplayDecoder::fail(std::string why)
{
    m_error = std::move(why);
    m_buffer = {};
    m_consumed = 0;
    return std::nullopt;
}

std::optional<DisplayRecord> DisplayDecoder::next()
{
    const auto rest = std::string_view(m_buffer).substr(m_consumed);
    if (!m_error.empty() || rest.size() < kPrefixBytes)
        return std::nullopt;
    const auto headerBytes = readU32(rest);
    const auto bodyBytes = readU32(rest.substr(4));
    if (headerBytes > kMaxHeaderBytes || bodyBytes > kMaxBodyBytes)
        return fail("a result was larger than may be captured");
    if (rest.size() < kPrefixBytes + headerBytes + bodyBytes)
        return std::nullopt;
    const auto header = parseJson(rest.substr(kPrefixBytes, headerBytes), kMaxHeaderBytes);
    if (!header || !header->is_object())
        return fail("a result had no readable header");
    auto record = readRecord(*header, rest.substr(kPrefixBytes + headerBytes, bodyBytes));
    if (!record)
        return fail("a result did not follow the display format");
    m_consumed += kPrefixBytes + headerBytes + bodyBytes;
    if (m_consumed == m_buffer.size()) {
        m_buffer.clear();
        m_consumed = 0;
    } else if (m_consumed > kCompactAt) {
        m_buffer.erase(0, m_consumed);
        m_consumed = 0;
    }
    return record;
}

void DisplayDecoder::finish()
{
    if (m_error.empty() && m_consumed < m_buffer.size())
        fail("the last result was cut off");
}

const DisplayPart* primaryPart(const std::vector<DisplayPart>& parts)
{
    const auto withMime = [&parts](std::string_view mime) {
        return std::find_if(parts.begin(), parts.end(), [mime](const DisplayPart& part) {
            return part.mime == mime;
        });
    };
    for (const auto mime : kPreferred)
        if (const auto found = withMime(mime); found != parts.end())
            return &*found;
    const auto other = std::find_if(parts.begin(), parts.end(), [](const DisplayPart& part) {
        return part.mime != "text/plain";
    });
    if (other != parts.end())
        return &*other;
    return parts.empty() ? nullptr : &parts.front();
}

} // namespace sandbench
