// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/folder_snapshot.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sandbench::guest {

/// What each of the last cells changed in a folder, and what was there before: so that it can come
/// back with the variables. What somebody else changed between or after the cells stays. Kept in
/// memory and bounded: of what is too large, only that it was changed is known. Thread: one.
class FolderHistory
{
public:
    static constexpr std::size_t kMostFileBytes = 4U << 20, kMostBytes = 16U << 20;
    static constexpr std::size_t kMostEntries = 2000, kMostSteps = 10, kMostPaths = 20;

    explicit FolderHistory(std::string folder)
        : m_folder(std::move(folder))
    {
    }

    const std::string& folder() const { return m_folder; }
    /// A cell begins, and finds the folder like this.
    void begin(const FolderSnapshot& now);
    /// It is over. @p number: of the cell, larger than those before.
    void end(int number, const FolderSnapshot& before, const FolderSnapshot& after);

    /// Whether each cell from @p first to @p last was watched and is remembered.
    bool knows(int first, int last) const;
    /// What that cell and those after it changed, as far as it is known.
    struct Changes
    {
        std::size_t back = 0; ///< Can come back, or came.
        std::size_t left = 0; ///< Stays as it is.
        std::vector<std::string> paths; ///< Of the first of these.
    };
    Changes changesSince(int number) const;
    /// Takes it back: writes, removes and makes anew, never through a link. While no cell runs.
    Changes undo(int number);

private:
    /// Or a folder, without bytes.
    struct File
    {
        FolderSnapshot::Entry entry;
        unsigned user = 0, group = 0;
        std::int64_t readAt = 0; ///< Units: nanoseconds since 1970.
        std::string bytes;
    };
    using FilePtr = std::shared_ptr<const File>;
    /// Of one path, by one cell or by some.
    struct Change
    {
        FolderSnapshot::Entry before, after; ///< Mode 0 = it was not there.
        FilePtr file; ///< Before; null = not kept.

        bool canComeBack() const;
    };
    struct Step
    {
        int number = 0;
        std::map<std::string, Change> changes; ///< By path.
        std::size_t more = 0; ///< That were too many.
    };
    struct Place;
    using Files = std::map<std::string, FilePtr>;

    FilePtr read(int folder, const std::string& path) const;
    std::size_t heldBytes() const;
    void trim();
    std::map<std::string, Change> changesFrom(int number, std::size_t& more) const;
    static bool make(const Place& place, const File& file);
    bool takeBack(int folder, const std::string& path, const Change& change);
    void adopt(const std::string& path, const Change& change, const FolderSnapshot::Entry& now);

    std::string m_folder;
    Files m_files; ///< As the last cell found them.
    std::deque<Step> m_steps;
};

} // namespace sandbench::guest
