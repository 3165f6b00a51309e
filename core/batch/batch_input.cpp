// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_input.h"

#include "core/base/sha256.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace sandbench::batch {
namespace {

constexpr std::size_t kInputPiece = 256U << 10;

bool isBlank(const TextLine& line)
{
    return !line.isTooLong && line.text.find_first_not_of(" \t\r") == std::string::npos;
}

/// Which lines have an id that an earlier one has. What it keeps of an id is a digest of which
/// nobody finds two alike.
class IdTable
{
public:
    void add(const std::string& id, std::uint64_t line)
    {
        Key key = {{}, line};
        const auto digest = sha256(id);
        std::copy_n(digest.begin(), key.digest.size(), key.digest.begin());
        m_keys.push_back(key);
    }

    LineSet duplicates()
    {
        std::sort(m_keys.begin(), m_keys.end());
        LineSet lines;
        for (std::size_t i = 1; i < m_keys.size(); ++i)
            if (m_keys[i].digest == m_keys[i - 1].digest)
                lines.add(m_keys[i].line);
        return lines;
    }

private:
    struct Key
    {
        std::array<char, 16> digest;
        std::uint64_t line;
        auto operator<=>(const Key&) const = default;
    };
    std::vector<Key> m_keys;
};

void countUnused(const Item& item, std::map<std::string, std::uint64_t>& unused)
{
    for (const auto& name : item.unused)
        if (unused.contains(name) || unused.size() < kMostUnused)
            ++unused[name];
}

} // namespace

Result<Item> itemOf(const TextLine& line, const ItemRules& rules)
{
    if (line.isTooLong)
        return Error(
            ErrorCode::InvalidArgument,
            "it is longer than " + std::to_string(kLongestLine >> 20) + " MiB");
    return readItem(line.text, line.number, rules);
}

Result<Input> Input::open(const std::string& path)
{
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!fd)
        return Error::fromErrno(errno, "cannot read " + oneLine(path, 1000));
    struct stat info = {};
    if (::fstat(fd.get(), &info) != 0)
        return Error::fromErrno(errno, "cannot read " + oneLine(path, 1000));
    if (!S_ISREG(info.st_mode))
        return Error(
            ErrorCode::InvalidArgument,
            oneLine(path, 1000)
                + " is no regular file; a batch reads its lines twice, so put them into one");
    return Input(std::move(fd), info);
}

Result<bool> Input::readMore(const std::function<void(std::string_view)>& onBytes)
{
    std::string piece(kInputPiece, '\0');
    for (;;) {
        const auto n = ::read(m_fd.get(), piece.data(), piece.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return Error::fromErrno(errno, "cannot read the lines");
        const std::string_view bytes(piece.data(), static_cast<std::size_t>(n));
        m_splitter.add(bytes);
        if (onBytes)
            onBytes(bytes);
        if (n == 0)
            m_splitter.end();
        return n > 0;
    }
}

Result<std::optional<TextLine>> Input::take(const std::function<void(std::string_view)>& onBytes)
{
    for (;;) {
        auto line = m_splitter.take();
        if (line && isBlank(*line))
            continue;
        if (line)
            return line;
        SANDBENCH_TRY(const bool isMore, readMore(onBytes));
        if (isMore)
            continue;
        line = m_splitter.take();
        return line && isBlank(*line) ? std::nullopt : std::move(line);
    }
}

Result<Overview> Input::scan(
    const ItemRules& rules, const std::function<void(std::uint64_t)>& onProgress,
    const std::stop_token& stop)
{
    Overview overview;
    Sha256 hash;
    IdTable ids;
    const auto onBytes = [&](std::string_view bytes) {
        hash.add(bytes);
        overview.bytes += bytes.size();
        if (onProgress)
            onProgress(overview.bytes);
    };
    for (;;) {
        SANDBENCH_TRY(const auto line, take(onBytes));
        if (!line)
            break;
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped while the lines were read");
        if (line->number > kMostLines)
            return Error(ErrorCode::ResourceExhausted, "it has more lines than a batch can have");
        ++overview.lines;
        const auto item = itemOf(*line, rules);
        overview.unreadable += item ? 0 : 1;
        if (item) {
            countUnused(*item, overview.unused);
            ids.add(item->id, line->number);
        }
    }
    overview.duplicates = ids.duplicates();
    overview.digest = hash.finish();
    SANDBENCH_TRY_VOID(checkSame());
    if (::lseek(m_fd.get(), 0, SEEK_SET) != 0)
        return Error::fromErrno(errno, "cannot read the lines once more");
    m_splitter = LineSplitter(kLongestLine);
    return overview;
}

Result<std::optional<TextLine>> Input::next()
{
    SANDBENCH_TRY(auto line, take({}));
    // What was read of a file that somebody writes is not what was looked at.
    SANDBENCH_TRY_VOID(checkSame());
    return line;
}

Result<void> Input::checkSame() const
{
    struct stat now = {};
    if (::fstat(m_fd.get(), &now) != 0)
        return Error::fromErrno(errno, "cannot look at the file of lines");
    if (now.st_size == m_info.st_size && now.st_mtim.tv_sec == m_info.st_mtim.tv_sec
        && now.st_mtim.tv_nsec == m_info.st_mtim.tv_nsec)
        return {};
    return Error(
        ErrorCode::InvalidArgument,
        "the file of lines was changed while it ran; make a batch of a copy of it");
}

} // namespace sandbench::batch
