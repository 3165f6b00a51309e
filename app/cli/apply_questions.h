// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/line_reader.h"
#include "core/project/changes_report.h"
#include "core/project/line_diff.h"

#include <optional>
#include <stop_token>
#include <string>

namespace sandbench::cli {

/// Standard input and standard error are a terminal.
bool canAskPerson();

/// A difference for a terminal: harmless, with its file's name above it.
std::string diffText(const ChangesReport::File& file);

/// Asks a person on the terminal which changes to apply, by file and by hunk. Thread: one.
class ApplyQuestions
{
public:
    ApplyQuestions(ChangeApplier& applier, const std::stop_token& stop)
        : m_applier(applier)
        , m_reader(stop)
    {
    }

    /// Nothing where it shall stay as it is, and where it could not be applied anyway and that
    /// was said in the list.
    std::optional<ApplyOutcome> ask(const ProjectChange& change);
    /// The person wants no more questions, and none of the rest.
    bool hasEnded() const { return m_hasEnded; }

private:
    /// The first letter of the answer, of @p allowed; 'q' where there is none.
    char answer(const std::string& question, std::string_view allowed, const char* help);
    std::optional<ApplyOutcome> askHunks(const ProjectChange& change);

    ChangeApplier& m_applier;
    LineReader m_reader;
    bool m_takesAll = false;
    bool m_hasEnded = false;
};

} // namespace sandbench::cli
