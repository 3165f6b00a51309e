// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QProcess>
#include <QStringList>

/// Packages of npm that tests need, in folders that all presets of a clone share.
namespace npm {

/// For what is done with them. Units: ms.
constexpr int kPatience = 120'000;

inline QString folder(const QString& name)
{
    return QDir(qEnvironmentVariable("SANDBENCH_TEST_BIN")).filePath("../../npm/" + name);
}

/// Why not all of @p packages ("@scope/name@1") are in the folder @p name, or empty. Installs them
/// where they are not there yet.
inline QString missing(const QString& name, const QStringList& packages)
{
    bool hasAll = true;
    for (const auto& package : packages)
        hasAll = hasAll
            && QFile::exists(
                     folder(name) + "/node_modules/" + package.left(package.lastIndexOf('@'))
                     + "/package.json");
    if (hasAll)
        return {};
    QDir().mkpath(folder(name));
    QProcess npm;
    npm.setProcessChannelMode(QProcess::MergedChannels);
    npm.start(
        "npm",
        QStringList{
            "install", "--prefix", folder(name), "--no-audit", "--no-fund", "--ignore-scripts"}
            + packages);
    if (!npm.waitForFinished(2 * kPatience))
        return "npm is not there, or does not come to an end";
    return npm.exitCode() == 0 ? QString() : QString::fromUtf8(npm.readAll()).right(1000);
}

} // namespace npm
