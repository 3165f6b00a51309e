// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_login.h"

#include "core/base/base64.h"
#include "core/base/fd.h"
#include "core/base/text.h"
#include "core/base/timestamp.h"
#include "core/net/http_client.h"

#include <chrono>

namespace sandbench::kubernetes {

namespace {

constexpr std::size_t kMaxTokenFile = 64U << 10;
constexpr std::int64_t kBeforeEnd = 30; ///< Seconds that a credential is renewed before its end.

bool hasEnded(const PluginCredentials& credentials)
{
    return credentials.expiresAt && *credentials.expiresAt - kBeforeEnd <= secondsNow();
}

/// Percent-encoded, also the slash: "example.org%2Fteam".
std::string headName(const std::string& key)
{
    auto name = net::percentEncode(key);
    for (auto slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash))
        name.replace(slash, 1, "%2F");
    return name;
}

Login loginOf(const PluginCredentials& given)
{
    return {given.token.empty() ? "" : "Bearer " + given.token, given.cert, given.key};
}

} // namespace

KubeLogin::KubeLogin(KubeConnection connection)
    : m_connection(std::move(connection))
{
}

Result<Login> KubeLogin::current(std::stop_token stop)
{
    const auto& credentials = m_connection.credentials;
    if (!credentials.tokenFile.empty()) {
        // Clusters replace it every hour or so; reading it costs less than knowing when.
        SANDBENCH_TRY(const auto text, readFile(credentials.tokenFile, kMaxTokenFile));
        const auto token = oneLine(text, kMaxTokenFile);
        if (token.empty())
            return Error(
                ErrorCode::PermissionDenied,
                credentials.tokenFile + " is empty; log in to the cluster again");
        return Login{"Bearer " + token, {}, {}};
    }
    if (!credentials.token.empty())
        return Login{"Bearer " + credentials.token, {}, {}};
    if (!credentials.user.empty())
        return Login{"Basic " + toBase64(credentials.user + ":" + credentials.password), {}, {}};
    return credentials.plugin ? askedLogin(nullptr, std::move(stop)) : Login();
}

Result<Login> KubeLogin::afterRefusalOf(const Login& login, std::stop_token stop)
{
    const auto& credentials = m_connection.credentials;
    const bool isPlugins = credentials.plugin && credentials.tokenFile.empty()
        && credentials.token.empty() && credentials.user.empty();
    return isPlugins ? askedLogin(&login, std::move(stop)) : current(std::move(stop));
}

Result<Login> KubeLogin::askedLogin(const Login* refused, std::stop_token stop)
{
    SANDBENCH_TRY(const auto guard, m_asking.lock(stop));
    const bool isUsable
        = m_given && !hasEnded(*m_given) && (refused == nullptr || loginOf(*m_given) != *refused);
    if (!isUsable) {
        const auto env = KubeSurroundings::ofThisProcess().env;
        SANDBENCH_TRY(m_given, askPlugin(m_connection, env, std::move(stop)));
    }
    return loginOf(*m_given);
}

std::vector<std::pair<std::string, std::string>> KubeLogin::impersonation() const
{
    const auto& credentials = m_connection.credentials;
    std::vector<std::pair<std::string, std::string>> heads;
    if (!credentials.impersonatedUser.empty())
        heads.emplace_back("Impersonate-User", credentials.impersonatedUser);
    if (!credentials.impersonatedUid.empty())
        heads.emplace_back("Impersonate-Uid", credentials.impersonatedUid);
    for (const auto& group : credentials.impersonatedGroups)
        heads.emplace_back("Impersonate-Group", group);
    for (const auto& [key, values] : credentials.impersonatedExtra)
        for (const auto& value : values)
            heads.emplace_back("Impersonate-Extra-" + headName(key), value);
    return heads;
}

} // namespace sandbench::kubernetes
