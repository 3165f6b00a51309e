// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace sandbench::ui {

/// A row of FileTreeModel: an entry of a folder, or a sentence about the folder that it stands in.
/// What it has of an entry is untrusted.
struct FileNode
{
    enum class State { Unlisted, Listing, Listed };

    FileNode* parent = nullptr;
    int row = 0;
    std::string name; ///< One component, never "", "." or "..".
    FileEntry entry; ///< Without its path, which the names tell.
    QString sentence = {}; ///< Instead of an entry.
    State state = State::Unlisted;
    std::vector<std::unique_ptr<FileNode>> children = {};

    bool isFolder() const { return !parent || entry.type == "directory"; }
    bool isEntry() const { return sentence.isEmpty(); }
    bool isWithin(const FileNode& other) const;
};

using FileNodes = std::vector<std::unique_ptr<FileNode>>;

struct FileOrder
{
    int column = 0; ///< Of FileTreeModel.
    bool descends = false;

    /// Folders come first, and sentences last.
    bool operator()(const std::unique_ptr<FileNode>& a, const std::unique_ptr<FileNode>& b) const;
};

/// Rows of the entries, in order. An entry whose path ends in no usable name is left out.
FileNodes nodesOf(std::vector<FileEntry> entries, const FileOrder& order);

} // namespace sandbench::ui
