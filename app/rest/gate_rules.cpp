// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/gate_rules.h"

#include "app/rest/wire/header_text.h"

namespace sandbench::rest {

namespace {

constexpr const char* kAny = "*";

Result<std::string> originOf(const std::string& text)
{
    const auto origin = lowered(text);
    const auto scheme = origin.find("://");
    const auto path = scheme == std::string::npos ? scheme : origin.find('/', scheme + 3);
    if (origin == kAny)
        return origin;
    if (path != std::string::npos)
        return Error(
            ErrorCode::InvalidArgument,
            "the origin '" + text + "' ends before its path: say '" + text.substr(0, path) + "'");
    if (scheme == std::string::npos || scheme == 0 || scheme + 3 == origin.size())
        return Error(
            ErrorCode::InvalidArgument,
            "'" + text + "' is no origin, such as https://app.example or *");
    return origin;
}

} // namespace

Result<GateRules> gateRules(const GateWishes& wishes)
{
    GateRules rules;
    for (const auto& host : wishes.hosts)
        rules.hosts.insert(lowered(host));
    for (const auto& text : wishes.origins) {
        SANDBENCH_TRY(auto origin, originOf(text));
        rules.origins.insert(std::move(origin));
    }
    rules.needsToken = wishes.needsToken || !wishes.isLocal || rules.hosts.contains(kAny)
        || rules.origins.contains(kAny);
    return rules;
}

} // namespace sandbench::rest
