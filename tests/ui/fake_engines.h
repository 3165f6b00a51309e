// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stoppable_condition.h"
#include "core/engine/engine.h"
#include "core/engine/image_store.h"
#include "ui/session/engine_source.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace sandbench::test {

/// What an engine of a test does, and what was asked of it: shared by the engines of every
/// connection. Thread: any.
class EngineScript
{
public:
    explicit EngineScript(std::string name)
        : engine(std::move(name))
    {
    }

    const std::string engine;
    bool hasImages = true;
    std::vector<docker::Connection> connections;
    HostCapacity host;
    std::vector<std::string> tags; ///< As list() tells them.
    std::string waitingReason; ///< Told at each open(); empty = none.
    Engine* real = nullptr; ///< Opens what this one is asked to open.

    void setProblem(const std::string& problem, const std::string& remedy = {})
    {
        const std::lock_guard lock(m_mutex);
        m_problem = problem;
        m_remedy = remedy;
    }
    void addImage(const std::string& image)
    {
        const std::lock_guard lock(m_mutex);
        m_images.insert(image);
    }
    void setPullProblem(const std::string& problem)
    {
        const std::lock_guard lock(m_mutex);
        m_pullProblem = problem;
    }
    /// From now on a call of this kind waits until it is let go, or stopped.
    void hang(const std::string& call)
    {
        const std::lock_guard lock(m_mutex);
        m_hung.insert(call);
    }
    void letGo(const std::string& call)
    {
        const std::lock_guard lock(m_mutex);
        m_hung.erase(call);
        m_changed.notify_all();
    }

    /// "look ssh://lab", "open", "inspect python:3.12" … in their order.
    std::vector<std::string> calls() const
    {
        const std::lock_guard lock(m_mutex);
        return m_calls;
    }
    bool was(const std::string& call) const
    {
        const auto all = calls();
        return std::find(all.begin(), all.end(), call) != all.end();
    }
    /// Calls that are being waited for right now.
    int waiting() const { return m_waiting; }
    /// Calls that may block and came from the thread that made this object: the GUI's.
    int callsFromTheGui() const { return m_fromGui; }
    SandboxSpec lastSpec() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lastSpec;
    }

    // For the engine and its images.
    /// Errors: Cancelled, when it hung and was stopped.
    Result<void> enter(const std::string& kind, const std::string& detail, std::stop_token stop)
    {
        if (std::this_thread::get_id() == m_gui)
            ++m_fromGui;
        std::unique_lock lock(m_mutex);
        m_calls.push_back(detail.empty() ? kind : kind + " " + detail);
        ++m_waiting;
        m_changed.wait(lock, stop, [&] { return !m_hung.contains(kind); });
        --m_waiting;
        if (m_hung.contains(kind))
            return Error(ErrorCode::Cancelled, "stopped");
        return {};
    }
    EngineStatus status(const std::string& connection) const
    {
        const std::lock_guard lock(m_mutex);
        EngineStatus status;
        status.engine = engine;
        status.usable = m_problem.empty();
        status.problem = m_problem;
        status.remedy = m_remedy;
        status.reachable = status.usable;
        if (status.reachable)
            status.version = engine + " 1.0";
        status.connection = connection;
        status.host = host;
        status.isolation.layers = {"namespaces", "system-call filter"};
        status.isolation.missing = {{"disk quota", "the file system has none", "use another"}};
        return status;
    }
    Result<void> checkUsable() const
    {
        const std::lock_guard lock(m_mutex);
        if (!m_problem.empty())
            return Error(ErrorCode::Unavailable, m_problem);
        return {};
    }
    bool has(const std::string& image) const
    {
        const std::lock_guard lock(m_mutex);
        return m_images.contains(image);
    }
    std::string pullProblem() const
    {
        const std::lock_guard lock(m_mutex);
        return m_pullProblem;
    }
    void keep(const SandboxSpec& spec)
    {
        const std::lock_guard lock(m_mutex);
        m_lastSpec = spec;
    }

