// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/grade_files.h"

#include "core/archive/folder_names.h"
#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/project/host_folder.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <set>
#include <sys/stat.h>

namespace sandbench::check {

namespace {

constexpr std::size_t kDeepestFolder = 8;
constexpr std::string_view kChecksEnd = ".json";

Error stoppedReading()
{
    return Error(ErrorCode::Cancelled, "stopped while the files were read");
}

Error wrongEntry(std::string why)
{
    return Error(ErrorCode::InvalidArgument, std::move(why));
}

/// Why nothing may be called @p name; null where it is plain.
const char* whyOdd(std::string_view name)
{
    if (name.size() > kMostNameBytes)
        return "its name is longer than 100 bytes";
    if (!isValidUtf8(name) || oneLine(name, 2 * kMostNameBytes) != name)
        return "its name has control characters, blanks at an end, or is not UTF-8";
    if (name.starts_with('-'))
        return "its name begins with a dash";
    return nullptr;
}

std::string shownEntry(const std::string& name)
{
    return oneLine(name, kMostNameBytes);
}

enum class EntryKind { File, Folder, Link, Other };

EntryKind kindOf(int folder, const std::string& name)
{
    struct stat info = {};
    if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
        return EntryKind::Other;
    if (S_ISLNK(info.st_mode))
        return EntryKind::Link;
    if (S_ISDIR(info.st_mode))
        return EntryKind::Folder;
    return S_ISREG(info.st_mode) ? EntryKind::File : EntryKind::Other;
}

/// A folder that the user named, open; who named it may have named a link.
class TopFolder
{
public:
    static Result<TopFolder> open(const std::string& path)
    {
        std::error_code failed;
        const auto real = std::filesystem::canonical(path, failed).string();
        if (failed)
            return Error::fromErrno(failed.value(), "cannot open the folder " + path);
        SANDBENCH_TRY(auto files, HostFolder::open(real));
        UniqueFd fd(::open(real.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!fd)
            return Error::fromErrno(errno, "cannot open the folder " + path);
        return TopFolder(path, std::move(files), std::move(fd));
    }

    int fd() const { return m_fd.get(); }

    /// What is not hidden. Errors: InvalidArgument where there is nothing.
    Result<std::vector<std::string>> names() const
    {
        SANDBENCH_TRY(auto names, namesIn(m_fd.get(), m_shown));
        std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
        if (names.empty())
            return wrongEntry("the folder " + m_shown + " is empty");
        return names;
    }

    Result<std::string> read(const std::string& path, std::size_t limit) const
    {
        SANDBENCH_TRY(auto bytes, m_files.read(path));
        if (bytes.size() > limit)
            return Error(
                ErrorCode::ResourceExhausted,
                oneLine(path, 2 * kMostNameBytes) + " is larger than " + formatSize(limit));
        return bytes;
    }

private:
    TopFolder(std::string shown, HostFolder files, UniqueFd fd)
        : m_shown(std::move(shown))
        , m_files(std::move(files))
        , m_fd(std::move(fd))
    {
    }

    std::string m_shown;
    HostFolder m_files;
    UniqueFd m_fd;
};

/// The files of one submission that is a folder.
class SubmissionFiles
{
public:
    SubmissionFiles(const TopFolder& top, const std::string& name, const std::stop_token& stop)
        : m_top(top)
        , m_name(name)
        , m_stop(stop)
    {
    }

    Result<std::vector<InputFile>> read()
    {
        SANDBENCH_TRY_VOID(readFolder({}, 0));
        return std::move(m_files);
    }

private:
    Result<void> readFolder(const std::string& within, std::size_t depth)
    {
        if (depth > kDeepestFolder)
            return wrongEntry(within + " has too many folders above it");
        SANDBENCH_TRY(
            const auto folder,
            openBeneath(m_top.fd(), m_name + "/" + within, O_RDONLY | O_DIRECTORY));
        SANDBENCH_TRY(const auto names, namesIn(folder.get(), m_name));
        for (const auto& name : names) {
            if (m_stop.stop_requested())
                return stoppedReading();
            if (name.starts_with('.') || name == "__pycache__")
                continue;
            if (const auto* why = whyOdd(name))
                return wrongEntry(shownEntry(name) + ": " + why);
            SANDBENCH_TRY_VOID(readEntry(folder.get(), name, within + name, depth));
        }
        return {};
    }

