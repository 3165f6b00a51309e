// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The module "sandbench-web": pages of ours and of programs, shown by the web engine.
#include "core/base/embedded.h"
#include "ui/viewers/web/web_view.h"
#include "ui/viewers/web_views.h"

#include <QDir>
#include <QFile>
#include <QWebEngineUrlScheme>
#include <QtWebEngineCore/qtwebenginecoreglobal.h>

namespace sandbench::ui {

static QByteArray resource(const char* name)
{
    QFile file(QStringLiteral(":/sandbench/plots/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

static PageFile pageOf(const char* name)
{
    return {QByteArrayLiteral("text/html"), resource(name)};
}

static PageFile scriptOf(QByteArray bytes)
{
    return {QByteArrayLiteral("text/javascript"), std::move(bytes)};
}

/// One that the server's pages or reports load too; some are megabytes, so it is never copied.
static PageFile sharedScript(std::string_view name)
{
    const auto script = embeddedFile(name).value_or("");
    return scriptOf(QByteArray::fromRawData(script.data(), static_cast<qsizetype>(script.size())));
}

/// Its script says by itself when it is done.
static WebView* makeOwnPage(const PageFiles& files, QWidget* parent)
{
    return new WebView(
        files, QStringLiteral("document.documentElement.dataset.state || ''"), parent);
}

static FigureView* makeFigure(QWidget* parent)
{
    PageFile figure = scriptOf({});
    figure.comesLater = true;
    return makeOwnPage(
        {{QStringLiteral("/"), pageOf("figure.html")},
         {QStringLiteral("/plotly.js"), sharedScript("web/plotly.js")},
         {WebView::figurePath(), figure},
         {QStringLiteral("/figure.js"), scriptOf(resource("figure.js"))}},
        parent);
}

static ActiveView* watched(WebView* view)
{
    view->watch();
    return view;
}

static ActiveView* makeVega(const QByteArray& chart, QWidget* parent)
{
    return watched(makeOwnPage(
        {{QStringLiteral("/"), pageOf("chart.html")},
         {QStringLiteral("/vega.js"), sharedScript("web/vega.js")},
         {QStringLiteral("/vega-lite.js"), sharedScript("web/vega-lite.js")},
         {QStringLiteral("/vega-interpreter.js"), sharedScript("web/vega-interpreter.js")},
         {QStringLiteral("/data.js"), scriptOf(chart)},
         {QStringLiteral("/chart.js"), sharedScript("web/chart.js")}},
        parent));
}

static ActiveView* makeText(const QByteArray& text, QWidget* parent)
{
    PageFiles files
        = {{QStringLiteral("/"), pageOf("text.html")},
           {QStringLiteral("/katex.js"), scriptOf(resource("katex.js"))},
           {QStringLiteral("/katex.css"), {QByteArrayLiteral("text/css"), resource("katex.css")}},
           {QStringLiteral("/markdown.js"), scriptOf(resource("markdown.js"))},
           {QStringLiteral("/data.js"), scriptOf(text)},
           {QStringLiteral("/text.js"), scriptOf(resource("text.js"))}};
    const QString fonts = QStringLiteral("fonts/");
    for (const QString& name : QDir(QStringLiteral(":/sandbench/plots/") + fonts).entryList())
        files.insert(
            QLatin1Char('/') + fonts + name,
            {QByteArrayLiteral("font/woff2"), resource((fonts + name).toLatin1().constData())});
    return watched(makeOwnPage(files, parent));
}

static ActiveView* makeHtml(const QByteArray& html, QWidget* parent)
{
    // Inside of a quoted attribute these two are all that could end it, so nothing has to be
    // parsed.
    QByteArray quoted = html;
    quoted.replace('&', "&amp;").replace('"', "&quot;");
    const PageFiles files = {
        {QStringLiteral("/"),
         {QByteArrayLiteral("text/html"), resource("foreign.html").replace("@SRCDOC@", quoted)}},
    };
    // The empty page that is there before ours is complete too.
    auto* view = new WebView(
        files, QStringLiteral("document.readyState == 'complete' && location.host ? 'drawn' : ''"),
        parent);
    view->watch();
    return view;
}

// Host syntax and no flags: a secure or local scheme would get service workers, the clipboard or
// files.
static void registerPageScheme()
{
    QWebEngineUrlScheme scheme(pageScheme().toLatin1());
    scheme.setSyntax(QWebEngineUrlScheme::Syntax::Host);
    scheme.setFlags({});
    QWebEngineUrlScheme::registerScheme(scheme);
}

} // namespace sandbench::ui

extern "C" Q_DECL_EXPORT const sandbench::ui::WebViews* sandbenchWebViews()
{
    using namespace sandbench::ui;
    static const WebViews views{
        makeFigure, makeVega, makeText, makeHtml, qWebEngineChromiumVersion};
    registerPageScheme();
    return &views;
}
