// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/batch_places.h"

#include "app/cli/gate.h"
#include "app/cli/named_server.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/text.h"
#include "core/base/text.h"
#include "core/workspace/defaults.h"

namespace sandbench::cli {
namespace {

constexpr const char* kConnectionNames[] = {"connection", "context"};

std::vector<std::string> connectionsIn(const std::string& text)
{
    std::vector<std::string> connections;
    std::string_view rest = text;
    do
        connections.emplace_back(takeUpTo(rest, ','));
    while (!rest.empty());
    return connections;
}

Json withoutConnections(Json said)
{
    for (const auto* name : kConnectionNames)
        said.erase(name);
    return said;
}

} // namespace

/// An engine by one connection.
struct BatchPlaces::Connected
{
    std::string connection;
    std::unique_ptr<Composition> parts;
    std::unique_ptr<workspace::Workspace> workspace;
    FirstOpenings first;
};

BatchPlaces::BatchPlaces(Signals& signals, PlacesAsked asked)
    : m_signals(signals)
    , m_asked(std::move(asked))
{
}

BatchPlaces::~BatchPlaces() = default;

Result<std::vector<std::unique_ptr<batch::Place>>> BatchPlaces::make()
{
    const auto& typed = m_asked.run.sandbox;
    const auto connection = workspace::connectionOf(typed);
    const bool hasEngine
        = m_asked.servers.empty() || typed.contains("engine") || !connection.empty();
    for (const auto& one : connectionsIn(hasEngine ? connection : std::string()))
        SANDBENCH_TRY_VOID(connect(one));
    auto own = m_asked.run;
    own.sandbox = m_said;
    SANDBENCH_TRY(const auto request, workspace::readSandbox(*m_connected.front()->parts, m_said));
    m_limits = request.runLimits;
    SANDBENCH_TRY(m_policy, policyOf(own));
    std::vector<std::unique_ptr<batch::Place>> places;
    for (auto& connected : m_connected)
        if (hasEngine) {
            SANDBENCH_TRY(auto place, enginePlace(*connected));
            places.push_back(std::move(place));
        }
    for (const auto& address : m_asked.servers) {
        SANDBENCH_TRY(auto place, serverPlace(address));
        places.push_back(std::move(place));
    }
    return places;
}

Result<void> BatchPlaces::connect(const std::string& connection)
{
    auto connected = std::make_unique<Connected>();
    connected->connection = connection;
    auto said = m_asked.run.sandbox;
    for (const auto* name : kConnectionNames)
        if (said.contains(name))
            said[name] = connection;
    SANDBENCH_TRY(connected->parts, compositionFor(said));
    // Many runs would push a person's own out of the history: the results are the record.
    SANDBENCH_TRY(
        connected->workspace,
        workspace::Workspace::open(*connected->parts, {.tell = note, .reaps = false}));
    m_said = withoutConnections(std::move(said));
    m_connected.push_back(std::move(connected));
    return {};
}

Result<std::unique_ptr<batch::Place>> BatchPlaces::enginePlace(Connected& connected)
{
    batch::EnginePlaceOptions options;
    options.name = jsonString(m_said, "engine", "local")
        + (connected.connection.empty() ? "" : " " + connected.connection);
    options.said = m_said;
    options.reuse = m_asked.reuse;
    options.gateConfirmed = m_asked.run.yes;
    options.open = [this, &connected](workspace::SandboxRequest request, const std::stop_token&) {
        const auto image = request.session.sandbox.image;
        return connected.first.open(image, [&] {
            return openSandbox(
                *connected.workspace, m_signals, std::move(request),
                {Warm::Never, m_asked.run.verbose, m_policy, m_asked.run.yes});
        });
    };
    return batch::makeEnginePlace(*connected.workspace, std::move(options));
}

Result<std::unique_ptr<batch::Place>> BatchPlaces::serverPlace(const std::string& address)
{
    SANDBENCH_TRY(const auto server, readNamedServer(address, m_asked.tokenFile));
    auto said = m_asked.run.sandbox;
    if (!m_asked.run.policy.empty())
        said["policy"] = m_asked.run.policy;
    return batch::makeServerPlace(server, std::move(said)).within("--server");
}

const LanguageCatalog& BatchPlaces::languages() const
{
    return m_connected.front()->parts->languages();
}

void BatchPlaces::closeAll()
{
    for (const auto& connected : m_connected)
        connected->workspace->sandboxes().closeAll();
}

} // namespace sandbench::cli
