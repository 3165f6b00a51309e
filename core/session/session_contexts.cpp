// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"
#include "core/session/session_impl.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench {

Result<void>
Session::openContext(const std::string& name, const std::string& language, std::stop_token stop)
{
    SANDBENCH_TRY(const auto found, m_impl->languages.find(language));
    if (!found.contexts)
        return Error(ErrorCode::InvalidArgument, found.name + " has no contexts");
    if (m_impl->contexts.find(name, found.id) != ContextTable::State::Unknown)
        return Error(ErrorCode::AlreadyExists, "there is a context called '" + name + "' already");
    return m_impl->openContext(name, found, std::move(stop));
}

Result<std::vector<Session::ContextInfo>> Session::listContexts(std::stop_token stop)
{
    const auto& core = *m_impl;
    if (core.client->isAlive() && core.spec.sandbox.adopts.empty() && !core.contexts.mayHaveSome())
        return std::vector<ContextInfo>();
    SANDBENCH_TRY(
        const auto reply,
        m_impl->client->call({{"verb", "context_list"}}, std::move(stop), kContextPatience));
    std::vector<ContextInfo> contexts;
    for (const auto& context : jsonField(reply, "contexts"))
        contexts.push_back(
            {jsonString(context, "context"), jsonString(context, "kernel"),
             jsonBool(context, "busy")});
    return contexts;
}

Result<void> Session::resetContext(const std::string& name, std::stop_token stop)
{
    return m_impl->callContext("context_reset", name, std::move(stop));
}

Result<void> Session::closeContext(const std::string& name, std::stop_token stop)
{
    m_impl->contexts.remove(name);
    return m_impl->callContext("context_close", name, std::move(stop));
}

static Session::ContextStep stepOf(const Json& json)
{
    const auto count = [&json](const char* key) {
        return static_cast<int>(std::clamp<std::int64_t>(jsonInt(json, key), 0, 1'000'000'000));
    };
    return {count("step"),       jsonString(json, "text"),      count("threads"),
            count("sockets"),    jsonBool(json, "files_known"), count("files_back"),
            count("files_left"), jsonTexts(json, "paths_left")};
}

Result<std::vector<Session::ContextStep>>
Session::listContextSteps(const std::string& name, std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto reply,
        m_impl->client->call(
            {{"verb", "context_steps"}, {"context", name}}, std::move(stop), kContextPatience));
    std::vector<ContextStep> steps;
    for (const auto& step : jsonList(reply, "steps"))
        steps.push_back(stepOf(step));
    return steps;
}

Result<Session::ContextStep>
Session::undoContext(const std::string& name, int step, std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto reply,
        m_impl->client->call(
            {{"verb", "context_undo"}, {"context", name}, {"step", step}}, std::move(stop),
            kContextPatience));
    m_impl->contexts.add(name, jsonString(reply, "kernel"));
    return stepOf(reply);
}

Result<void> Session::branchContext(
    const std::string& name, const std::string& to, int step, std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto reply,
        m_impl->client->call(
            {{"verb", "context_branch"}, {"context", name}, {"to", to}, {"step", step}},
            std::move(stop), kContextPatience));
    m_impl->contexts.add(to, jsonString(reply, "kernel"));
    return {};
}

Result<VariableList> Session::listVariables(const std::string& context, std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto reply,
        m_impl->client->call(
            {{"verb", "context_variables"}, {"context", context}}, std::move(stop),
            kContextPatience));
    return readVariables(reply);
}

Result<VariableDetails>
Session::showVariable(const std::string& context, const std::string& name, std::stop_token stop)
{
    constexpr std::size_t kMostBytes = 4 * kMostVariableName;
    if (name.empty() || name.size() > kMostBytes || name.find('\0') != std::string::npos)
        return Error(ErrorCode::InvalidArgument, "a variable has no such name");
    SANDBENCH_TRY(
        const auto reply,
        m_impl->client->call(
            {{"verb", "context_variables"}, {"context", context}, {"variable", name}},
            std::move(stop), kContextPatience));
    auto found = readVariable(reply);
    if (found.failedAs(ErrorCode::NotFound))
        return Error(ErrorCode::NotFound, "there is no variable " + oneLine(name, 100));
    return found;
}

} // namespace sandbench
