// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/svg_filter.h"

#include "app/render/gunzip.h"
#include "app/render/svg_reference.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

namespace sandbench::render {

using namespace std::string_view_literals;

static constexpr auto kSvgNamespace = "http://www.w3.org/2000/svg"sv;
static constexpr auto kXlinkNamespace = "http://www.w3.org/1999/xlink"sv;

static constexpr auto kDefinitionRefused
    = "The drawing has a document type definition, which is not read."sv;

namespace {

class SvgWriter
{
public:
    std::string out;
    std::string refusal;
    xmlParserCtxtPtr parser = nullptr;

    void stop(std::string_view sentence)
    {
        if (refusal.empty())
            refusal = sentence;
        xmlStopParser(parser);
    }

    void startElement(
        std::string_view name, std::string_view space, int count, const xmlChar** attributes);
    void endElement(std::string_view name);
    void characters(std::string_view text);

private:
    void attribute(
        std::string_view element, std::string_view name, std::string_view space,
        std::string_view value);
    void flushStyle();
    void escaped(std::string_view text);

    int m_elements = 0;
    int m_depth = 0;
    int m_dropDepth = 0; ///< The depth at which dropping began; 0 = not dropping.
    int m_styleDepth = 0;
    std::size_t m_pathData = 0;
    std::string m_style;
};

void SvgWriter::escaped(std::string_view text)
{
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\n':
            out += "&#10;";
            break;
        default:
            out += c;
        }
    }
}

bool isDropped(std::string_view name)
{
    static constexpr std::array kDropped
        = {"script"sv,        "foreignObject"sv, "set"sv,   "handler"sv, "listener"sv,
           "iframe"sv,        "audio"sv,         "video"sv, "discard"sv, "metadata"sv,
           "color-profile"sv, "font-face-uri"sv, "cursor"sv};
    return name.starts_with("animate")
        || std::find(kDropped.begin(), kDropped.end(), name) != kDropped.end();
}

void SvgWriter::startElement(
    std::string_view name, std::string_view space, int count, const xmlChar** attributes)
{
    ++m_depth;
    if (++m_elements > kMaxSvgElements)
        return stop("The drawing has more than 200000 elements.");
    if (m_depth > kMaxSvgDepth)
        return stop("The drawing is nested deeper than 256 levels.");
    if (m_depth == 1 && (name != "svg" || space != kSvgNamespace))
        return stop("The bytes are not an SVG drawing.");
    if (m_dropDepth == 0 && (space != kSvgNamespace || isDropped(name)))
        m_dropDepth = m_depth;
    if (m_dropDepth != 0)
        return;
    out += '<';
    out += name;
    if (m_depth == 1)
        out += R"( xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink")";
    for (int i = 0; i < count && refusal.empty(); ++i, attributes += 5) {
        const auto view = [](const xmlChar* text) {
            return text ? std::string_view(reinterpret_cast<const char*>(text))
                        : std::string_view{};
        };
        const auto* begin = reinterpret_cast<const char*>(attributes[3]);
        const auto* end = reinterpret_cast<const char*>(attributes[4]);
        attribute(
            name, view(attributes[0]), view(attributes[2]),
            {begin, static_cast<std::size_t>(end - begin)});
    }
    out += '>';
    if (name == "style")
        m_styleDepth = m_depth;
}

void SvgWriter::attribute(
    std::string_view element, std::string_view name, std::string_view space, std::string_view value)
{
    const bool isReference = name == "href" || name == "src";
    if (name == "d" || name == "points") {
        m_pathData += value.size();
        if (m_pathData > kMaxSvgPathData)
            return stop("The drawing has more than 8 MB of path data.");
    } else if (value.size() > kMaxSvgAttribute && !isReference) {
        return stop("The drawing has an attribute of more than 1 MB.");
    }
    const bool isXlink = space == kXlinkNamespace;
    if ((!space.empty() && !isXlink) || (isXlink && name != "href")
        || lowered(name.substr(0, 2)) == "on")
        return;
    if (isReference ? !isHarmlessReference(element, value) : !isHarmlessStyle(value))
        return;
    out += isXlink ? " xlink:" : " ";
    out += name;
    out += "=\"";
    escaped(value);
    out += '"';
}

void SvgWriter::flushStyle()
{
    if (isHarmlessStyle(m_style))
        escaped(m_style);
    m_style.clear();
    m_styleDepth = 0;
}

