// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/methods.h"

#include "core/base/text.h"
#include "core/workspace/public_text.h"

namespace sandbench::mcp {

Json answerTask(const Request& request)
{
    const auto& method = request.message.method;
    const bool reads = method == "tasks/get", cancels = method == "tasks/cancel";
    // Nothing of ours asks for input: tasks/update has nothing to say.
    if (!reads && !cancels && method != "tasks/update")
        return request.bad(kMethodNotFound, "There is no method " + method);
    if (!request.takesTasks())
        return request.bad(
            kMissingCapability, "Missing required client capability",
            {{"requiredCapabilities", {{"extensions", {{kTasksExtension, Json::object()}}}}}});
    if (!request.caller.may(reads ? workspace::Scope::Read : workspace::Scope::Run))
        return request.bad(kInvalidParams, "this token may not do that");
    const auto id = jsonString(request.params(), "taskId");
    const auto problem = [&](const Error& error) {
        return request.bad(
            kInvalidParams, workspace::publicText(error),
            {{"taskId", oneLine(id, 100)}, {"code", errorCodeName(error.code())}});
    };
    if (cancels) {
        const auto done = request.offers.tasks.cancel(request.caller, id);
        return done ? request.good(Json::object()) : problem(done.error());
    }
    auto task = request.offers.tasks.get(request.caller, id);
    if (!task)
        return problem(task.error());
    return request.good(reads ? std::move(*task) : Json::object());
}

} // namespace sandbench::mcp
