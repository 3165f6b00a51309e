// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/registry_auth.h"

#include "core/base/base64.h"
#include "core/base/fd.h"
#include "core/process/run_program.h"

#include <algorithm>
#include <array>

namespace sandbench::docker {
namespace {

constexpr std::size_t kMaxConfig = 1U << 20;
// Docker Hub's name in the files of old and new programs alike.
constexpr std::string_view kHubKey = "https://index.docker.io/v1/";

constexpr std::string_view kUrlDigits = "-_";

// "https://registry.example/v1/" is "registry.example"; namespaces stay: "registry.example/team".
std::string keyOf(std::string_view key)
{
    for (const std::string_view scheme : {"https://", "http://"}) {
        if (key.starts_with(scheme))
            key.remove_prefix(scheme.size());
    }
    for (const std::string_view version : {"/v1/", "/v2/", "/v1", "/v2", "/"}) {
        if (key.ends_with(version)) {
            key.remove_suffix(version.size());
            break;
        }
    }
    const auto text = std::string(key);
    return text == "index.docker.io" || text == "registry-1.docker.io" ? "docker.io" : text;
}

// How much of the image's name @p key covers; 0 = it is another's.
std::size_t coverage(const std::string& key, const ImageReference& image)
{
    const auto name = image.name();
    const bool covers = name == key || name.starts_with(key + "/");
    return covers ? key.size() : 0;
}

std::optional<Credentials> loginOf(const Json& entry)
{
    Credentials credentials;
    credentials.identityToken = jsonString(entry, "identitytoken");
    credentials.user = jsonString(entry, "username");
    credentials.password = jsonString(entry, "password");
    if (const auto both = fromBase64(jsonString(entry, "auth")); both && !both->empty()) {
        const auto colon = both->find(':');
        if (colon != std::string::npos) {
            credentials.user = both->substr(0, colon);
            credentials.password = both->substr(colon + 1);
            // Some programs pad it with NULs.
            credentials.password.resize(
                std::min(credentials.password.find('\0'), credentials.password.size()));
        }
    }
    if (credentials.user.empty() && credentials.identityToken.empty())
        return std::nullopt;
    return credentials;
}

Json loginJson(const Credentials& credentials, const std::string& registry)
{
    const auto server = registry == "docker.io" ? std::string(kHubKey) : registry;
    if (!credentials.identityToken.empty())
        return {{"identitytoken", credentials.identityToken}, {"serveraddress", server}};
    return {
        {"username", credentials.user},
        {"password", credentials.password},
        {"serveraddress", server}};
}

bool isProgramName(const std::string& name)
{
    return !name.empty() && name.size() <= 64
        && name.find_first_not_of(
               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
        == std::string::npos;
}

constexpr std::size_t kMaxHelperAnswer = 64U << 10;

} // namespace

std::vector<std::string>
credentialFiles(const std::string& engine, const Surroundings& surroundings)
{
    std::vector<std::string> files;
    const auto add = [&](const std::string& folder, const char* name) {
        if (!folder.empty())
            files.push_back(folder + name);
    };
    const auto home = surroundings.variable("HOME");
    if (engine == "podman") {
        const auto named = surroundings.variable("REGISTRY_AUTH_FILE");
        if (!named.empty())
            return {named};
        add(surroundings.variable("XDG_RUNTIME_DIR"), "/containers/auth.json");
        const auto config = surroundings.variable("XDG_CONFIG_HOME");
        add(config.empty() && !home.empty() ? home + "/.config" : config, "/containers/auth.json");
    }
    const auto config = surroundings.variable("DOCKER_CONFIG");
    add(config.empty() && !home.empty() ? home + "/.docker" : config, "/config.json");
    return files;
}

Result<CredentialEntry> credentialsIn(std::string_view json, const ImageReference& image)
{
    const auto config = parseJson(json, kMaxConfig, 16);
    if (!config || !config->is_object())
        return Error(ErrorCode::InvalidArgument, "is not a JSON object");
    CredentialEntry entry;
    std::size_t best = 0;
    const Json& helpers = jsonField(*config, "credHelpers");
    if (helpers.is_object()) {
        for (const auto& [key, helper] : helpers.items()) {
            const auto covered = coverage(keyOf(key), image);
            if (covered > best && helper.is_string()) {
                best = covered;
                entry.helper = helper.get<std::string>();
                entry.server = key;
            }
        }
    }
    const Json& auths = jsonField(*config, "auths");
    if (auths.is_object()) {
        for (const auto& [key, login] : auths.items()) {
            const auto covered = coverage(keyOf(key), image);
            auto credentials = loginOf(login);
            if (covered > best && credentials) {
                best = covered;
                entry = {std::move(credentials), {}, {}};
            }
        }
    }
    if (best == 0) {
        entry.helper = jsonString(*config, "credsStore");
        entry.server = image.registry == "docker.io" ? std::string(kHubKey) : image.registry;
    }
    if (!entry.helper.empty() && !isProgramName(entry.helper))
        return Error(ErrorCode::InvalidArgument, "names a credential helper that cannot be one");
    return entry;
}

Result<Credentials> parseHelperAnswer(std::string_view json)
{
    const auto answer = parseJson(json, 64U << 10, 4);
    if (!answer || !answer->is_object() || !jsonField(*answer, "Secret").is_string())
        return Error(ErrorCode::Protocol, "it printed no login");
    const auto user = jsonString(*answer, "Username");
    const auto secret = jsonString(*answer, "Secret");
    if (user == "<token>")
        return Credentials{{}, {}, secret};
    return Credentials{user, secret, {}};
}

Result<std::optional<Credentials>> askCredentialHelper(
    const std::string& helper, const std::string& server,
    const std::map<std::string, std::string>& env, std::stop_token stop,
    std::chrono::milliseconds patience)
{
    const auto name = "docker-credential-" + helper;
    const auto path = env.find("PATH");
    SpawnSpec spec;
    spec.program = programInPath(name, path == env.end() ? "/usr/bin:/bin" : path->second);
    if (spec.program.empty())
        return Error(
            ErrorCode::Unavailable,
            name + " is not installed, but your registry configuration asks for it");
    spec.arguments = {name, "get"};
    for (const auto& [variable, value] : env)
        spec.environment.push_back(variable + "=" + value);
    SANDBENCH_TRY(
        const auto answer,
        runProgram(std::move(spec), server + "\n", kMaxHelperAnswer, patience, std::move(stop))
            .within("asking " + name + " for a login"));
    if (answer.end.exitCode == 0) {
        auto credentials = parseHelperAnswer(answer.output);
        if (!credentials)
            return Error(
                ErrorCode::Unavailable, name + " failed: " + credentials.error().message());
        return std::optional(*std::move(credentials));
    }
    // The protocol has this one sentence for it, on standard output.
    if (answer.output.find("credentials not found") != std::string::npos)
        return std::optional<Credentials>();
    return Error(
        ErrorCode::Unavailable, name + " failed; try: echo " + server + " | " + name + " get");
}

Result<std::optional<Credentials>> findCredentials(
    const std::string& engine, const ImageReference& image, const Surroundings& surroundings,
    std::stop_token stop)
{
    for (const auto& path : credentialFiles(engine, surroundings)) {
        const auto text = readFile(path, kMaxConfig);
        if (!text)
            continue; // not there, or not ours: the pull itself will say what it lacks
        const auto entry = credentialsIn(*text, image);
        if (!entry)
            return Error(
                ErrorCode::InvalidArgument,
                path + ": " + entry.error().message() + "; repair or remove it");
        if (entry->credentials)
            return entry->credentials;
        if (entry->helper.empty())
            continue;
        SANDBENCH_TRY(
            auto credentials,
            askCredentialHelper(entry->helper, entry->server, surroundings.env, stop));
        if (credentials)
            return std::optional(std::move(*credentials));
    }
    return std::optional<Credentials>();
}

std::string authHeader(const Credentials& credentials, const std::string& registry)
{
    return toBase64(writeJson(loginJson(credentials, registry)), kUrlDigits);
}

std::string authConfigHeader(const std::vector<std::pair<std::string, Credentials>>& credentials)
{
    Json all = Json::object();
    for (const auto& [registry, login] : credentials)
        all[registry == "docker.io" ? std::string(kHubKey) : registry] = loginJson(login, registry);
    return toBase64(writeJson(all), kUrlDigits);
}

} // namespace sandbench::docker
