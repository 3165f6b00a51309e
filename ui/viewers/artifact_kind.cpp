// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/artifact_kind.h"

#include <QHash>

namespace sandbench::ui {

static ArtifactKind announcedKind(const QString& mime)
{
    static const QHash<QString, ArtifactKind> kKinds = {
        {QStringLiteral("image/png"), ArtifactKind::Png},
        {QStringLiteral("image/apng"), ArtifactKind::Png},
        {QStringLiteral("image/jpeg"), ArtifactKind::Jpeg},
        {QStringLiteral("image/gif"), ArtifactKind::Gif},
        {QStringLiteral("image/webp"), ArtifactKind::Webp},
        {QStringLiteral("image/svg+xml"), ArtifactKind::Svg},
        {QStringLiteral("application/vnd.plotly.v1+json"), ArtifactKind::Plotly},
        {QStringLiteral("text/html"), ArtifactKind::Html},
        {QStringLiteral("text/markdown"), ArtifactKind::Markdown},
        {QStringLiteral("text/latex"), ArtifactKind::Latex},
        {QStringLiteral("application/pdf"), ArtifactKind::Pdf},
        {QStringLiteral("text/csv"), ArtifactKind::Table},
        {QStringLiteral("text/tab-separated-values"), ArtifactKind::Table},
        {QStringLiteral("application/json"), ArtifactKind::Json},
    };
    const QString type = mime.section(QLatin1Char(';'), 0, 0).trimmed().toLower();
    const auto known = kKinds.constFind(type);
    if (known != kKinds.constEnd())
        return *known;
    if (type.startsWith(QLatin1String("application/vnd.vega"))
        && type.endsWith(QLatin1String("+json")))
        return ArtifactKind::Vega;
    if (type.endsWith(QLatin1String("+json")))
        return ArtifactKind::Json;
    return type.startsWith(QLatin1String("text/")) ? ArtifactKind::Text : ArtifactKind::Other;
}

static bool startsLikeSvg(QByteArrayView bytes)
{
    const QByteArray head = bytes.first(std::min<qsizetype>(bytes.size(), 4096)).toByteArray();
    return bytes.startsWith("\x1f\x8b") || head.contains("<svg")
        || (head.trimmed().startsWith("<?xml") && bytes.size() > 4096);
}

ArtifactKind artifactKind(const QString& mime, QByteArrayView bytes)
{
    const ArtifactKind kind = announcedKind(mime);
    const bool agrees = [&] {
        switch (kind) {
        case ArtifactKind::Png:
            return bytes.startsWith("\x89PNG\r\n\x1a\n");
        case ArtifactKind::Jpeg:
            return bytes.startsWith("\xff\xd8\xff");
        case ArtifactKind::Svg:
            return startsLikeSvg(bytes);
        case ArtifactKind::Gif:
            return bytes.startsWith("GIF87a") || bytes.startsWith("GIF89a");
        case ArtifactKind::Webp:
            return bytes.startsWith("RIFF") && bytes.size() >= 12 && bytes.sliced(8, 4) == "WEBP";
        case ArtifactKind::Pdf:
            return bytes.startsWith("%PDF-");
        case ArtifactKind::Plotly:
        case ArtifactKind::Vega:
            return bytes.trimmed().startsWith('{');
        default:
            return true;
        }
    }();
    return agrees ? kind : ArtifactKind::Other;
}

bool isDrawnByPage(ArtifactKind kind)
{
    return kind == ArtifactKind::Plotly || kind == ArtifactKind::Vega
        || kind == ArtifactKind::Markdown || kind == ArtifactKind::Latex;
}

std::optional<PictureKind> pictureKind(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Png:
        return PictureKind::Png;
    case ArtifactKind::Jpeg:
        return PictureKind::Jpeg;
    case ArtifactKind::Svg:
        return PictureKind::Svg;
    case ArtifactKind::Gif:
        return PictureKind::Gif;
    case ArtifactKind::Webp:
        return PictureKind::Webp;
    case ArtifactKind::Pdf:
        return PictureKind::Pdf;
    default:
        return std::nullopt;
    }
}

QString badgeText(ArtifactKind kind)
{
    static constexpr const char* kNames[]
        = {"PNG",      "JPEG",  "SVG", "GIF",   "WEBP", "PLOTLY", "VEGA", "HTML",
           "MARKDOWN", "LATEX", "PDF", "TABLE", "JSON", "TEXT",   "FILE"};
    return QLatin1String(kNames[static_cast<std::size_t>(kind)]);
}

QString fileEnding(ArtifactKind kind)
{
    static constexpr const char* kEndings[]
        = {".png", ".jpg", ".svg", ".gif", ".webp", ".plotly.json", ".vl.json", ".html",
           ".md",  ".tex", ".pdf", ".csv", ".json", ".txt",         ""};
    return QLatin1String(kEndings[static_cast<std::size_t>(kind)]);
}

} // namespace sandbench::ui
