// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/plotly_chart.h"

#include "core/base/base64.h"
#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

namespace sandbench {

namespace {

using Values = std::vector<ChartValue>;

/// As many of a trace's values as were asked for, and how many there are.
struct Data
{
    Values values;
    std::size_t count = 0;
};

std::string plainText(const Json& json)
{
    return json.is_string() ? oneLine(json.get_ref<const std::string&>(), Chart::kMaxTextBytes)
                            : std::string();
}

/// {"text": "…"}, or the text, as older figures have it.
std::string titleOf(const Json& object)
{
    const auto& title = jsonField(object, "title");
    return plainText(title.is_object() ? jsonField(title, "text") : title);
}

ChartValue cellOf(const Json& json)
{
    if (json.is_number())
        return json.get<double>();
    if (json.is_boolean())
        return json.get<bool>() ? 1.0 : 0.0;
    if (json.is_string())
        return plainText(json);
    return {};
}

template <typename Number> Data numbers(std::string_view bytes, std::size_t most)
{
    Data data;
    data.count = bytes.size() / sizeof(Number);
    for (std::size_t i = 0; i < std::min(data.count, most); ++i) {
        Number number;
        std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
        const auto value = static_cast<double>(number);
        data.values.push_back(std::isfinite(value) ? ChartValue(value) : ChartValue());
    }
    return data;
}

/// Numbers as the bytes of a typed array, which newer versions of the library for Python write.
Data typedData(const Json& json, std::size_t most)
{
    const auto bytes = fromBase64(jsonString(json, "bdata"));
    const auto type = jsonString(json, "dtype");
    if (!bytes)
        return {};
    if (type == "f8" || type == "float64")
        return numbers<double>(*bytes, most);
    if (type == "f4" || type == "float32")
        return numbers<float>(*bytes, most);
    if (type == "i4" || type == "int32")
        return numbers<std::int32_t>(*bytes, most);
    if (type == "u4" || type == "uint32")
        return numbers<std::uint32_t>(*bytes, most);
    if (type == "i2" || type == "int16")
        return numbers<std::int16_t>(*bytes, most);
    if (type == "u2" || type == "uint16")
        return numbers<std::uint16_t>(*bytes, most);
    if (type == "i1" || type == "int8")
        return numbers<std::int8_t>(*bytes, most);
    if (type == "u1" || type == "uint8" || type == "u1c" || type == "uint8c")
        return numbers<std::uint8_t>(*bytes, most);
    return {};
}

Data dataOf(const Json& json, std::size_t most)
{
    if (json.is_object())
        return typedData(json, most);
    Data data;
    data.count = jsonList(json).size();
    for (const auto& value : jsonList(json)) {
        if (data.values.size() == most)
            break;
        data.values.push_back(cellOf(value));
    }
    return data;
}

/// Members of a trace, and what their columns are called.
using Members = std::vector<std::pair<const char*, const char*>>;

struct Kind
{
    std::string name;
    Members members; ///< Empty = nothing that has points.
};

std::string scatterKind(const Json& trace)
{
    const auto mode = jsonString(trace, "mode", "lines");
    return mode.find("lines") != std::string::npos ? "line" : "scatter";
}

Kind kindOf(const Json& trace)
{
    const auto type = jsonString(trace, "type", "scatter");
    if (type == "scatter" || type == "scattergl")
        return {scatterKind(trace), {{"x", "x"}, {"y", "y"}}};
    if (type == "scatter3d")
        return {scatterKind(trace), {{"x", "x"}, {"y", "y"}, {"z", "z"}}};
    if (type == "scatterpolar" || type == "scatterpolargl")
        return {scatterKind(trace), {{"theta", "theta"}, {"r", "r"}}};
    if (type == "bar" || type == "funnel" || type == "waterfall")
        return {"bar", {{"x", "x"}, {"y", "y"}}};
    if (type == "pie" || type == "funnelarea" || type == "sunburst" || type == "treemap")
        return {"pie", {{"labels", "label"}, {"values", "value"}}};
    if (type == "box" || type == "violin" || type == "histogram")
        return {type == "histogram" ? type : "box", {{"x", "x"}, {"y", "y"}}};
    if (type == "candlestick" || type == "ohlc")
        return {
            "prices",
            {{"x", "x"}, {"open", "open"}, {"high", "high"}, {"low", "low"}, {"close", "close"}}};
    return {};
}

/// Points that have no place of their own are counted from 0.
void addPlaces(std::vector<Data>& all, std::vector<const char*>& names)
{
    Data places;
    places.count = all.front().count;
    for (std::size_t i = 0; i < all.front().values.size(); ++i)
        places.values.emplace_back(static_cast<double>(i));
    const bool hasX = std::string_view(names.front()) == "x";
    all.insert(hasX ? all.end() : all.begin(), std::move(places));
    names.insert(hasX ? names.end() : names.begin(), hasX ? "y" : "x");
}

/// Nothing where the trace has no points.
std::optional<ChartSeries> seriesOf(const Json& trace, const Kind& kind, std::size_t& room)
{
    std::vector<Data> all;
    std::vector<const char*> names;
    const auto most = room / std::max<std::size_t>(kind.members.size(), 1);
    for (const auto& [member, name] : kind.members)
        if (auto data = dataOf(jsonField(trace, member), most); data.count > 0) {
            all.push_back(std::move(data));
            names.push_back(name);
        }
    if (all.empty())
        return std::nullopt;
    if (all.size() == 1 && (kind.name == "line" || kind.name == "scatter" || kind.name == "bar"))
        addPlaces(all, names);
    const auto shortest = std::min_element(
        all.begin(), all.end(), [](const Data& a, const Data& b) { return a.count < b.count; });
    ChartSeries series;
    series.kind = kind.name;
    series.label = plainText(jsonField(trace, "name"));
    series.isHorizontal = jsonString(trace, "orientation") == "h";
    series.points = shortest->count;
    const auto length = shortest->values.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].values.resize(length);
        series.columns.push_back({names[i], std::move(all[i].values)});
    }
    room -= length * series.columns.size();
    return series;
}

