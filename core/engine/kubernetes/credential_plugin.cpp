// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/credential_plugin.h"

#include "core/base/base64.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/timestamp.h"
#include "core/process/run_program.h"

#include <algorithm>

namespace sandbench::kubernetes {

namespace {

constexpr std::size_t kMaxAnswer = 256U << 10;
constexpr std::size_t kMaxToken = 64U << 10; ///< No server takes longer heads.

Error wrongAnswer(const std::string& why)
{
    return {ErrorCode::Protocol, "its answer " + why};
}

/// What may stand in a head of HTTP.
bool isToken(std::string_view text)
{
    return text.size() <= kMaxToken && std::all_of(text.begin(), text.end(), [](unsigned char c) {
               return c > ' ' && c < 0x7f;
           });
}

std::string lastLine(std::string_view text)
{
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
        text.remove_suffix(1);
    const auto start = text.rfind('\n');
    return oneLine(start == std::string_view::npos ? text : text.substr(start + 1), 300);
}

/// "; install it with …", from the file of the user.
std::string hintOf(const CredentialPlugin& plugin)
{
    const auto hint = oneLine(plugin.installHint, 500);
    return hint.empty() ? std::string() : "; " + hint;
}

Result<SpawnSpec>
spawnSpecOf(const CredentialPlugin& plugin, std::map<std::string, std::string> env)
{
    SpawnSpec spec;
    const auto path = env.find("PATH");
    spec.program = plugin.command.find('/') != std::string::npos
        ? plugin.command
        : programInPath(plugin.command, path == env.end() ? "/usr/bin:/bin" : path->second);
    if (spec.program.empty())
        return Error(
            ErrorCode::Unavailable,
            "the credential plugin " + plugin.command + " is not installed" + hintOf(plugin));
    spec.arguments = {plugin.command};
    spec.arguments.insert(spec.arguments.end(), plugin.arguments.begin(), plugin.arguments.end());
    for (const auto& [name, value] : plugin.env)
        env[name] = value;
    for (const auto& [name, value] : env)
        spec.environment.push_back(name + "=" + value);
    return spec;
}

} // namespace

Result<PluginCredentials> parseExecCredential(std::string_view text, const std::string& apiVersion)
{
    const auto json = parseJson(text, kMaxAnswer);
    if (!json)
        return wrongAnswer("is no JSON");
    if (jsonString(*json, "kind") != "ExecCredential")
        return wrongAnswer("is no ExecCredential");
    if (jsonString(*json, "apiVersion") != apiVersion)
        return wrongAnswer(
            "is of version '" + oneLine(jsonString(*json, "apiVersion"), 60)
            + "', but the kubeconfig wants " + apiVersion);
    const Json& status = jsonField(*json, "status");
    PluginCredentials credentials;
    credentials.token = jsonString(status, "token");
    credentials.cert = jsonString(status, "clientCertificateData");
    credentials.key = jsonString(status, "clientKeyData");
    if (credentials.cert.empty() != credentials.key.empty())
        return wrongAnswer("has a certificate without its key, or the other way round");
    if (credentials.token.empty() && credentials.cert.empty())
        return wrongAnswer("holds neither a token nor a certificate");
    if (!isToken(credentials.token))
        return wrongAnswer("has a token that no head of HTTP can hold");
    for (auto* pem : {&credentials.cert, &credentials.key}) {
        if (!pem->empty() && pem->find("-----BEGIN ") == std::string::npos)
            return wrongAnswer("has a certificate or key that is not PEM text");
        if (!pem->empty() && !pem->ends_with('\n'))
            *pem += '\n';
    }
    credentials.expiresAt = parseTimestamp(jsonString(status, "expirationTimestamp"));
    return credentials;
}

std::string execInfoOf(const KubeConnection& connection, const std::string& ca)
{
    const auto& plugin = *connection.credentials.plugin;
    Json info
        = {{"kind", "ExecCredential"},
           {"apiVersion", plugin.apiVersion},
           {"spec", {{"interactive", false}}}};
    if (!plugin.providesClusterInfo)
        return writeJson(info);
    const auto& endpoint = connection.endpoint;
    const bool isTls = endpoint.kind == net::Endpoint::Kind::Tls;
    Json cluster = {{"server", connection.address()}};
    if (!endpoint.tlsServerName.empty())
        cluster["tls-server-name"] = endpoint.tlsServerName;
    if (isTls && !endpoint.verifiesTls)
        cluster["insecure-skip-tls-verify"] = true;
    if (!ca.empty())
        cluster["certificate-authority-data"] = toBase64(ca);
    if (!endpoint.proxy.empty())
        cluster["proxy-url"] = endpoint.proxy;
    info["spec"]["cluster"] = std::move(cluster);
    return writeJson(info);
}

Result<PluginCredentials> askPlugin(
    const KubeConnection& connection, const std::map<std::string, std::string>& env,
    std::stop_token stop, std::chrono::milliseconds patience)
{
    const auto& plugin = *connection.credentials.plugin;
    const auto name = "the credential plugin " + plugin.command;
    if (plugin.needsTerminal)
        return Error(
            ErrorCode::Unavailable,
            name
                + " wants to ask you in a terminal, which it cannot from here; log in with "
                  "'kubectl get pods' first, or set interactiveMode to IfAvailable");
    SANDBENCH_TRY(auto spec, spawnSpecOf(plugin, env));
    std::string ca = connection.endpoint.tls.ca;
    if (plugin.providesClusterInfo && !ca.empty() && !net::isPemText(ca)) {
        SANDBENCH_TRY(ca, readFile(ca, 1U << 20));
    }
    spec.environment.push_back("KUBERNETES_EXEC_INFO=" + execInfoOf(connection, ca));
    const auto answer = runProgram(std::move(spec), "", kMaxAnswer, patience, std::move(stop));
    if (!answer) {
        const bool isMissing = answer.error().code() == ErrorCode::NotFound;
        return Error(
            isMissing ? ErrorCode::Unavailable : answer.error().code(),
            name + ": " + answer.error().message() + (isMissing ? hintOf(plugin) : ""));
    }
    const auto complaint = lastLine(answer->complaint);
    if (answer->end.exitCode != 0)
        return Error(
            ErrorCode::Unavailable,
            name + " failed: " + (complaint.empty() ? "it gave no reason" : complaint)
                + hintOf(plugin));
    auto credentials = parseExecCredential(answer->output, plugin.apiVersion);
    if (!credentials)
        return Error(
            ErrorCode::Protocol,
            name + ": " + credentials.error().message()
                + (complaint.empty() ? "" : "; it complains: " + complaint));
    return credentials;
}

} // namespace sandbench::kubernetes
