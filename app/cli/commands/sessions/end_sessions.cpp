// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sessions/find_sandboxes.h"
#include "app/cli/commands/sessions/sessions.h"
#include "app/cli/failure.h"
#include "app/cli/text.h"
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/kubernetes/kube_sandboxes.h"
#include "core/workspace/composition.h"

namespace sandbench::cli {

namespace {

std::string nameOf(const SandboxInfo& sandbox)
{
    return printable(sandbox.sessionId) + " (" + sandbox.engine + ", " + printable(shortId(sandbox))
        + ")";
}

/// What ended, one line each, or all in one object.
class EndReport
{
public:
    EndReport(const char* verb, const char* key, bool json)
        : m_verb(verb)
        , m_key(key)
        , m_json(json)
    {
    }

    void ended(const SandboxInfo& sandbox)
    {
        m_ended.push_back(
            {{"engine", sandbox.engine}, {"session", sandbox.sessionId}, {"id", sandbox.id}});
        m_text += std::string(m_verb) + " " + nameOf(sandbox) + "\n";
    }
    void failed(const Error& error)
    {
        note(error.text());
        m_problems.push_back(error.text());
        m_status = statusOf(error);
    }
    int finish(const char* nothing)
    {
        if (m_text.empty() && m_problems.empty())
            m_text = std::string(nothing) + "\n";
        const auto json = writeJson(
            {{"schema", "sandbench.sessions/1"}, {m_key, m_ended}, {"problems", m_problems}});
        const bool printed = print(m_json ? json + "\n" : m_text);
        return m_status != 0 ? m_status : printed ? 0 : 1;
    }

private:
    const char* m_verb;
    const char* m_key; // of what ended, in JSON
    bool m_json;
    std::string m_text;
    Json m_ended = Json::array();
    Json m_problems = Json::array();
    int m_status = 0;
};

Result<void> stopOne(
    const SandboxSearch& search, const std::string& id, bool force, EndReport& report,
    std::stop_token stop)
{
    SANDBENCH_TRY(const auto chosen, chooseSandbox(search, id));
    if (!isOurs(chosen.info) && !chosen.info.isStale && !force)
        return Error(
            ErrorCode::PermissionDenied,
            nameOf(chosen.info) + " belongs to " + ownerWords(chosen.info)
                + "; --force stops it nevertheless");
    SANDBENCH_TRY_VOID(chosen.engine->removeSandbox(chosen.info.id, std::move(stop)));
    report.ended(chosen.info);
    return {};
}

/// Network policies whose pods are gone are no sandboxes, so no list has them.
Result<void> removePolicies(const EngineRegistry& engines, std::stop_token stop)
{
    SANDBENCH_TRY(auto* const engine, engines.find("kubernetes"));
    auto* const cluster = dynamic_cast<KubernetesEngine*>(engine);
    if (!cluster)
        return {};
    SANDBENCH_TRY(const auto api, cluster->api(stop));
    SANDBENCH_TRY_VOID(kubernetes::removeStale(*api, std::move(stop)));
    return {};
}

} // namespace

Result<int> stopSessions(const Program& program, const SessionsOptions& options)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto composition, Composition::create(options.connection, options.engine));
    SANDBENCH_TRY(const auto search, findSandboxes(composition->engines(), options.engine, stop));
    EndReport report("stopped", "stopped", options.json);
    for (const auto& id : options.ids)
        if (const auto stopped = stopOne(search, id, options.force, report, stop); !stopped)
            report.failed(stopped.error());
    return report.finish("nothing to stop");
}

Result<int> pruneSessions(const Program& program, const SessionsOptions& options)
{
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto composition, Composition::create(options.connection, options.engine));
    SANDBENCH_TRY(const auto search, findSandboxes(composition->engines(), options.engine, stop));
    EndReport report(
        options.dryRun ? "would remove" : "removed", options.dryRun ? "stale" : "removed",
        options.json);
    for (const auto& problem : search.problems)
        if (problem.error.code() != ErrorCode::Unavailable)
            report.failed(Error(problem.error).within(problem.engine));
    for (const auto& each : search.found) {
        if (!each.info.isStale)
            continue;
        const auto removed
            = options.dryRun ? Result<void>() : each.engine->removeSandbox(each.info.id, stop);
        // Its engine, or another program of ours, may have been faster.
        if (removed || removed.error().code() == ErrorCode::NotFound)
            report.ended(each.info);
        else
            report.failed(removed.error());
    }
    if (options.engine == "kubernetes" && !options.dryRun)
        if (const auto removed = removePolicies(composition->engines(), stop); !removed)
            report.failed(removed.error());
    return report.finish("Nothing is stale.");
}

} // namespace sandbench::cli
