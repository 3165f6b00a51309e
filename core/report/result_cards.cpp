// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/result_cards.h"

#include "core/artifact/artifact_store.h"
#include "core/base/base64.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/report/html_text.h"
#include "core/report/table_view.h"

#include <algorithm>
#include <array>

namespace sandbench::report {

namespace {

constexpr std::size_t kMostText = 64U << 10;
constexpr std::size_t kMostPage = 4U << 20;
constexpr std::size_t kMostJson = 4U << 20;

/// What a frame begins with. The page's own policy holds in it as well.
constexpr std::string_view kFrameHead
    = "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none'; img-src data:; media-src data:; font-src data:; style-src "
      "'unsafe-inline'; form-action 'none'; base-uri 'none'\"><meta "
      "http-equiv=\"x-dns-prefetch-control\" "
      "content=\"off\"><style>html{background:#fff;color:#111;"
      "font:14px/1.5 system-ui,sans-serif}body{margin:8px}</style>";

/// These elements could name a host that the browser looks up or connects to before anything is
/// loaded, as when a link is pressed, which no policy forbids; an iframe has a page of its own,
/// where tags are written otherwise.
constexpr std::size_t kLongestName = 7; // with what ends it
constexpr std::array<std::string_view, 6> kNamesHosts
    = {"a", "area", "base", "iframe", "link", "meta"};

bool beginsOne(std::string_view behind)
{
    const auto name = lowerCase(behind.substr(0, behind.find_first_of("\t\n\f\r />")));
    return std::ranges::find(kNamesHosts, name) != kNamesHosts.end();
}

/// A tag begins with nothing else than "<" and its name, so whatever the page is, these do not
/// begin any more. Source: HTML Living Standard, 13.2.5.8.
std::string withoutHosts(std::string_view page)
{
    std::string safe;
    safe.reserve(page.size() + 64);
    for (std::size_t at = 0; at < page.size(); ++at) {
        safe += page[at];
        if (page[at] == '<' && beginsOne(page.substr(at + 1, kLongestName)))
            safe += "x-";
    }
    return safe;
}

bool isPicture(std::string_view mime)
{
    constexpr std::array<std::string_view, 5> kPictures
        = {"image/png", "image/jpeg", "image/gif", "image/webp", "image/apng"};
    return std::ranges::find(kPictures, mime) != kPictures.end();
}

std::string dataUrl(std::string_view mime, std::string_view bytes)
{
    return "data:" + htmlText(mime) + ";base64," + toBase64(bytes);
}

std::string titleOf(const Artifact& result)
{
    return result.facts.title.empty() ? result.name : result.facts.title;
}

std::string altOf(const Artifact& result)
{
    return htmlText(cutAtCharacter(titleOf(result), 200));
}

/// So that the page does not jump while it is drawn.
std::string sizeOf(const Artifact& result)
{
    if (result.width <= 0 || result.height <= 0)
        return {};
    return " width=\"" + std::to_string(result.width) + "\" height=\""
        + std::to_string(result.height) + "\"";
}

std::string textView(std::string_view text)
{
    const auto shown = cutAtCharacter(text, kMostText);
    auto html = "<pre class=\"text\" tabindex=\"0\">" + htmlText(shown) + "</pre>\n";
    if (shown.size() < text.size())
        html += htmlNote("Not shown: " + formatSize(text.size() - shown.size()) + " more.");
    return html;
}

std::string jsonView(std::string_view bytes)
{
    const auto parsed = parseJson(bytes, kMostJson);
    return textView(parsed ? writeJson(*parsed, 2) : std::string(bytes));
}

std::string drawingView(const Artifact& result, std::string_view bytes)
{
    // As a picture it runs and loads nothing, and in a frame it leads nowhere.
    const auto page = "<style>html{overflow:hidden}body{margin:0}img{width:100%;height:auto;"
                      "display:block}</style><img "
                      "alt=\""
        + altOf(result) + "\" src=\"" + dataUrl("image/svg+xml", bytes) + "\">";
    const auto frame = lockedFrame(page, titleOf(result));
    if (result.width <= 0 || result.height <= 0)
        return "<div class=\"frame\">" + frame + "</div>\n";
    return "<div class=\"drawing\" style=\"aspect-ratio:" + std::to_string(result.width) + "/"
        + std::to_string(result.height) + "\">" + frame + "</div>\n";
}

std::string pageView(const Artifact& result, std::string_view bytes)
{
    if (bytes.size() > kMostPage)
        return htmlNote("Not shown: a page of more than " + formatSize(kMostPage) + ".");
    return "<div class=\"frame\">" + lockedFrame(withoutHosts(bytes), titleOf(result)) + "</div>\n"
        + htmlNote("Without its scripts and links, and without what it would load.");
}

/// Nothing for what is no figure.
std::string
chartView(const Artifact& result, std::string_view bytes, const std::string& mime, ChartKind kind)
{
    const auto data = chartData(bytes, mime);
    if (!data)
        return {};
    return "<div class=\"chart\" data-kind=\"" + chartKindName(kind) + "\" data-title=\""
        + altOf(result) + "\"><script type=\"application/json\">" + *data
        + "</script><p class=\"quiet\">A live chart, drawn when it is looked at; a browser without "
          "scripts shows none.</p></div>\n";
}

std::string saveLink(const Artifact& result, std::string_view bytes)
{
    return "<p><a download=\"" + htmlText(safeFileName(result.name)) + "\" href=\""
        + dataUrl("application/octet-stream", bytes) + "\">Save " + htmlName(result.name, 60)
        + "</a></p>\n";
}

class CardWriter
{
public:
    CardWriter(
        const std::vector<Artifact>& results, const BytesOfResult& bytesOf,
        const ReportBounds& bounds, const IsShownLine& isShownLine)
        : m_results(results)
        , m_bytesOf(bytesOf)
        , m_bounds(bounds)
        , m_isShownLine(isShownLine)
    {
    }

