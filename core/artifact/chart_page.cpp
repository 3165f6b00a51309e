// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/chart_page.h"

#include "core/artifact/artifact_store.h"
#include "core/base/embedded.h"
#include "core/base/json.h"

namespace sandbench {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; worker-src blob:; form-action 'none'; base-uri 'none'">
<style>html, body, #figure { margin: 0; width: 100%; height: 100%; background: white }</style>
<title>)";

constexpr std::string_view kDraw = R"(
const figure = JSON.parse(text);
const target = document.getElementById("figure");
const options = {responsive: true, displaylogo: false, showSendToCloud: false, plotlyServerURL: "", topojsonURL: ""};
Plotly.newPlot(target, figure.data, figure.layout || {}, options)
    .then(() => figure.frames && figure.frames.length ? Plotly.addFrames(target, figure.frames) : undefined);
</script>
)";

std::string pageText(std::string_view text)
{
    std::string quoted;
    for (const char c : text)
        quoted += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return quoted;
}

/// As the text of a script in a page: no tag can begin in it, and no line ends.
std::string scriptText(const std::string& text)
{
    std::string quoted;
    for (const char c : Json(text).dump(-1, ' ', true))
        quoted += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return quoted;
}

} // namespace

Result<std::string> chartPage(std::string_view figure, std::string_view title)
{
    SANDBENCH_TRY(const auto parsed, parseJson(figure, ArtifactStore::kMaxArtifactBytes));
    if (!jsonField(parsed, "data").is_array())
        return Error(ErrorCode::InvalidArgument, "this is no Plotly figure: it has no list 'data'");
    std::string page(kHead);
    page += pageText(title);
    page += "</title>\n<div id=\"figure\"></div>\n<script>\n";
    page += embeddedFile("web/plotly.js").value_or("");
    page += "\n</script>\n<script>\nconst text = " + scriptText(parsed.dump()) + ";";
    page += kDraw;
    return page;
}

} // namespace sandbench
