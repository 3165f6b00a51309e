// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/mcp_sdk.h"

#include <QDir>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTest>

namespace mcpsdk {
namespace {

constexpr int kPatience = 120'000;

QString folder()
{
    return QDir(qEnvironmentVariable("SANDBENCH_TEST_BIN")).filePath("../mcp-sdk");
}

QString install()
{
    const QDir modules(folder() + "/node_modules/@modelcontextprotocol");
    if (modules.exists("sdk/package.json") && modules.exists("client/package.json"))
        return {};
    QDir().mkpath(folder());
    QProcess npm;
    npm.setProcessChannelMode(QProcess::MergedChannels);
    npm.start(
        "npm",
        {"install", "--prefix", folder(), "--no-audit", "--no-fund", "--ignore-scripts",
         "@modelcontextprotocol/sdk@1", "@modelcontextprotocol/client@2"});
    if (!npm.waitForFinished(2 * kPatience))
        return "npm is not there, or does not come to an end";
    return npm.exitCode() == 0 ? QString() : QString::fromUtf8(npm.readAll()).right(1000);
}

} // namespace

QString missing()
{
    static const QString why = install();
    return why;
}

QString
problemOf(const QString& scenario, const QString& era, const QString& target, const QString& token)
{
    QProcess node;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("MCP_SDK", folder());
    node.setProcessEnvironment(environment);
    node.setProcessChannelMode(QProcess::MergedChannels);
    node.start("node", {SANDBENCH_MCP_CLIENT, scenario, era, target, token});
    if (!node.waitForFinished(kPatience))
        return "no end of " + QString::fromUtf8(node.readAll());
    if (node.exitStatus() == QProcess::NormalExit && node.exitCode() == 0)
        return {};
    return "status " + QString::number(node.exitCode()) + ": " + QString::fromUtf8(node.readAll());
}

void addScenarios()
{
    QTest::addColumn<QString>("era");
    QTest::addColumn<QString>("scenario");
    for (const auto* const era : {"legacy", "stateless"})
        for (const auto* const scenario :
             {"tools", "runs", "long", "state", "pictures", "following", "cancelling",
              "overlapping", "mistakes"})
            QTest::addRow("%s %s", era, scenario) << QString(era) << QString(scenario);
}

} // namespace mcpsdk
