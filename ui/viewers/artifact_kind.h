// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/artifact/render_protocol.h"

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace sandbench::ui {

/// How an artifact is shown. Decided by what was announced AND by what the first bytes are.
enum class ArtifactKind {
    Png,
    Jpeg,
    Svg,
    Gif,
    Webp,
    Plotly,
    Vega, ///< Or Vega-Lite.
    Html,
    Markdown,
    Latex,
    Pdf,
    Table,
    Json,
    Text,
    Other
};

/// Other when the announced type and the signature do not agree. @p bytes: untrusted.
ArtifactKind artifactKind(const QString& mime, QByteArrayView bytes);

/// A page of ours shows it, with a library of others that draws checked data.
bool isDrawnByPage(ArtifactKind kind);

/// The kind that the helper is asked for, if it can draw this one: of an animation its first frame,
/// of a document its first page.
std::optional<PictureKind> pictureKind(ArtifactKind kind);

/// "PNG", "PLOTLY", "TABLE": a badge of ours.
QString badgeText(ArtifactKind kind);

/// Our file ending, with its dot; empty for Other.
QString fileEnding(ArtifactKind kind);

} // namespace sandbench::ui
