// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/page_data.h"

#include "core/artifact/chart_page.h"
#include "core/base/json.h"

#include <string_view>

namespace sandbench::ui {

// A string of JSON is one of JavaScript too, but '<' could end a script element and U+2028/9 once
// ended a line.
static QByteArray scriptString(std::string_view text)
{
    static constexpr char kHex[] = "0123456789abcdef";
    QByteArray quoted;
    quoted.reserve(static_cast<qsizetype>(text.size() + text.size() / 4));
    quoted += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const std::string_view three = text.substr(i, 3);
        if (three == "\xe2\x80\xa8" || three == "\xe2\x80\xa9") {
            quoted += three[2] == '\xa8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == '<' || c == '\x7f') {
            quoted += "\\x";
            quoted += kHex[static_cast<unsigned char>(c) >> 4];
            quoted += kHex[c & 15];
        } else {
            quoted += c;
        }
    }
    quoted += '"';
    return quoted;
}

static bool isListOfObjects(const Json& value)
{
    if (!value.is_array())
        return false;
    for (const Json& item : value) {
        if (!item.is_object())
            return false;
    }
    return true;
}

static std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

static Result<Json> parseFigure(const QByteArray& json)
{
    return parseJson(viewOf(json), static_cast<std::size_t>(kMaxFigureBytes), kMaxFigureDepth);
}

static QByteArray constant(const char* name, const QByteArray& value)
{
    return QByteArrayLiteral("const ") + name + " = " + value + ";\n";
}

static QByteArray yesOrNo(bool value)
{
    return value ? QByteArrayLiteral("true") : QByteArrayLiteral("false");
}

Result<QByteArray> checkFigure(const QByteArray& json)
{
    SANDBENCH_TRY(const Json figure, parseFigure(json));
    const Json& data = jsonField(figure, "data");
    const Json& layout = jsonField(figure, "layout");
    const Json& frames = jsonField(figure, "frames");
    if (!isListOfObjects(data))
        return Error(ErrorCode::InvalidArgument, "the figure has no list of traces named \"data\"");
    if ((!layout.is_null() && !layout.is_object())
        || (!frames.is_null() && !isListOfObjects(frames)))
        return Error(
            ErrorCode::InvalidArgument, "the figure's layout or frames are of a wrong type");
    Json checked = Json::object();
    checked["data"] = data;
    checked["layout"] = layout.is_null() ? Json::object() : layout;
    checked["frames"] = frames.is_null() ? Json::array() : frames;
    return constant("sandbenchFigure", scriptString(writeJson(checked)));
}

Result<QByteArray> checkChart(const QByteArray& json, const QString& mime)
{
    if (json.size() > kMaxFigureBytes)
        return Error(ErrorCode::ResourceExhausted, "the chart is too large");
    SANDBENCH_TRY(const Json chart, readChartData(viewOf(json), mime.toStdString()));
    return QByteArrayLiteral("document.getElementById(\"data\").textContent = ")
        + scriptString(writeJson(chart)) + QByteArrayLiteral(";\n");
}

Result<QByteArray> textScript(const QByteArray& text, bool isLatex, bool isDark)
{
    if (text.size() > kMaxLaidOutBytes)
        return Error(ErrorCode::ResourceExhausted, "the text is too long to be laid out");
    const QByteArray valid = QString::fromUtf8(text).toUtf8();
    return constant("sandbenchText", scriptString(viewOf(valid)))
        + constant("sandbenchIsLatex", yesOrNo(isLatex))
        + constant("sandbenchTheme", isDark ? "\"dark\"" : "\"light\"");
}

} // namespace sandbench::ui
