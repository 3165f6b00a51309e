// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include "core/engine/container_options.h"
#include "core/engine/guest_path.h"
#include "core/engine/image_maker.h"
#include "core/session/layer_check.h"
#include "core/session/network_check.h"
#include "core/session/notebook_lines.h"
#include "core/session/package_installer.h"
#include "core/session/run_driver.h"
#include "core/session/run_plan.h"
#include "core/session/session_impl.h"

#include <algorithm>
#include <chrono>

namespace sandbench {

namespace {

using namespace std::chrono_literals;
using agent::Channel;

constexpr auto kMetricsPatience = 2s;

/// Whether pip runs in the cell, as notebooks have it.
bool runsPip(const RunRequest& request)
{
    return request.language == "python" && !request.context.empty() && !request.onlyChecked
        && request.code.find("pip") != std::string::npos
        && readNotebookLines(request.code).installsPackages;
}

Error noSuchRun()
{
    return Error(ErrorCode::NotFound, "this run is over");
}

/// Whether another sandbox could have the working folder.
bool mayBringFolder(const SandboxSpec& spec)
{
    const bool isKernels = isWithin(spec.workingFolder, "/proc")
        || isWithin(spec.workingFolder, "/sys") || isWithin(spec.workingFolder, "/dev");
    return !spec.bringsWorkingFolder && spec.adopts.empty() && !isKernels
        && containerOf(spec).existing.empty();
}

} // namespace

Session::Session(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

Session::~Session()
{
    [[maybe_unused]] const auto closed = close();
}

Result<std::unique_ptr<Session>> Session::open(
    Engine& engine, SessionSpec spec, const LanguageCatalog& languages, ArtifactStore& artifacts,
    std::stop_token stop)
{
    SANDBENCH_TRY_VOID(checkEnvironment(spec.env));
    if (spec.id.empty())
        spec.id = makeId("s");
    spec.sandbox.sessionId = spec.id;
    std::unique_ptr<Impl> impl;
    for (;;) {
        SANDBENCH_TRY(auto instance, engine.open(spec.sandbox, stop));
        impl = std::make_unique<Impl>(
            spec, languages, artifacts, engine.name(), std::move(instance));
        SANDBENCH_TRY_VOID(impl->recall());
        const auto connected = impl->connect(stop);
        if (connected)
            break;
        // Only a sandbox tells which folders its image has, and none of those may be hidden.
        if (!impl->lacksFolder || !mayBringFolder(spec.sandbox))
            return connected.error();
        impl.reset();
        spec.sandbox.bringsWorkingFolder = true;
    }
    // Only the agent runs yet.
    SANDBENCH_TRY_VOID(checkLayers(impl->isolation(), impl->demandedLayers()));
    SANDBENCH_TRY_VOID(impl->prepareSandbox());
    return std::unique_ptr<Session>(new Session(std::move(impl)));
}

const std::string& Session::id() const
{
    return m_impl->spec.id;
}

std::string Session::engineName() const
{
    return m_impl->engineName;
}

IsolationReport Session::isolation() const
{
    return m_impl->isolation();
}

std::string Session::description() const
{
    return m_impl->instance->description();
}

std::string Session::image() const
{
    return m_impl->instance->image();
}

std::string Session::network() const
{
    const std::lock_guard lock(m_impl->instanceMutex);
    return m_impl->instance->network();
}

bool Session::isAlive() const
{
    return m_impl->client->isAlive();
}

Result<RunRecord> Session::run(const RunRequest& request, RunSink& sink, std::stop_token stop)
{
    // What it installs then goes where later programs find it. Where that fails, pip says why.
    if (runsPip(request)) {
        InstallRequest nothing;
        nothing.manager = "pip";
        [[maybe_unused]] const auto prepared = install(nothing, stop);
    }
    return RunDriver(*m_impl, request, sink, std::move(stop)).run();
}

Result<void>
Session::sendInput(const std::string& runId, std::string_view bytes, std::stop_token stop)
{
    const auto run = m_impl->findRun(runId);
    if (!run)
        return noSuchRun();
    {
        const std::lock_guard lock(run->mutex);
        if (!run->takesInput)
            return Error(ErrorCode::InvalidArgument, "the input of this run is closed");
    }
    return run->stream.send(Channel::Stdin, bytes, std::move(stop));
}

Result<void> Session::closeInput(const std::string& runId)
{
    const auto run = m_impl->findRun(runId);
    if (!run)
        return noSuchRun();
    const std::lock_guard lock(run->mutex);
    if (!std::exchange(run->takesInput, false))
        return {};
    return run->stream.sendEof(Channel::Stdin);
}

Result<void> Session::signal(const std::string& runId, int signalNumber)
{
    const auto run = m_impl->findRun(runId);
    if (!run)
        return noSuchRun();
    {
        const std::lock_guard lock(run->mutex);
        run->signalsSent.push_back(signalNumber);
    }
    return m_impl->client->post(
        {{"verb", "signal"}, {"run", run->stream.id()}, {"signal", signalNumber}});
}

Result<void> Session::resize(const std::string& runId, TerminalSize size)
{
    const auto run = m_impl->findRun(runId);
    if (!run)
        return noSuchRun();
    return m_impl->client->post(
        {{"verb", "resize"},
         {"run", run->stream.id()},
         {"rows", size.rows},
         {"cols", size.columns}});
}

Result<CellState> Session::checkCell(RunRequest cell, std::stop_token stop)
{
    cell.onlyChecked = true;
    RunSink nobody;
    SANDBENCH_TRY(const auto record, run(cell, nobody, std::move(stop)));
    if (record.exitCode == 1)
        return CellState::Open;
    return record.exitCode == 2 ? CellState::Block : CellState::Complete;
}

Result<void> Session::install(const InstallRequest& request, std::stop_token stop)
{
    return PackageInstaller(*this, *m_impl, request, std::move(stop)).install();
}

void Session::wrapPrograms(std::vector<std::string> words)
{
    constexpr std::string_view kPackages = "{packages}";
    for (auto& word : words)
        if (const auto at = word.find(kPackages); at != std::string::npos)
            word.replace(at, kPackages.size(), m_impl->layout.packages());
    const std::lock_guard lock(m_impl->mutex);
    m_impl->wrapper = std::move(words);
}

Result<void> Session::startInterpreters()
{
    agent::Batch batch(*m_impl->client);
    m_impl->addKernels(batch);
    return batch.send();
}

Result<void> Session::dropNetwork(std::stop_token stop)
{
    {
        const std::lock_guard lock(m_impl->instanceMutex);
        SANDBENCH_TRY_VOID(m_impl->instance->dropNetwork(stop));
        if (const auto unreachable = m_impl->instance->guestSetup().unreachable;
            !unreachable.empty()) {
            SANDBENCH_TRY(const auto reached, m_impl->client->confine(unreachable, stop));
            m_impl->instance->noteReached(reached);
            return {};
        }
    }
    SANDBENCH_TRY(const auto devices, m_impl->readNetworkFile("/proc/net/dev", stop));
    SANDBENCH_TRY(const auto routes, m_impl->readNetworkFile("/proc/net/route", stop));
    SANDBENCH_TRY(const auto ipv6Routes, m_impl->readNetworkFile("/proc/net/ipv6_route", stop));
    return checkNoNetwork(devices, routes, ipv6Routes);
}

Result<Session::Metrics> Session::metrics(std::stop_token stop)
{
    if (const auto failure = m_impl->client->failure())
        return m_impl->explain(*failure);
    Metrics metrics;
    metrics.memoryLimitBytes = m_impl->spec.sandbox.limits.memoryBytes;
    const auto counters = m_impl->instance->counters();
    if (counters.memoryBytes && counters.cpuSeconds && counters.processes) {
        metrics.cpuSeconds = *counters.cpuSeconds;
        metrics.memoryBytes = *counters.memoryBytes;
        metrics.processes = *counters.processes;
        return metrics;
    }
    // Where the engine has no counters, the agent adds up what it sees.
    SANDBENCH_TRY(
        const auto reply,
        m_impl->client->call({{"verb", "metrics"}}, std::move(stop), kMetricsPatience));
    metrics.cpuSeconds = counters.cpuSeconds.value_or(jsonNumber(reply, "cpu_seconds"));
    metrics.memoryBytes = counters.memoryBytes.value_or(jsonCount(reply, "memory_bytes"));
    metrics.processes = counters.processes.value_or(jsonCount(reply, "processes"));
    return metrics;
}

Result<Session::DiskUse> Session::diskUse(std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto reply,
        m_impl->client->call({{"verb", "metrics"}}, std::move(stop), kMetricsPatience));
    const std::string& folder = m_impl->layout.work;
    for (const Json& space : jsonList(reply, "scratch")) {
        if (jsonString(space, "path") != folder)
            continue;
        DiskUse use;
        use.totalBytes = jsonCount(space, "total_bytes");
        use.usedBytes = use.totalBytes - std::min(use.totalBytes, jsonCount(space, "free_bytes"));
        return use;
    }
    return Error(ErrorCode::NotFound, folder + " is no scratch space of the sandbox's own");
}

std::string Session::engineId() const
{
    return m_impl->instance->id();
}

std::string Session::memory() const
{
    const std::lock_guard lock(m_impl->mutex);
    return writeJson(
        {{"env", m_impl->packageEnv},
         {"path", m_impl->packagePath},
         {"managers", m_impl->preparedManagers},
         {"wrapper", m_impl->wrapper}});
}

Result<void> Session::keep()
{
    const std::lock_guard lock(m_impl->instanceMutex);
    return m_impl->instance->keep();
}

Result<void> Session::leave()
{
    m_impl->endConnection();
    const std::lock_guard lock(m_impl->instanceMutex);
    return m_impl->instance->leave();
}

Result<void> Session::close()
{
    m_impl->endConnection();
    const std::lock_guard lock(m_impl->instanceMutex);
    if (!containerOf(m_impl->spec.sandbox).commitTag.empty())
        if (auto* const maker = dynamic_cast<ImageMaker*>(m_impl->instance.get()))
            maker->keepEnvironment(m_impl->environmentOfPackages());
    return m_impl->instance->close();
}

} // namespace sandbench
