// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::ui {

using OwnKeys = QHash<QString, QList<QKeySequence>>; ///< By the names of commands.

/// What the window reads of settings.json: `"window": {"editor.tabWidth": 8}`,
/// `"shortcuts": {"runFile": "Ctrl+R", "runStop": ["Pause", "Ctrl+."], "fileNew": ""}`, and what it
/// can set of kSharedParts. Names that it does not know are somebody else's. Pure. Thread: any.
struct SettingsText
{
    std::map<std::string, Json, std::less<>> values; ///< Of settingTable(), those that are right.
    OwnKeys keys;

    /// What is wrong: the rest counts.
    struct Problem
    {
        int line = 0; ///< From 1.
        QString sentence; ///< Foreign text in it is safe to show.
    };
    QList<Problem> problems;
    bool isReadable = true; ///< Else it is no JSON object, and nothing was read.
};

SettingsText readSettingsText(std::string_view text);

/// How keys stand in the file. Errors of the inverse: none of it is a key.
Json keysToJson(const QList<QKeySequence>& keys);
Result<QList<QKeySequence>> keysFromJson(const Json& json);

/// The line on which the member stands that @p path leads to, from 1; 0 = there is none.
/// @p text is JSON.
int lineOfMember(std::string_view text, const std::vector<std::string_view>& path);

} // namespace sandbench::ui
