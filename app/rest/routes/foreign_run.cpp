// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/foreign_run.h"

#include "core/base/text.h"
#include "core/workspace/member_names.h"
#include "core/workspace/public_text.h"

namespace sandbench::rest {

Result<Language> foreignLanguage(const ServerParts& parts, std::string_view name)
{
    auto found = parts.workspace.parts().languages().find(name);
    if (!found)
        return workspace::asWrongMember(found.error());
    return found;
}

Result<RunRecord> runForeign(ServerParts& parts, Call& call, ForeignRun run)
{
    SANDBENCH_TRY(auto open, openRequest(parts, call, {{"lang", run.request.language}}));
    auto& memory = open.session.sandbox.limits.memoryBytes;
    if (run.memoryBytes > 0 && (memory == 0 || run.memoryBytes < memory))
        memory = run.memoryBytes;
    workspace::RunWish wish;
    wish.request = std::move(run.request);
    SANDBENCH_TRY_VOID(letGoOfBody(call, wish));
    SANDBENCH_TRY(const auto sandbox, openOnce(parts, call, std::move(open)));
    SANDBENCH_TRY(const auto started, startRun(parts, call, *sandbox, std::move(wish)));
    SANDBENCH_TRY(auto record, waitForEnd(call, started));
    if (run.onEnd)
        run.onEnd(*sandbox);
    return record;
}

std::string publicText(const Error& error)
{
    return oneLine(workspace::publicText(error), kLongestDetail);
}

} // namespace sandbench::rest
