// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/code_policy.h"
#include "core/policy/gate/facts.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sandbench::gate {

/// The rules of a policy that speak of one language, by what they look for. The policy must outlive
/// it.
class RuleIndex
{
public:
    RuleIndex(const CodePolicy& policy, std::string_view language);

    const WantedNames& wanted() const { return m_wanted; }
    const std::vector<const Rule*>& patterns() const { return m_patterns; }
    std::vector<const Rule*> rulesFor(const Import& import) const;
    std::vector<const Rule*> rulesFor(const Use& use) const;

private:
    struct Module
    {
        std::vector<std::string> parts;
        const Rule* rule = nullptr;
    };
    template <typename T>
    using ByName = std::unordered_map<std::string, std::vector<T>, TextHash, std::equal_to<>>;

    const std::string m_language;
    WantedNames m_wanted;
    std::vector<const Rule*> m_patterns;
    ByName<Module> m_modules; // by their first part
    ByName<Module> m_lastParts; // Go: by their last one
    ByName<const Rule*> m_uses;
    ByName<const Rule*> m_members; // all that is in a module
};

} // namespace sandbench::gate
