// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/mcp_sdk.h"

#include "tests/integration/servers/npm_packages.h"
#include "tests/support/source_file.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTest>

namespace mcpsdk {
namespace {

const QString kFolder = "mcp-sdk";

} // namespace

QString missing()
{
    static const QString why
        = npm::missing(kFolder, {"@modelcontextprotocol/sdk@1", "@modelcontextprotocol/client@2"});
    return why;
}

QString problemsOf(const QString& era, const QString& target, const QString& token)
{
    QProcess node;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("MCP_SDK", npm::folder(kFolder));
    node.setProcessEnvironment(environment);
    node.setProcessChannelMode(QProcess::MergedChannels);
    node.start(
        "node",
        {sandbench::test::sourceFile("tests/integration/servers/mcp_client.mjs"), era, target,
         token});
    if (!node.waitForFinished(2 * npm::kPatience))
        return "no end of " + QString::fromUtf8(node.readAll());
    if (node.exitStatus() == QProcess::NormalExit && node.exitCode() == 0)
        return {};
    return "status " + QString::number(node.exitCode()) + ": " + QString::fromUtf8(node.readAll());
}

void addEras()
{
    QTest::addColumn<QString>("era");
    for (const auto* const era : {"legacy", "stateless"})
        QTest::newRow(era) << QString(era);
}

} // namespace mcpsdk
