// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/mime.h"

#include "core/artifact/artifact_store.h"
#include "core/artifact/drawing_size.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace sandbench {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLookAt = 4096;

constexpr std::pair<std::string_view, std::string_view> kMagic[]
    = {{"\x89PNG\r\n\x1a\n"sv, "image/png"},
       {"\xff\xd8\xff"sv, "image/jpeg"},
       {"GIF87a"sv, "image/gif"},
       {"GIF89a"sv, "image/gif"},
       {"%PDF-"sv, "application/pdf"},
       {"PAR1"sv, "application/vnd.apache.parquet"},
       {"OggS"sv, "audio/ogg"},
       {"fLaC"sv, "audio/flac"},
       {"ID3"sv, "audio/mpeg"},
       {"\x1a\x45\xdf\xa3"sv, "video/webm"},
       {"PK\x03\x04"sv, "application/zip"},
       {"\x1f\x8b"sv, "application/gzip"}};

// Types whose bytes look alike; a declaration is believed only inside its own group.
constexpr std::string_view kJsonTypes[]
    = {"application/json",
       "application/vnd.plotly.v1+json",
       "application/vnd.vegalite.v6+json",
       "application/vnd.vegalite.v5+json",
       "application/vnd.vega.v6+json",
       "application/vnd.vega.v5+json",
       "application/geo+json"};
constexpr std::string_view kTextTypes[]
    = {"text/plain",   "text/markdown", "text/latex", "text/csv", "text/tab-separated-values",
       "text/x-python"};

constexpr std::pair<std::string_view, std::string_view> kExtensions[]
    = {{"image/png", ".png"},
       {"image/jpeg", ".jpg"},
       {"image/gif", ".gif"},
       {"image/webp", ".webp"},
       {"image/svg+xml", ".svg"},
       {"application/pdf", ".pdf"},
       {"text/html", ".html"},
       {"application/vnd.plotly.v1+json", ".plotly.json"},
       {"application/vnd.vegalite.v6+json", ".vl.json"},
       {"application/vnd.vegalite.v5+json", ".vl.json"},
       {"application/vnd.vega.v6+json", ".vg.json"},
       {"application/vnd.vega.v5+json", ".vg.json"},
       {"application/json", ".json"},
       {"text/latex", ".tex"},
       {"text/markdown", ".md"},
       {"text/csv", ".csv"},
       {"text/tab-separated-values", ".tsv"},
       {"text/plain", ".txt"},
       {"application/vnd.apache.parquet", ".parquet"},
       {"application/geo+json", ".geojson"},
       {"audio/wav", ".wav"},
       {"audio/mpeg", ".mp3"},
       {"audio/ogg", ".ogg"},
       {"audio/flac", ".flac"},
       {"audio/mp4", ".m4a"},
       {"video/mp4", ".mp4"},
       {"video/webm", ".webm"},
       {"video/ogg", ".ogv"},
       {"image/png", ".apng"},
       {"image/jpeg", ".jpeg"},
       {"text/html", ".htm"},
       {"audio/ogg", ".opus"},
       {"audio/ogg", ".oga"},
       {"video/webm", ".mkv"},
       {"video/mp4", ".mov"}};

/// Those that a program leaves for itself rather than for a person, or that no type says more of.
constexpr std::string_view kNotShown[] = {".txt", ".md", ".tex"};

// Types whose containers are alike.
constexpr std::string_view kMp4Types[] = {"video/mp4", "audio/mp4"};
constexpr std::string_view kOggTypes[] = {"audio/ogg", "video/ogg"};

template <std::size_t N> bool contains(const std::string_view (&list)[N], std::string_view mime)
{
    return std::find(std::begin(list), std::end(list), mime) != std::end(list);
}

