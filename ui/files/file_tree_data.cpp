// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What FileTreeModel says of its rows, and what can be done with them in a view.
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/files/file_names.h"
#include "ui/files/file_tree_model.h"

#include <QApplication>
#include <QDateTime>
#include <QLocale>
#include <QMimeData>
#include <QStyle>
#include <QUrl>

namespace sandbench::ui {

static constexpr int kLongestShownName = 200;

bool FileTreeModel::isChanged(const FileNode& node) const
{
    return node.parent && node.isEntry() && m_beganAt > 0 && node.entry.changedAt > m_beganAt;
}

static QDateTime timeOf(double seconds)
{
    return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000));
}

QString FileTreeModel::tipOf(const FileNode& node) const
{
    if (!node.isEntry())
        return node.sentence;
    QStringList lines{SafeText::display(node.name)};
    if (node.entry.hasOddName)
        lines << tr("Its name is not UTF-8: it can be listed, not read.");
    else if (node.entry.type == "link")
        lines << tr("A link; links are not followed here.");
    else if (node.entry.type == "other")
        lines << tr("No plain file: a pipe, a socket or a device.");
    lines << tr("Rights: %1").arg(QString::number(node.entry.mode, 8));
    if (isChanged(node))
        lines << tr("Changed since the session began: its contents, name or rights, by the "
                    "sandbox's clock");
    return lines.join(QLatin1Char('\n'));
}

static QIcon iconOf(const FileNode& node)
{
    const QStyle* style = QApplication::style();
    if (node.isFolder())
        return style->standardIcon(QStyle::SP_DirIcon);
    return style->standardIcon(
        node.entry.type == "link" ? QStyle::SP_FileLinkIcon : QStyle::SP_FileIcon);
}

QVariant FileTreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const FileNode& node = *nodeOf(index);
    const bool isName = index.column() == NameColumn;
    switch (role) {
    case Qt::DisplayRole: {
        if (!node.isEntry())
            return isName ? node.sentence : QString();
        if (index.column() == SizeColumn)
            return node.entry.type == "file"
                ? QLocale().formattedDataSize(static_cast<qint64>(node.entry.bytes))
                : QString();
        if (index.column() == ModifiedColumn)
            return QLocale().toString(timeOf(node.entry.modifiedAt), QLocale::ShortFormat);
        const QString name = SafeText::elidedName(toQString(node.name), kLongestShownName);
        return isChanged(node) ? QStringLiteral("● ") + name : name;
    }
    case Qt::EditRole:
        return isName && node.isEntry() ? SafeText::withoutControls(toQString(node.name))
                                        : QString();
    case Qt::ToolTipRole:
        return plainToolTip(tipOf(node));
    case Qt::AccessibleTextRole:
        if (isName && isChanged(node))
            return tr("%1, changed").arg(SafeText::display(node.name));
        return {};
    case Qt::DecorationRole:
        return isName && node.isEntry() ? QVariant(iconOf(node)) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == SizeColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                            : QVariant();
    case ChangedRole:
        return isChanged(node);
    default:
        return {};
    }
}

bool FileTreeModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const QString name = value.toString();
    if (role == Qt::EditRole && entryAt(index) && name != index.data(Qt::EditRole).toString())
        emit renameWanted(pathOf(index), name);
    return false;
}

QVariant FileTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case SizeColumn:
        return tr("Size");
    default:
        return tr("Modified");
    }
}

Qt::ItemFlags FileTreeModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return m_session ? Qt::ItemIsDropEnabled : Qt::NoItemFlags;
    const FileNode& node = *nodeOf(index);
    if (!node.isEntry())
        return Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (!node.isFolder())
        flags |= Qt::ItemNeverHasChildren;
    if (node.entry.hasOddName)
        return flags;
    flags |= Qt::ItemIsDragEnabled;
    if (index.column() == NameColumn)
        flags |= Qt::ItemIsEditable;
    return node.isFolder() ? flags | Qt::ItemIsDropEnabled : flags;
}

QStringList FileTreeModel::mimeTypes() const
{
    return {QStringLiteral("text/uri-list")};
}

bool FileTreeModel::dropMimeData(
    const QMimeData* data, Qt::DropAction action, int, int, const QModelIndex& parent)
{
    if (action != Qt::CopyAction || !m_session || !isFolder(parent))
        return false;
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    if (paths.isEmpty())
        return false;
    emit dropped(paths, pathOf(parent));
    return true;
}

FileFilter::FileFilter(FileTreeModel& files, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_files(files)
{
    setSourceModel(&files);
    setRecursiveFilteringEnabled(true);
}

void FileFilter::setText(const QString& text)
{
    m_text = text;
    invalidateRowsFilter();
}

bool FileFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (m_text.isEmpty())
        return true;
    const QModelIndex index = m_files.index(row, 0, parent);
    return m_files.isSentence(index)
        || toQString(m_files.nameOf(index)).contains(m_text, Qt::CaseInsensitive);
}

} // namespace sandbench::ui