    Result<void>
    readEntry(int folder, const std::string& name, const std::string& path, std::size_t depth)
    {
        switch (kindOf(folder, name)) {
        case EntryKind::Folder:
            return readFolder(path + "/", depth + 1);
        case EntryKind::File:
            break;
        case EntryKind::Link:
            return wrongEntry(path + " is a link, which is not followed");
        case EntryKind::Other:
            return wrongEntry(path + " is no file");
        }
        if (m_files.size() == kMostSubmissionFiles)
            return wrongEntry(
                "it has more than " + std::to_string(kMostSubmissionFiles) + " files");
        SANDBENCH_TRY(auto bytes, m_top.read(m_name + "/" + path, kMostFileBytes));
        m_bytes += bytes.size();
        if (m_bytes > kMostSubmissionBytes)
            return wrongEntry("it is larger than " + formatSize(kMostSubmissionBytes));
        m_files.push_back({path, std::move(bytes), 0644U});
        return {};
    }

    const TopFolder& m_top;
    const std::string& m_name;
    const std::stop_token& m_stop;
    std::vector<InputFile> m_files;
    std::size_t m_bytes = 0;
};

/// Which of @p files is the program.
Result<std::size_t> programOf(const std::vector<InputFile>& files, const SubmissionRules& rules)
{
    std::vector<std::size_t> mains;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i].destination == rules.calledAs)
            return i;
        if (files[i].destination.starts_with("main.")
            && files[i].destination.find('/') == std::string::npos)
            mains.push_back(i);
    }
    if (mains.size() > 1)
        return wrongEntry(
            "both " + files[mains[0]].destination + " and " + files[mains[1]].destination
            + " are in it");
    if (mains.empty() && files.size() != 1)
        return wrongEntry(
            "it has no " + (rules.calledAs.empty() ? "" : rules.calledAs + " and no ")
            + "main.* to run");
    const auto at = mains.empty() ? 0 : mains.front();
    if (files[at].destination.find('/') != std::string::npos)
        return wrongEntry("its only file is in a folder of it");
    return at;
}

Result<std::string> languageOf(
    const std::string& name, std::string_view code, const SubmissionRules& rules,
    const LanguageCatalog& languages)
{
    if (!rules.language.empty())
        return rules.language;
    const auto byName = languages.findByFileName(name);
    if (byName)
        return byName->id;
    const auto byFirstLine = languages.findByFirstLine(code.substr(0, 256));
    if (!byFirstLine)
        return byName.error();
    return byFirstLine->id;
}

Result<void> readSubmission(
    const TopFolder& top, const std::string& name, const SubmissionRules& rules,
    const LanguageCatalog& languages, const std::stop_token& stop, Submission& into)
{
    if (const auto* why = whyOdd(name))
        return wrongEntry(why);
    const auto kind = kindOf(top.fd(), name);
    if (kind == EntryKind::Link)
        return wrongEntry("it is a link, which is not followed");
    if (kind == EntryKind::Other)
        return wrongEntry("it is neither a file nor a folder");
    auto fileName = name;
    if (kind == EntryKind::File) {
        SANDBENCH_TRY(into.code, top.read(name, kMostFileBytes));
    } else {
        SANDBENCH_TRY(into.files, SubmissionFiles(top, name, stop).read());
        SANDBENCH_TRY(const auto at, programOf(into.files, rules));
        fileName = into.files[at].destination;
        into.code = std::move(into.files[at].bytes);
        into.files.erase(into.files.begin() + static_cast<std::ptrdiff_t>(at));
    }
    SANDBENCH_TRY(into.language, languageOf(fileName, into.code, rules, languages));
    into.fileName = rules.calledAs.empty() ? fileName : rules.calledAs;
    return {};
}