void SvgWriter::endElement(std::string_view name)
{
    if (m_dropDepth == 0) {
        if (m_styleDepth == m_depth)
            flushStyle();
        out += "</";
        out += name;
        out += '>';
    } else if (m_dropDepth == m_depth) {
        m_dropDepth = 0;
    }
    --m_depth;
}

void SvgWriter::characters(std::string_view text)
{
    if (m_dropDepth != 0)
        return;
    // A style sheet can come in pieces, and only the whole shows what it names.
    if (m_styleDepth != 0)
        m_style += text;
    else
        escaped(text);
}

SvgWriter& writer(void* context)
{
    return *static_cast<SvgWriter*>(static_cast<xmlParserCtxtPtr>(context)->_private);
}

xmlSAXHandler makeHandler()
{
    xmlSAXHandler sax{};
    sax.initialized = XML_SAX2_MAGIC;
    sax.startElementNs = [](void* context, const xmlChar* name, const xmlChar*, const xmlChar* uri,
                            int, const xmlChar**, int count, int, const xmlChar** attributes) {
        const auto* space = reinterpret_cast<const char*>(uri);
        writer(context).startElement(
            reinterpret_cast<const char*>(name), space ? space : "", count, attributes);
    };
    sax.endElementNs = [](void* context, const xmlChar* name, const xmlChar*, const xmlChar*) {
        writer(context).endElement(reinterpret_cast<const char*>(name));
    };
    sax.characters = [](void* context, const xmlChar* text, int length) {
        writer(context).characters(
            {reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)});
    };
    sax.ignorableWhitespace = sax.characters;
    sax.cdataBlock = sax.characters;
    // The plain "PUBLIC" document type of SVG 1.1 heads every matplotlib file and is not loaded.
    // What declares or names a file is refused.
    sax.internalSubset
        = [](void* context, const xmlChar*, const xmlChar* publicId, const xmlChar* systemId) {
              if (systemId && !publicId)
                  writer(context).stop(kDefinitionRefused);
          };
    sax.entityDecl = [](void* context, const xmlChar*, int, const xmlChar*, const xmlChar*,
                        xmlChar*) { writer(context).stop(kDefinitionRefused); };
    sax.attributeDecl = [](void* context, const xmlChar*, const xmlChar*, int, int, const xmlChar*,
                           xmlEnumerationPtr tree) {
        xmlFreeEnumeration(tree);
        writer(context).stop(kDefinitionRefused);
    };
    sax.elementDecl = [](void* context, const xmlChar*, int, xmlElementContentPtr) {
        writer(context).stop(kDefinitionRefused);
    };
    sax.serror = [](void*, xmlErrorPtr) {};
    return sax;
}

} // namespace

FilteredSvg filterSvg(std::string_view bytes)
{
    std::string expanded;
    if (bytes.starts_with("\x1f\x8b"sv)) {
        auto inflated = gunzip(bytes, std::min(kMaxSvgBytes, bytes.size() * kMaxSvgRatio));
        if (!inflated.refusal.empty())
            return {{}, inflated.refusal};
        expanded = std::move(inflated.bytes);
        bytes = expanded;
    }
    if (bytes.size() > kMaxSvgBytes)
        return {{}, "The drawing is larger than 16 MB."};

    SvgWriter svg;
    xmlSAXHandler sax = makeHandler();
    svg.parser = xmlCreatePushParserCtxt(&sax, nullptr, nullptr, 0, nullptr);
    if (!svg.parser)
        return {{}, "There is not enough memory to read the drawing."};
    svg.parser->_private = &svg;
    svg.parser->userData = svg.parser;
    xmlCtxtUseOptions(svg.parser, XML_PARSE_NONET);
    // Chunks, because one attribute or text of the whole size is refused by the parser itself.
    constexpr std::size_t kChunk = std::size_t{1} << 16;
    for (std::size_t at = 0; at < bytes.size() && svg.refusal.empty(); at += kChunk) {
        const std::string_view chunk = bytes.substr(at, kChunk);
        xmlParseChunk(svg.parser, chunk.data(), static_cast<int>(chunk.size()), 0);
    }
    xmlParseChunk(svg.parser, nullptr, 0, 1);
    const bool wellFormed = svg.parser->wellFormed;
    xmlFreeDoc(svg.parser->myDoc);
    svg.parser->myDoc = nullptr;
    xmlFreeParserCtxt(svg.parser);
    if (!svg.refusal.empty())
        return {{}, svg.refusal};
    if (!wellFormed || svg.out.empty())
        return {{}, "The bytes are not a well-formed SVG drawing."};
    return {std::move(svg.out), {}};
}

} // namespace sandbench::render