const Values* columnOf(const ChartPanel& panel, const char* name)
{
    for (const auto& series : panel.series)
        for (const auto& column : series.columns)
            if (column.name == name && !column.values.empty())
                return &column.values;
    return nullptr;
}

bool looksLikeDate(const std::string& text)
{
    const auto isDigit = [&text](std::size_t at) { return text[at] >= '0' && text[at] <= '9'; };
    return text.size() >= 7 && isDigit(0) && isDigit(1) && isDigit(2) && isDigit(3)
        && text[4] == '-' && isDigit(5) && isDigit(6);
}

/// As the library chooses it by the values, in short.
std::string scaleOf(const Json& axis, const Values* values)
{
    const auto type = jsonString(axis, "type", "-");
    if (type == "category" || type == "multicategory")
        return "categorical";
    if (type == "date")
        return "datetime";
    if (type != "-")
        return oneLine(type, Chart::kMaxTextBytes);
    const auto* text = values ? std::get_if<std::string>(&values->front()) : nullptr;
    if (!text)
        return "linear";
    return looksLikeDate(*text) ? "datetime" : "categorical";
}

ChartAxis axisOf(const Json& axis, const Values* values)
{
    ChartAxis read;
    read.label = titleOf(axis);
    read.scale = scaleOf(axis, values);
    read.ticks = dataOf(jsonField(axis, "tickvals"), Chart::kMaxTicks).values;
    const auto texts = dataOf(jsonField(axis, "ticktext"), Chart::kMaxTicks).values;
    for (const auto& text : texts)
        if (const auto* label = std::get_if<std::string>(&text);
            label && texts.size() == read.ticks.size())
            read.tickLabels.push_back(*label);
    if (read.tickLabels.size() != read.ticks.size())
        read.tickLabels.clear();
    return read;
}

/// "x2" -> "xaxis2"
std::string memberOf(const std::string& axis)
{
    return axis.empty() ? axis : axis.substr(0, 1) + "axis" + axis.substr(1);
}

} // namespace

std::optional<Chart> chartOfPlotly(std::string_view figure, std::size_t maxBytes)
{
    const auto json = parseJson(figure, maxBytes);
    if (!json)
        return std::nullopt;
    using Axes = std::pair<std::string, std::string>;
    std::map<Axes, std::size_t> places;
    std::vector<Axes> axes;
    Chart chart;
    auto room = Chart::kMaxValues;
    for (const auto& trace : jsonList(*json, "data")) {
        const Axes pair{jsonString(trace, "xaxis", "x"), jsonString(trace, "yaxis", "y")};
        if (!places.contains(pair) && chart.panels.size() == Chart::kMaxPanels)
            continue;
        const auto [place, isNew] = places.emplace(pair, chart.panels.size());
        if (isNew) {
            chart.panels.emplace_back();
            axes.push_back(pair);
        }
        auto& panel = chart.panels[place->second];
        auto series = seriesOf(trace, kindOf(trace), room);
        if (series && panel.series.size() < Chart::kMaxSeries)
            panel.series.push_back(*std::move(series));
        else
            ++panel.others;
    }
    const auto& layout = jsonField(*json, "layout");
    chart.title = titleOf(layout);
    for (std::size_t i = 0; i < chart.panels.size(); ++i) {
        auto& panel = chart.panels[i];
        panel.x = axisOf(jsonField(layout, memberOf(axes[i].first)), columnOf(panel, "x"));
        panel.y = axisOf(jsonField(layout, memberOf(axes[i].second)), columnOf(panel, "y"));
    }
    if (valueCount(chart) == 0)
        return std::nullopt;
    return chart;
}

} // namespace sandbench
