// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/batch_places.h"

#include "app/cli/gate.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/base/text.h"
#include "core/engine/members.h"
#include "core/workspace/defaults.h"
#include "core/workspace/members.h"

#include <algorithm>
#include <arpa/inet.h>

namespace sandbench::cli {
namespace {

constexpr std::size_t kLongestToken = 4096;
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

/// What was typed is text; a server takes numbers where they are some.
Json forServer(const RunOptions& run)
{
    auto body = withoutConnections(run.sandbox);
    body.erase("engine");
    for (auto& [name, value] : body.items()) {
        const auto* member = workspace::findMember(name);
        const bool isNumber = member && value.is_string()
            && (member->field.type == FieldType::Number
                || member->field.type == FieldType::Integer);
        if (!isNumber)
            continue;
        if (auto number = parseJson(value.get<std::string>(), 64); number && number->is_number())
            value = *std::move(number);
    }
    if (!run.policy.empty())
        body["policy"] = run.policy;
    return body;
}

bool isThisMachine(const net::Endpoint& endpoint)
{
    in_addr number = {};
    // A name may begin with these digits as well.
    const bool isLoopback = ::inet_pton(AF_INET, endpoint.host.c_str(), &number) == 1
        && ntohl(number.s_addr) >> 24 == IN_LOOPBACKNET;
    return endpoint.kind == net::Endpoint::Kind::Unix || endpoint.host == "localhost"
        || endpoint.host == "::1" || isLoopback;
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
    auto endpoint = net::parseEndpoint(address);
    if (!endpoint)
        return std::move(endpoint.error()).within("--server");
    if (endpoint->kind == net::Endpoint::Kind::Ssh)
        return optionError("--server", "takes http:// and https:// addresses, and unix sockets");
    batch::ServerPlaceOptions options;
    SANDBENCH_TRY(options.token, readToken());
    if (!options.token.empty() && endpoint->kind == net::Endpoint::Kind::Tcp
        && !isThisMachine(*endpoint))
        note("warning: the token travels in clear text to " + printable(endpoint->text()));
    options.endpoint = *std::move(endpoint);
    options.said = forServer(m_asked.run);
    return batch::makeServerPlace(std::move(options));
}

Result<std::string> BatchPlaces::readToken() const
{
    if (m_asked.tokenFile.empty())
        return std::string();
    SANDBENCH_TRY(auto token, readFile(m_asked.tokenFile, kLongestToken).within("--server-token"));
    while (!token.empty() && (token.back() == '\n' || token.back() == '\r'))
        token.pop_back();
    const auto isOdd = [](char c) { return c <= ' ' || c > '~'; };
    if (token.empty() || std::any_of(token.begin(), token.end(), isOdd))
        return optionError("--server-token", "the file holds no token");
    return token;
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
