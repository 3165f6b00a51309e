// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/embedded.h"
#include "ui/viewers/web/web_view.h"

#include <QFile>

namespace sandbench::ui {

static QByteArray resource(const char* name)
{
    QFile file(QStringLiteral(":/sandbench/plots/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The one that the server's pages load too; it is megabytes, so never copied.
static QByteArray plotlyScript()
{
    const auto script = embeddedFile("web/plotly.js").value_or("");
    return QByteArray::fromRawData(script.data(), static_cast<qsizetype>(script.size()));
}

ActiveView* makePlotlyView(const QByteArray& figureScript, QWidget* parent)
{
    const QByteArray script = QByteArrayLiteral("text/javascript");
    const PageFiles files = {
        {QStringLiteral("/"), {QByteArrayLiteral("text/html"), resource("figure.html")}},
        {QStringLiteral("/plotly.js"), {script, plotlyScript()}},
        {QStringLiteral("/data.js"), {script, figureScript}},
        {QStringLiteral("/figure.js"), {script, resource("figure.js")}},
    };
    return new WebView(
        files, QStringLiteral("document.documentElement.dataset.state || ''"), parent);
}

ActiveView* makeHtmlView(const QByteArray& html, QWidget* parent)
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
    return new WebView(
        files, QStringLiteral("document.readyState == 'complete' && location.host ? 'drawn' : ''"),
        parent);
}

} // namespace sandbench::ui
