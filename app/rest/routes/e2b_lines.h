// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/routes/e2b.h"
#include "core/session/run_record.h"

#include <functional>
#include <string>
#include <vector>

namespace sandbench::rest {

/// The lines of one execution of E2B's code interpreter, from a run's events: a value with all of
/// its representations is one result, and the text of the exception that ends the run is told as an
/// error only. Untrusted. Thread: one.
class E2bLines
{
public:
    /// @p artifacts: those of the run so far.
    explicit E2bLines(std::function<std::vector<Artifact>()> artifacts);

    std::string of(const workspace::RunEvent& event);
    /// What waited for more of its kind.
    std::string flush();

private:
    std::string flushValue();
    std::string standardError(std::string text);
    std::string artifact(std::size_t number);
    std::string ended(const Json& record);

    const std::function<std::vector<Artifact>()> m_artifacts;
    WholeText m_out, m_error;
    std::string m_exception; ///< Text of standard error that may be one.
    Json m_value; ///< A result that may get more members; null = none.
    std::string m_stem; ///< Its files' name, once it has one.
};

} // namespace sandbench::rest