    ResultCards write()
    {
        const auto shown = std::min(m_results.size(), m_bounds.results);
        m_cards.html = "<div class=\"grid\">\n";
        for (std::size_t i = 0; i < shown; ++i)
            addCard(i);
        m_cards.html += "</div>\n";
        if (shown < m_results.size())
            m_cards.html += htmlNote(
                "Left out: " + std::to_string(m_results.size() - shown) + " more results. Only "
                + std::to_string(shown) + " fit into a report; all of them can be exported.");
        return std::move(m_cards);
    }

private:
    void addCard(std::size_t index)
    {
        const auto& result = m_results[index];
        const auto number = std::to_string(index + 1);
        m_isWide = false;
        const auto body = bodyOf(index);
        m_cards.html += "<figure class=\"card" + std::string(m_isWide ? " wide" : "")
            + "\" id=\"result-" + number + "\">\n<figcaption><h3><span class=\"number\">" + number
            + "</span> " + htmlName(titleOf(result)) + "</h3>\n<p class=\"quiet\">"
            + factsOf(result) + "</p></figcaption>\n" + body + "</figure>\n";
    }

    std::string factsOf(const Artifact& result) const
    {
        std::string facts;
        const auto add
            = [&facts](const std::string& html) { facts += (facts.empty() ? "" : " · ") + html; };
        if (titleOf(result) != result.name)
            add(htmlName(result.name, 60));
        if (!result.mime.empty())
            add(htmlText(cutAtCharacter(result.mime, 80)));
        if (result.width > 0 && result.height > 0)
            add(std::to_string(result.width) + " × " + std::to_string(result.height));
        add(htmlText(formatSize(result.bytes)));
        const auto& source = result.facts;
        if (source.sourceLine > 0) {
            const auto line = "line " + std::to_string(source.sourceLine);
            add(m_isShownLine(source)
                    ? "<a href=\"#L" + std::to_string(source.sourceLine) + "\">" + line + "</a>"
                    : line + " of " + htmlName(source.sourceFile, 60));
        }
        if (source.seconds > 0)
            add("after " + htmlText(formatSeconds(source.seconds)));
        return facts;
    }

