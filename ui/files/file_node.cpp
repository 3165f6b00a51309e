// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/file_node.h"

#include "ui/files/file_names.h"
#include "ui/files/file_tree_model.h"

#include <algorithm>

namespace sandbench::ui {

bool FileNode::isWithin(const FileNode& other) const
{
    for (const FileNode* node = this; node; node = node->parent)
        if (node == &other)
            return true;
    return false;
}

static unsigned char lowered(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 'A' && byte <= 'Z' ? static_cast<unsigned char>(byte + ('a' - 'A')) : byte;
}

static int compareNames(const std::string& a, const std::string& b)
{
    const auto [left, right]
        = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
              return lowered(x) == lowered(y);
          });
    if (left == a.end() || right == b.end())
        return a.size() != b.size() ? (a.size() < b.size() ? -1 : 1) : a.compare(b);
    return lowered(*left) < lowered(*right) ? -1 : 1;
}

bool FileOrder::operator()(
    const std::unique_ptr<FileNode>& a, const std::unique_ptr<FileNode>& b) const
{
    if (a->isEntry() != b->isEntry())
        return a->isEntry();
    if (a->isFolder() != b->isFolder())
        return a->isFolder();
    const FileNode& first = descends ? *b : *a;
    const FileNode& second = descends ? *a : *b;
    if (column == FileTreeModel::SizeColumn && first.entry.bytes != second.entry.bytes)
        return first.entry.bytes < second.entry.bytes;
    if (column == FileTreeModel::ModifiedColumn
        && first.entry.modifiedAt != second.entry.modifiedAt)
        return first.entry.modifiedAt < second.entry.modifiedAt;
    return compareNames(first.name, second.name) < 0;
}

FileNodes nodesOf(std::vector<FileEntry> entries, const FileOrder& order)
{
    FileNodes nodes;
    nodes.reserve(entries.size());
    FileNode root; // as parent while they are sorted: a node without one counts as a folder
    for (FileEntry& entry : entries) {
        std::string name = lastComponent(entry.path);
        if (!isUsableName(name) || name.starts_with(kTrashPrefix))
            continue;
        entry.path.clear();
        auto node = std::make_unique<FileNode>();
        node->parent = &root;
        node->name = std::move(name);
        node->entry = std::move(entry);
        nodes.push_back(std::move(node));
    }
    std::sort(nodes.begin(), nodes.end(), order);
    return nodes;
}

} // namespace sandbench::ui
