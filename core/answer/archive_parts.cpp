// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/blocks.h"
#include "core/answer/part_name.h"
#include "core/answer/words.h"
#include "core/archive/late_archive.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <memory>

namespace sandbench::answer {
namespace {

constexpr std::size_t kMostEntries = 100'000;
constexpr std::size_t kTarMagicAt = 257;

/// What of an archive is no part, for its notices.
struct LeftOut
{
    std::size_t specials = 0; ///< Links, devices, pipes.
    std::size_t binaries = 0;
    std::size_t beyond = 0; ///< Too large, or too many.
    std::size_t unnamed = 0; ///< With a name that safeName() refuses.
};

/// All of the entry, or nothing where it is larger than @p most or cannot be read.
std::optional<std::string> readEntry(archive* reader, std::size_t most)
{
    std::string bytes;
    std::array<char, 64 << 10> chunk = {};
    for (;;) {
        const auto n = archive_read_data(reader, chunk.data(), chunk.size());
        if (n == 0)
            return bytes;
        if (n < 0 || bytes.size() + static_cast<std::size_t>(n) > most)
            return std::nullopt;
        bytes.append(chunk.data(), static_cast<std::size_t>(n));
    }
}

std::string_view nameOf(archive_entry* entry)
{
    const char* name = archive_entry_pathname_utf8(entry);
    if (name == nullptr)
        name = archive_entry_pathname(entry);
    return name == nullptr ? std::string_view() : name;
}

void addFile(
    std::string_view name, std::string text, const LanguageCatalog& languages, Answer& answer)
{
    AnswerPart part;
    part.name = name;
    part.language = languageOfName(languages, part.name);
    part.kind = part.language.empty() ? PartKind::Data : PartKind::Program;
    part.text = std::move(text);
    answer.parts.push_back(std::move(part));
}

/// "shop/app.py" and "shop/util.py" are app.py and util.py of one project.
void dropCommonFolder(Answer& answer)
{
    if (answer.parts.empty())
        return;
    const auto& first = answer.parts.front().name;
    const auto folder = first.substr(0, first.find('/') + 1);
    const bool isCommon
        = !folder.empty() && std::ranges::all_of(answer.parts, [&folder](const auto& part) {
              return part.name.starts_with(folder);
          });
    if (isCommon)
        for (auto& part : answer.parts)
            part.name.erase(0, folder.size());
}

void tellLeftOut(const LeftOut& left, Answer& answer)
{
    const auto tell = [&answer](std::size_t count, const char* what) {
        if (count > 0)
            answer.notices.push_back(
                std::to_string(count) + (count == 1 ? " entry" : " entries")
                + " of the archive left out: " + what + ".");
    };
    tell(left.binaries, "no text");
    tell(left.specials, "links, devices or pipes");
    tell(left.unnamed, "a name that leaves the folder or hides what it is");
    tell(left.beyond, "too large, too many, or not readable");
}

void readEntries(archive* reader, const LanguageCatalog& languages, Answer& answer)
{
    LeftOut left;
    std::size_t room = kMostAnswerBytes;
    archive_entry* entry = nullptr;
    int status = ARCHIVE_OK;
    for (std::size_t i = 0; i < kMostEntries; ++i) {
        status = archive_read_next_header(reader, &entry);
        if (status == ARCHIVE_EOF || status < ARCHIVE_WARN)
            break;
        const auto type = archive_entry_filetype(entry);
        if (type == AE_IFDIR)
            continue;
        const auto name = safeName(nameOf(entry)).name;
        if (type != AE_IFREG || archive_entry_hardlink(entry) != nullptr) {
            ++left.specials;
        } else if (!name) {
            ++left.unnamed;
        } else if (answer.parts.size() >= kMostParts) {
            ++left.beyond;
        } else if (auto bytes = readEntry(reader, std::min(room, kMostPartBytes)); !bytes) {
            ++left.beyond;
        } else if (!isValidUtf8(*bytes) || bytes->find('\0') != std::string::npos) {
            ++left.binaries;
        } else {
            room -= bytes->size();
            addFile(*name, *std::move(bytes), languages, answer);
        }
    }
    if (status != ARCHIVE_EOF)
        answer.notices.emplace_back("The archive is damaged, cut off or too long: what could be "
                                    "read of it is here.");
    tellLeftOut(left, answer);
}

} // namespace

bool isArchive(std::string_view bytes)
{
    using namespace std::string_view_literals;
    constexpr std::array kBeginnings
        = {"PK\x03\x04"sv, "\x1f\x8b"sv, "BZh"sv,
           "\xfd"
           "7zXZ\0"sv,
           "\x28\xb5\x2f\xfd"sv};
    return std::ranges::any_of(
               kBeginnings, [bytes](auto beginning) { return bytes.starts_with(beginning); })
        || (bytes.size() > kTarMagicAt && bytes.substr(kTarMagicAt).starts_with("ustar"));
}

Answer readArchive(std::string_view bytes, const LanguageCatalog& languages)
{
    Answer answer;
    answer.format = "archive";
    const Archive reader(archive_read_new());
    archive_read_support_format_tar(reader.get());
    archive_read_support_format_zip(reader.get());
    archive_read_support_filter_gzip(reader.get());
    archive_read_support_filter_bzip2(reader.get());
    archive_read_support_filter_xz(reader.get());
    archive_read_support_filter_zstd(reader.get());
    if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) == ARCHIVE_OK)
        readEntries(reader.get(), languages, answer);
    else
        answer.notices.emplace_back("It begins like an archive and is none that can be read.");
    dropCommonFolder(answer);
    return answer;
}

} // namespace sandbench::answer
