// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Which view shows which kind of result.
#include "ui/viewers/bytes_view.h"
#include "ui/viewers/json_view.h"
#include "ui/viewers/pdf_view.h"
#include "ui/viewers/result_view.h"
#include "ui/viewers/table_view.h"
#include "ui/viewers/text_view.h"

namespace sandbench::ui {

static QString whyOnlyBytes(const PlotItem& item)
{
    if (!item.mime.startsWith(QLatin1String("image/")))
        return {};
    return BytesView::tr("The bytes are not a picture of the announced type, or not of a type that "
                         "is drawn here.");
}

/// A name whose ending says what the text is: the type knows better than a name.
static QString textName(const PlotItem& item)
{
    if (item.mime.startsWith(QLatin1String("text/markdown")))
        return QStringLiteral("result.md");
    if (item.mime.startsWith(QLatin1String("text/latex")))
        return QStringLiteral("result.tex");
    return item.name.section(QLatin1Char('/'), -1);
}

ResultView*
makeResultView(const PlotItem& item, ArtifactKind kind, RenderClient& client, QWidget* parent)
{
    switch (kind) {
    case ArtifactKind::Table:
        return new TableView(item, parent);
    case ArtifactKind::Json:
    case ArtifactKind::Vega:
        return new JsonView(item.bytes, parent);
    case ArtifactKind::Markdown:
    case ArtifactKind::Latex:
    case ArtifactKind::Text:
        return new TextView(item.bytes, textName(item), {}, parent);
    case ArtifactKind::Pdf:
        return new PdfView(item.bytes, client, parent);
    case ArtifactKind::Other:
        if (isSoundOrFilm(item))
            return nullptr;
        return new BytesView(item.bytes, whyOnlyBytes(item), parent);
    default:
        return nullptr;
    }
}

} // namespace sandbench::ui
