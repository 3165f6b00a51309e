// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/check/grading.h"

#include <map>
#include <string>

namespace sandbench::check {

/// The file of results by which grading goes on where it was stopped. One program at a time has it
/// open. Thread: one at a time.
class ResultsFile
{
public:
    /// Makes it where it is not there. Errors: InvalidArgument (not such a file, naming the line),
    /// Unavailable (another program has it), PermissionDenied, NotFound, ResourceExhausted, Io.
    static Result<ResultsFile> open(const std::string& path);

    /// The result that has @p digest; null where there is none.
    const GradedSubmission* find(const std::string& digest) const;
    /// On disk when it returns. Errors: Io.
    Result<void> add(const GradedSubmission& submission);

private:
    explicit ResultsFile(UniqueFd fd)
        : m_fd(std::move(fd))
    {
    }

    UniqueFd m_fd;
    std::map<std::string, GradedSubmission> m_results; ///< By digest.
};

} // namespace sandbench::check
