// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_connection.h"

#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/engine/kubernetes/kubeconfig.h"
#include "core/engine/kubernetes/pod_parts.h"
#include "core/engine/kubernetes/proxy_choice.h"

#include <algorithm>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::kubernetes {

namespace {

using Kind = net::Endpoint::Kind;

constexpr std::size_t kMaxFile = 1U << 20;
constexpr std::size_t kMostFiles = 64;
constexpr std::size_t kMostNamed = 20;
constexpr std::string_view kInCluster = "in-cluster";
constexpr std::string_view kServiceAccount = "/var/run/secrets/kubernetes.io/serviceaccount";

/// "https://host:6443/path" without its path, which goes to @p path.
Result<net::Endpoint> parseServer(std::string server, bool isTls, std::string& path)
{
    if (server.find("://") == std::string::npos)
        server.insert(0, isTls ? "https://" : "http://");
    if (!server.starts_with("https://") && !server.starts_with("http://"))
        return Error(
            ErrorCode::InvalidArgument,
            "'" + oneLine(server, 200) + "' must begin with https:// or http://");
    const auto slash = server.find('/', server.find("://") + 3);
    if (slash != std::string::npos) {
        path = server.substr(slash);
        server.resize(slash);
    }
    while (path.ends_with('/'))
        path.pop_back();
    const auto isOdd
        = [](unsigned char c) { return c <= ' ' || c >= 0x7f || c == '?' || c == '#'; };
    if (std::any_of(path.begin(), path.end(), isOdd))
        return Error(
            ErrorCode::InvalidArgument, "the address's path holds what no path of an API has");
    return net::parseEndpoint(server);
}

std::string shortPath(const std::string& file, const KubeSurroundings& surroundings)
{
    const auto home = surroundings.variable("HOME");
    return !home.empty() && file.starts_with(home + "/") ? "~" + file.substr(home.size()) : file;
}

bool hasSecret(const KubeUser& user)
{
    return !user.credentials.token.empty() || !user.credentials.password.empty()
        || net::isPemText(user.key);
}

void warnOfReaders(const std::string& file, const std::string& what, KubeConnection& connection)
{
    struct stat status = {};
    if (::stat(file.c_str(), &status) == 0 && (status.st_mode & S_IROTH) != 0)
        connection.advice.push_back(
            "every user of this machine can read " + what + " in " + file + "; run 'chmod 600 "
            + file + "'");
}

void addWarnings(const KubeCluster& cluster, const KubeUser* user, KubeConnection& connection)
{
    if (!connection.endpoint.verifiesTls)
        connection.warnings.emplace_back(
            "the cluster's certificate is not checked (insecure-skip-tls-verify in " + cluster.file
            + "): whoever is between can read and change everything");
    const bool isPlain = connection.endpoint.kind == Kind::Tcp;
    if (isPlain && user && (hasSecret(*user) || !user->credentials.tokenFile.empty()))
        connection.warnings.emplace_back(
            "the credentials go over the network in the open (http:// in " + cluster.file + ")");
    if (user && hasSecret(*user))
        warnOfReaders(user->file, "the secret of user " + user->name, connection);
    if (user && !user->key.empty() && !net::isPemText(user->key))
        warnOfReaders(user->key, "the key", connection);
}

Result<void> setEndpoint(
    const KubeCluster& cluster, const KubeUser* user, const KubeSurroundings& surroundings,
    KubeConnection& connection)
{
    const bool isTls
        = !cluster.ca.empty() || cluster.skipsTlsCheck || (user && !user->cert.empty());
    auto endpoint = parseServer(cluster.server, isTls, connection.basePath);
    if (!endpoint)
        return Error(
            ErrorCode::InvalidArgument,
            cluster.file + ": clusters[" + cluster.name
                + "].server: " + endpoint.error().message());
    connection.endpoint = *std::move(endpoint);
    auto& made = connection.endpoint;
    const auto isProxy
        = [&cluster](std::string_view scheme) { return cluster.proxy.starts_with(scheme); };
    if (!cluster.proxy.empty() && !isProxy("http://") && !isProxy("https://")
        && !isProxy("socks5://"))
        return Error(
            ErrorCode::InvalidArgument,
            cluster.file + ": clusters[" + cluster.name
                + "].proxy-url must begin with http://, https:// or socks5://");
    made.proxy = cluster.proxy.empty() ? proxyOfEnvironment(made, surroundings.env) : cluster.proxy;
    if (made.kind != Kind::Tls)
        return {};
    made.tlsServerName = cluster.tlsServerName;
    made.verifiesTls = !cluster.skipsTlsCheck;
    made.tls.ca = cluster.ca;
    if (user) {
        made.tls.cert = user->cert;
        made.tls.key = user->key;
    }
    return {};
}

template <typename T> const T* findNamed(const std::vector<T>& list, const std::string& name)
{
    const auto found = std::find_if(
        list.begin(), list.end(), [&name](const T& entry) { return entry.name == name; });
    return found == list.end() ? nullptr : &*found;
}

Result<KubeConnection> connectionOf(
    const KubeContext& context, const Kubeconfig& config, const KubeSurroundings& surroundings)
{
    const auto wrong = [&context](const std::string& field, const std::string& why) {
        return Error(
            ErrorCode::InvalidArgument,
            context.file + ": contexts[" + context.name + "]." + field + " " + why);
    };
    const auto* cluster = findNamed(config.clusters, context.cluster);
    if (!cluster)
        return wrong("cluster", "is '" + context.cluster + "', which is nowhere");
    const auto* user = context.user.empty() ? nullptr : findNamed(config.users, context.user);
    if (!user && !context.user.empty())
        return wrong("user", "is '" + context.user + "', who is nowhere");
    if (cluster->refusal)
        return *cluster->refusal;
    if (user && user->refusal)
        return *user->refusal;
    KubeConnection connection;
    connection.context = context.name;
    connection.cluster = context.cluster;
    connection.user = context.user;
    if (!context.namespaceName.empty() && !isNamespaceName(context.namespaceName))
        return wrong("namespace", "is no name of a namespace");
    if (!context.namespaceName.empty())
        connection.namespaceName = context.namespaceName;
    connection.source = shortPath(context.file, surroundings);
    SANDBENCH_TRY_VOID(setEndpoint(*cluster, user, surroundings, connection));
    if (user)
        connection.credentials = user->credentials;
    addWarnings(*cluster, user, connection);
    return connection;
}

/// Nothing where this is no pod, or one without a token.
std::optional<Result<KubeConnection>> inCluster(const KubeSurroundings& surroundings)
{
    const auto host = surroundings.variable("KUBERNETES_SERVICE_HOST");
    const auto port = surroundings.variable("KUBERNETES_SERVICE_PORT");
    const auto folder = surroundings.root + std::string(kServiceAccount);
    if (host.empty() || ::access((folder + "/token").c_str(), F_OK) != 0)
        return std::nullopt;
    const bool isBracketed = host.find(':') != std::string::npos;
    auto endpoint = net::parseEndpoint(
        "https://" + (isBracketed ? "[" + host + "]" : host) + (port.empty() ? "" : ":" + port));
    if (!endpoint)
        return std::move(endpoint.error()).within("KUBERNETES_SERVICE_HOST");
    KubeConnection connection;
    connection.context = kInCluster;
    connection.cluster = kInCluster;
    connection.user = "service account";
    connection.endpoint = *std::move(endpoint);
    connection.endpoint.tls.ca = folder + "/ca.crt";
    connection.endpoint.proxy = proxyOfEnvironment(connection.endpoint, surroundings.env);
    connection.credentials.tokenFile = folder + "/token";
    connection.source = "this pod's service account";
    if (const auto text = readFile(folder + "/namespace", 256))
        if (const auto name = oneLine(*text, 256); isNamespaceName(name))
            connection.namespaceName = name;
    return connection;
}

std::vector<std::string> filesOf(const KubeSurroundings& surroundings)
{
    std::vector<std::string> files;
    const auto list = surroundings.variable("KUBECONFIG");
    std::string_view rest = list;
    while (!rest.empty() && files.size() < kMostFiles) {
        const std::string file(takeUpTo(rest, ':'));
        if (!file.empty() && std::find(files.begin(), files.end(), file) == files.end())
            files.push_back(file);
    }
    const auto home = surroundings.variable("HOME");
    if (list.empty() && !home.empty())
        files.push_back(home + "/.kube/config");
    return files;
}

/// Nothing where no file is there.
Result<std::optional<Kubeconfig>> readFiles(const KubeSurroundings& surroundings)
{
    std::optional<Kubeconfig> merged;
    for (const auto& file : filesOf(surroundings)) {
        const auto text = readFile(file, kMaxFile);
        if (text.failedAs(ErrorCode::NotFound))
            continue;
        if (!text)
            return Error(ErrorCode::InvalidArgument, text.error().message());
        SANDBENCH_TRY(auto config, parseKubeconfig(*text, file));
        if (!merged)
            merged.emplace();
        mergeKubeconfig(*merged, std::move(config));
    }
    return merged;
}

Error noFile(const KubeSurroundings& surroundings)
{
    const auto named = surroundings.variable("KUBECONFIG");
    const bool isNamed = !named.empty();
    if (!isNamed && !surroundings.variable("KUBERNETES_SERVICE_HOST").empty())
        return {
            ErrorCode::Unavailable,
            "this pod has no service account's token (" + std::string(kServiceAccount)
                + "/token); let Kubernetes mount it (automountServiceAccountToken: true), or name "
                  "a kubeconfig in KUBECONFIG"};
    return {
        ErrorCode::Unavailable,
        std::string("no Kubernetes cluster is configured: ")
            + (isNamed ? "KUBECONFIG names " + oneLine(named, 200) + ", and no such file is there"
                       : "there is no ~/.kube/config")
            + "; let your cluster's tool write one, or name it in KUBECONFIG"};
}

std::string namesOf(const std::vector<KubeContext>& contexts)
{
    std::string names;
    for (std::size_t i = 0; i < contexts.size() && i < kMostNamed; ++i)
        names += (i == 0 ? "" : ", ") + oneLine(contexts[i].name, 80);
    return names + (contexts.size() > kMostNamed ? " …" : "");
}

/// The context that is used where none is named.
Result<const KubeContext*> currentContext(const Kubeconfig& config)
{
    if (config.contexts.empty())
        return Error(
            ErrorCode::Unavailable,
            "the kubeconfig names no context; let your cluster's tool write one");
    if (config.currentContext.empty()) {
        if (config.contexts.size() == 1)
            return &config.contexts.front();
        return Error(
            ErrorCode::InvalidArgument,
            "the kubeconfig has no current-context; choose one of " + namesOf(config.contexts));
    }
    if (const auto* context = findNamed(config.contexts, config.currentContext))
        return context;
    return Error(
        ErrorCode::InvalidArgument,
        "the kubeconfig's current-context is '" + config.currentContext
            + "', which is nowhere; choose one of " + namesOf(config.contexts));
}

} // namespace