std::size_t bytesOf(const Submission& submission)
{
    auto bytes = submission.code.size();
    for (const auto& file : submission.files)
        bytes += file.bytes.size();
    return bytes;
}

/// Two odd names may be shown alike.
std::string freeName(const std::string& name, const std::set<std::string>& taken)
{
    auto shown = shownEntry(name);
    for (int i = 2; taken.contains(shown); ++i)
        shown = shownEntry(name) + " (" + std::to_string(i) + ")";
    return shown;
}

Result<std::vector<Check>> readTest(
    const TopFolder& top, const std::string& name, bool isNamed, const LanguageCatalog& languages)
{
    const auto kind = kindOf(top.fd(), name);
    if (kind != EntryKind::File)
        return wrongEntry(
            kind == EntryKind::Link ? "it is a link, which is not followed" : "it is no file");
    SANDBENCH_TRY(auto text, top.read(name, kMostChecksBytes));
    if (name.ends_with(kChecksEnd)) {
        SANDBENCH_TRY(auto checks, readChecks(text));
        const auto stem = name.substr(0, name.size() - kChecksEnd.size());
        for (auto& check : checks)
            if (isNamed && !check.test)
                check.name = stem + ": " + check.name;
        return checks;
    }
    SANDBENCH_TRY(auto language, languageOf(name, text, {}, languages));
    SANDBENCH_TRY(auto check, testCheck(name, std::move(language), std::move(text)));
    return std::vector<Check>{std::move(check)};
}

} // namespace

Result<std::vector<Submission>> findSubmissions(
    const std::string& folder, const SubmissionRules& rules, const LanguageCatalog& languages,
    const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto top, TopFolder::open(folder));
    SANDBENCH_TRY(const auto names, top.names());
    if (names.size() > kMostSubmissions)
        return Error(
            ErrorCode::ResourceExhausted,
            folder + " has more than " + std::to_string(kMostSubmissions) + " submissions");
    std::vector<Submission> submissions;
    std::set<std::string> taken;
    std::size_t bytes = 0;
    for (const auto& name : names) {
        if (stop.stop_requested())
            return stoppedReading();
        Submission submission;
        const auto read = readSubmission(top, name, rules, languages, stop, submission);
        if (read.failedAs(ErrorCode::Cancelled))
            return read.error();
        if (!read)
            submission = {.problem = read.error().text()};
        submission.name = *taken.insert(freeName(name, taken)).first;
        bytes += bytesOf(submission);
        if (bytes > kMostAllBytes)
            return Error(
                ErrorCode::ResourceExhausted,
                "the submissions in " + folder + " are larger than " + formatSize(kMostAllBytes));
        submissions.push_back(std::move(submission));
    }
    return submissions;
}

Result<std::vector<Check>>
readTests(const std::string& folder, const LanguageCatalog& languages, const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto top, TopFolder::open(folder));
    SANDBENCH_TRY(const auto names, top.names());
    const bool areNamed = std::count_if(
                              names.begin(), names.end(),
                              [](const auto& name) { return name.ends_with(kChecksEnd); })
        > 1;
    std::vector<Check> all;
    std::set<std::string> taken;
    for (const auto& name : names) {
        if (stop.stop_requested())
            return stoppedReading();
        auto checks = readTest(top, name, areNamed, languages);
        if (!checks)
            return std::move(checks.error()).within(folder + ": " + shownEntry(name));
        for (auto& check : *checks) {
            if (!taken.insert(check.name).second)
                return wrongEntry("two tests are called " + inQuotes(check.name));
            all.push_back(std::move(check));
        }
        if (all.size() > kMostChecks)
            return wrongEntry(folder + " has more than " + std::to_string(kMostChecks) + " tests");
    }
    return all;
}

} // namespace sandbench::check
