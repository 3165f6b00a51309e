// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QTemporaryDir>

#include <memory>
#include <string>
#include <vector>

namespace sandbench::test {

/// An ssh server on a port of this machine that lets this user in with a key that only it knows,
/// and a program `ssh` before all others in PATH that has the key. Both go with it.
class LoopbackSshd
{
public:
    /// @p options: lines of sshd_config. @p before: shell commands that run before the server, in a
    /// mount namespace of its own; only root can have some.
    explicit LoopbackSshd(const QByteArray& options = {}, const QByteArray& before = {});
    ~LoopbackSshd();

    /// Empty = it listens; else what is missing.
    const std::string& problem() const { return m_problem; }
    /// "ssh://me@127.0.0.1:40022"
    std::string address() const;
    /// From now on the server has another key than the client knows.
    void forgetHostKey();
    /// From now on the client has no key.
    void forgetUserKey();
    /// From now on the client has a key only if it is told of it; where it is.
    std::string hideUserKey();
    /// From now on the server has another key than it had, which the client knows.
    void changeHostKey();
    /// How many have logged in and are there.
    std::size_t connections() const { return connectionProcesses().size(); }
    /// Ends every connection; the server goes on.
    void dropConnections();
    /// Processes that somebody started through a connection and that live, as "PID words".
    std::vector<std::string> processes() const;
    /// Ends every connection.
    void kill();

private:
    std::string start();
    std::string serve();
    std::vector<pid_t> connectionProcesses() const;
    void writeClient(const QByteArray& options);
    bool makeKey(const QString& name);
    void write(const QString& name, const QByteArray& text, bool isProgram = false);

    /// Not where programs put their files: a test may take that away.
    QTemporaryDir m_folder{QStringLiteral("/var/tmp/sandbench-sshd-XXXXXX")};
    QProcess m_server;
    QByteArray m_path; ///< PATH before.
    QByteArray m_client; ///< The real ssh.
    QString m_program; ///< The server's.
    const QByteArray m_options, m_before;
    int m_port = 0;
    std::string m_problem;
};

} // namespace sandbench::test
