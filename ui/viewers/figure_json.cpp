// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/figure_json.h"

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

Result<QByteArray> checkFigure(const QByteArray& json)
{
    SANDBENCH_TRY(
        Json figure,
        parseJson(
            {json.constData(), static_cast<std::size_t>(json.size())},
            static_cast<std::size_t>(kMaxFigureBytes), kMaxFigureDepth));
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
    return QByteArrayLiteral("\"use strict\";\nconst sandbenchFigure = ")
        + scriptString(writeJson(checked)) + QByteArrayLiteral(";\n");
}

} // namespace sandbench::ui
