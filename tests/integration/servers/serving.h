// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/json_objects.h"
#include "tests/support/sandbenchctl_runner.h"

#include <cstdint>

/// `sandbenchctl serve`, and curl as its client.
namespace ctl {

constexpr int kServePatienceMs = 60'000;

/// What curl printed, errors too.
QByteArray curl(const QStringList& arguments);

struct Reply
{
    QByteArray status;
    QByteArray text;

    QJsonObject json() const { return objectOf(text); }
};

/// With @p token, and a body of JSON, where there is one.
Reply ask(
    const QString& method, const QString& url, const QString& token = {}, const QString& body = {});

/// A server of its own, on a free port, ended at the end.
class Server
{
public:
    explicit Server(const QStringList& more = {});
    ~Server();

    QString url(const QString& path) const { return m_url + path; }
    std::uint16_t port() const;
    QProcess& process() { return *m_process; }
    /// The exit status after SIGTERM; -1 when it does not end, -2 after another signal.
    int end();

private:
    std::unique_ptr<QProcess> m_process;
    QString m_url;
};

} // namespace ctl
