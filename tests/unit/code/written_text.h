// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QTest>

#include <string>

inline void writeText(const QString& path, const std::string& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(
        file.write(text.data(), static_cast<qint64>(text.size())),
        static_cast<qint64>(text.size()));
}
