// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/web_engine.h"

#include "ui/viewers/web_views.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLibrary>
#include <QOpenGLContext>
#include <QTimer>

#include <unistd.h>

// Of QtGui, for Qt's own modules.
Q_GUI_EXPORT QOpenGLContext* qt_gl_global_share_context();
Q_GUI_EXPORT void qt_gl_set_global_share_context(QOpenGLContext* context);

namespace sandbench::ui {

static bool isConfigured = false;

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
    isConfigured = true;
    return state;
}

bool isWebEngineConfigured()
{
    return isConfigured;
}

bool mayRunForeignPages()
{
    return isWebEngineConfigured() && geteuid() != 0;
}

/// Beside the program or above the tests, as it is built, or where it is installed.
static QString moduleFile()
{
    const QString folder = QCoreApplication::applicationDirPath();
    for (const char* place : {"", "/..", SANDBENCH_WEB_FOLDER}) {
        const QString file = folder + QLatin1String(place) + QStringLiteral("/sandbench-web.so");
        if (QFileInfo(file).isFile())
            return file;
    }
    return {};
}

/// What Qt does at the start of a program that asks for it: contexts of the web engine and of our
/// windows share what they draw. Where there is no OpenGL, Chromium draws without.
static void shareContexts()
{
    if (qt_gl_global_share_context() != nullptr)
        return;
    static QOpenGLContext* context = nullptr;
    context = new QOpenGLContext;
    if (!context->create()) {
        delete context;
        return;
    }
    qt_gl_set_global_share_context(context);
    qAddPostRoutine([] {
        qt_gl_set_global_share_context(nullptr);
        delete context;
    });
}

/// Null where the module, or what it needs, is missing.
static const WebViews* webViews()
{
    static const WebViews* const views = []() -> const WebViews* {
        const QString file = moduleFile();
        if (file.isEmpty())
            return nullptr;
        shareContexts();
        QLibrary module(file);
        const auto get = reinterpret_cast<const WebViews* (*)()>(module.resolve(kWebViewsSymbol));
        if (get == nullptr)
            qWarning("%s", qUtf8Printable(module.errorString()));
        return get == nullptr ? nullptr : get();
    }();
    return views;
}

namespace {

/// Says why there is no page.
class MissingPage : public FigureView
{
public:
    explicit MissingPage(QWidget* parent)
        : FigureView(parent)
    {
        QTimer::singleShot(0, this, [this] {
            emit failed(QCoreApplication::translate(
                "WebEngine", "the part of Sandbench that shows pages cannot be loaded"));
        });
    }
    void draw(const QByteArray&) override { }
    QPixmap picture() const override { return {}; }
    int blockedRequests() const override { return 0; }
    void tookTooMuch() override { }
};

} // namespace

QString webEngineVersion()
{
    const auto* views = webViews();
    return views == nullptr ? QStringLiteral("Chromium")
                            : QStringLiteral("Chromium ")
            + QString::fromLatin1(views->engineVersion()).section(QLatin1Char('.'), 0, 0);
}

FigureView* makeFigureView(QWidget* parent)
{
    const auto* views = webViews();
    return views == nullptr ? new MissingPage(parent) : views->figure(parent);
}

ActiveView* makeVegaView(const QByteArray& chart, QWidget* parent)
{
    const auto* views = webViews();
    return views == nullptr ? new MissingPage(parent) : views->vega(chart, parent);
}

ActiveView* makeTextPage(const QByteArray& text, QWidget* parent)
{
    const auto* views = webViews();
    return views == nullptr ? new MissingPage(parent) : views->text(text, parent);
}

ActiveView* makeHtmlView(const QByteArray& html, QWidget* parent)
{
    const auto* views = webViews();
    return views == nullptr ? new MissingPage(parent) : views->html(html, parent);
}

} // namespace sandbench::ui