private:
    const std::thread::id m_gui = std::this_thread::get_id();
    mutable std::mutex m_mutex;
    StoppableCondition m_changed;
    std::set<std::string> m_hung, m_images; // this and what follows: guarded by m_mutex
    std::string m_problem, m_remedy, m_pullProblem;
    std::vector<std::string> m_calls;
    SandboxSpec m_lastSpec;
    std::atomic<int> m_waiting = 0, m_fromGui = 0;
};

class FakeImages : public ImageStore
{
public:
    explicit FakeImages(std::shared_ptr<EngineScript> script)
        : m_script(std::move(script))
    {
    }

    Result<std::vector<ImageInfo>> list(std::stop_token stop) override
    {
        SANDBENCH_TRY_VOID(m_script->enter("list", {}, stop));
        SANDBENCH_TRY_VOID(m_script->checkUsable());
        std::vector<ImageInfo> images;
        for (const std::string& tag : m_script->tags) {
            ImageInfo& image = images.emplace_back();
            image.id = "sha256:1";
            image.tags = {tag};
            image.bytes = 1 << 20;
        }
        return images;
    }
    Result<ImageInfo> inspect(const std::string& image, std::stop_token stop) override
    {
        SANDBENCH_TRY_VOID(m_script->enter("inspect", image, stop));
        SANDBENCH_TRY_VOID(m_script->checkUsable());
        if (!m_script->has(image))
            return Error(ErrorCode::NotFound, "no image " + image + "; pull it");
        ImageInfo info;
        info.bytes = 3 << 20;
        info.platform = "linux/amd64";
        return info;
    }
    Result<std::string> pull(
        const PullRequest& request, const OnImageProgress& onProgress,
        std::stop_token stop) override
    {
        ImageProgress progress;
        progress.layers
            = {{"aaaaaaaaaaaaaaaa", "Downloading", 1 << 20, 4 << 20},
               {"bbbbbbbbbbbbbbbb", "Pull complete", 2 << 20, 2 << 20}};
        progress.doneBytes = 3 << 20;
        progress.totalBytes = 6 << 20;
        progress.bytesPerSecond = 1 << 20;
        onProgress(progress);
        SANDBENCH_TRY_VOID(m_script->enter("pull", request.image, stop));
        if (const std::string problem = m_script->pullProblem(); !problem.empty())
            return Error(ErrorCode::PermissionDenied, problem);
        m_script->addImage(request.image);
        return std::string("sha256:2");
    }
    Result<std::string> build(const BuildRequest&, const OnImageProgress&, std::stop_token) override
    {
        return no();
    }
    Result<void> tag(const std::string&, const std::string&, std::stop_token) override
    {
        return no();
    }
    Result<void> remove(const std::string&, std::stop_token) override { return no(); }
    Result<std::string>
    import(const std::string&, const std::string&, const OnImageProgress&, std::stop_token) override
    {
        return no();
    }
    Result<std::string> commit(const std::string&, const std::string&, std::stop_token) override
    {
        return no();
    }
    Result<std::vector<ImageLayer>> history(const std::string&, std::stop_token) override
    {
        return no();
    }
    Result<ImageUsers> users(std::stop_token) override { return ImageUsers(); }
    Result<void>
    save(const std::string&, const std::string&, const OnImageProgress&, std::stop_token) override
    {
        return no();
    }
    Result<std::vector<std::string>>
    load(const std::string&, const OnImageProgress&, std::stop_token) override
    {
        return no();
    }
    Result<DiskUse> diskUse(std::stop_token) override { return no(); }
    Result<std::uint64_t> prune(std::stop_token) override { return no(); }

private:
    static Error no() { return Error(ErrorCode::Unsupported, "not in this test"); }

    std::shared_ptr<EngineScript> m_script;
};

/// A sandbox of the real engine that says it was made from an image.
class FakeInstance : public Instance
{
public:
    FakeInstance(std::unique_ptr<Instance> real, const SandboxSpec& spec)
        : m_real(std::move(real))
        , m_isolation(m_real->isolation())
        , m_image(spec.image)
        , m_network(spec.network.name.empty() ? "none" : spec.network.name)
    {
        if (!spec.network.name.empty())
            m_isolation.relaxations.push_back("network " + m_network);
    }

