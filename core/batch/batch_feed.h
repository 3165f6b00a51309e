// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/batch/run_batch.h"

#include <mutex>
#include <optional>
#include <string_view>

namespace sandbench::batch {

/// Of Item::file; none where @p path is empty. Errors: the system's.
Result<UniqueFd> openFilesFolder(const std::string& path);
/// What @p line is, and the text of the file below @p files that it names. Errors: itemOf()'s;
/// those of reading it.
Result<Item> itemWithFile(
    const TextLine& line, const ItemRules& rules, int files, const LanguageCatalog& languages);

/// Gives the lines of a plan to whoever runs them, and takes their rows. Thread: any.
class Feed
{
public:
    /// Errors: those of opening Plan::filesFolder.
    static Result<Feed> open(Plan& plan);

    /// The next line that is to be run; nothing = there is none, or @p stop. Lines that are not run
    /// get their rows. Errors: those of Input::next() and Folder::add().
    Result<std::optional<Item>> next(const std::stop_token& stop);
    /// Errors: Folder::add()'s.
    Result<void> add(std::uint64_t line, std::string_view state, std::string_view row);

    Feed(Feed&& other) noexcept
        : m_plan(other.m_plan)
        , m_files(std::move(other.m_files))
    {
    }

private:
    Feed(Plan& plan, UniqueFd files)
        : m_plan(plan)
        , m_files(std::move(files))
    {
    }
    Result<void> skip(const TextLine& line, const Result<Item>& item);

    Plan& m_plan;
    UniqueFd m_files;
    std::mutex m_inputMutex; ///< Of the plan's input; before the other one.
    std::mutex m_tellMutex;
};

} // namespace sandbench::batch
