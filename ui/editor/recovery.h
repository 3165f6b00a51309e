// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QList>
#include <QLockFile>
#include <QString>

#include <memory>

namespace sandbench::ui {

/// Keeps unsaved documents on disk, so that a crash loses at most the last two seconds of typing.
/// Each program owns one folder below the state folder, with a lock; folders whose owner is gone
/// are adopted. Thread: GUI (files are small; writes are atomic and 0600).
class Recovery
{
public:
    struct Document
    {
        QString id; ///< Names its file; stable while the document is open.
        QString path; ///< The file it belongs to; empty for none.
        QString name;
        QByteArray bytes;
    };

    /// @p folder is made when missing.
    explicit Recovery(const QString& folder);
    ~Recovery();

    /// What programs that are gone have left; each is handed out once and removed from their
    /// folders.
    QList<Document> takeLost();
    void keep(const Document& document);
    void forget(const QString& id);
    static QString newId();

private:
    QString m_root;
    QString m_own;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace sandbench::ui
