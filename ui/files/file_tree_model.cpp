// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/file_tree_model.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/files/file_names.h"

#include <QLocale>

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace sandbench::ui {

static constexpr std::size_t kMostRangesRemoved = 100; // of one folder; more are removed as all

FileTreeModel::FileTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_root(std::make_unique<FileNode>())
{
}

FileTreeModel::~FileTreeModel()
{
    m_listing.request_stop();
}

void FileTreeModel::show(
    std::shared_ptr<Session> session, const std::string& root, std::int64_t beganAt)
{
    m_listing.request_stop();
    m_listing = {};
    beginResetModel();
    m_asked.clear();
    m_root = std::make_unique<FileNode>();
    m_session = std::move(session);
    m_rootPath = root;
    m_beganAt = beganAt;
    endResetModel();
    if (m_session)
        list(*m_root, kFirstEntries);
}

void FileTreeModel::refresh()
{
    if (!m_session)
        return;
    std::vector<FileNode*> folders{m_root.get()};
    for (std::size_t i = 0; i < folders.size(); ++i) {
        for (const auto& child : folders[i]->children)
            if (child->isFolder() && child->state == FileNode::State::Listed)
                folders.push_back(child.get());
        list(*folders[i], kMostEntries);
    }
}

void FileTreeModel::list(FileNode& folder, std::size_t limit)
{
    if (folder.state == FileNode::State::Listing || !m_session)
        return;
    folder.state = FileNode::State::Listing;
    const quint64 asked = ++m_lastAsked;
    m_asked.insert(asked, &folder);
    m_jobs.run(
        this,
        [session = m_session, path = pathOf(indexOf(folder)), limit, order = m_order,
         ours = m_listing.get_token()](const std::stop_token& stop) -> Result<Listing> {
            std::stop_source either;
            const std::stop_callback first(stop, [&either] { either.request_stop(); });
            const std::stop_callback second(ours, [&either] { either.request_stop(); });
            SANDBENCH_TRY(auto told, session->listFiles(path, 1, limit, either.get_token()));
            if (told.entries.size() > limit)
                told.entries.resize(limit);
            return Listing{nodesOf(std::move(told.entries), order), told.isTruncated};
        },
        [this, asked, limit](Result<Listing> told) { take(asked, limit, std::move(told)); });
}

void FileTreeModel::take(quint64 asked, std::size_t limit, Result<Listing> told)
{
    FileNode* folder = m_asked.take(asked);
    if (!folder || told.failedAs(ErrorCode::Cancelled))
        return;
    folder->state = FileNode::State::Listed;
    FileNodes nodes = told ? std::move(told->nodes) : FileNodes();
    const bool isFirst = told && told->isPart && limit < kMostEntries;
    QString sentence;
    if (!told)
        sentence = tr("Cannot be listed: %1").arg(SafeText::display(told.error().text()));
    else if (told->isPart && !isFirst)
        sentence = tr("More than %1 entries: the others are not shown. List them by a program, or "
                      "open a folder below by its path.")
                       .arg(QLocale().toString(qulonglong{kMostEntries}));
    if (!sentence.isEmpty()) {
        nodes.push_back(std::make_unique<FileNode>());
        nodes.back()->parent = folder;
        nodes.back()->sentence = sentence;
    }
    merge(*folder, std::move(nodes));
    emit listed(indexOf(*folder));
    if (isFirst)
        list(*folder, kMostEntries);
}

void FileTreeModel::merge(FileNode& folder, FileNodes nodes)
{
    const bool keepsSome = keepSame(folder, nodes);
    const bool isInOrder
        = folder.children.empty() && std::is_sorted(nodes.begin(), nodes.end(), m_order);
    append(folder, std::move(nodes));
    if (keepsSome || !isInOrder)
        sortNodes(folder);
}

// Rows of what is still there stay, so that a selection does; those are taken out of @p nodes.
bool FileTreeModel::keepSame(FileNode& folder, FileNodes& nodes)
{
    if (folder.children.empty())
        return false;
    std::unordered_map<std::string_view, FileNode*> before;
    for (const auto& old : folder.children)
        if (old->isEntry())
            before.emplace(old->name, old.get());
    std::unordered_map<const FileNode*, std::unique_ptr<FileNode>*> kept;
    for (auto& node : nodes)
        if (const auto old = before.find(node->name);
            node->isEntry() && old != before.end() && old->second->isFolder() == node->isFolder())
            kept.emplace(old->second, &node);
    std::vector<std::pair<int, int>> gone; // from the last
    for (int row = static_cast<int>(folder.children.size()); row-- > 0;) {
        if (kept.contains(folder.children[static_cast<std::size_t>(row)].get()))
            continue;
        if (!gone.empty() && gone.back().first == row + 1)
            gone.back().first = row;
        else
            gone.emplace_back(row, row);
    }
    if (gone.size() > kMostRangesRemoved) {
        kept.clear();
        gone = {{0, static_cast<int>(folder.children.size()) - 1}};
    }
    for (const auto& [first, last] : gone)
        removeRange(folder, first, last);
    for (const auto& old : folder.children) {
        auto& now = *kept.at(old.get());
        old->entry = std::move(now->entry);
        now.reset();
    }
    std::erase_if(nodes, [](const auto& node) { return !node; });
    return !folder.children.empty();
}

void FileTreeModel::append(FileNode& folder, FileNodes nodes)
{
    if (nodes.empty())
        return;
    const auto count = static_cast<int>(folder.children.size());
    const auto more = static_cast<int>(nodes.size());
    beginInsertRows(indexOf(folder), count, count + more - 1);
    for (auto& node : nodes)
        node->parent = &folder;
    if (folder.children.empty())
        folder.children = std::move(nodes);
    else
        std::move(nodes.begin(), nodes.end(), std::back_inserter(folder.children));
    renumber(folder);
    endInsertRows();
}

void FileTreeModel::removeRange(FileNode& folder, int first, int last)
{
    const auto begin = folder.children.begin() + first, end = folder.children.begin() + last + 1;
    for (auto asked = m_asked.begin(); asked != m_asked.end();) {
        const bool goes = std::any_of(
            begin, end, [&asked](const auto& node) { return (*asked)->isWithin(*node); });
        asked = goes ? m_asked.erase(asked) : std::next(asked);
    }
    beginRemoveRows(indexOf(folder), first, last);
    folder.children.erase(begin, end);
    renumber(folder);
    endRemoveRows();
}

void FileTreeModel::sortNodes(FileNode& folder)
{
    const QModelIndex parent = indexOf(folder);
    const QList<QPersistentModelIndex> parents
        = parent.isValid() ? QList<QPersistentModelIndex>{parent} : QList<QPersistentModelIndex>();
    emit layoutAboutToBeChanged(parents, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    // What was in order before more came is merged with it, which is faster by far.
    auto& rows = folder.children;
    const auto more = std::is_sorted_until(rows.begin(), rows.end(), m_order);
    if (std::is_sorted(more, rows.end(), m_order))
        std::inplace_merge(rows.begin(), more, rows.end(), m_order);
    else
        std::sort(rows.begin(), rows.end(), m_order);
    renumber(folder);
    QModelIndexList after;
    for (const QModelIndex& index : before)
        after << indexOf(*nodeOf(index), index.column());
    changePersistentIndexList(before, after);
    emit layoutChanged(parents, VerticalSortHint);
}

void FileTreeModel::sort(int column, Qt::SortOrder order)
{
    m_order = {std::max(column, 0), order == Qt::DescendingOrder};
    std::vector<FileNode*> folders{m_root.get()};
    for (std::size_t i = 0; i < folders.size(); ++i) {
        for (const auto& child : folders[i]->children)
            if (!child->children.empty())
                folders.push_back(child.get());
        sortNodes(*folders[i]);
    }
}

void FileTreeModel::renumber(FileNode& folder)
{
    int row = 0;
    for (const auto& child : folder.children)
        child->row = row++;
}

FileNode* FileTreeModel::nodeOf(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<FileNode*>(index.internalPointer()) : m_root.get();
}

QModelIndex FileTreeModel::indexOf(const FileNode& node, int column) const
{
    return node.parent ? createIndex(node.row, column, &node) : QModelIndex();
}

QModelIndex FileTreeModel::indexOf(const std::string& path) const
{
    const auto relative = relativeTo(m_rootPath, path);
    if (!relative)
        return {};
    const FileNode* node = m_root.get();
    std::string_view rest = *relative;
    for (;;) {
        const auto slash = rest.find('/');
        const auto found = std::find_if(
            node->children.begin(), node->children.end(),
            [name = rest.substr(0, slash)](const auto& child) { return child->name == name; });
        if (found == node->children.end())
            return {};
        node = found->get();
        if (slash == std::string_view::npos)
            return indexOf(*node);
        rest.remove_prefix(slash + 1);
    }
}

std::string FileTreeModel::pathOf(const QModelIndex& index) const
{
    std::string path;
    for (const FileNode* node = nodeOf(index); node->parent; node = node->parent)
        path = "/" + node->name + path;
    if (path.empty())
        return m_rootPath;
    return m_rootPath == "/" ? path : m_rootPath + path;
}

const FileEntry* FileTreeModel::entryAt(const QModelIndex& index) const
{
    const FileNode* node = nodeOf(index);
    return node->parent && node->isEntry() ? &node->entry : nullptr;
}

bool FileTreeModel::isFolder(const QModelIndex& index) const
{
    return nodeOf(index)->isFolder();
}

QModelIndex FileTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    const FileNode* folder = nodeOf(parent);
    if (row < 0 || column < 0 || column >= ColumnCount || parent.column() > 0
        || row >= static_cast<int>(folder->children.size()))
        return {};
    return indexOf(*folder->children[static_cast<std::size_t>(row)], column);
}

QModelIndex FileTreeModel::parent(const QModelIndex& child) const
{
    return child.isValid() ? indexOf(*nodeOf(child)->parent) : QModelIndex();
}

int FileTreeModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

int FileTreeModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

bool FileTreeModel::hasChildren(const QModelIndex& parent) const
{
    const FileNode* node = nodeOf(parent);
    if (parent.column() > 0 || !node->isFolder() || !node->isEntry())
        return false;
    return !node->children.empty() || (node->parent && node->state != FileNode::State::Listed);
}

bool FileTreeModel::canFetchMore(const QModelIndex& parent) const
{
    const FileNode* node = nodeOf(parent);
    return node->parent && parent.column() == 0 && node->isFolder() && node->isEntry()
        && !node->entry.hasOddName && node->state == FileNode::State::Unlisted;
}

void FileTreeModel::fetchMore(const QModelIndex& parent)
{
    if (canFetchMore(parent))
        list(*nodeOf(parent), kFirstEntries);
}

} // namespace sandbench::ui