    std::string bodyOf(std::size_t index)
    {
        const auto& result = m_results[index];
        if (!result.note.empty())
            return htmlNote("Not here: " + result.note + ".");
        const auto end = m_results.begin() + static_cast<std::ptrdiff_t>(index);
        const auto same = std::find_if(m_results.begin(), end, [&result](const Artifact& other) {
            return other.name == result.facts.formOf;
        });
        if (same != end)
            return htmlNote(
                "Shows the same as result " + std::to_string(same - m_results.begin() + 1)
                + "; it can be exported.");
        if (result.bytes > m_bounds.resultBytes - std::min(m_used, m_bounds.resultBytes))
            return htmlNote(
                "Left out: a report has room for " + formatSize(m_bounds.resultBytes)
                + " of results, and those before this one took it. It can be exported.");
        const auto bytes = m_bytesOf(index);
        if (!bytes)
            return htmlNote("Not here: " + bytes.error().text() + ".");
        m_used += bytes->size();
        return viewOf(result, *bytes);
    }

    std::string viewOf(const Artifact& result, const std::string& bytes)
    {
        // What its bytes are, not what somebody called it.
        const auto mime = sniffMime(bytes, result.mime);
        if (isPicture(mime))
            return "<img loading=\"lazy\" alt=\"" + altOf(result) + "\"" + sizeOf(result)
                + " src=\"" + dataUrl(mime, bytes) + "\">\n";
        if (mime == "image/svg+xml")
            return drawingView(result, bytes);
        m_isWide = true;
        if (mime == "text/html")
            return pageView(result, bytes);
        if (mime == "text/csv" || mime == "text/tab-separated-values")
            return tableHtml(readTable(bytes, mime == "text/csv" ? ',' : '\t'));
        if (const auto kind = chartKindOf(mime))
            if (auto chart = chartView(result, bytes, mime, *kind); !chart.empty()) {
                m_cards.charts.insert(*kind);
                return chart;
            }
        if (mime == "application/json" || mime.ends_with("+json"))
            return jsonView(bytes);
        if (mime.starts_with("text/"))
            return textView(bytes);
        if (mime.starts_with("audio/") || mime.starts_with("video/"))
            return soundView(mime, bytes) + saveLink(result, bytes);
        m_isWide = false;
        return saveLink(result, bytes);
    }

    static std::string soundView(const std::string& mime, std::string_view bytes)
    {
        const std::string element = mime.starts_with("audio/") ? "audio" : "video";
        return "<" + element + " controls preload=\"none\" src=\"" + dataUrl(mime, bytes) + "\"></"
            + element + ">\n";
    }

    const std::vector<Artifact>& m_results;
    const BytesOfResult& m_bytesOf;
    const ReportBounds& m_bounds;
    const IsShownLine& m_isShownLine;
    std::uint64_t m_used = 0;
    bool m_isWide = false; ///< The one that is being written.
    ResultCards m_cards;
};

} // namespace

std::string lockedFrame(std::string_view page, std::string_view title)
{
    return "<iframe sandbox=\"\" loading=\"lazy\" referrerpolicy=\"no-referrer\" title=\""
        + htmlText(cutAtCharacter(title, 200)) + "\" srcdoc=\"" + htmlAttribute(kFrameHead)
        + htmlAttribute(page) + "\"></iframe>";
}

std::string chartKindName(ChartKind kind)
{
    return kind == ChartKind::Plotly ? "plotly" : "vega";
}

ResultCards resultCards(
    const std::vector<Artifact>& results, const BytesOfResult& bytesOf, const ReportBounds& bounds,
    const IsShownLine& isShownLine)
{
    return CardWriter(results, bytesOf, bounds, isShownLine).write();
}

} // namespace sandbench::report
