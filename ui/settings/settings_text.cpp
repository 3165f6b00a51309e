// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settings_text.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/translation.h"
#include "ui/settings/setting_table.h"

#include <QJsonDocument>

#include <algorithm>

namespace sandbench::ui {

namespace {

constexpr std::size_t kMostBytes = 1U << 20;
constexpr int kMostDepth = 16;
constexpr std::size_t kMostKeys = 4;
constexpr std::size_t kLongestKey = 100;
constexpr int kLongestShown = 40;

QString shown(const Json& value)
{
    return SafeText::elidedName(toQString(writeJson(value)), kLongestShown);
}

void readValues(
    std::string_view text, std::string_view part, const Json& members, SettingsText& read)
{
    for (const auto& [name, value] : members.items()) {
        const auto id = settingId(part, name);
        const Setting* setting = findSetting(id);
        if (!setting || placeOf(id).part != part)
            continue;
        const auto right = checkSetting(*setting, value);
        if (!right && part == kWindowPart)
            read.problems << SettingsText::Problem{
                lineOfMember(text, {part, name}),
                tr("\"%1\" is %2, but %3. %4 counts.")
                    .arg(
                        toQString(id), shown(value), toQString(right.error().message()),
                        shown(usualValue(*setting)))};
        else if (right)
            read.values[id] = value;
    }
}

void readKeys(std::string_view text, std::string_view, const Json& shortcuts, SettingsText& read)
{
    for (const auto& [name, value] : shortcuts.items()) {
        if (auto keys = keysFromJson(value))
            read.keys.insert(toQString(name), *std::move(keys));
        else
            read.problems << SettingsText::Problem{
                lineOfMember(text, {"shortcuts", name}),
                tr("The shortcut of \"%1\" is %2, but %3. The usual one counts.")
                    .arg(
                        SafeText::elidedName(toQString(name), kLongestShown), shown(value),
                        toQString(keys.error().message()))};
    }
}

Result<QKeySequence> keyFromText(const std::string& text)
{
    const auto key = QKeySequence::fromString(
        text.size() <= kLongestKey ? toQString(text) : QString(), QKeySequence::PortableText);
    bool isKey = !key.isEmpty();
    for (uint i = 0; i < static_cast<uint>(key.count()); ++i)
        isKey = isKey && key[i].key() != Qt::Key_unknown && key[i].key() != 0;
    if (!isKey)
        return Error(
            ErrorCode::InvalidArgument,
            toStd(tr("may be keys such as \"Ctrl+Shift+X\", up to four of them in a list, or \"\" "
                     "for none")));
    return key;
}

} // namespace

SettingsText readSettingsText(std::string_view text)
{
    SettingsText read;
    const auto object = parseJson(text, kMostBytes, kMostDepth);
    if (!object || !object->is_object()) {
        QJsonParseError problem;
        QJsonDocument::fromJson(toBytes(text.substr(0, kMostBytes)), &problem);
        const auto before = text.substr(0, static_cast<std::size_t>(std::max(problem.offset, 0)));
        read.isReadable = false;
        read.problems << SettingsText::Problem{
            1 + static_cast<int>(std::ranges::count(before, '\n')),
            tr("This is no JSON object; what was read before counts.")};
        return read;
    }
    const auto readPart = [&](std::string_view name, auto take) {
        const Json& part = jsonField(*object, name);
        if (part.is_object())
            take(text, name, part, read);
        else if (!part.is_null())
            read.problems << SettingsText::Problem{
                lineOfMember(text, {name}),
                tr("\"%1\" is no object, so nothing of it counts.").arg(toQString(name))};
    };
    readPart(kWindowPart, readValues);
    for (const std::string_view part : kSharedParts)
        readPart(part, readValues);
    readPart("shortcuts", readKeys);
    return read;
}

Json keysToJson(const QList<QKeySequence>& keys)
{
    auto list = Json::array();
    for (const QKeySequence& key : keys)
        list.push_back(toStd(key.toString(QKeySequence::PortableText)));
    if (list.size() == 1)
        return list.front();
    return list.empty() ? Json("") : list;
}

Result<QList<QKeySequence>> keysFromJson(const Json& json)
{
    QList<QKeySequence> keys;
    if (json == Json(""))
        return keys;
    const Json list = json.is_array() ? json : Json::array({json});
    for (const Json& each : list) {
        SANDBENCH_TRY(
            const auto key,
            keyFromText(
                each.is_string() && list.size() <= kMostKeys ? each.get<std::string>() : ""));
        keys << key;
    }
    return keys;
}

int lineOfMember(std::string_view text, const std::vector<std::string_view>& path)
{
    struct Open
    {
        bool isObject = false;
        std::string_view key;
    };
    std::vector<Open> open;
    bool isKey = false; // what comes next, where it is a text
    int line = 1;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\n')
            ++line;
        else if (c == '{' || c == '[')
            open.push_back({c == '{', {}});
        else if ((c == '}' || c == ']') && !open.empty())
            open.pop_back();
        if (c != '"') {
            if (c == '{' || c == ',')
                isKey = !open.empty() && open.back().isObject;
            continue;
        }
        const std::size_t begin = at + 1;
        for (++at; at < text.size() && text[at] != '"'; ++at)
            if (text[at] == '\\')
                ++at;
        if (!std::exchange(isKey, false))
            continue;
        open.back().key = text.substr(begin, std::min(at, text.size()) - begin);
        if (std::ranges::equal(open, path, {}, &Open::key))
            return line;
    }
    return 0;
}

} // namespace sandbench::ui
