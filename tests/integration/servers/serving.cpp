// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/servers/serving.h"

#include <QJsonArray>
#include <QUrl>

namespace ctl {

QByteArray curl(const QStringList& arguments)
{
    QProcess process;
    process.start("curl", QStringList{"-sS", "--max-time", "60"} + arguments);
    process.waitForFinished(kServePatienceMs + 10'000);
    return process.readAllStandardOutput() + process.readAllStandardError();
}

Reply ask(const QString& method, const QString& url, const QString& token, const QString& body)
{
    QStringList arguments = {"-X", method, "-w", "\n%{http_code}", url};
    if (!token.isEmpty())
        arguments += {"-H", "Authorization: Bearer " + token};
    if (!body.isEmpty())
        arguments += {"--json", body};
    const auto said = curl(arguments);
    const auto end = said.lastIndexOf('\n');
    return {said.mid(end + 1), said.left(end)};
}

Server::Server(const QStringList& more)
    : m_process(start(QStringList{"serve", "--port", "0", "--json"} + more))
{
    while (!m_process->canReadLine() && m_process->waitForReadyRead(kServePatienceMs)) { }
    m_url = objectOf(m_process->readLine())["addresses"][0].toString();
}

Server::~Server()
{
    m_process->kill();
    m_process->waitForFinished();
}

std::uint16_t Server::port() const
{
    return static_cast<std::uint16_t>(QUrl(m_url).port(0));
}

int Server::end()
{
    m_process->terminate();
    if (!m_process->waitForFinished(kServePatienceMs))
        return -1;
    return m_process->exitStatus() == QProcess::NormalExit ? m_process->exitCode() : -2;
}

} // namespace ctl
