// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/web/locked_page.h"

#include <QAuthenticator>
#include <QWebEngineCertificateError>
#include <QWebEngineClientCertificateSelection>
#include <QWebEngineFileSystemAccessRequest>
#include <QWebEngineFullScreenRequest>
#include <QWebEngineRegisterProtocolHandlerRequest>
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
#include <QWebEnginePermission>
#else
#include <QWebEngineQuotaRequest>
#endif

namespace sandbench::ui {

LockedPage::LockedPage(LockedProfile& profile, QObject* parent)
    : QWebEnginePage(&profile, parent)
    , m_profile(profile)
{
    refuseRequests();
}

void LockedPage::start()
{
    load(m_profile.startUrl());
}

void LockedPage::refuseRequests()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    // Later versions grant no quota at all.
    connect(
        this, &QWebEnginePage::permissionRequested, this,
        [](const QWebEnginePermission& permission) { permission.deny(); });
#else
    connect(
        this, &QWebEnginePage::featurePermissionRequested, this,
        [this](const QUrl& origin, Feature feature) {
            setFeaturePermission(origin, feature, PermissionDeniedByUser);
        });
    connect(this, &QWebEnginePage::quotaRequested, this, [](QWebEngineQuotaRequest request) {
        request.reject();
    });
#endif
    connect(
        this, &QWebEnginePage::fullScreenRequested, this,
        [](QWebEngineFullScreenRequest request) { request.reject(); });
    connect(
        this, &QWebEnginePage::registerProtocolHandlerRequested, this,
        [](QWebEngineRegisterProtocolHandlerRequest request) { request.reject(); });
    connect(
        this, &QWebEnginePage::fileSystemAccessRequested, this,
        [](QWebEngineFileSystemAccessRequest request) { request.reject(); });
    connect(
        this, &QWebEnginePage::selectClientCertificate, this,
        [](QWebEngineClientCertificateSelection selection) { selection.selectNone(); });
    connect(this, &QWebEnginePage::certificateError, this, [](QWebEngineCertificateError error) {
        error.rejectCertificate();
    });
    connect(
        this, &QWebEnginePage::authenticationRequired, this,
        [](const QUrl&, QAuthenticator* authenticator) { *authenticator = QAuthenticator(); });
    connect(
        this, &QWebEnginePage::proxyAuthenticationRequired, this,
        [](const QUrl&, QAuthenticator* authenticator, const QString&) {
            *authenticator = QAuthenticator();
        });
}

bool LockedPage::acceptNavigationRequest(const QUrl& url, NavigationType, bool isMainFrame)
{
    const bool isStart = isMainFrame && !m_started && url == m_profile.startUrl();
    const bool isOurFrame = !isMainFrame && url == QUrl(QStringLiteral("about:srcdoc"));
    m_started = m_started || isStart;
    if (isStart || isOurFrame)
        return true;
    m_profile.filter().countBlocked();
    return false;
}

QWebEnginePage* LockedPage::createWindow(WebWindowType)
{
    return nullptr;
}

QStringList LockedPage::chooseFiles(FileSelectionMode, const QStringList&, const QStringList&)
{
    return {};
}

void LockedPage::javaScriptAlert(const QUrl&, const QString&) { }

bool LockedPage::javaScriptConfirm(const QUrl&, const QString&)
{
    return false;
}

bool LockedPage::javaScriptPrompt(const QUrl&, const QString&, const QString&, QString*)
{
    return false;
}

// A page could fill the terminal, or write control sequences to it.
void LockedPage::javaScriptConsoleMessage(
    JavaScriptConsoleMessageLevel, const QString&, int, const QString&)
{
}

} // namespace sandbench::ui
