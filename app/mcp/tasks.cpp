// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/tasks.h"

#include "app/mcp/run_result.h"
#include "app/mcp/toolbox.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>

namespace sandbench::mcp {
namespace {

/// Of the board, after a run's end; how often to ask. Units: milliseconds.
constexpr std::int64_t kKept = 15 * 60 * 1000, kBetweenPolls = 1000;
constexpr char kBeforeTime = '.';

struct TaskName
{
    std::string runId;
    std::int64_t createdAt = 0;
};

/// Untrusted. A wrong time harms whoever made it up.
TaskName nameOf(const std::string& id)
{
    const auto dot = id.rfind(kBeforeTime);
    TaskName name{id.substr(0, dot), 0};
    if (dot != std::string::npos)
        std::from_chars(id.data() + dot + 1, id.data() + id.size(), name.createdAt, 16);
    const std::int64_t now = std::time(nullptr);
    name.createdAt = std::clamp<std::int64_t>(name.createdAt, 0, now);
    return name;
}

std::string timeText(std::int64_t seconds)
{
    const std::time_t time = seconds;
    std::tm utc{};
    ::gmtime_r(&time, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

/// @p took: until now, or the end. Units: seconds.
Json taskJson(const std::string& id, const TaskName& name, const char* status, std::int64_t took)
{
    const bool isOver = std::string_view(status) != "working";
    return {
        {"taskId", id},
        {"status", status},
        {"createdAt", timeText(name.createdAt)},
        {"lastUpdatedAt", timeText(name.createdAt + (isOver ? took : 0))},
        {"ttlMs", took * 1000 + kKept},
        {"pollIntervalMs", kBetweenPolls}};
}

Result<Json> get(const Toolbox& box, const workspace::Caller& caller, const std::string& id)
{
    const auto name = nameOf(id);
    SANDBENCH_TRY(auto run, box.workspace.runs().find(caller, name.runId));
    const auto now = std::time(nullptr) - name.createdAt;
    const auto end = run->wait(std::chrono::steady_clock::now(), {});
    if (!end)
        return taskJson(id, name, "working", now);
    const bool isCancelled = *end ? (*end)->verdict == Verdict::Cancelled
                                  : end->error().code() == ErrorCode::Cancelled;
    if (isCancelled)
        return taskJson(id, name, "cancelled", now);
    const auto took
        = *end ? static_cast<std::int64_t>(std::ceil((*end)->wallSeconds)) : std::int64_t{0};
    auto task = taskJson(id, name, "completed", took);
    auto result
        = *end ? runResult(**end, {run->id(), run->sandbox(), ""}) : failedResult(end->error());
    task["result"] = toolResultJson(std::move(result), kStatelessVersion);
    task["result"]["resultType"] = "complete";
    return task;
}

} // namespace

Json newTask(const std::string& runId, std::int64_t createdAt)
{
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, createdAt, 16).ptr;
    const auto id = runId + kBeforeTime + std::string(digits, end);
    return taskJson(id, {runId, createdAt}, "working", std::time(nullptr) - createdAt);
}

Tasks makeTasks(const Toolbox& box)
{
    return {
        .get =
            [&box](const workspace::Caller& caller, const std::string& id) {
                return get(box, caller, id);
            },
        .cancel = [&box](const workspace::Caller& caller, const std::string& id) -> Result<void> {
            SANDBENCH_TRY(auto run, box.workspace.runs().find(caller, nameOf(id).runId));
            run->cancel();
            return {};
        }};
}

} // namespace sandbench::mcp
