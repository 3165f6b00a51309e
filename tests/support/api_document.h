// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <string>
#include <string_view>

namespace sandbench::test {

/// What of @p value is not as @p schema says; empty = nothing. Knows type, enum, properties,
/// required, additionalProperties, items, and a $ref into @p document.
std::string schemaProblem(const Json& document, const Json& schema, const Json& value);

/// How an answer differs from what @p document, OpenAPI's, says of the call; empty = in nothing.
/// @p body: null where it is no JSON.
std::string answerProblem(
    const Json& document, std::string_view method, std::string_view path, int status,
    const std::string& type, const Json& body);

} // namespace sandbench::test
