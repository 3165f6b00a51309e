// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_feed.h"

#include "core/base/text.h"
#include "core/batch/batch_row.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::batch {
namespace {

/// A line names it: no link is followed, and the folder is not left.
Result<std::string> readBelow(int folder, const std::string& path)
{
    SANDBENCH_TRY(const auto file, openBeneath(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat info = {};
    if (::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode))
        return Error(ErrorCode::InvalidArgument, "it is no regular file");
    std::string bytes(kLongestLine + 1, '\0');
    std::size_t size = 0;
    while (size < bytes.size()) {
        const auto n = ::read(file.get(), bytes.data() + size, bytes.size() - size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return Error::fromErrno(errno, "it cannot be read");
        if (n == 0)
            break;
        size += static_cast<std::size_t>(n);
    }
    if (size > kLongestLine)
        return Error(ErrorCode::InvalidArgument, "it is longer than a line may be");
    bytes.resize(size);
    return bytes;
}

} // namespace

Result<UniqueFd> openFilesFolder(const std::string& path)
{
    UniqueFd files;
    if (path.empty())
        return files;
    files.reset(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!files)
        return Error::fromErrno(errno, "cannot open the folder of files " + oneLine(path, 1000));
    return files;
}

Result<Item> itemWithFile(
    const TextLine& line, const ItemRules& rules, int files, const LanguageCatalog& languages)
{
    SANDBENCH_TRY(auto item, itemOf(line, rules));
    if (item.file.empty())
        return item;
    SANDBENCH_TRY(auto code, readBelow(files, item.file).within("file"));
    item.program["code"] = std::move(code);
    const auto name = std::filesystem::path(item.file).filename().string();
    if (!item.program.contains("file_name"))
        item.program["file_name"] = name;
    const auto language = languages.findByFileName(name);
    if (language && !item.namesLanguage)
        item.program["language"] = language->id;
    return item;
}

Result<Feed> Feed::open(Plan& plan)
{
    SANDBENCH_TRY(auto files, openFilesFolder(plan.filesFolder));
    return Feed(plan, std::move(files));
}

Result<std::optional<Item>> Feed::next(const std::stop_token& stop)
{
    const std::lock_guard lock(m_inputMutex);
    while (!stop.stop_requested()) {
        SANDBENCH_TRY(const auto line, m_plan.input.next());
        if (!line)
            break;
        if (m_plan.folder.isDone(line->number))
            continue;
        auto item = itemWithFile(*line, m_plan.rules, m_files.get(), m_plan.languages);
        if (item && !m_plan.overview.duplicates.has(line->number))
            return std::optional(*std::move(item));
        SANDBENCH_TRY_VOID(skip(*line, item));
    }
    return std::optional<Item>();
}

Result<void> Feed::skip(const TextLine& line, const Result<Item>& item)
{
    const auto number = line.number;
    if (item)
        return add(
            number, kDuplicate,
            rowOf(number, kDuplicate, item->id, "an earlier line has the same id"));
    return add(number, kUnreadable, rowOf(number, kUnreadable, {}, item.error().text()));
}

Result<void> Feed::add(std::uint64_t line, std::string_view state, std::string_view row)
{
    SANDBENCH_TRY(const auto at, m_plan.folder.add(row));
    row.remove_suffix(1); // its line feed
    const std::lock_guard lock(m_tellMutex);
    if (m_plan.onRow)
        m_plan.onRow({line, state}, row, at);
    return {};
}

} // namespace sandbench::batch
