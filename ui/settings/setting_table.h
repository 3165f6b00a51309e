// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <QString>

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace sandbench::ui {

/// What can be set in the window. The dialog, settings.json and its check are made from this
/// table: a setting is a line here, and whoever obeys it. Pure. Thread: any.
struct SettingSwitch
{
    bool usual = false;
};
struct SettingNumber
{
    int usual = 0, smallest = 0, largest = 0;
    const char* unit = ""; ///< " pt"
    const char* smallestMeans = ""; ///< Words for the smallest number, where it is none.
};
struct SettingOption
{
    const char* value; ///< In the file.
    const char* title;
};
struct SettingChoice
{
    const char* usual;
    std::span<const SettingOption> options;
};
/// Words on one line; empty = nothing is set.
struct SettingLine
{
    const char* example = "";
    Result<void> (*check)(const std::string& line) = nullptr; ///< Of what is not empty.
};
/// The name of a font whose letters all have one width; empty = the desktop's.
struct SettingFont
{
};

struct Setting
{
    /// "editor.tabWidth", in "window" of settings.json; "history.runs" is "runs" in "history".
    const char* id;
    const char *group, *title, *help; ///< For QCoreApplication::translate("Settings", …).
    std::variant<SettingSwitch, SettingNumber, SettingChoice, SettingFont, SettingLine> kind;
};

/// Members of settings.json that have settings.
inline constexpr std::string_view kWindowPart = "window";
/// What the window shares with other programs, which say themselves what is wrong with it.
inline constexpr std::string_view kSharedParts[] = {"history", "defaults"};

struct SettingPlace
{
    std::string_view part, name;
};
SettingPlace placeOf(std::string_view id);
/// The inverse.
std::string settingId(std::string_view part, std::string_view name);

std::span<const Setting> settingTable();
/// Null where there is none.
const Setting* findSetting(std::string_view id);
Json usualValue(const Setting& setting);
/// Errors: InvalidArgument with what is allowed: "may be a whole number from 1 to 16".
Result<void> checkSetting(const Setting& setting, const Json& value);
/// In the language of the window.
QString settingText(const char* words);

} // namespace sandbench::ui
