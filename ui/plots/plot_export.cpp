// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_export.h"

#include "ui/common/safe_text.h"

#include <QDir>
#include <QFile>
#include <QMimeData>
#include <QTemporaryDir>

namespace sandbench::ui {

QString proposedFileName(const PlotEntry& entry)
{
    const QString fallback = QStringLiteral("plot-%1").arg(entry.ordinal);
    // Only the last part: an artifact's name may be a path.
    QString name = SafeText::saveName(entry.item.name.section(QLatin1Char('/'), -1), fallback);
    const QString ending = fileEnding(entry.kind);
    if (!ending.isEmpty() && !name.endsWith(ending, Qt::CaseInsensitive)) {
        if (const qsizetype dot = name.lastIndexOf(QLatin1Char('.')); dot > 0)
            name.truncate(dot);
        name += ending;
    }
    return name;
}

std::vector<PlotEntry> allForms(const PlotEntry& entry)
{
    std::vector<PlotEntry> forms = {entry};
    for (const PlotItem& item : entry.forms) {
        PlotEntry form;
        form.ordinal = entry.ordinal;
        form.item = item;
        form.kind = artifactKind(item.mime, item.bytes);
        forms.push_back(std::move(form));
    }
    return forms;
}

QString savePlotInto(const PlotEntry& entry, const QString& folder)
{
    if (folder.isEmpty())
        return {};
    const QString name = proposedFileName(entry);
    const qsizetype dot = name.indexOf(QLatin1Char('.'));
    const QString stem = dot > 0 ? name.left(dot) : name;
    const QString ending = dot > 0 ? name.mid(dot) : QString();
    constexpr int kMostTries = 1000;
    for (int number = 1; number <= kMostTries; ++number) {
        const QString numbered
            = number == 1 ? name : QStringLiteral("%1-%2%3").arg(stem).arg(number).arg(ending);
        QFile file(QDir(folder).filePath(numbered));
        // NewOnly neither overwrites nor follows a link that is there already.
        if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly)) {
            if (file.exists())
                continue;
            return {};
        }
        if (file.write(entry.item.bytes) == entry.item.bytes.size() && file.flush())
            return file.fileName();
        file.remove();
        return {};
    }
    return {};
}

QString dragFolder()
{
    static const QTemporaryDir folder(
        QDir::temp().filePath(QStringLiteral("sandbench-drag-XXXXXX")));
    return folder.isValid() ? folder.path() : QString();
}

QMimeData* clipboardData(const PlotEntry& entry, const QImage& image)
{
    auto* data = new QMimeData;
    if (!image.isNull())
        data->setImageData(image);
    if (entry.kind == ArtifactKind::Png)
        data->setData(QStringLiteral("image/png"), entry.item.bytes);
    if (entry.kind == ArtifactKind::Svg)
        data->setData(QStringLiteral("image/svg+xml"), entry.item.bytes);
    return data;
}

} // namespace sandbench::ui
