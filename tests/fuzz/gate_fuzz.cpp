// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/policy_catalog.h"
#include "core/policy/gate/scan.h"

#include "core/base/json.h"
#include "tests/fuzz/require.h"

#include <array>

using namespace sandbench;

/// The first byte chooses the language. Findings are in the text, in order, and the same each time.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static constexpr std::array<const char*, 13> kLanguages
        = {"python", "javascript", "typescript", "java", "c",    "cpp", "go",
           "rust",   "ruby",       "r",          "php",  "bash", "lua"};
    static const auto catalog = PolicyCatalog::load();
    require(catalog.has_value());
    static const auto policy = catalog->find("strict");
    require(policy.has_value());
    if (size == 0)
        return 0;
    const auto* language = kLanguages[data[0] % kLanguages.size()];
    const std::string_view code(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto report = scanCode(code, language, **policy);
    std::size_t last = 0;
    for (const auto& finding : report.findings) {
        require(finding.offset >= last && finding.offset + finding.bytes <= code.size());
        require(finding.line >= 1 && finding.column >= 1 && finding.length <= finding.bytes);
        last = finding.offset;
    }
    require(report.findings.empty() == (report.decision == GateDecision::Allow));
    require(writeJson(toJson(report)) == writeJson(toJson(scanCode(code, language, **policy))));
    return 0;
}
