// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QPointer>
#include <QWebEngineProfile>
#include <QWebEngineUrlRequestInterceptor>
#include <QWebEngineUrlRequestJob>
#include <QWebEngineUrlSchemeHandler>

namespace sandbench::ui {

/// Of the addresses of our pages; the web engine has to know it before its first profile.
QString pageScheme();

/// The only files that a page may load: path ("/", "/plotly.js") to type and bytes.
struct PageFile
{
    QByteArray type;
    QByteArray bytes;
    bool comesLater = false; ///< The page waits for it, until it is provided.
};
using PageFiles = QHash<QString, PageFile>;

/// Answers requests for exactly those paths on exactly one random host; all else is denied.
class PageFileHandler : public QWebEngineUrlSchemeHandler
{
    Q_OBJECT

public:
    PageFileHandler(QString host, PageFiles files, QObject* parent);
    void requestStarted(QWebEngineUrlRequestJob* job) override;
    void provide(const QString& path, const QByteArray& bytes);

private:
    static void answer(QWebEngineUrlRequestJob& job, const PageFile& file);

    QString m_host;
    PageFiles m_files;
    QHash<QString, QPointer<QWebEngineUrlRequestJob>> m_waiting;
};

/// Lets nothing through but those paths and data:, blob: and about: URLs. Counts what it stops.
class RequestFilter : public QWebEngineUrlRequestInterceptor
{
    Q_OBJECT

public:
    RequestFilter(QString host, QStringList paths, QObject* parent);
    void interceptRequest(QWebEngineUrlRequestInfo& info) override;
    void countBlocked();
    int blocked() const { return m_blocked; }

signals:
    void blockedChanged(int count);

private:
    QString m_host;
    QStringList m_paths;
    int m_blocked = 0;
};

/// An off-the-record profile for one activation: no cache, no cookies, no downloads, no
/// permissions, no network. Thread: GUI.
class LockedProfile : public QWebEngineProfile
{
    Q_OBJECT

public:
    LockedProfile(const PageFiles& files, QObject* parent);

    QUrl startUrl() const;
    RequestFilter& filter() { return *m_filter; }
    /// What the page waits for, or will ask for: a file that comes later.
    void provide(const QString& path, const QByteArray& bytes) { m_handler->provide(path, bytes); }

private:
    void closeSettings();

    QString m_host;
    PageFileHandler* m_handler = nullptr;
    RequestFilter* m_filter = nullptr;
};

} // namespace sandbench::ui
