// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/agent.h"

#include "core/agent/guest/cell_run.h"
#include "core/agent/guest/file_verbs.h"
#include "core/agent/guest/folder_verbs.h"
#include "core/agent/guest/kernel_task.h"
#include "core/agent/guest/metrics.h"
#include "core/agent/guest/run.h"
#include "core/agent/guest/setup_verb.h"
#include "core/agent/guest/watch_task.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace sandbench::guest {

void Agent::dispatch(const std::string& verb, const Json& request, Entry& entry)
{
    // Nothing may ever run with rights that it was not meant to have.
    if (m_setupError)
        return entry.stream.fail(*m_setupError);
    m_isSetUp = m_isSetUp || verb != "setup";
    if (startTask(verb, request, entry) || startContextVerb(verb, request, entry.stream))
        return;
    auto answered = answer(verb, request);
    if (answered)
        entry.stream.reply(std::move(*answered));
    else
        entry.stream.fail(answered.error());
}

bool Agent::startTask(const std::string& verb, const Json& request, Entry& entry)
{
    const auto begin = [&entry, &request](auto task) {
        auto& started = *task;
        entry.task = std::move(task);
        started.start(request);
        return true;
    };
    if (verb == "run") {
        startRun(request, entry);
        return true;
    }
    if (verb == "write")
        return begin(std::make_unique<WriteTask>(entry.stream));
    if (verb == "kernel_start")
        return begin(std::make_unique<KernelTask>(m_kernels, entry.stream));
    if (verb == "read")
        return begin(std::make_unique<ReadTask>(entry.stream));
    if (verb == "list")
        return begin(std::make_unique<ListTask>(m_loop, entry.stream));
    if (verb == "watch")
        return begin(std::make_unique<WatchTask>(m_loop, entry.stream));
    if (verb == "remove")
        return begin(std::make_unique<RemoveTask>(m_loop, entry.stream));
    return false;
}

static int stepOf(const Json& request)
{
    return static_cast<int>(std::clamp<std::int64_t>(jsonInt(request, "step"), 0, 1'000'000'000));
}

bool Agent::startContextVerb(const std::string& verb, const Json& request, Stream& stream)
{
    const std::string name = jsonString(request, "context");
    const auto answer = [&stream](Result<Json> answered) {
        if (answered)
            stream.reply(std::move(*answered));
        else
            stream.fail(answered.error());
    };
    if (verb == "context_open")
        m_contexts.open(name, jsonString(request, "kernel"), answer);
    else if (verb == "context_reset")
        m_contexts.reset(name, answer);
    else if (verb == "context_close")
        m_contexts.close(name, answer);
    else if (verb == "context_undo")
        m_contexts.undo(name, stepOf(request), answer);
    else if (verb == "context_variables")
        m_contexts.look(name, jsonString(request, "variable"), answer);
    else if (verb == "context_branch")
        m_contexts.branch(name, jsonString(request, "to"), stepOf(request), answer);
    else
        return false;
    return true;
}

Result<Json> Agent::answer(const std::string& verb, const Json& request)
{
    if (verb == "ping")
        return Json::object();
    if (verb == "setup")
        return setUpOnce(request);
    if (verb == "confine")
        return confineAll(request);
    if (verb == "signal")
        return signalRun(request);
    if (verb == "kill")
        return killRun(request);
    if (verb == "resize")
        return resizeRun(request);
    if (verb == "stat")
        return statPath(request);
    if (verb == "mkdir")
        return makeFolder(request);
    if (verb == "mend")
        return mendFolder(request);
    if (verb == "rename")
        return renamePath(request);
    if (verb == "context_list")
        return m_contexts.list();
    if (verb == "context_steps")
        return m_contexts.steps(jsonString(request, "context"));
    if (verb == "metrics")
        return measureSandbox(m_services);
    return Error(ErrorCode::Unsupported, "this agent knows no verb '" + verb + "'");
}

Result<Json> Agent::setUpOnce(const Json& request)
{
    if (std::exchange(m_isSetUp, true))
        return Error(ErrorCode::InvalidArgument, "setup comes once, before everything else");
    auto done = setUp(m_services, request);
    if (!done)
        m_setupError = done.error();
    return done;
}

Result<Json> Agent::confineAll(const Json& request)
{
    SANDBENCH_TRY(auto reply, confine(m_services, request));
    // Their children have the filter that they had themselves.
    if (!jsonField(reply, "reached").empty() && request.contains("confined_filter"))
        m_kernels.restart();
    return reply;
}

void Agent::startRun(const Json& request, Entry& entry)
{
    auto spec = parseRunSpec(request);
    if (!spec)
        return entry.stream.fail(spec.error());
    if (!haveSucceeded(jsonField(request, "after")))
        return entry.stream.fail(
            Error(ErrorCode::Unavailable, "a file that the run needs was not written"));
    std::unique_ptr<RunTask> run;
    if (spec->context.empty())
        run = std::make_unique<Run>(m_services, m_kernels, entry.stream, std::move(*spec));
    else
        run = std::make_unique<CellRun>(m_services, m_contexts, entry.stream, std::move(*spec));
    entry.run = run.get();
    entry.task = std::move(run);
    entry.run->start();
}

bool Agent::haveSucceeded(const Json& streams) const
{
    return std::all_of(streams.begin(), streams.end(), [this](const Json& item) {
        if (!item.is_number_integer())
            return false;
        const auto id = item.get<std::uint32_t>();
        const auto found = m_entries.find(id);
        if (found == m_entries.end())
            return !m_failedRequests.contains(id);
        return found->second.stream.isFinished() && !found->second.stream.hasFailed();
    });
}

Agent::Entry* Agent::find(const Json& request)
{
    const auto found = m_entries.find(static_cast<std::uint32_t>(jsonInt(request, "run")));
    const bool alive = found != m_entries.end() && !found->second.stream.isFinished();
    return alive ? &found->second : nullptr;
}

static Error noSuchRun()
{
    return Error(ErrorCode::NotFound, "there is no such run, or it is over");
}

Result<Json> Agent::signalRun(const Json& request)
{
    const Entry* entry = find(request);
    const auto number = jsonInt(request, "signal");
    if (number < 1 || number > SIGRTMAX)
        return Error(ErrorCode::InvalidArgument, "there is no such signal");
    if (!entry || !entry->run)
        return noSuchRun();
    SANDBENCH_TRY_VOID(entry->run->signal(static_cast<int>(number)));
    return Json::object();
}

Result<Json> Agent::killRun(const Json& request)
{
    Entry* entry = find(request);
    if (!entry || !entry->task)
        return noSuchRun();
    entry->task->onKill();
    return Json::object();
}

Result<Json> Agent::resizeRun(const Json& request)
{
    const Entry* entry = find(request);
    if (!entry || !entry->run)
        return noSuchRun();
    SANDBENCH_TRY_VOID(entry->run->resize(parsePtySize(request)));
    return Json::object();
}

} // namespace sandbench::guest
