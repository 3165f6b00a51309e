// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/disk_watch.h"

#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QSet>
#include <QThread>
#include <QTimer>

namespace sandbench::ui {

static constexpr int kSettleMilliseconds = 200;
static constexpr unsigned long kLongestWait = 100; // ms

/// What works in the thread.
class WatchedFiles : public QObject
{
    Q_OBJECT

public:
    WatchedFiles()
    {
        m_settle.setSingleShot(true);
        m_settle.setInterval(kSettleMilliseconds);
        connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this](const QString& path) {
            m_touched << path;
            m_settle.start();
        });
        connect(&m_settle, &QTimer::timeout, this, &WatchedFiles::tell);
    }

    void setFiles(const QStringList& paths)
    {
        m_files = QSet<QString>(paths.begin(), paths.end());
        for (const QString& path : m_watcher.files())
            if (!m_files.contains(path))
                m_watcher.removePath(path);
        watchAll();
    }

signals:
    void changed(const QStringList& paths);

private:
    // Who replaces a file as a whole leaves us with one that has no name any more.
    void watchAll()
    {
        const QStringList watched = m_watcher.files();
        for (const QString& path : std::as_const(m_files))
            if (!watched.contains(path) && QFileInfo::exists(path))
                m_watcher.addPath(path);
    }

    void tell()
    {
        const QStringList touched(m_touched.begin(), m_touched.end());
        m_touched.clear();
        watchAll();
        emit changed(touched);
    }

    QFileSystemWatcher m_watcher{this};
    QTimer m_settle{this};
    QSet<QString> m_files, m_touched;
};

DiskWatch::DiskWatch(QObject* parent)
    : QObject(parent)
    , m_thread(new QThread)
    , m_files(new WatchedFiles)
{
    m_files->moveToThread(m_thread);
    connect(m_thread, &QThread::finished, m_files, &QObject::deleteLater);
    connect(m_files, &WatchedFiles::changed, this, &DiskWatch::changed);
    m_thread->start(QThread::LowPriority);
}

DiskWatch::~DiskWatch()
{
    m_thread->quit();
    if (m_thread->wait(kLongestWait))
        delete m_thread;
}

void DiskWatch::setFiles(const QStringList& paths)
{
    QMetaObject::invokeMethod(m_files, [files = m_files, paths] { files->setFiles(paths); });
}

} // namespace sandbench::ui

#include "disk_watch.moc"
