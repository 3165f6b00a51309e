// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/grade_results.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace sandbench::check {
namespace {

constexpr std::size_t kMostResultsBytes = 256U << 20;

Result<void> onDisk(int fd)
{
    if (::fdatasync(fd) != 0)
        return Error::fromErrno(errno, "cannot write the results to disk");
    return {};
}

} // namespace

Result<ResultsFile> ResultsFile::open(const std::string& path)
{
    UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0600));
    if (!fd)
        return Error::fromErrno(errno, "cannot open " + path);
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0)
        return Error(ErrorCode::Unavailable, "another program writes its results to " + path);
    SANDBENCH_TRY(const auto text, readFile(path, kMostResultsBytes));
    SANDBENCH_TRY(auto results, readResults(text));
    ResultsFile file(std::move(fd));
    for (auto& result : results)
        file.m_results[std::string(result.digest)] = std::move(result);
    // What was cut off is done anew, behind whole lines.
    const auto whole = text.rfind('\n') + 1; // npos + 1 = 0
    if (whole < text.size() && ::ftruncate(file.m_fd.get(), static_cast<off_t>(whole)) != 0)
        return Error::fromErrno(errno, "cannot write " + path);
    if (whole == 0)
        SANDBENCH_TRY_VOID(writeAll(file.m_fd.get(), resultsHead()));
    return file;
}

const GradedSubmission* ResultsFile::find(const std::string& digest) const
{
    const auto at = m_results.find(digest);
    return at == m_results.end() ? nullptr : &at->second;
}

Result<void> ResultsFile::add(const GradedSubmission& submission)
{
    SANDBENCH_TRY_VOID(writeAll(m_fd.get(), resultLine(submission)));
    return onDisk(m_fd.get());
}

} // namespace sandbench::check
