// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/web/locked_profile.h"

#include <QBuffer>
#include <QRandomGenerator>
#include <QWebEngineCookieStore>
#include <QWebEngineDownloadRequest>
#include <QWebEngineSettings>
#include <QWebEngineUrlRequestInfo>

#include <array>

namespace sandbench::ui {

QString pageScheme()
{
    return QStringLiteral("sbxart");
}

PageFileHandler::PageFileHandler(QString host, PageFiles files, QObject* parent)
    : QWebEngineUrlSchemeHandler(parent)
    , m_host(std::move(host))
    , m_files(std::move(files))
{
}

void PageFileHandler::requestStarted(QWebEngineUrlRequestJob* job)
{
    const QUrl url = job->requestUrl();
    const auto file = m_files.constFind(url.path());
    if (job->requestMethod() != "GET" || url.host() != m_host || url.hasQuery()
        || file == m_files.constEnd())
        return job->fail(QWebEngineUrlRequestJob::RequestDenied);
    if (file->comesLater)
        m_waiting[url.path()] = job;
    else
        answer(*job, *file);
}

void PageFileHandler::answer(QWebEngineUrlRequestJob& job, const PageFile& file)
{
    auto* bytes = new QBuffer(&job);
    bytes->setData(file.bytes);
    bytes->open(QIODevice::ReadOnly);
    job.reply(file.type, bytes);
}

void PageFileHandler::provide(const QString& path, const QByteArray& bytes)
{
    PageFile& file = m_files[path];
    file.bytes = bytes;
    file.comesLater = false;
    if (const auto job = m_waiting.take(path))
        answer(*job, file);
}

RequestFilter::RequestFilter(QString host, QStringList paths, QObject* parent)
    : QWebEngineUrlRequestInterceptor(parent)
    , m_host(std::move(host))
    , m_paths(std::move(paths))
{
}

void RequestFilter::interceptRequest(QWebEngineUrlRequestInfo& info)
{
    const QUrl url = info.requestUrl();
    const QString name = url.scheme();
    const bool isOurs = name == pageScheme() && url.host() == m_host && !url.hasQuery()
        && m_paths.contains(url.path());
    const bool isInner = name == QLatin1String("data") || name == QLatin1String("blob")
        || name == QLatin1String("about");
    const bool leavesThePage
        = info.resourceType() == QWebEngineUrlRequestInfo::ResourceTypeMainFrame && !isOurs;
    if ((isOurs || isInner) && !leavesThePage)
        return;
    info.block(true);
    countBlocked();
}

void RequestFilter::countBlocked()
{
    emit blockedChanged(++m_blocked);
}

LockedProfile::LockedProfile(const PageFiles& files, QObject* parent)
    : QWebEngineProfile(parent)
    , m_host(QString::number(QRandomGenerator::system()->generate64(), 16))
{
    setHttpCacheType(QWebEngineProfile::NoCache);
    setPersistentCookiesPolicy(QWebEngineProfile::NoPersistentCookies);
    cookieStore()->setCookieFilter(
        [](const QWebEngineCookieStore::FilterRequest&) { return false; });
    setSpellCheckEnabled(false);
    setHttpAcceptLanguage(QStringLiteral("en"));
    connect(
        this, &QWebEngineProfile::downloadRequested, this,
        [](QWebEngineDownloadRequest* request) { request->cancel(); });
    closeSettings();
    m_handler = new PageFileHandler(m_host, files, this);
    installUrlSchemeHandler(pageScheme().toLatin1(), m_handler);
    m_filter = new RequestFilter(m_host, files.keys(), this);
    setUrlRequestInterceptor(m_filter);
}

QUrl LockedProfile::startUrl() const
{
    return QUrl(pageScheme() + QStringLiteral("://") + m_host + QLatin1Char('/'));
}

void LockedProfile::closeSettings()
{
    using Settings = QWebEngineSettings;
    // Each one, because several are on by default and defaults change between versions.
    static constexpr std::array kOff
        = {Settings::JavascriptCanOpenWindows,
           Settings::JavascriptCanAccessClipboard,
           Settings::JavascriptCanPaste,
           Settings::LocalContentCanAccessRemoteUrls,
           Settings::LocalContentCanAccessFileUrls,
           Settings::LocalStorageEnabled,
           Settings::PluginsEnabled,
           Settings::PdfViewerEnabled,
           Settings::FullScreenSupportEnabled,
           Settings::ScreenCaptureEnabled,
           Settings::AllowRunningInsecureContent,
           Settings::AllowGeolocationOnInsecureOrigins,
           Settings::AllowWindowActivationFromJavaScript,
           Settings::NavigateOnDropEnabled,
           Settings::HyperlinkAuditingEnabled,
           Settings::DnsPrefetchEnabled,
           Settings::AutoLoadIconsForPage,
           Settings::TouchIconsEnabled,
           Settings::ErrorPageEnabled,
           Settings::FocusOnNavigationEnabled};
    for (const auto attribute : kOff)
        settings()->setAttribute(attribute, false);
    settings()->setAttribute(Settings::WebRTCPublicInterfacesOnly, true);
    settings()->setAttribute(Settings::PlaybackRequiresUserGesture, true);
    settings()->setUnknownUrlSchemePolicy(Settings::DisallowUnknownUrlSchemes);
}

} // namespace sandbench::ui
