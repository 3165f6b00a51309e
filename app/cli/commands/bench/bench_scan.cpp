// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What the code gate costs: an ordinary program, and texts made to be slow to read.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "core/policy/gate/policy_catalog.h"
#include "core/policy/gate/scan.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace sandbench::cli {
namespace {

constexpr std::size_t kMebibyte = std::size_t(1) << 20;

struct HostileText
{
    const char* language;
    const char* unit; // repeated
};

constexpr std::array<HostileText, 14> kHostile = {{
    {"python", "("},
    {"python", "x='a'+"},
    {"python", "import os\n"},
    {"python", "a=a+'os';"},
    {"python", "exec('exec(\"1\")');"},
    {"python", "getattr(__import__('os'),"},
    {"python", "f'{f\"{"},
    {"python", "o=os.o;"},
    {"javascript", "`${"},
    {"javascript", "}/["},
    {"bash", "\"$(<<A "},
    {"bash", "python3 -c 'import os';"},
    {"c", "#include <"},
    {"ruby", "x %q(<<~A "},
}};

std::string repeated(const char* unit, std::size_t bytes)
{
    const std::string_view text = unit;
    std::string out;
    out.reserve(bytes + text.size());
    while (out.size() < bytes)
        out += text;
    out.resize(bytes);
    return out;
}

std::string ordinaryProgram()
{
    std::string text;
    for (int i = 0; i < 2000; ++i) {
        const auto n = std::to_string(i);
        text += "def total" + n + "(rows, factor=" + n + "):\n    \"\"\"Adds the rows up.\"\"\"\n"
            + "    kept = [row[\"value\"] * factor for row in rows if row.get('name') != 'none']  "
              "# all\n"
            + "    log.info(f\"{len(kept)} rows of {len(rows)} in part " + n
            + "\")\n    return sum(kept)\n";
    }
    return text;
}

double millisecondsOf(const std::string& code, const char* language, const CodePolicy& policy)
{
    const auto begin = Clock::now();
    (void)scanCode(code, language, policy);
    return since(begin);
}

} // namespace

void Bench::measureScan()
{
    const auto policies = PolicyCatalog::load();
    if (!policies)
        return attempt("scan_python_10k_lines", policies.error());
    const auto policy = policies->find("strict");
    if (!policy)
        return attempt("scan_python_10k_lines", policy.error());
    if (wants("scan_python_10k_lines")) {
        const auto program = ordinaryProgram();
        for (int i = 0; i < times(12) && !stopped(); ++i)
            attempt("scan_python_10k_lines", millisecondsOf(program, "python", **policy));
    }
    for (const std::size_t size : {1, 2, 4, 8, 10}) {
        const auto id = "scan_hostile_" + std::to_string(size) + "mb";
        if (!wants(id))
            continue;
        for (const auto& [language, unit] : kHostile) {
            if (stopped())
                return;
            attempt(id, millisecondsOf(repeated(unit, size * kMebibyte), language, **policy));
        }
        auto& series = m_measured[id];
        const auto slowest = std::max_element(series.values.begin(), series.values.end());
        std::array<char, 64> text = {};
        std::snprintf(
            text.data(), text.size(), "slowest %.1f ns per byte",
            *slowest * 1e6 / static_cast<double>(size * kMebibyte));
        series.extra = text.data();
        series.extraHolds = size < 10 || *slowest <= 1000;
    }
}

} // namespace sandbench::cli
