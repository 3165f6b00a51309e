// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QString>

#include <string>
#include <string_view>

namespace sandbench::ui {

// The only place where core's UTF-8 strings and Qt's strings meet.

inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline std::string toStd(const QString& text)
{
    return text.toStdString();
}

inline std::string toStd(const QByteArray& bytes)
{
    return bytes.toStdString();
}

inline QByteArray toBytes(std::string_view bytes)
{
    return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

} // namespace sandbench::ui
