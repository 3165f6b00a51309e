// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/call_memory.h"
#include "app/rest/routes/e2b.h"
#include "core/session/run_record.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::rest {

/// The lines of one execution of E2B's code interpreter, from a run's events: a value with all of
/// its representations is one result, and the text of the exception that ends the run is told as an
/// error only. Untrusted. Thread: one.
class E2bLines
{
public:
    /// @p artifacts: those of the run so far. @p memory: what results take; null = nobody counts.
    /// @p isProgram: no interpreter tells of an exception, so that a failure is one.
    explicit E2bLines(
        std::function<std::vector<Artifact>()> artifacts,
        std::shared_ptr<MemoryShare> memory = nullptr, bool isProgram = false);

    /// To be sent before the next one is asked for: a result may be large. What does not fit, for
    /// its size, the number of its values or the share of memory, is told on standard error.
    std::string of(const workspace::RunEvent& event);
    /// What waited for more of its kind.
    std::string flush();

private:
    void begin(const Json& value);
    Result<void> add(const Artifact& artifact);
    void addChart(const Artifact& artifact);
    std::string addOrTell(const Artifact& artifact);
    /// What is held now, and @p more. Units: bytes.
    Result<void> charge(std::size_t more = 0);
    std::string flushValue();
    std::string standardError(std::string text);
    std::string artifact(std::size_t number);
    std::string ended(const Json& record);

    const std::function<std::vector<Artifact>()> m_artifacts;
    WholeText m_out, m_error;
    std::string m_exception; ///< Text of standard error that may be one.
    const std::shared_ptr<MemoryShare> m_memory;
    const bool m_isProgram;
    std::size_t m_given = 0; ///< Of the results that the last of() gave. Units: bytes.
    std::string
        m_value; ///< A result's line that may get more members: without its end; empty = none.
    std::set<std::string_view> m_members; ///< Of m_value, those of artifacts and its text.
    std::string m_stem; ///< Its files' name, once it has one.
};

} // namespace sandbench::rest
