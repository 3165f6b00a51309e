// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace ctl {

/// A call of a tool in the handshake era's form.
inline QByteArray
toolCall(const QString& tool, const QJsonObject& arguments, const QJsonValue& id = 1)
{
    const QJsonObject message
        = {{"jsonrpc", "2.0"},
           {"id", id},
           {"method", "tools/call"},
           {"params", QJsonObject{{"name", tool}, {"arguments", arguments}}}};
    return QJsonDocument(message).toJson(QJsonDocument::Compact);
}

/// What a tool's result says in words.
inline QByteArray toolText(const QJsonObject& result)
{
    return result["content"][0]["text"].toString().toUtf8();
}

} // namespace ctl
