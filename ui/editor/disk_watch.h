// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QThread;

namespace sandbench::ui {

class WatchedFiles;

/// Tells when other programs write or remove files. It asks the system in a thread of its own: a
/// file system that hangs keeps nobody waiting. Thread: GUI.
class DiskWatch : public QObject
{
    Q_OBJECT

public:
    explicit DiskWatch(QObject* parent = nullptr);
    ~DiskWatch() override;

    /// These and no others, from now on. Absolute paths.
    void setFiles(const QStringList& paths);

signals:
    /// Some time after the last of several writes. Also for our own.
    void changed(const QStringList& paths);

private:
    QThread* m_thread; ///< Left behind where a file system keeps it.
    WatchedFiles* m_files = nullptr; ///< In the thread, and ends with it.
};

} // namespace sandbench::ui
