// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/policy/gate/code_policy.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// One place in a program that a rule speaks of.
struct Finding
{
    std::string file; ///< Of a run: which of its files; empty = the program itself.
    std::string rule; ///< Id.
    Severity severity = Severity::Low;
    std::string description, why, suggestion; ///< The rule's.
    /// Both from 1. Units: a column is one Unicode code point; a byte that is no UTF-8 counts as
    /// one. Lines end at LF, CR LF and CR.
    std::size_t line = 1, column = 1;
    std::size_t length = 0; ///< Units: as columns.
    std::size_t offset = 0, bytes = 0; ///< The same place. Units: bytes.
};

/// What a policy says to a program. Advice: isolation is the boundary.
struct GateReport
{
    std::string policy; ///< Id; empty = there was none.
    std::string language; ///< Id.
    GateDecision decision = GateDecision::Allow;
    std::vector<Finding> findings; ///< In the order of the text; of too many, the most severe.
    std::size_t omitted = 0; ///< How many more there were,
    bool omittedMore = false; ///< or even more than that.
    std::vector<std::string> notices; ///< About the policy itself, one sentence each.
};

/// Reads a program as its language does and looks for what @p policy speaks of. Any bytes are fine;
/// what is past 16 MiB is not read but is a finding itself. The same arguments give the same
/// report. Linear in the length of @p code. An unknown @p language has no comments: all is read.
/// Thread: any.
GateReport scanCode(std::string_view code, std::string_view language, const CodePolicy& policy);

/// Adds what was found in another file of the same run.
void addReport(GateReport& to, GateReport from, const std::string& file);

/// The modules, packages or (bash) commands that a program names, in its order, each once; without
/// those of its own package.
/// Thread: any.
std::vector<std::string> importedModules(std::string_view code, std::string_view language);

/// {"policy", "language", "decision", "findings": [{"rule", "severity", "line", …}], "omitted",
/// "notices"}
Json toJson(const GateReport& report);

/// "2 findings, the worst of high severity: Starts a shell or another program (line 3)"
std::string gateSentence(const GateReport& report);

} // namespace sandbench
