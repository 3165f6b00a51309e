// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/json_objects.h"
#include "tests/support/sandbenchctl_runner.h"

#include <QList>
#include <QMap>

/// What a batch left in its folder.
namespace ctl {

/// The rows of results.jsonl by their lines. A line with two rows has the key 0.
inline QMap<int, QJsonObject> rowsIn(const Folder& folder, const QString& out)
{
    QMap<int, QJsonObject> rows;
    for (const auto& text : folder.read(out + "/results.jsonl").split('\n')) {
        if (text.isEmpty())
            continue;
        const auto row = objectOf(text);
        const auto line = row["line"].toInt();
        rows[rows.contains(line) ? 0 : line] = row;
    }
    return rows;
}

/// How many of @p rows have @p member as @p value.
inline int
countOf(const QMap<int, QJsonObject>& rows, const QString& member, const QJsonValue& value)
{
    int count = 0;
    for (const auto& row : rows)
        count += row[member] == value ? 1 : 0;
    return count;
}

/// @p count programs that print their number, of which every tenth is expected to print another
/// one.
inline QByteArray numberedLines(int count)
{
    QByteArray lines;
    for (int i = 1; i <= count; ++i)
        lines += "{\"id\": \"n" + QByteArray::number(i)
            + "\", \"language\": \"bash\", \"code\": \"echo " + QByteArray::number(i)
            + "\", \"expected\": \"" + (i % 10 == 0 ? "x" : "") + QByteArray::number(i) + "\"}\n";
    return lines;
}

/// Waits until the batch in @p out has @p count rows, or @p process has ended.
inline void
waitForRows(const Folder& folder, const QString& out, qsizetype count, QProcess& process)
{
    while (folder.read(out + "/results.jsonl").count('\n') < count && !process.waitForFinished(5)) {
    }
}

} // namespace ctl
