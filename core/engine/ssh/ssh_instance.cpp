// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ssh/ssh_instance.h"

#include "core/base/text.h"
#include "core/engine/ownership.h"

#include <utility>

namespace sandbench::ssh {

namespace {

using namespace std::chrono_literals;

/// A manager of services there may take long over a control group.
constexpr auto kPlacePatience = 60s;
constexpr auto kCountPatience = 2s;
constexpr auto kDropPatience = 5s;
/// The other machine has ten for it.
constexpr auto kEndPatience = 12s;
constexpr auto kLeavePatience = 2s;

Error isGone(const SandboxSpec& spec)
{
    return Error(
        ErrorCode::NotFound,
        "the other machine does not have the sandbox " + spec.sessionId + " any more");
}

Result<outpost::Placed> readPlacedFrom(SshStream& stream, std::stop_token stop)
{
    SANDBENCH_TRY(const auto line, stream.readLine(kPlacePatience, std::move(stop)));
    SANDBENCH_TRY(const auto answer, far::readAnswer(line));
    return outpost::readPlaced(answer);
}

} // namespace

SshInstance::SshInstance(std::shared_ptr<FarMachine> machine, const SandboxSpec& spec)
    : m_machine(std::move(machine))
    , m_spec(spec)
{
}

SshInstance::~SshInstance()
{
    (void)SshInstance::close().has_value();
}

Result<std::unique_ptr<SshInstance>> SshInstance::start(
    std::shared_ptr<FarMachine> machine, const SandboxSpec& spec, std::stop_token stop)
{
    std::unique_ptr<SshInstance> instance(new SshInstance(std::move(machine), spec));
    SANDBENCH_TRY_VOID(instance->place(stop));
    SANDBENCH_TRY_VOID(instance->hold(std::move(stop)));
    return instance;
}

Result<void> SshInstance::place(std::stop_token stop)
{
    SANDBENCH_TRY(const auto greeting, m_machine->reach(stop));
    outpost::OpenRequest request;
    request.spec = m_spec;
    request.owner = ownerOfThisProcess();
    SANDBENCH_TRY(request.filter, m_machine->filterFor(greeting.machine));
    SANDBENCH_TRY(auto stream, m_machine->start("open", {}, stop));
    SANDBENCH_TRY_VOID(stream->write(outpost::writeOpenRequest(request)));
    auto placed = readPlacedFrom(*stream, std::move(stop));
    if (!placed)
        return std::move(placed.error()).within("on " + m_machine->endpoint().text());
    m_placed = *std::move(placed);
    auto& layers = m_placed.isolation.layers;
    std::erase(layers, "ends with this program");
    layers.push_back(
        m_placed.isKept ? "ends after its time, or when it is removed"
                        : "ends when this program has been silent for "
                + std::to_string(m_spec.ttl.count()) + " s");
    m_opened = std::move(stream);
    return {};
}

Result<std::unique_ptr<SshInstance>> SshInstance::adopt(
    std::shared_ptr<FarMachine> machine, const SandboxSpec& spec, std::stop_token stop)
{
    const auto kept = parseKeptPlace(spec.adopts);
    if (!kept)
        return isGone(spec);
    std::unique_ptr<SshInstance> instance(new SshInstance(std::move(machine), spec));
    instance->m_isAdopted = true;
    instance->m_token = kept->token;
    instance->m_placed.name = kept->name;
    const auto attaching
        = [&instance](std::stop_token stopping) { return instance->attach(std::move(stopping)); };
    const auto ended = agent::HeldStream::endFormer(attaching, kept->token, stop);
    if (ended.failedAs(ErrorCode::NotFound) || instance->m_placed.sessionId != spec.sessionId)
        return ended || ended.failedAs(ErrorCode::NotFound) ? isGone(spec) : ended.error();
    SANDBENCH_TRY_VOID(ended);
    SANDBENCH_TRY_VOID(instance->hold(std::move(stop)));
    return instance;
}

Result<void> SshInstance::hold(std::stop_token stop)
{
    SANDBENCH_TRY(
        m_stream,
        agent::HeldStream::open(
            [this](std::stop_token stopping) { return attach(std::move(stopping)); },
            // As in a cluster: host and agent may have heard of each other a third of that before a
            // connection was lost, and whoever gives up first knows why.
            std::chrono::milliseconds(m_spec.ttl) * 2 / 3, std::move(stop), m_token));
    return {};
}

/// Errors: NotFound: the sandbox has ended, and another attempt is no use.
Result<std::unique_ptr<ByteStream>> SshInstance::attach(std::stop_token stop)
{
    if (m_opened)
        return std::move(m_opened);
    SANDBENCH_TRY(auto stream, m_machine->start("attach", m_placed.name, stop));
    SANDBENCH_TRY(auto placed, readPlacedFrom(*stream, std::move(stop)));
    if (placed.name != m_placed.name)
        return Error(ErrorCode::Protocol, "the other machine has another sandbox under that name");
    if (m_placed.sessionId.empty())
        m_placed = std::move(placed);
    return std::unique_ptr<ByteStream>(std::move(stream));
}

Json SshInstance::about(const char* what) const
{
    return {{"ask", what}, {"of", m_placed.name}};
}

Result<void> SshInstance::dropNetwork(std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto answer, m_machine->ask(about("drop_network"), kDropPatience, std::move(stop)));
    m_placed.network = far::textOf(answer, "network");
    return {};
}

ResourceCounters SshInstance::counters() const
{
    const auto answer = m_machine->ask(about("counters"), kCountPatience, {});
    return answer ? far::readCounters(*answer) : ResourceCounters();
}

void SshInstance::resetPeak()
{
    (void)m_machine->ask(about("reset"), kCountPatience, {}).has_value();
}

std::string SshInstance::description() const
{
    return m_placed.description + " on " + m_machine->endpoint().text();
}

std::string SshInstance::id() const
{
    return m_spec.keepFor.count() > 0 ? KeptPlace{m_placed.name, m_token}.text() : m_placed.name;
}

Result<void> SshInstance::keep()
{
    if (m_spec.keepFor.count() <= 0)
        return Instance::keep();
    m_isKept = true;
    m_stream->keep();
    return {};
}

Result<void> SshInstance::leave()
{
    return m_spec.keepFor.count() > 0 ? letGo() : close();
}

Result<void> SshInstance::letGo()
{
    if (std::exchange(m_isClosed, true) || !m_stream)
        return {};
    m_stream->close();
    (void)m_stream->awaitEnd(kLeavePatience);
    return {};
}

Result<void> SshInstance::close()
{
    // Before keep() it is whoever's that kept it before.
    if (m_isAdopted && !m_isKept)
        return letGo();
    if (std::exchange(m_isClosed, true) || m_placed.name.empty())
        return {};
    if (m_stream)
        m_stream->close();
    return askToEnd();
}

/// Over a new connection where the one that was there is lost.
Result<void> SshInstance::askToEnd()
{
    auto ended = m_machine->ask(about("end"), kEndPatience, {});
    if (ended.failedAs(ErrorCode::ConnectionLost) && m_machine->reach({}))
        ended = m_machine->ask(about("end"), kEndPatience, {});
    // It has ended by itself.
    if (ended || ended.error().code() == ErrorCode::NotFound)
        return {};
    return std::move(ended.error())
        .within(
            "ending the sandbox on " + m_machine->endpoint().text() + ", which ends by itself in "
            + std::to_string(m_spec.ttl.count()) + " s");
}

} // namespace sandbench::ssh
