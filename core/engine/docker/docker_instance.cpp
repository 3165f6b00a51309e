// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/docker_instance.h"

#include "core/archive/tar_writer.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/docker/commit_changes.h"
#include "core/engine/docker/container_calls.h"
#include "core/engine/docker/image_reference.h"
#include "core/engine/docker/kept_container.h"
#include "core/engine/docker/refusals.h"
#include "core/engine/ownership.h"

#include <array>

namespace sandbench::docker {

namespace {

/// Two programs may give their sessions the same id.
std::string containerName(const std::string& sessionId)
{
    return "sandbench-" + sessionId + "-" + randomHex(4);
}

/// Somebody removed the agent's volume, is just filling it, or was stopped in the middle.
bool lacksAgent(const Error& error)
{
    return (error.code() == ErrorCode::Unavailable
            && error.message().starts_with(kAgentDidNotStart))
        || error.message().find(kAgentPath) != std::string::npos
        || error.message().find("text file busy") != std::string::npos;
}

/// Others may remove the agent's volume, and then the container that was made with the next one.
constexpr int kMostStarts = 3;

/// Who prunes an engine takes also what does not run yet. Podman's words, and Docker's.
bool isGone(const Error& error)
{
    return error.message().find("o such container") != std::string::npos;
}

Error inWords(Error error, const ImageFacts& image, const EngineFacts& facts)
{
    if (error.message().find("exec format error") != std::string::npos)
        return Error(
            ErrorCode::Unsupported,
            "the engine's machine (" + facts.architecture + ") cannot run programs for "
                + image.machine + "; use an image for it");
    return error;
}

} // namespace

DockerInstance::DockerInstance(
    std::shared_ptr<EngineLink> link, const SandboxSpec& spec, ImageFacts image)
    : m_link(std::move(link))
    , m_spec(spec)
    , m_image(std::move(image))
{
}

DockerInstance::~DockerInstance()
{
    (void)DockerInstance::close().has_value();
}

Result<std::unique_ptr<Instance>> DockerInstance::start(
    std::shared_ptr<EngineLink> link, const SandboxSpec& spec, const std::string& image,
    std::stop_token stop)
{
    SANDBENCH_TRY(auto facts, findImage(*link, image, containerOf(spec).platform, stop));
    if (!spec.tenant.maySee(facts.tenant))
        return missingImage(image);
    SANDBENCH_TRY([[maybe_unused]] const auto agent, agentFor(facts.machine));
    if (facts.machine != link->facts.architecture) {
        // Whether the machine emulates that processor, only a program for it can tell. The sandbox
        // itself has the machine's own agent: emulators put no filter on system calls.
        auto trial = spec;
        containerOf(trial).commitTag.clear();
        containerOf(trial).keepTemplate = true;
        SANDBENCH_TRY(const auto instance, startWithAgent(link, trial, facts, stop));
        SANDBENCH_TRY_VOID(instance->close());
        facts.machine = link->facts.architecture;
    }
    return startWithAgent(link, spec, facts, stop);
}

Result<std::unique_ptr<Instance>> DockerInstance::startWithAgent(
    const std::shared_ptr<EngineLink>& link, const SandboxSpec& spec, const ImageFacts& facts,
    std::stop_token stop)
{
    bool refilled = false;
    for (int left = kMostStarts;;) {
        std::unique_ptr<DockerInstance> instance(new DockerInstance(link, spec, facts));
        SANDBENCH_TRY(const auto volume, link->agents->prepare(facts, stop));
        SANDBENCH_TRY_VOID(instance->create(volume, stop));
        auto started = instance->fill(stop);
        if (started)
            started = instance->run(stop);
        if (started)
            return std::unique_ptr<Instance>(std::move(instance));
        const bool refills = !refilled && !volume.empty() && lacksAgent(started.error());
        if (--left == 0 || (!refills && !isGone(started.error())))
            return inWords(started.error(), facts, link->facts);
        SANDBENCH_TRY_VOID(instance->close());
        if (refills) {
            SANDBENCH_TRY_VOID(link->agents->refill(facts, stop));
            refilled = true;
        }
    }
}

Result<void> DockerInstance::create(const std::string& agentVolume, std::stop_token stop)
{
    SANDBENCH_TRY(
        m_plan, planContainer(m_spec, m_image, m_link->facts, agentVolume, ownerOfThisProcess()));
    m_since = m_link->now() - 1;
    // Known before the engine answers, so that also a call that is cut off leaves nothing behind.
    m_name = containerName(m_spec.sessionId);
    watch();
    Query query = {{"name", m_name}};
    if (!containerOf(m_spec).platform.empty())
        query["platform"] = containerOf(m_spec).platform;
    const auto made = m_link->api->post("/containers/create", query, m_plan.body, stop);
    if (!made) {
        m_isDoubtful = isDoubtful(made.error().code());
        return explainRefusal(made.error(), m_spec, *m_link, stop);
    }
    m_id = jsonString(*made, "Id", m_name);
    return {};
}

void DockerInstance::watch()
{
    const auto sweep = [this](std::stop_token stop) {
        (void)removeStale(*m_link->api, std::move(stop)).has_value();
    };
    const auto watchThing = [&](reaper::ThingKind kind, const std::string& name) {
        return m_link->reaper->watch(m_link->api->connection(), {kind, name}, m_spec.ttl, sweep);
    };
    if (auto missing = watchThing(reaper::ThingKind::Container, m_name))
        m_plan.isolation.missing.push_back(*std::move(missing));
    if (!containerOf(m_spec).keepTemplate)
        (void)watchThing(reaper::ThingKind::Image, m_image.id);
}

Result<void> DockerInstance::fill(std::stop_token stop)
{
    std::vector<TarEntry> entries;
    if (m_plan.putsAgent) {
        SANDBENCH_TRY(const auto agent, agentFor(m_image.machine));
        entries.push_back({std::string(kAgentPath.substr(1)), 0755, agent, false});
    }
    if (m_plan.putsFolders)
        for (const char* folder : {"work", "home/user"})
            entries.push_back({folder, 01777, {}, true});
    if (entries.empty())
        return {};
    SANDBENCH_TRY(auto tar, makeTar(entries));
    return putArchive(*m_link->api, m_id, "/", std::move(tar), stop);
}

Result<void> DockerInstance::run(std::stop_token stop)
{
    if (isKept()) {
        const auto started = m_link->api->post("/containers/" + m_id + "/start", {}, {}, stop);
        if (!started)
            return explainRefusal(started.error(), m_spec, *m_link, stop);
        m_started = true;
        return runAgent(std::move(stop));
    }
    const Query streams = {{"stream", "1"}, {"stdin", "1"}, {"stdout", "1"}, {"stderr", "1"}};
    const auto path = "/containers/" + m_id;
    SANDBENCH_TRY(
        auto framed,
        m_link->api->upgrade(path + "/attach", streams, {}, stop, m_link->attachPatience));
    m_stream = std::make_unique<DemuxStream>(std::move(framed));
    const auto started = m_link->api->post(path + "/start", {}, {}, stop);
    // Docker calls it a bad request when its runtime cannot start what the image holds.
    if (started.failedAs(ErrorCode::InvalidArgument))
        return Error(ErrorCode::Unavailable, started.error().message());
    if (!started)
        return explainRefusal(started.error(), m_spec, *m_link, stop);
    m_started = true;
    return awaitAgent(*m_stream, stop);
}

Result<void> DockerInstance::runAgent(std::stop_token stop)
{
    SANDBENCH_TRY(auto agent, execAgent(*m_link, m_id, {std::string(kAgentPath)}, "0:0", stop));
    m_execId = std::move(agent.id);
    m_stream = std::move(agent.stream);
    return awaitAgent(*m_stream, std::move(stop));
}

Result<std::unique_ptr<Instance>> DockerInstance::adopt(
    std::shared_ptr<EngineLink> link, const SandboxSpec& spec, std::stop_token stop)
{
    SANDBENCH_TRY(auto found, findKept(*link, spec, stop));
    std::unique_ptr<DockerInstance> instance(new DockerInstance(link, spec, {}));
    instance->m_image.name = found.container.imageName;
    instance->m_image.id = found.container.imageId;
    instance->m_plan.setup = found.container.setup;
    instance->m_plan.isolation = found.container.isolation;
    instance->m_plan.network = found.container.network;
    instance->m_networkDropped = found.isNetworkDropped;
    instance->m_since = link->now() - 1;
    instance->m_started = true;
    instance->m_id = found.container.id;
    instance->m_keptName = found.name;
    SANDBENCH_TRY_VOID(instance->runAgent(std::move(stop)));
    return std::unique_ptr<Instance>(std::move(instance));
}

Result<void> DockerInstance::keep()
{
    if (!isKept())
        return Instance::keep();
    if (m_name.empty())
        m_name = m_keptName;
    m_link->reaper->forget(m_link->api->connection(), {reaper::ThingKind::Container, m_name});
    return {};
}

void DockerInstance::endAgent()
{
    if (m_stream)
        m_stream->close();
    if (!m_execId.empty())
        awaitEndOfExec(*m_link->api, m_execId);
}

Result<void> DockerInstance::leave()
{
    if (!isKept())
        return close();
    if (!std::exchange(m_closed, true))
        endAgent();
    return {};
}

std::string DockerInstance::image() const
{
    return m_image.name + " (" + m_image.id + ")";
}

std::string DockerInstance::network() const
{
    return m_plan.network + (m_networkDropped ? " (dropped)" : "");
}

Result<void> DockerInstance::dropNetwork(std::stop_token stop)
{
    if (m_plan.network == "none" || m_networkDropped)
        return {};
    SANDBENCH_TRY_VOID(leaveNetworks(*m_link->api, m_id, stop));
    m_networkDropped = true;
    return {};
}

std::optional<Instance::EndCause> DockerInstance::endCause()
{
    return endOfContainer(*m_link->api, m_id, m_since);
}

std::string DockerInstance::description() const
{
    return m_link->facts.serverName + ", container " + m_id.substr(0, 12);
}

/// The agent has ended, and every program with it; the container is still there.
Result<void> DockerInstance::keepImage()
{
    const auto& tag = containerOf(m_spec).commitTag;
    if (tag.empty() || !m_started)
        return {};
    SANDBENCH_TRY_VOID(waitUntilEnded(*m_link->api, m_id));
    const bool isPodman = m_link->facts.dialect == Dialect::Podman;
    SANDBENCH_TRY(const auto name, localTag(tag, isPodman));
    const Query query
        = {{"container", m_id},
           {"repo", name.name()},
           {"tag", name.tag},
           {"changes",
            commitChanges(m_image, m_plan.setup.user, m_spec.tenant.id, m_keptEnv, isPodman)}};
    // Without it Docker would hand the agent on to an image that has no entry point.
    const Json body = {{"Entrypoint", Json::array()}};
    return withoutValue(m_link->api->post("/commit", query, body, {})
                            .within("keeping the sandbox as " + oneLine(tag, 200)));
}

Result<void> DockerInstance::close()
{
    if (std::exchange(m_closed, true))
        return {};
    if (m_stream)
        m_stream->close();
    if (m_name.empty())
        return {};
    const auto kept = keepImage();
    const auto removed = m_id.empty() ? Result<void>() : removeContainer(*m_link->api, m_id);
    const bool isMaybeThere = m_id.empty() ? m_isDoubtful : !removed;
    if (isMaybeThere)
        m_link->doubts->add(m_name);
    else
        m_link->reaper->forget(m_link->api->connection(), {reaper::ThingKind::Container, m_name});
    // Whose answer was not awaited may be made just now, or by a busy engine later still.
    if (m_id.empty() && isMaybeThere)
        m_link->doubts->settleSoon();
    SANDBENCH_TRY_VOID(removed);
    m_link->doubts->settle();
    // Refused while another container uses it, which is as it should be.
    if (!containerOf(m_spec).keepTemplate)
        (void)m_link->api->remove("/images/" + net::percentEncode(m_image.id), {}, {}).has_value();
    m_link->reaper->forget(m_link->api->connection(), {reaper::ThingKind::Image, m_image.id});
    return kept;
}

} // namespace sandbench::docker
