// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/reaper/reaper_protocol.h"

#include "core/base/json.h"

#include <array>
#include <utility>

namespace sandbench::reaper {

namespace {

using Verb = ReaperMessage::Verb;
using Kind = net::Endpoint::Kind;

constexpr std::size_t kLongestLine = 64U << 10;
constexpr std::size_t kMostEngines = 64;
constexpr std::size_t kMostThings = 10'000;
constexpr std::size_t kLongestName = 1024;
constexpr std::int64_t kLongestLease = 10'000'000;
constexpr int kDepth = 4;

template <typename Enum, std::size_t Count>
using Names = std::array<std::pair<Enum, std::string_view>, Count>;

constexpr Names<Verb, 3> kVerbs
    = {{{Verb::Connect, "connect"}, {Verb::Made, "made"}, {Verb::Gone, "gone"}}};
constexpr Names<ThingKind, 5> kThings
    = {{{ThingKind::Container, "container"},
        {ThingKind::Volume, "volume"},
        {ThingKind::Network, "network"},
        {ThingKind::Image, "image"},
        {ThingKind::Pod, "pod"}}};
constexpr Names<Kind, 4> kEndpoints
    = {{{Kind::Unix, "unix"}, {Kind::Tcp, "tcp"}, {Kind::Tls, "tls"}, {Kind::Ssh, "ssh"}}};

template <typename Table> std::string nameOf(const Table& table, auto wanted)
{
    for (const auto& [value, name] : table)
        if (value == wanted)
            return std::string(name);
    return {};
}

template <typename Table>
auto valueOf(const Table& table, std::string_view wanted)
    -> std::optional<std::remove_const_t<decltype(table[0].first)>>
{
    for (const auto& [value, name] : table)
        if (name == wanted)
            return value;
    return std::nullopt;
}

Json toJson(const net::Endpoint& endpoint)
{
    return {
        {"kind", nameOf(kEndpoints, endpoint.kind)},
        {"path", endpoint.path},
        {"host", endpoint.host},
        {"port", endpoint.port},
        {"user", endpoint.user},
        {"identity", endpoint.identity},
        {"own", endpoint.isOwnMachine},
        {"ca", endpoint.tls.ca},
        {"cert", endpoint.tls.cert},
        {"key", endpoint.tls.key}};
}

std::optional<net::Endpoint> readEndpoint(const Json& json)
{
    const auto kind = valueOf(kEndpoints, jsonString(json, "kind"));
    const auto port = jsonInt(json, "port", -1);
    if (!kind || port < 0 || port > 65535)
        return std::nullopt;
    net::Endpoint endpoint;
    endpoint.kind = *kind;
    endpoint.path = jsonString(json, "path");
    endpoint.host = jsonString(json, "host");
    endpoint.port = static_cast<std::uint16_t>(port);
    endpoint.user = jsonString(json, "user");
    endpoint.identity = jsonString(json, "identity");
    endpoint.isOwnMachine = jsonBool(json, "own");
    endpoint.tls = {jsonString(json, "ca"), jsonString(json, "cert"), jsonString(json, "key")};
    return endpoint;
}

bool readConnection(const Json& json, ReaperMessage& message)
{
    auto endpoint = readEndpoint(jsonField(json, "endpoint"));
    if (!endpoint)
        return false;
    message.connection
        = {jsonString(json, "name"), jsonString(json, "profile"), *std::move(endpoint),
           jsonString(json, "source")};
    return true;
}

bool readThing(const Json& json, ReaperMessage& message)
{
    const auto kind = valueOf(kThings, jsonString(json, "kind"));
    const auto lease = jsonInt(json, "lease", -1);
    message.thing.name = jsonString(json, "name");
    if (!kind || message.thing.name.empty() || message.thing.name.size() > kLongestName || lease < 0
        || lease > kLongestLease)
        return false;
    message.thing.kind = *kind;
    message.lease = std::chrono::seconds(lease);
    return true;
}

} // namespace

std::string encodeReaperMessage(const ReaperMessage& message)
{
    Json json = {{"verb", nameOf(kVerbs, message.verb)}, {"engine", message.engine}};
    if (message.verb == Verb::Connect) {
        json["name"] = message.connection.engine;
        json["profile"] = message.connection.name;
        json["source"] = message.connection.source;
        json["endpoint"] = toJson(message.connection.endpoint);
    } else {
        json["kind"] = nameOf(kThings, message.thing.kind);
        json["name"] = message.thing.name;
        json["lease"] = message.lease.count();
    }
    return writeJson(json) + "\n";
}

std::optional<ReaperMessage> parseReaperMessage(std::string_view line)
{
    const auto json = parseJson(line, kLongestLine, kDepth);
    if (!json)
        return std::nullopt;
    const auto verb = valueOf(kVerbs, jsonString(*json, "verb"));
    const auto engine = jsonInt(*json, "engine", -1);
    if (!verb || engine < 0 || engine >= static_cast<std::int64_t>(kMostEngines))
        return std::nullopt;
    ReaperMessage message;
    message.verb = *verb;
    message.engine = static_cast<unsigned>(engine);
    const bool whole
        = *verb == Verb::Connect ? readConnection(*json, message) : readThing(*json, message);
    return whole ? std::optional(std::move(message)) : std::nullopt;
}

void ReaperBook::feed(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto piece = bytes.substr(0, end);
        m_tooLong = m_tooLong || m_line.size() + piece.size() > kLongestLine;
        if (!m_tooLong)
            m_line += piece;
        if (end == std::string_view::npos)
            return;
        bytes.remove_prefix(end + 1);
        if (!m_tooLong)
            takeLine();
        m_line.clear();
        m_tooLong = false;
    }
}

void ReaperBook::takeLine()
{
    auto message = parseReaperMessage(m_line);
    if (!message)
        return;
    if (message->verb == Verb::Connect) {
        m_engines[message->engine].connection = std::move(message->connection);
        return;
    }
    const auto engine = m_engines.find(message->engine);
    if (engine == m_engines.end())
        return;
    auto& left = engine->second.left;
    if (message->verb == Verb::Gone)
        left.erase(message->thing);
    else if (left.size() < kMostThings)
        left[message->thing] = message->lease;
}

} // namespace sandbench::reaper
