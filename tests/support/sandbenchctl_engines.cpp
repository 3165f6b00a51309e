// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_engines.h"

#include "core/net/endpoint.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

namespace ctl {

namespace {

std::unique_ptr<QProcess> referee(const QString& engine, const QStringList& words)
{
    const QStringList address = {engine == "docker" ? "--host" : "--url", addressOf(engine)};
    auto process = std::make_unique<QProcess>();
    process->start(engine, address + words);
    process->waitForFinished(60000);
    return process;
}

} // namespace

QString addressOf(const QString& engine)
{
    return qEnvironmentVariable(engine == "docker" ? "DOCKER_HOST" : "SANDBENCH_TEST_PODMAN");
}

std::string dockerCertificates()
{
    auto folder = qEnvironmentVariable("DOCKER_CERT_PATH").toStdString();
    const auto endpoint
        = sandbench::net::parseEndpoint(qEnvironmentVariable("DOCKER_HOST").toStdString());
    if (folder.empty() && endpoint)
        folder = endpoint->path.substr(0, endpoint->path.rfind('/')) + "/tls";
    return QFile::exists(QString::fromStdString(folder + "/ca.pem")) ? folder : "";
}

QString imageOf(const QString& engine)
{
    return engine == "docker" ? "sandbench-python:1" : "localhost/sandbench-python:1";
}

bool ask(const QString& engine, const QStringList& words)
{
    const auto process = referee(engine, words);
    return process->exitStatus() == QProcess::NormalExit && process->exitCode() == 0;
}

QByteArray answer(const QString& engine, const QStringList& words)
{
    return referee(engine, words)->readAllStandardOutput().trimmed();
}

Outcome runIn(
    const QString& engine, const QByteArray& code, const QStringList& options,
    const QStringList& arguments)
{
    const Folder folder;
    QStringList words = {"run", "--engine", engine};
    if (engine != "local")
        words << "--connection" << addressOf(engine);
    words << options << folder.write("program.py", code);
    if (!arguments.isEmpty())
        words << "--" << arguments;
    return run(words);
}

QJsonObject recordIn(
    const QString& engine, const QByteArray& code, const QStringList& options,
    const QStringList& arguments)
{
    const auto outcome = runIn(engine, code, QStringList("--json") + options, arguments);
    const auto record = QJsonDocument::fromJson(outcome.out).object();
    if (record["schema"] != "sandbench.run/1" || !record["stderr"].toString().isEmpty())
        qWarning().noquote() << outcome.out.left(2000) << outcome.err.left(2000);
    return record;
}

QString relaxationsOf(const QJsonObject& record)
{
    QStringList list;
    for (const auto& entry : record["isolation"].toObject()["relaxations"].toArray())
        list << entry.toString();
    return list.join(", ");
}

} // namespace ctl
