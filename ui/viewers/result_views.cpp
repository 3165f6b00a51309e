// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Which view shows which kind of result.
#include "ui/viewers/bytes_view.h"
#include "ui/viewers/result_view.h"

namespace sandbench::ui {

static QString whyOnlyBytes(const PlotItem& item)
{
    if (!item.mime.startsWith(QLatin1String("image/")))
        return {};
    return BytesView::tr("The bytes are not a picture of the announced type, or not of a type that "
                         "is drawn here.");
}

ResultView*
makeResultView(const PlotItem& item, ArtifactKind kind, RenderClient& /*client*/, QWidget* parent)
{
    switch (kind) {
    case ArtifactKind::Other:
        return new BytesView(item.bytes, whyOnlyBytes(item), parent);
    default:
        return nullptr;
    }
}

} // namespace sandbench::ui
