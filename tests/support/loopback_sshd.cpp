// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/loopback_sshd.h"

#include "core/base/fd.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <arpa/inet.h>
#include <csignal>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sandbench::test {

namespace {

/// One that nobody has right now.
int freePort()
{
    const UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in name = {};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof name;
    auto* generic = reinterpret_cast<sockaddr*>(&name);
    if (::bind(socket.get(), generic, size) != 0
        || ::getsockname(socket.get(), generic, &size) != 0)
        return 0;
    return ntohs(name.sin_port);
}

std::string userName()
{
    const auto* entry = ::getpwuid(::geteuid());
    return entry != nullptr ? entry->pw_name : "";
}

} // namespace

LoopbackSshd::LoopbackSshd(const QByteArray& options, const QByteArray& before)
    : m_path(qgetenv("PATH"))
    , m_options(options)
    , m_before(before)
    , m_port(freePort())
{
    m_problem = start();
}

LoopbackSshd::~LoopbackSshd()
{
    qputenv("PATH", m_path);
    kill();
}

std::string LoopbackSshd::start()
{
    const auto sshd = QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/bin"});
    const auto ssh = QStandardPaths::findExecutable("ssh");
    if (sshd.isEmpty() || ssh.isEmpty() || !makeKey("host") || !makeKey("user"))
        return "needs ssh and sshd; install openssh-client and openssh-server";
    // What a service manager would make for a server that root starts.
    if (::geteuid() == 0)
        QDir().mkpath("/run/sshd");
    const auto folder = m_folder.path().toUtf8();
    QFile::remove(m_folder.filePath("authorized"));
    QFile::copy(m_folder.filePath("user.pub"), m_folder.filePath("authorized"));
    write(
        "config",
        "Port " + QByteArray::number(m_port) + "\nListenAddress 127.0.0.1\nHostKey " + folder
            + "/host\nAuthorizedKeysFile " + folder
            + "/authorized\nPidFile none\nStrictModes no\nUsePAM no\n"
              "PermitRootLogin prohibit-password\nPasswordAuthentication no\n"
            + m_options);
    QFile hostKey(m_folder.filePath("host.pub"));
    if (!hostKey.open(QIODevice::ReadOnly))
        return "has no host key";
    write("known", "[127.0.0.1]:" + QByteArray::number(m_port) + " " + hostKey.readAll());
    QDir(m_folder.path()).mkdir("bin");
    m_client = ssh.toUtf8();
    writeClient(" -i " + folder + "/user -o IdentitiesOnly=yes");
    qputenv("PATH", folder + "/bin:" + m_path);
    m_server.setProcessChannelMode(QProcess::MergedChannels);
    m_program = sshd;
    return serve();
}

std::string LoopbackSshd::serve()
{
    const QStringList words = {m_program, "-D", "-e", "-f", m_folder.filePath("config")};
    if (m_before.isEmpty())
        m_server.start(words.first(), words.mid(1));
    else
        m_server.start("unshare", {"-m", "sh", "-c", m_before + "; exec " + words.join(' ')});
    QByteArray log;
    while (!log.contains("Server listening")) {
        if (!m_server.waitForReadyRead(20'000))
            return "cannot start sshd: " + log.trimmed().toStdString();
        log += m_server.readAll();
    }
    return {};
}

void LoopbackSshd::writeClient(const QByteArray& options)
{
    write(
        "bin/ssh",
        "#!/bin/sh\nexec " + m_client + " -F none" + options
            + " -o IdentityAgent=none -o UserKnownHostsFile=" + m_folder.path().toUtf8()
            + "/known -o GlobalKnownHostsFile=none \"$@\"\n",
        true);
}

std::string LoopbackSshd::hideUserKey()
{
    writeClient({});
    return m_folder.filePath("user").toStdString();
}

bool LoopbackSshd::makeKey(const QString& name)
{
    return QProcess::execute(
               "ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", m_folder.filePath(name)})
        == 0;
}

void LoopbackSshd::write(const QString& name, const QByteArray& text, bool isProgram)
{
    QFile file(m_folder.filePath(name));
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    if (isProgram)
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

std::string LoopbackSshd::address() const
{
    return "ssh://" + userName() + "@127.0.0.1:" + std::to_string(m_port);
}

void LoopbackSshd::forgetHostKey()
{
    write("known", "");
}

void LoopbackSshd::changeHostKey()
{
    kill();
    QFile::remove(m_folder.filePath("host"));
    QFile::remove(m_folder.filePath("host.pub"));
    makeKey("host");
    m_problem = serve();
}

std::vector<pid_t> LoopbackSshd::connectionProcesses() const
{
    std::vector<pid_t> found;
    const auto parent = "\nPPid:\t" + QByteArray::number(m_server.processId()) + "\n";
    for (const auto& name : QDir("/proc").entryList(QDir::Dirs)) {
        QFile status("/proc/" + name + "/status");
        if (name.toInt() > 0 && status.open(QIODevice::ReadOnly)
            && status.readAll().contains(parent))
            found.push_back(name.toInt());
    }
    return found;
}

void LoopbackSshd::dropConnections()
{
    for (const auto process : connectionProcesses())
        ::kill(process, SIGKILL);
}

std::vector<std::string> LoopbackSshd::processes() const
{
    const auto mark = " 127.0.0.1 " + QByteArray::number(m_port) + '\0';
    std::vector<std::string> found;
    for (const auto& name : QDir("/proc").entryList(QDir::Dirs)) {
        QFile environment("/proc/" + name + "/environ"), words("/proc/" + name + "/cmdline");
        if (name.toInt() > 0 && environment.open(QIODevice::ReadOnly)
            && words.open(QIODevice::ReadOnly) && environment.readAll().contains(mark))
            found.push_back(
                (name + ' ').toStdString() + words.readAll().replace('\0', ' ').toStdString());
    }
    return found;
}

void LoopbackSshd::forgetUserKey()
{
    QFile::remove(m_folder.filePath("authorized"));
}

void LoopbackSshd::kill()
{
    m_server.kill();
    m_server.waitForFinished();
}

} // namespace sandbench::test