bool isNamespaceName(std::string_view text)
{
    return isDnsLabel(text);
}

std::string KubeConnection::address() const
{
    auto text = endpoint.text();
    if (text.starts_with("tcp://"))
        text.replace(0, 3, endpoint.kind == Kind::Tls ? "https" : "http");
    return text + basePath;
}

std::string KubeConnection::text() const
{
    const auto from = source.empty() ? std::string() : " (from " + source + ")";
    return address() + ", context " + context + from;
}

Result<std::vector<KubeConnection>> findContexts(const KubeSurroundings& surroundings)
{
    SANDBENCH_TRY(const auto config, readFiles(surroundings));
    if (!config) {
        auto pod = inCluster(surroundings);
        if (!pod)
            return noFile(surroundings);
        SANDBENCH_TRY(auto connection, *std::move(pod));
        return std::vector<KubeConnection>{std::move(connection)};
    }
    const auto current = currentContext(*config);
    std::vector<KubeConnection> found;
    if (current) {
        SANDBENCH_TRY(auto connection, connectionOf(**current, *config, surroundings));
        found.push_back(std::move(connection));
    } else if (!config->currentContext.empty() || config->contexts.empty()) {
        return current.error();
    }
    for (const auto& context : config->contexts) {
        if (current && &context == *current)
            continue;
        if (auto connection = connectionOf(context, *config, surroundings))
            found.push_back(*std::move(connection));
    }
    return found;
}

Result<KubeConnection>
chooseContext(const std::string& wanted, const KubeSurroundings& surroundings)
{
    SANDBENCH_TRY(const auto config, readFiles(surroundings));
    const auto* named = config && !wanted.empty() ? findNamed(config->contexts, wanted) : nullptr;
    if (named)
        return connectionOf(*named, *config, surroundings);
    if (wanted == kInCluster || (wanted.empty() && !config))
        if (auto pod = inCluster(surroundings))
            return *std::move(pod);
    if (!config)
        return noFile(surroundings);
    if (wanted.empty()) {
        SANDBENCH_TRY(const auto* current, currentContext(*config));
        return connectionOf(*current, *config, surroundings);
    }
    const auto known = namesOf(config->contexts);
    return Error(
        ErrorCode::NotFound,
        "the kubeconfig has no context '" + oneLine(wanted, 80) + "'; "
            + (known.empty() ? "it has none at all" : "known: " + known));
}

} // namespace sandbench::kubernetes
