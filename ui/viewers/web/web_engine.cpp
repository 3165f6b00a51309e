// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/web_engine.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QWebEngineUrlScheme>
#include <QtWebEngineCore/qtwebenginecoreglobal.h>

#include <unistd.h>

namespace sandbench::ui {

static QByteArray schemeName()
{
    return QByteArrayLiteral("sbxart");
}

// Where there is no session bus, libdbus starts dbus-launch and reads what it says from a pipe,
// which the web engine's processes inherit when they are started at that moment: then it reads for
// ever.
static void launchNoSessionBus()
{
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const bool hasBus = !folder.isEmpty() && QFileInfo::exists(folder + QStringLiteral("/bus"));
    if (!hasBus && qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
}

WebEngineState configureWebEngine()
{
    launchNoSessionBus();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    // Host syntax and no flags: a secure or local scheme would get service workers, the clipboard
    // or files.
    QWebEngineUrlScheme scheme(schemeName());
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags({});
    QWebEngineUrlScheme::registerScheme(scheme);

    qunsetenv("QTWEBENGINE_REMOTE_DEBUGGING");
    qunsetenv("QTWEBENGINE_DISABLE_SANDBOX");
    // WebRTC passes request interceptors: the first two together stop its UDP and TCP.
    QByteArray flags = qgetenv("QTWEBENGINE_CHROMIUM_FLAGS");
    flags += " --force-webrtc-ip-handling-policy=disable_non_proxied_udp"
             " --host-resolver-rules=\"MAP * ~NOTFOUND\""
             " --disable-background-networking --disable-component-update --disable-sync --no-pings"
             " --js-flags=--max-old-space-size=512";
    WebEngineState state;
    if (geteuid() == 0) {
        flags += " --no-sandbox";
        state = {false, QT_TRANSLATE_NOOP("WebEngine", "running as root")};
    }
    qputenv("QTWEBENGINE_CHROMIUM_FLAGS", flags.trimmed());
    return state;
}

bool isWebEngineConfigured()
{
    return !QWebEngineUrlScheme::schemeByName(schemeName()).name().isEmpty();
}

bool mayRunForeignPages()
{
    return isWebEngineConfigured() && geteuid() != 0;
}

QString webEngineVersion()
{
    return QStringLiteral("Chromium ")
        + QString::fromLatin1(qWebEngineChromiumVersion()).section(QLatin1Char('.'), 0, 0);
}

} // namespace sandbench::ui
