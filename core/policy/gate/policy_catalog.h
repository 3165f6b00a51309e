// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/code_policy.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// The policies of resources/policies and the user's own. Thread: any (immutable).
class PolicyCatalog
{
public:
    /// @p userFolder holds a file for each policy of the user's; one of a known id replaces it. It
    /// may be empty or missing. Errors: InvalidArgument naming file, rule and field.
    static Result<PolicyCatalog> load(const std::string& userFolder = {});

    const std::vector<std::shared_ptr<const CodePolicy>>& all() const { return m_policies; }
    const RuleBook& book() const { return m_book; }
    /// By id, or from a file where @p name ends with ".json" or holds a '/'.
    /// Errors: NotFound with the known ids, InvalidArgument.
    Result<std::shared_ptr<const CodePolicy>> find(const std::string& name) const;

private:
    Result<std::shared_ptr<const CodePolicy>> read(const std::string& path) const;
    void put(std::shared_ptr<const CodePolicy> policy);

    RuleBook m_book;
    std::vector<std::shared_ptr<const CodePolicy>> m_policies;
};

} // namespace sandbench
