// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session_core.h"

#include "core/base/random.h"

#include <chrono>

namespace sandbench {

ContextTable::State ContextTable::find(const std::string& name, const std::string& language) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_languages.find(name);
    if (found == m_languages.end())
        return State::Unknown;
    return found->second == language ? State::Open : State::OtherLanguage;
}

void ContextTable::add(const std::string& name, const std::string& language)
{
    const std::lock_guard lock(m_mutex);
    m_languages[name] = language;
}

void ContextTable::remove(const std::string& name)
{
    const std::lock_guard lock(m_mutex);
    m_languages.erase(name);
}

std::string FileNameRegistry::take(const std::string& wanted, bool keepName)
{
    const std::lock_guard lock(m_mutex);
    const auto dot = wanted.rfind('.');
    const auto at = dot == std::string::npos || dot == 0 ? wanted.size() : dot;
    auto name = wanted;
    for (int number = 2; !m_inUse.insert(name).second; ++number)
        name = keepName ? std::to_string(number) + "/" + wanted
                        : wanted.substr(0, at) + "-" + std::to_string(number) + wanted.substr(at);
    return name;
}

void FileNameRegistry::giveBack(const std::string& name)
{
    const std::lock_guard lock(m_mutex);
    m_inUse.erase(name);
}

SessionCore::SessionCore(
    SessionSpec sessionSpec, LanguageCatalog catalog, ArtifactStore& store, std::string engine,
    std::unique_ptr<Instance> sandbox)
    : spec(std::move(sessionSpec))
    , languages(std::move(catalog))
    , artifacts(store)
    , engineName(std::move(engine))
    , instance(std::move(sandbox))
{
}

std::shared_ptr<ActiveRun> SessionCore::findRun(const std::string& runId) const
{
    const std::lock_guard lock(mutex);
    const auto found = runs.find(runId);
    return found == runs.end() ? nullptr : found->second;
}

std::string SessionCore::nextRunId()
{
    const std::lock_guard lock(mutex);
    return "r" + spec.id.substr(spec.id.find('-') + 1) + "-" + std::to_string(++runCount);
}

agent::AgentStream startKernel(agent::Batch& batch, const KernelStart& start)
{
    auto stream = batch.add(start.request);
    // All of it: no kernel of ours is as long as the credit that a stream begins with.
    batch.addData(stream, agent::Channel::File, start.source);
    return stream;
}

Result<void>
SessionCore::openContext(const std::string& name, const Language& language, std::stop_token stop)
{
    if (language.kernelSpeaksLines) {
        const auto start = kernelStart(language, environment(), spec.warm, layoutOfPrograms());
        if (!start)
            return Error(
                ErrorCode::Unsupported,
                "an image with an entry point keeps no context of " + language.name);
        agent::Batch batch(*client, stop);
        auto stream = startKernel(batch, *start);
        SANDBENCH_TRY_VOID(batch.send());
        const auto started = stream.reply(stop, Clock::now() + kContextPatience);
        if (!started && started.error().code() != ErrorCode::AlreadyExists)
            return started.error();
    }
    contexts.noteOpening(); // also when the answer is lost
    const auto opened = client->call(
        {{"verb", "context_open"}, {"context", name}, {"kernel", language.id}}, std::move(stop),
        kContextPatience);
    if (!opened)
        return opened.error();
    contexts.add(name, language.id);
    return {};
}

std::shared_ptr<const ProjectScan> SessionCore::scanOfProject() const
{
    const std::lock_guard lock(mutex);
    return projectScan;
}

std::map<std::string, std::string>
SessionCore::withPackages(std::map<std::string, std::string> env) const
{
    const std::lock_guard lock(mutex);
    env.insert(packageEnv.begin(), packageEnv.end());
    if (packagePath.empty())
        return env;
    const auto image = layout.env.find("PATH");
    auto path = env.contains("PATH") ? env.at("PATH")
        : image != layout.env.end()  ? image->second
                                     : kDefaultPath;
    for (auto folder = packagePath.rbegin(); folder != packagePath.rend(); ++folder)
        path = *folder + ":" + path;
    env["PATH"] = std::move(path);
    return env;
}

std::map<std::string, std::string> SessionCore::environment() const
{
    return withPackages(spec.env);
}

std::map<std::string, std::string> SessionCore::environmentOfPackages() const
{
    return withPackages({});
}

static void addDomains(IsolationReport& report, std::int64_t landlockVersion)
{
    constexpr std::int64_t kKnowsSignals = 6;
    const std::string domains = "Landlock domain of each run";
    const std::string noSignals = "no signals between runs";
    if (landlockVersion == 0)
        return report.miss(
            domains, "the kernel has no Landlock that keeps runs apart, or a filter refuses it",
            "use a kernel of 5.19 or newer with lsm=landlock; until then only the interpreters "
            "that "
            "are kept for later runs are closed to programs");
    const auto version = std::to_string(landlockVersion);
    report.layers.push_back(domains + " (version " + version + ")");
    if (landlockVersion >= kKnowsSignals)
        report.layers.push_back(noSignals);
    else
        report.miss(
            noSignals, "version " + version + " of Landlock does not know signals",
            "use a kernel of 6.12 or newer");
}

IsolationReport SessionCore::isolation() const
{
    auto report = instance->isolation();
    if (spec.sandbox.onlyNeededCalls)
        report.layers.emplace_back("only needed system calls");
    if (client)
        addDomains(report, jsonInt(client->hello(), "landlock", 0));
    return report;
}

LayerNames SessionCore::demandedLayers() const
{
    auto names = spec.sandbox.requiredLayers;
    if (spec.policy)
        names.insert(spec.policy->requiredLayers.begin(), spec.policy->requiredLayers.end());
    return names;
}

GuestLayout SessionCore::layoutOfPrograms() const
{
    auto now = layout;
    const std::lock_guard lock(mutex);
    now.entrypoint.insert(now.entrypoint.end(), wrapper.begin(), wrapper.end());
    return now;
}

std::string makeId(const char* prefix)
{
    return prefix + ("-" + randomHex(4));
}

} // namespace sandbench
