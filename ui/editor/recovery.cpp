// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/recovery.h"

#include "ui/common/text.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QUuid>

namespace sandbench::ui {

static constexpr auto kSuffix = ".unsaved";

static std::unique_ptr<QLockFile> lockOf(const QString& folder)
{
    auto lock = std::make_unique<QLockFile>(folder + QStringLiteral("/lock"));
    lock->setStaleLockTime(0); // only a dead owner makes it stale, never its age
    return lock;
}

Recovery::Recovery(const QString& folder)
    : m_root(folder)
    , m_own(folder + QLatin1Char('/') + newId())
{
}

Recovery::~Recovery()
{
    if (!m_lock)
        return;
    m_lock->unlock();
    QDir().rmdir(m_own); // stays when documents are in it: the next start finds them
}

void Recovery::claimFolder()
{
    if (m_lock)
        return;
    QDir().mkpath(m_own);
    QFile::setPermissions(m_own, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    m_lock = lockOf(m_own);
    m_lock->tryLock(0);
}

QString Recovery::newId()
{
    return QUuid::createUuid().toString(QUuid::WithoutBraces);
}

// A file is one line of JSON about the document, then its bytes.
static bool readKept(const QString& path, Recovery::Document& document)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QJsonObject head = QJsonDocument::fromJson(file.readLine(64 * 1024)).object();
    document.path = head.value(QLatin1String("path")).toString();
    document.name = head.value(QLatin1String("name")).toString();
    document.origin = head.value(QLatin1String("origin")).toString();
    document.isReviewed = head.value(QLatin1String("reviewed")).toBool(true);
    document.bytes = file.readAll();
    return !document.name.isEmpty();
}

QList<Recovery::Document> Recovery::takeLost()
{
    claimFolder();
    QList<Document> found;
    const QStringList folders = QDir(m_root).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString& name : folders) {
        const QString folder = m_root + QLatin1Char('/') + name;
        if (folder == m_own)
            continue;
        const auto lock = lockOf(folder);
        if (!lock->tryLock(0))
            continue; // its owner lives
        QDir dir(folder);
        const QStringList files
            = dir.entryList({QStringLiteral("*%1").arg(QLatin1String(kSuffix))}, QDir::Files);
        for (const QString& file : files) {
            Document document;
            document.id = newId();
            if (!readKept(dir.filePath(file), document))
                continue;
            if (keep(document)) // before the old one goes, so that a second crash loses nothing
                dir.remove(file);
            found.push_back(std::move(document));
        }
        lock->unlock();
        QDir().rmdir(folder);
    }
    return found;
}

Result<void> Recovery::keep(const Document& document)
{
    claimFolder();
    QSaveFile file(m_own + QLatin1Char('/') + document.id + QLatin1String(kSuffix));
    const QJsonObject head{
        {QStringLiteral("path"), document.path},
        {QStringLiteral("name"), document.name},
        {QStringLiteral("origin"), document.origin},
        {QStringLiteral("reviewed"), document.isReviewed}};
    const QByteArray line = QJsonDocument(head).toJson(QJsonDocument::Compact) + '\n';
    if (file.open(QIODevice::WriteOnly) && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
        && file.write(line) == line.size() && file.write(document.bytes) == document.bytes.size()
        && file.commit())
        return {};
    return Error(
        ErrorCode::Io,
        "unsaved text cannot be kept for the case of a crash: " + toStd(file.errorString()) + " ("
            + toStd(m_root) + "); save your documents, and make room there");
}

void Recovery::forget(const QString& id)
{
    if (m_lock)
        QFile::remove(m_own + QLatin1Char('/') + id + QLatin1String(kSuffix));
}

} // namespace sandbench::ui
