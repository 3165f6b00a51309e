// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/methods.h"

#include "core/base/text.h"
#include "core/workspace/public_text.h"

namespace sandbench::mcp {

Json listResources(const Request& request)
{
    return request.cacheable({{"resources", request.offers.resources.list(request.caller)}}, 0);
}

Json listResourceTemplates(const Request& request)
{
    return request.cacheable(
        {{"resourceTemplates", request.offers.resources.templates}}, kStaticTtl, "public");
}

Json readResource(const Request& request)
{
    const auto uri = jsonString(request.params(), "uri");
    auto contents = request.offers.resources.read(request.caller, uri, request.stop);
    if (!contents) {
        const bool legacyMiss
            = !request.isStateless() && contents.error().code() == ErrorCode::NotFound;
        const bool theirs = contents.error().code() == ErrorCode::NotFound
            || contents.error().code() == ErrorCode::InvalidArgument;
        return request.bad(
            legacyMiss   ? kResourceNotFound
                : theirs ? kInvalidParams
                         : kInternalError,
            workspace::publicText(contents.error()),
            {{"uri", oneLine(uri, 1000)}, {"code", errorCodeName(contents.error().code())}});
    }
    return request.cacheable({{"contents", Json::array({std::move(*contents)})}}, 0);
}

} // namespace sandbench::mcp
