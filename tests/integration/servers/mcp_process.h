// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/integration/servers/mcp_calls.h"
#include "tests/support/sandbenchctl_runner.h"

#include <QProcess>

#include <memory>

namespace ctl {

inline constexpr const char* kInitialize
    = R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18"}})"
      "\n";

inline QByteArray callLine(const QString& id, const QString& tool, const QJsonObject& arguments)
{
    return ctl::toolCall(tool, arguments, id) + "\n";
}

/// One `sandbenchctl mcp`, line by line.
class McpServer
{
public:
    explicit McpServer(const QStringList& options = {})
        : m_process(ctl::start(QStringList{"mcp"} + options))
    {
        m_process->write(kInitialize);
        (void)answer("i");
    }
    ~McpServer()
    {
        m_process->closeWriteChannel();
        if (!m_process->waitForFinished(20'000))
            m_process->kill();
    }

    QProcess& process() { return *m_process; }
    void write(const QByteArray& bytes) { m_process->write(bytes); }

    /// The answer to @p id; whatever else comes before it is dropped. Empty = none came.
    QJsonObject answer(const QString& id)
    {
        for (;;) {
            while (!m_process->canReadLine())
                if (!m_process->waitForReadyRead(60'000))
                    return {};
            const auto line = m_process->readLine();
            const auto message = QJsonDocument::fromJson(line).object();
            if (message.isEmpty())
                m_foreign += line;
            if (message["id"].toString() == id || (id.isEmpty() && message.contains("error")))
                return message;
        }
    }
    /// What was on standard output and no message.
    const QByteArray& foreign() const { return m_foreign; }

private:
    std::unique_ptr<QProcess> m_process;
    QByteArray m_foreign;
};

} // namespace ctl
