// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QLockFile>
#include <QString>

#include <memory>

namespace sandbench::ui {

/// Keeps unsaved documents on disk, for what a crash would lose.
/// Each program owns one folder below the state folder, with a lock; folders whose owner is gone
/// are adopted. Writes are atomic and 0600. Every call may block for as long as the file system
/// likes: RecoveryKeeper makes them off the GUI thread. Thread: any, one at a time.
class Recovery
{
public:
    struct Document
    {
        QString id; ///< Names its file; stable while the document is open.
        QString path; ///< The file it belongs to; empty for none.
        QString name;
        QByteArray bytes;
        QString origin = {}; ///< Of text that a language model wrote, see CodeEditor::Origin.
        bool isReviewed = true;
    };

    /// @p folder is made when the first call needs it.
    explicit Recovery(const QString& folder);
    virtual ~Recovery();

    /// What programs that are gone have left; each is handed out once and removed from their
    /// folders.
    virtual QList<Document> takeLost();
    /// Errors: Io; the message says what to do.
    virtual Result<void> keep(const Document& document);
    virtual void forget(const QString& id);
    static QString newId();

private:
    void claimFolder();

    QString m_root;
    QString m_own;
    std::unique_ptr<QLockFile> m_lock; // none until the folder is ours
};

} // namespace sandbench::ui
