// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/config/settings.h"

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/base/units.h"

#include <algorithm>
#include <cstdlib>

namespace sandbench {

namespace {

constexpr std::size_t kMaxBytes = 1U << 20;
constexpr int kMaxDepth = 16;
constexpr std::size_t kMostConnections = 256;
constexpr std::size_t kLongestName = 64;
constexpr int kMostHistoryRuns = 1'000'000;
constexpr std::uint64_t kLeastHistoryBytes = 1ULL << 20, kMostHistoryBytes = 1ULL << 40;

Error fieldError(const std::string& field, const std::string& problem)
{
    return Error(ErrorCode::InvalidArgument, "field '" + field + "' " + problem);
}

Result<std::string> readText(const Json& object, const std::string& prefix, const std::string& key)
{
    const Json& value = jsonField(object, key);
    if (!value.is_string() || value.get_ref<const std::string&>().empty())
        return fieldError(prefix + key, "is missing or is not a non-empty text");
    auto text = value.get<std::string>();
    if (text.find('\0') != std::string::npos)
        return fieldError(prefix + key, "holds a NUL character");
    return text;
}

Result<void> readPemPath(
    const Json& object, const std::string& prefix, const std::string& key, std::string& into)
{
    if (jsonField(object, key).is_null())
        return {};
    SANDBENCH_TRY(into, readText(object, prefix, key));
    if (!into.starts_with('/'))
        return fieldError(prefix + key, "is not the absolute path of a PEM file");
    return {};
}

Result<void>
checkKeys(const Json& object, const std::vector<std::string_view>& known, const std::string& prefix)
{
    for (const auto& [key, value] : object.items()) {
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        std::string names;
        for (const auto name : known)
            names += (names.empty() ? "" : ", ") + std::string(name);
        return fieldError(prefix + key, "is not known; the known ones are " + names);
    }
    return {};
}

Result<void> readTls(const Json& tls, const std::string& prefix, net::Endpoint& endpoint)
{
    if (tls.is_null())
        return {};
    if (!tls.is_object())
        return fieldError(prefix.substr(0, prefix.size() - 1), "is not an object");
    SANDBENCH_TRY_VOID(checkKeys(tls, {"ca", "cert", "key"}, prefix));
    SANDBENCH_TRY_VOID(readPemPath(tls, prefix, "ca", endpoint.tls.ca));
    SANDBENCH_TRY_VOID(readPemPath(tls, prefix, "cert", endpoint.tls.cert));
    SANDBENCH_TRY_VOID(readPemPath(tls, prefix, "key", endpoint.tls.key));
    if (endpoint.tls.cert.empty() != endpoint.tls.key.empty())
        return fieldError(
            prefix + (endpoint.tls.cert.empty() ? "cert" : "key"),
            "is missing: a certificate and its key go together");
    if (endpoint.kind == net::Endpoint::Kind::Tcp)
        endpoint.kind = net::Endpoint::Kind::Tls;
    if (endpoint.kind != net::Endpoint::Kind::Tls)
        return fieldError(
            prefix.substr(0, prefix.size() - 1), "is only for tcp:// and https:// addresses");
    return {};
}

Result<ConnectionProfile> readConnection(const Json& entry, const std::string& prefix)
{
    if (!entry.is_object())
        return fieldError(prefix.substr(0, prefix.size() - 1), "is not an object");
    SANDBENCH_TRY_VOID(checkKeys(entry, {"name", "engine", "address", "tls"}, prefix));
    ConnectionProfile profile;
    SANDBENCH_TRY(profile.name, readText(entry, prefix, "name"));
    if (!isPlainName(profile.name))
        return fieldError(
            prefix + "name", "may hold letters, digits, '-', '_' and '.', at most 64 of them");
    SANDBENCH_TRY(profile.engine, readText(entry, prefix, "engine"));
    if (profile.engine != "docker" && profile.engine != "podman" && profile.engine != "ssh")
        return fieldError(prefix + "engine", "is none of \"docker\", \"podman\" and \"ssh\"");
    SANDBENCH_TRY(const auto address, readText(entry, prefix, "address"));
    auto endpoint = net::parseEndpoint(address);
    if (!endpoint)
        return fieldError(prefix + "address", "is no address: " + endpoint.error().message());
    profile.endpoint = *std::move(endpoint);
    if (profile.engine == "ssh"
        && (profile.endpoint.kind != net::Endpoint::Kind::Ssh || !profile.endpoint.path.empty()))
        return fieldError(prefix + "address", "is no machine behind ssh, as in ssh://me@host");
    SANDBENCH_TRY_VOID(readTls(jsonField(entry, "tls"), prefix + "tls.", profile.endpoint));
    return profile;
}

Result<std::vector<ConnectionProfile>> readConnections(const Json& list)
{
    std::vector<ConnectionProfile> profiles;
    if (list.is_null())
        return profiles;
    if (!list.is_array() || list.size() > kMostConnections)
        return fieldError("connections", "is not a list of at most 256 objects");
    for (const auto& entry : list) {
        const auto prefix = "connections[" + std::to_string(profiles.size()) + "].";
        SANDBENCH_TRY(auto profile, readConnection(entry, prefix));
        for (const auto& other : profiles)
            if (other.name == profile.name)
                return fieldError(prefix + "name", "is there twice: '" + profile.name + "'");
        profiles.push_back(std::move(profile));
    }
    return profiles;
}

Result<void> readBytes(const Json& history, const char* key, std::int64_t& into)
{
    const Json& value = jsonField(history, key);
    if (value.is_null())
        return {};
    const auto bytes = value.is_string() ? parseSize(value.get_ref<const std::string&>())
                                         : Error(ErrorCode::InvalidArgument, "no text");
    if (!bytes || *bytes < kLeastHistoryBytes || *bytes > kMostHistoryBytes)
        return fieldError("history." + std::string(key), "is no size from \"1m\" to \"1t\"");
    into = static_cast<std::int64_t>(*bytes);
    return {};
}

Result<HistorySettings> readHistory(const Json& json)
{
    HistorySettings history;
    if (json.is_null())
        return history;
    if (!json.is_object())
        return fieldError("history", "is not an object");
    SANDBENCH_TRY_VOID(checkKeys(json, {"runs", "records", "results"}, "history."));
    if (const Json& runs = jsonField(json, "runs"); !runs.is_null()) {
        if (!runs.is_number_integer() || runs < 1 || runs > kMostHistoryRuns)
            return fieldError("history.runs", "is no number from 1 to 1,000,000");
        history.runs = runs.get<std::int64_t>();
    }
    SANDBENCH_TRY_VOID(readBytes(json, "records", history.recordBytes));
    SANDBENCH_TRY_VOID(readBytes(json, "results", history.resultBytes));
    return history;
}

} // namespace

bool isPlainName(std::string_view name)
{
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '-' || c == '_' || c == '.';
    };
    return !name.empty() && name.size() <= kLongestName
        && std::all_of(name.begin(), name.end(), allowed);
}