std::string_view trimmedStart(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// Markup that a browser engine would run, whatever it was declared as.
std::string_view markupType(std::string_view head)
{
    const auto text = lowerCase(head);
    const auto body = trimmedStart(text);
    if (body.starts_with("<svg")
        || (body.starts_with("<?xml") && text.find("<svg") != std::string::npos)
        || (body.starts_with("<!doctype svg"))
        || (body.starts_with("<!--") && text.find("<svg") != std::string::npos))
        return "image/svg+xml";
    for (const auto tag :
         {"<!doctype html"sv, "<html"sv, "<head"sv, "<body"sv, "<script"sv, "<div"sv, "<table"sv,
          "<style"sv, "<iframe"sv})
        if (body.starts_with(tag))
            return "text/html";
    return {};
}

bool looksLikeText(std::string_view head, bool isWhole)
{
    for (const char c : head)
        if (const auto u = static_cast<unsigned char>(c); u < 0x20 && c != '\n' && c != '\r'
            && c != '\t' && c != '\f' && c != '\x1b' && c != '\b')
            return false;
    return isValidUtf8(head, !isWhole);
}

unsigned byteAt(std::string_view bytes, std::size_t at)
{
    return static_cast<unsigned char>(bytes[at]);
}

unsigned big16(std::string_view bytes, std::size_t at)
{
    return byteAt(bytes, at) << 8 | byteAt(bytes, at + 1);
}

unsigned little16(std::string_view bytes, std::size_t at)
{
    return byteAt(bytes, at) | byteAt(bytes, at + 1) << 8;
}

PixelSize sane(std::uint64_t width, std::uint64_t height)
{
    constexpr std::uint64_t kMax = 0x7fffffff;
    if (width == 0 || height == 0 || width > kMax || height > kMax)
        return {};
    return {static_cast<int>(width), static_cast<int>(height)};
}

// Walks the segments up to the frame header. Source: ITU T.81, B.1 and B.2.2.
PixelSize jpegSize(std::string_view bytes)
{
    std::size_t at = 2;
    while (at + 9 <= bytes.size() && byteAt(bytes, at) == 0xff) {
        const auto marker = byteAt(bytes, at + 1);
        const bool isFrame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8
            && marker != 0xcc;
        if (isFrame)
            return sane(big16(bytes, at + 7), big16(bytes, at + 5));
        at += marker == 0xff ? 1 : 2 + std::size_t(big16(bytes, at + 2));
    }
    return {};
}

// Source: RFC 9649, 2.5-2.7.
PixelSize webpSize(std::string_view bytes)
{
    if (bytes.size() < 30)
        return {};
    const auto kind = bytes.substr(12, 4);
    if (kind == "VP8 ")
        return sane(little16(bytes, 26) & 0x3fffU, little16(bytes, 28) & 0x3fffU);
    if (kind == "VP8X")
        return sane(
            (little16(bytes, 24) | byteAt(bytes, 26) << 16) + 1,
            (little16(bytes, 27) | byteAt(bytes, 29) << 16) + 1);
    const auto bits = little16(bytes, 21) | little16(bytes, 23) << 16;
    return kind == "VP8L" ? sane((bits & 0x3fffU) + 1, ((bits >> 14) & 0x3fffU) + 1) : PixelSize();
}

std::string_view binaryType(std::string_view bytes, std::string_view declared)
{
    if (bytes.starts_with("OggS") && contains(kOggTypes, declared))
        return declared;
    for (const auto& [magic, mime] : kMagic)
        if (bytes.starts_with(magic))
            return mime;
    if (bytes.size() < 12)
        return {};
    if (bytes.starts_with("RIFF"))
        return bytes.substr(8, 4) == "WEBP" ? "image/webp"
            : bytes.substr(8, 4) == "WAVE"  ? "audio/wav"
                                            : "";
    if (bytes.substr(4, 4) == "ftyp")
        return contains(kMp4Types, declared) ? declared : "video/mp4";
    // A frame of MPEG audio has but eleven bits to be known by.
    const bool isFrame = byteAt(bytes, 0) == 0xff && (byteAt(bytes, 1) & 0xe0U) == 0xe0;
    return isFrame && declared == "audio/mpeg" ? declared : "";
}

} // namespace

std::string sniffMime(std::string_view bytes, std::string_view declaredMime)
{
    if (const auto mime = binaryType(bytes, declaredMime); !mime.empty())
        return std::string(mime);
    const auto head = bytes.substr(0, kLookAt);
    if (!looksLikeText(head, head.size() == bytes.size()))
        return "application/octet-stream";
    if (const auto markup = markupType(head); !markup.empty())
        return std::string(markup);
    const auto body = trimmedStart(head);
    const bool mayBeJson = body.starts_with('{') || body.starts_with('[');
    if (mayBeJson && contains(kJsonTypes, declaredMime))
        return std::string(declaredMime);
    // HTML may begin with any text, so its declaration decides; it is shown locked down in any
    // case.
    if (declaredMime == "text/html" || contains(kTextTypes, declaredMime))
        return std::string(declaredMime);
    return mayBeJson ? "application/json" : "text/plain";
}

PixelSize pictureSize(std::string_view bytes, std::string_view mime)
{
    if (mime == "image/png" && bytes.size() >= 24)
        return sane(
            std::uint64_t(big16(bytes, 16)) << 16 | big16(bytes, 18),
            std::uint64_t(big16(bytes, 20)) << 16 | big16(bytes, 22));
    if (mime == "image/gif" && bytes.size() >= 10)
        return sane(little16(bytes, 6), little16(bytes, 8));
    if (mime == "image/jpeg")
        return jpegSize(bytes);
    if (mime == "image/svg+xml")
        return svgSize(bytes);
    if (mime == "application/pdf")
        return pdfSize(bytes);
    return mime == "image/webp" ? webpSize(bytes) : PixelSize();
}

std::string_view extensionOf(std::string_view mime)
{
    for (const auto& [type, extension] : kExtensions)
        if (type == mime)
            return extension;
    return ".bin";
}

std::string_view mimeOfName(std::string_view name)
{
    const auto lower = lowerCase(name);
    for (const auto& [type, extension] : kExtensions)
        if (lower.ends_with(extension))
            return type;
    return {};
}

std::vector<std::string> shownEndings()
{
    std::vector<std::string> endings;
    for (const auto& [type, extension] : kExtensions) {
        // ".plotly.json" ends with ".json".
        const bool isLast = extension.rfind('.') == 0;
        if (isLast && !contains(kNotShown, extension))
            endings.emplace_back(extension);
    }
    return endings;
}

} // namespace sandbench
