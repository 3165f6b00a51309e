// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/code_policy.h"
#include "core/policy/gate/scan.h"
#include "tests/fuzz/require.h"

using namespace sandbench;

/// A policy that is taken can be used; one that is not says why.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    RuleBook book;
    const auto rules = parseRules(text, book);
    require(rules || !rules.error().text().empty());
    const auto policy = parsePolicy(text, book);
    if (!policy) {
        require(!policy.error().text().empty());
        return 0;
    }
    require(!policy->id.empty());
    for (const auto& rule : policy->rules())
        require(rule.pattern.empty() || rule.compiled);
    (void)scanCode("import os, sys\nprint('x') # y\n", "python", *policy);
    return 0;
}