Result<Settings> parseSettings(std::string_view json)
{
    const auto object = parseJson(json, kMaxBytes, kMaxDepth);
    if (!object)
        return Error(
            ErrorCode::InvalidArgument,
            object.error().message() + "; correct it, or move it away to begin anew");
    if (!object->is_object())
        return Error(ErrorCode::InvalidArgument, "settings are one JSON object");
    Settings settings;
    SANDBENCH_TRY(settings.connections, readConnections(jsonField(*object, "connections")));
    if (const Json& sizes = jsonField(*object, "sizes"); !sizes.is_null()) {
        auto own = readSizes(sizes);
        if (!own)
            return fieldError("sizes", "is wrong: " + own.error().message());
        settings.sizes = *std::move(own);
    }
    if (const Json& defaults = jsonField(*object, "defaults"); !defaults.is_null()) {
        if (!defaults.is_object())
            return fieldError("defaults", "is not an object");
        settings.defaults = defaults;
    }
    if (const Json& pools = jsonField(*object, "pools"); !pools.is_null()) {
        if (!pools.is_array())
            return fieldError("pools", "is not a list");
        settings.pools = pools;
    }
    SANDBENCH_TRY(settings.history, readHistory(jsonField(*object, "history")));
    SANDBENCH_TRY(settings.packages, readPackageSettings(jsonField(*object, "packages")));
    return settings;
}

Result<Settings> loadSettings(const std::string& path)
{
    if (path.empty())
        return Settings();
    const auto text = readFile(path, kMaxBytes);
    if (!text && text.error().code() == ErrorCode::NotFound)
        return Settings();
    if (!text)
        return Error(
            text.error().code() == ErrorCode::ResourceExhausted ? ErrorCode::InvalidArgument
                                                                : text.error().code(),
            text.error().message());
    auto settings = parseSettings(*text);
    if (!settings)
        return Error(settings.error().code(), path + ": " + settings.error().message());
    return settings;
}

std::string configFolder()
{
    // A relative value is to be ignored, says the specification.
    const char* config = std::getenv("XDG_CONFIG_HOME");
    if (config && config[0] == '/')
        return std::string(config) + "/sandbench";
    const char* home = std::getenv("HOME");
    return home && home[0] == '/' ? std::string(home) + "/.config/sandbench" : "";
}

std::string settingsPath()
{
    const auto folder = configFolder();
    return folder.empty() ? "" : folder + "/settings.json";
}

std::string stateFolder()
{
    // Source: systemd.exec(5), StateDirectory=; of several the first.
    const char* const service = std::getenv("STATE_DIRECTORY");
    if (service && service[0] == '/')
        return std::string(service).substr(0, std::string_view(service).find(':'));
    const char* const state = std::getenv("XDG_STATE_HOME");
    if (state && state[0] == '/')
        return std::string(state) + "/sandbench";
    const char* const home = std::getenv("HOME");
    return home && home[0] == '/' ? std::string(home) + "/.local/state/sandbench" : "";
}

} // namespace sandbench
