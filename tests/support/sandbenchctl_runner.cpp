// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <unistd.h>

namespace ctl {

namespace {
constexpr int kPatience = 60000;
}

QString program()
{
    return qEnvironmentVariable("SANDBENCH_TEST_BIN") + "/sandbenchctl";
}

QString missingEngine()
{
    static const QString answer = [] {
        const auto report = QJsonDocument::fromJson(run({"doctor", "--json"}).out).object();
        const auto engine = report["engines"].toArray().first().toObject();
        if (engine["usable"].toBool())
            return QString();
        return "the embedded engine does not work: " + engine["problem"].toString();
    }();
    return answer;
}

Outcome run(const QStringList& arguments, const QByteArray& input)
{
    const auto process = start(arguments);
    process->write(input);
    process->closeWriteChannel();
    const bool ended = process->waitForFinished(kPatience);
    const bool normal = ended && process->exitStatus() == QProcess::NormalExit;
    return {
        normal ? process->exitCode() : -1, process->readAllStandardOutput(),
        process->readAllStandardError()};
}

std::unique_ptr<QProcess> start(const QStringList& arguments)
{
    auto process = std::make_unique<QProcess>();
    // A group of its own, so that a test can signal all of it as a terminal does.
    process->setChildProcessModifier([] { ::setsid(); });
    process->start(program(), arguments);
    process->waitForStarted();
    return process;
}

bool isAlive(const QByteArray& marker)
{
    for (const auto& pid : QDir("/proc").entryList({"[0-9]*"}, QDir::Dirs)) {
        QFile commandLine("/proc/" + pid + "/cmdline");
        if (commandLine.open(QIODevice::ReadOnly) && commandLine.readAll().contains(marker))
            return true;
    }
    return false;
}

QByteArray Folder::read(const QString& name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString Folder::write(const QString& name, const QByteArray& bytes) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write a file of the test");
    return file.fileName();
}

} // namespace ctl