    ByteStream& stream() override { return m_real->stream(); }
    GuestSetup guestSetup() const override { return m_real->guestSetup(); }
    const IsolationReport& isolation() const override { return m_isolation; }
    std::string image() const override { return m_image; }
    std::string network() const override { return m_network; }
    Result<void> dropNetwork(std::stop_token) override
    {
        m_network += " (dropped)";
        return {};
    }
    ResourceCounters counters() const override { return m_real->counters(); }
    void resetPeak() override { m_real->resetPeak(); }
    std::string description() const override { return m_real->description(); }
    Result<void> close() override { return m_real->close(); }

private:
    std::unique_ptr<Instance> m_real;
    IsolationReport m_isolation;
    std::string m_image, m_network;
};

class FakeEngine : public Engine
{
public:
    FakeEngine(std::shared_ptr<EngineScript> script, std::string connection)
        : m_script(std::move(script))
        , m_images(m_script)
        , m_connection(std::move(connection))
    {
    }

    std::string name() const override { return m_script->engine; }
    EngineStatus probe(std::stop_token stop) override { return ask("probe", stop); }
    EngineStatus look(std::stop_token stop) override { return ask("look", stop); }
    EngineStatus ask(const std::string& call, std::stop_token stop)
    {
        const auto entered = m_script->enter(call, m_connection, stop);
        if (entered)
            return m_script->status(m_connection);
        EngineStatus status;
        status.problem = entered.error().text();
        return status;
    }
    Result<std::unique_ptr<Instance>> open(const SandboxSpec& spec, std::stop_token stop) override
    {
        m_script->keep(spec);
        if (spec.onWaiting && !m_script->waitingReason.empty())
            spec.onWaiting(m_script->waitingReason);
        SANDBENCH_TRY_VOID(m_script->enter("open", {}, stop));
        SANDBENCH_TRY_VOID(m_script->checkUsable());
        if (!m_script->real)
            return Error(ErrorCode::Unavailable, "this engine opens nothing");
        SandboxSpec plain = spec;
        plain.image.clear();
        plain.network = {};
        plain.own = {};
        SANDBENCH_TRY(auto instance, m_script->real->open(plain, stop));
        return std::make_unique<FakeInstance>(std::move(instance), spec);
    }
    ImageStore* images() override { return m_script->hasImages ? &m_images : nullptr; }

private:
    std::shared_ptr<EngineScript> m_script;
    FakeImages m_images;
    std::string m_connection;
};

/// A machine with an embedded engine and Docker, both of the test.
struct FakeEngines
{
    std::shared_ptr<EngineScript> local = std::make_shared<EngineScript>("local");
    std::shared_ptr<EngineScript> docker = std::make_shared<EngineScript>("docker");
    std::shared_ptr<EngineScript> cluster; ///< Null = none is offered.

    FakeEngines() { local->hasImages = false; }
    void addCluster()
    {
        cluster = std::make_shared<EngineScript>("kubernetes");
        cluster->hasImages = false;
    }

    std::unique_ptr<ui::EngineSource> source(SizeCatalog sizes = {}, Settings settings = {}) const
    {
        const auto make = [local = local, docker = docker,
                           cluster = cluster](const std::string& connection, const std::string&) {
            EngineRegistry registry;
            for (const auto& script : {local, docker, cluster})
                if (script)
                    (void)registry.add(std::make_unique<FakeEngine>(script, connection))
                        .has_value();
            return registry;
        };
        const auto find
            = [docker = docker, cluster = cluster](
                  const std::string& engine) -> Result<std::vector<docker::Connection>> {
            return cluster && engine == cluster->engine ? cluster->connections
                                                        : docker->connections;
        };
        return std::make_unique<ui::EngineSource>(
            make, find, std::move(sizes), std::move(settings));
    }
};

/// "unix:///run/a.sock"
inline docker::Connection
unixConnection(const std::string& name, const std::string& path, const std::string& source)
{
    docker::Connection connection;
    connection.engine = "docker";
    connection.name = name;
    connection.endpoint.kind = net::Endpoint::Kind::Unix;
    connection.endpoint.path = path;
    connection.source = source;
    return connection;
}

} // namespace sandbench::test
