// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/docker_contexts.h"

#include "core/base/fd.h"
#include "core/base/json.h"

#include <algorithm>
#include <filesystem>

namespace sandbench::docker {

namespace {

using Kind = net::Endpoint::Kind;

constexpr std::size_t kMaxFileBytes = 1U << 20;
constexpr std::size_t kMostContexts = 256;

std::string configFolder(const Surroundings& surroundings)
{
    if (auto folder = surroundings.variable("DOCKER_CONFIG"); !folder.empty())
        return folder;
    const auto home = surroundings.variable("HOME");
    return home.empty() ? "" : home + "/.docker";
}

std::string ifThere(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) ? path : "";
}

net::TlsFiles certificatesIn(const std::string& folder)
{
    return {
        ifThere(folder + "/ca.pem"), ifThere(folder + "/cert.pem"), ifThere(folder + "/key.pem")};
}

bool isEmpty(const net::TlsFiles& files)
{
    return files.ca.empty() && files.cert.empty() && files.key.empty();
}

/// The name of the context in use; empty = none.
Result<std::string> currentContext(const Surroundings& surroundings)
{
    if (!surroundings.variable("DOCKER_HOST").empty())
        return std::string();
    auto name = surroundings.variable("DOCKER_CONTEXT");
    const auto path = configFolder(surroundings) + "/config.json";
    if (name.empty()) {
        const auto text = readFile(path, kMaxFileBytes);
        if (!text)
            return std::string();
        const auto json = parseJson(*text, kMaxFileBytes);
        if (!json)
            return Error(
                ErrorCode::InvalidArgument,
                path + " cannot be read: " + json.error().message() + "; mend or remove it");
        name = jsonString(*json, "currentContext");
    }
    return name == "default" ? "" : name;
}

} // namespace

Result<net::Endpoint> dockerEndpoint(const std::string& address, const Surroundings& surroundings)
{
    SANDBENCH_TRY(auto endpoint, net::parseEndpoint(address));
    const bool wantsTls = !surroundings.variable("DOCKER_TLS_VERIFY").empty()
        || !surroundings.variable("DOCKER_TLS").empty();
    if (endpoint.kind == Kind::Tcp && wantsTls)
        endpoint.kind = Kind::Tls;
    if (endpoint.kind == Kind::Tls) {
        const auto folder = surroundings.variable("DOCKER_CERT_PATH");
        endpoint.tls = certificatesIn(folder.empty() ? configFolder(surroundings) : folder);
    }
    return endpoint;
}

Result<std::optional<Connection>> dockerFromEnvironment(const Surroundings& surroundings)
{
    const auto address = surroundings.variable("DOCKER_HOST");
    if (address.empty())
        return std::optional<Connection>();
    SANDBENCH_TRY(auto endpoint, dockerEndpoint(address, surroundings).within("DOCKER_HOST"));
    return std::optional<Connection>({"docker", "default", std::move(endpoint), "DOCKER_HOST"});
}

Result<Connection> parseContext(std::string_view metaJson, const std::string& tlsFolder)
{
    const auto json = parseJson(metaJson, kMaxFileBytes);
    if (!json)
        return Error(ErrorCode::InvalidArgument, json.error().message());
    const auto name = jsonString(*json, "Name");
    if (name.empty())
        return Error(ErrorCode::InvalidArgument, "it has no name");
    const Json& docker = jsonField(jsonField(*json, "Endpoints"), "docker");
    const auto host = jsonString(docker, "Host");
    if (host.empty())
        return Error(ErrorCode::InvalidArgument, "it has no docker endpoint");
    SANDBENCH_TRY(auto endpoint, net::parseEndpoint(host));
    const auto files = certificatesIn(tlsFolder + "/docker");
    if (endpoint.kind == Kind::Tcp && (!isEmpty(files) || jsonBool(docker, "SkipTLSVerify")))
        endpoint.kind = Kind::Tls;
    if (endpoint.kind == Kind::Tls)
        endpoint.tls = files;
    return Connection{"docker", name, std::move(endpoint), "context " + name};
}

Result<DockerContexts> dockerContexts(const Surroundings& surroundings)
{
    DockerContexts contexts;
    SANDBENCH_TRY(const auto wanted, currentContext(surroundings));
    const auto store = configFolder(surroundings) + "/contexts";
    std::optional<Error> broken;
    std::error_code failure;
    std::vector<std::string> folders;
    for (std::filesystem::directory_iterator it(store + "/meta", failure), end;
         !failure && it != end && folders.size() < kMostContexts; it.increment(failure))
        folders.push_back(it->path().filename().string());
    std::sort(folders.begin(), folders.end());
    for (const auto& folder : folders) {
        const auto meta = readFile(store + "/meta/" + folder + "/meta.json", kMaxFileBytes);
        if (!meta)
            continue;
        auto context = parseContext(*meta, store + "/tls/" + folder);
        if (context && context->name == wanted)
            contexts.current = *std::move(context);
        else if (context)
            contexts.others.push_back(*std::move(context));
        else if (const auto json = parseJson(*meta); json && jsonString(*json, "Name") == wanted)
            broken = context.error();
    }
    if (broken)
        return std::move(*broken).within("the docker context '" + wanted + "'");
    if (!wanted.empty() && !contexts.current)
        return Error(
            ErrorCode::InvalidArgument,
            "the docker context '" + wanted
                + "' is chosen, but there is none; see 'docker context ls', or unset "
                  "DOCKER_CONTEXT");
    return contexts;
}

} // namespace sandbench::docker
