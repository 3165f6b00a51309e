// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/policy_catalog.h"

#include "core/base/embedded.h"
#include "core/base/fd.h"
#include "core/base/text.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace sandbench {
namespace {

constexpr std::size_t kMaxPolicyBytes = 1U << 20;
constexpr std::string_view kRulesFolder = "policies/rules/";

Error inFile(std::string_view file, const Error& error)
{
    return Error(ErrorCode::InvalidArgument, std::string(file) + ": " + error.text());
}

} // namespace

Result<PolicyCatalog> PolicyCatalog::load(const std::string& userFolder)
{
    PolicyCatalog catalog;
    for (const auto name : embeddedNames(kRulesFolder))
        if (auto parsed = parseRules(*embeddedFile(name), catalog.m_book); !parsed)
            return inFile(name, parsed.error());
    for (const auto name : embeddedNames("policies/")) {
        if (name.starts_with(kRulesFolder))
            continue;
        auto policy = parsePolicy(*embeddedFile(name), catalog.m_book);
        if (!policy)
            return inFile(name, policy.error());
        catalog.put(std::make_shared<const CodePolicy>(*std::move(policy)));
    }
    if (userFolder.empty())
        return catalog;
    std::vector<std::string> paths;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(userFolder, failure), end;
         !failure && entry != end; entry.increment(failure))
        if (entry->path().extension() == ".json")
            paths.push_back(entry->path().string());
    if (failure && failure != std::errc::no_such_file_or_directory)
        return Error(
            ErrorCode::InvalidArgument,
            "cannot read the folder of your policies, " + userFolder + ": " + failure.message());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) {
        SANDBENCH_TRY(auto policy, catalog.read(path));
        catalog.put(std::move(policy));
    }
    return catalog;
}

void PolicyCatalog::put(std::shared_ptr<const CodePolicy> policy)
{
    const auto same = std::find_if(m_policies.begin(), m_policies.end(), [&](const auto& other) {
        return other->id == policy->id;
    });
    if (same == m_policies.end())
        m_policies.push_back(std::move(policy));
    else
        *same = std::move(policy);
}

Result<std::shared_ptr<const CodePolicy>> PolicyCatalog::read(const std::string& path) const
{
    const auto text = readFile(path, kMaxPolicyBytes);
    if (!text)
        return Error(
            text.error().code() == ErrorCode::NotFound ? ErrorCode::NotFound
                                                       : ErrorCode::InvalidArgument,
            text.error().message());
    auto policy = parsePolicy(*text, m_book);
    if (!policy)
        return inFile(path, policy.error());
    return std::make_shared<const CodePolicy>(*std::move(policy));
}

Result<std::shared_ptr<const CodePolicy>> PolicyCatalog::find(const std::string& name) const
{
    if (name.ends_with(".json") || name.find('/') != std::string::npos)
        return read(name);
    for (const auto& policy : m_policies)
        if (policy->id == name)
            return policy;
    const auto known = listed(m_policies, [](const auto& policy) { return policy->id; });
    return Error(
        ErrorCode::NotFound,
        "there is no policy '" + name + "'; the known ones are " + known
            + ", and your own by the path of its file");
}

} // namespace sandbench
