// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QTemporaryDir>

#include <memory>
#include <string>

namespace sandbench::test {

/// An ssh server on a port of this machine that lets this user in with a key that only it knows,
/// and a program `ssh` before all others in PATH that has the key. Both go with it.
class LoopbackSshd
{
public:
    LoopbackSshd();
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
    /// Ends every connection.
    void kill();

private:
    std::string start();
    void writeClient(const QByteArray& options);
    bool makeKey(const QString& name);
    void write(const QString& name, const QByteArray& text, bool isProgram = false);

    QTemporaryDir m_folder;
    QProcess m_server;
    QByteArray m_path; ///< PATH before.
    QByteArray m_client; ///< The real ssh.
    int m_port = 0;
    std::string m_problem;
};

} // namespace sandbench::test
