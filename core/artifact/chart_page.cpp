// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/chart_page.h"

#include "core/artifact/artifact_store.h"
#include "core/artifact/plotly_chart.h"
#include "core/base/embedded.h"
#include "core/base/json.h"

namespace sandbench {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; worker-src blob:; form-action 'none'; base-uri 'none'">
<style>
html, body, #figure { margin: 0; width: 100%; height: 100%; background: white }
a[*|href], a[*|href] * { pointer-events: none !important } /* A browser connects to what is pressed, whatever the policy. */
</style>
<title>)";

constexpr std::string_view kDraw = R"(
const figure = JSON.parse(document.getElementById("data").textContent);
const target = document.getElementById("figure");
const options = {responsive: true, displaylogo: false, showSendToCloud: false, plotlyServerURL: "", topojsonURL: ""};
Plotly.newPlot(target, figure.data, figure.layout || {}, options)
    .then(() => figure.frames && figure.frames.length ? Plotly.addFrames(target, figure.frames) : undefined);
)";

std::string pageText(std::string_view text)
{
    std::string quoted;
    for (const char c : text)
        quoted += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return quoted;
}

} // namespace

std::optional<ChartKind> chartKindOf(std::string_view mime)
{
    if (mime == kPlotlyMime)
        return ChartKind::Plotly;
    if (mime.starts_with("application/vnd.vega") && mime.ends_with("+json"))
        return ChartKind::Vega;
    return std::nullopt;
}

ChartParts chartParts(ChartKind kind)
{
    const auto file = [](std::string_view name) { return embeddedFile(name).value_or(""); };
    if (kind == ChartKind::Plotly)
        return {kHead, {file("web/plotly.js")}, kDraw};
    return {
        kHead,
        {file("web/vega.js"), file("web/vega-lite.js"), file("web/vega-interpreter.js")},
        file("web/chart.js")};
}

std::string scriptText(const Json& value)
{
    std::string text;
    for (const char c : value.dump(-1, ' ', true, Json::error_handler_t::replace))
        text += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return text;
}

Result<Json> readChartData(std::string_view chart, std::string_view mime)
{
    SANDBENCH_TRY(auto parsed, parseJson(chart, ArtifactStore::kMaxArtifactBytes));
    if (chartKindOf(mime) == ChartKind::Plotly) {
        if (!jsonField(parsed, "data").is_array())
            return Error(
                ErrorCode::InvalidArgument, "this is no Plotly figure: it has no list 'data'");
        return parsed;
    }
    if (!parsed.is_object())
        return Error(ErrorCode::InvalidArgument, "this is no Vega chart: it is no object");
    // Which of the two it is, its type says where it does not say so itself.
    if (jsonString(parsed, "$schema").empty())
        parsed["$schema"] = mime.find("vegalite") != std::string_view::npos ? "vega-lite" : "vega";
    return parsed;
}

Result<std::string> chartData(std::string_view chart, std::string_view mime)
{
    SANDBENCH_TRY(const auto parsed, readChartData(chart, mime));
    return scriptText(parsed);
}

Result<std::string> chartPage(std::string_view chart, std::string_view mime, std::string_view title)
{
    SANDBENCH_TRY(const auto data, chartData(chart, mime));
    const auto parts = chartParts(*chartKindOf(mime));
    std::string page(parts.head);
    page += pageText(title);
    page += "</title>\n<div id=\"figure\"></div>\n";
    for (const auto library : parts.libraries) {
        page += "<script>\n";
        page += library;
        page += "\n</script>\n";
    }
    page += "<script type=\"application/json\" id=\"data\">" + data;
    page += "</script>\n<script>";
    page += parts.draw;
    page += "</script>\n";
    return page;
}

} // namespace sandbench
