// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_api.h"

#include "core/base/text.h"
#include "core/engine/kubernetes/watch_lines.h"

#include <algorithm>
#include <charconv>

namespace sandbench::kubernetes {

namespace {

using std::chrono::seconds;

constexpr std::size_t kMaxJson = 64U << 20;
/// A webhook of the cluster may take half a minute for its say.
constexpr seconds kPatience{45};
constexpr seconds kRemovePatience{10};
/// Bookmarks come every minute; whoever asked for none bounds the watch itself.
constexpr seconds kWatchPatience{100};
/// What a bounded watch's end may need on its way.
constexpr seconds kWayPatience{2};
constexpr int kOldestMinor = 20; ///< Of a cluster that does not tell: the oldest that we know.

net::HttpRequest requestOf(
    const std::string& method, const std::string& path, const Query& query, const Json& body = {},
    const std::string& type = "application/json")
{
    auto request = net::jsonRequest(method, body, type);
    request.target = net::withQuery(path, query);
    request.patience = kPatience;
    request.headers.emplace_back("Accept", "application/json");
    return request;
}

/// A server that was told how long a watch lasts has no reason to be silent for longer.
seconds watchPatience(const Query& query)
{
    for (const auto& [name, value] : query) {
        int asked = 0;
        if (name == "timeoutSeconds"
            && std::from_chars(value.data(), value.data() + value.size(), asked).ec == std::errc()
            && asked > 0)
            return std::min(kWatchPatience, seconds(asked) + kWayPatience);
    }
    return kWatchPatience;
}

/// 20 of "20+", as providers write it; one that was built by hand has none.
int minorOf(const std::string& text)
{
    int number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    return parsed.ec == std::errc() && number > 0 ? number : kOldestMinor;
}

} // namespace

Result<std::shared_ptr<KubeApi>>
KubeApi::connect(const KubeConnection& connection, std::stop_token stop)
{
    std::shared_ptr<KubeApi> api(new KubeApi(connection));
    SANDBENCH_TRY_VOID(api->greet(std::move(stop)));
    return api;
}

/// Once more where the cluster refused who we are and we are somebody newer by now. A status above
/// 299 stays a response.
Result<net::HttpResponse>
KubeApi::attempt(const net::HttpRequest& request, const Attempt& once, std::stop_token stop) const
{
    SANDBENCH_TRY(auto login, m_login.current(stop));
    SANDBENCH_TRY(auto response, once(*clientFor(login), signedBy(request, login)));
    if (response.status != 401)
        return response;
    SANDBENCH_TRY(auto newer, m_login.afterRefusalOf(login, std::move(stop)));
    if (newer == login)
        return response;
    return once(*clientFor(newer), signedBy(request, newer));
}

Result<net::HttpResponse> KubeApi::send(const net::HttpRequest& request, std::stop_token stop) const
{
    const auto once = [&stop](const net::HttpClient& client, const net::HttpRequest& ready) {
        return client.send(ready, stop, kMaxJson);
    };
    return attempt(request, once, stop);
}

Result<Json> KubeApi::ask(const net::HttpRequest& request, std::stop_token stop) const
{
    SANDBENCH_TRY(const auto response, send(request, std::move(stop)));
    if (response.status > 299)
        return errorOfStatus(response.status, response.body, m_connection);
    if (response.body.find_first_not_of(" \t\r\n") == std::string::npos)
        return Json();
    auto json = parseJson(response.body, kMaxJson);
    if (!json)
        return Error(
            json.error().code(),
            m_connection.text() + " sent an answer that is no cluster's (" + json.error().message()
                + "); check which service listens at that address");
    return json;
}

Result<void> KubeApi::greet(std::stop_token stop)
{
    SANDBENCH_TRY(const auto response, send(requestOf("GET", "/version", {}), std::move(stop)));
    // Some clusters tell their version to nobody, and yet one may work there.
    if (response.status == 403) {
        m_serverName = "Kubernetes";
        m_minor = kOldestMinor;
        return {};
    }
    if (response.status == 401 || response.status >= 500)
        return errorOfStatus(response.status, response.body, m_connection);
    const auto json = parseJson(response.body);
    const auto version = json ? oneLine(jsonString(*json, "gitVersion"), 60) : std::string();
    if (response.status != 200 || version.empty())
        return Error(
            ErrorCode::Protocol,
            "what answers at " + m_connection.text()
                + " is no Kubernetes API server; check the address of the cluster");
    m_serverName = "Kubernetes " + version;
    m_minor = minorOf(jsonString(*json, "minor"));
    return {};
}

net::HttpRequest KubeApi::signedBy(net::HttpRequest request, const Login& login) const
{
    request.target = m_connection.basePath + request.target;
    if (!login.authorization.empty())
        request.headers.emplace_back("Authorization", login.authorization);
    for (auto& head : m_login.impersonation())
        request.headers.push_back(std::move(head));
    return request;
}

/// A plugin's certificate belongs to the connection, so another one needs another client.
std::shared_ptr<const net::HttpClient> KubeApi::clientFor(const Login& login) const
{
    const std::lock_guard lock(m_mutex);
    if (!m_client || m_clientCert != login.cert) {
        auto endpoint = m_connection.endpoint;
        if (!login.cert.empty()) {
            endpoint.tls.cert = login.cert;
            endpoint.tls.key = login.key;
        }
        m_client = std::make_shared<net::HttpClient>(std::move(endpoint));
        m_clientCert = login.cert;
    }
    return m_client;
}

Result<Json> KubeApi::get(
    const std::string& path, const Query& query, std::stop_token stop,
    std::chrono::milliseconds patience) const
{
    auto request = requestOf("GET", path, query);
    request.patience = patience;
    return ask(request, std::move(stop));
}

Result<Json> KubeApi::post(const std::string& path, const Json& body, std::stop_token stop) const
{
    return ask(requestOf("POST", path, {}, body), std::move(stop));
}

Result<Json>
KubeApi::remove(const std::string& path, const Json& options, std::stop_token stop) const
{
    auto request = requestOf("DELETE", path, {}, options);
    request.patience = kRemovePatience;
    return ask(request, std::move(stop));
}

Result<Json> KubeApi::patch(const std::string& path, const Json& change, std::stop_token stop) const
{
    return ask(
        requestOf("PATCH", path, {}, change, "application/merge-patch+json"), std::move(stop));
}

namespace {

/// What a watch came to until now.
class WatchReader
{
public:
    WatchReader(const KubeConnection& connection, const KubeApi::OnEvent& onEvent)
        : m_connection(connection)
        , m_onEvent(onEvent)
    {
    }

    Result<void> take(std::string_view bytes)
    {
        SANDBENCH_TRY_VOID(m_lines.feed(bytes));
        for (;;) {
            SANDBENCH_TRY(const auto event, m_lines.next());
            if (!event)
                return {};
            if (jsonString(*event, "type") == "ERROR")
                return takeError(event->at("object"));
            SANDBENCH_TRY(const bool goesOn, m_onEvent(*event));
            if (!goesOn)
                return end(KubeApi::WatchEnd::Enough);
        }
    }

    /// Set once it is over: the error that take() ended with is none then.
    const std::optional<KubeApi::WatchEnd>& end() const { return m_end; }

private:
    Result<void> takeError(const Json& status)
    {
        const auto code = static_cast<int>(jsonInt(status, "code", 500));
        if (code == 410)
            return end(KubeApi::WatchEnd::Expired);
        return errorOfStatus(code, writeJson(status), m_connection);
    }

    Error end(KubeApi::WatchEnd end)
    {
        m_end = end;
        return {ErrorCode::Cancelled, "the watch is over"};
    }

    const KubeConnection& m_connection;
    const KubeApi::OnEvent& m_onEvent;
    WatchLines m_lines;
    std::optional<KubeApi::WatchEnd> m_end;
};

} // namespace

Result<KubeApi::WatchEnd> KubeApi::watch(
    const std::string& path, const Query& query, const OnEvent& onEvent, std::stop_token stop) const
{
    auto asked = query;
    asked.emplace_back("watch", "1");
    auto request = requestOf("GET", path, asked);
    request.patience = watchPatience(query);
    WatchReader reader(connection(), onEvent);
    const auto once = [&](const net::HttpClient& client, const net::HttpRequest& ready) {
        const auto onBody = [&reader](std::string_view bytes) { return reader.take(bytes); };
        return client.stream(ready, onBody, stop);
    };
    const auto response = attempt(request, once, stop);
    if (reader.end())
        return *reader.end();
    if (!response)
        return response.error().code() == ErrorCode::Timeout ? Result<WatchEnd>(WatchEnd::Ended)
                                                             : response.error();
    if (response->status == 410)
        return WatchEnd::Expired;
    if (response->status > 299)
        return errorOfStatus(response->status, response->body, connection());
    return WatchEnd::Ended;
}

Result<std::unique_ptr<net::WebSocketStream>> KubeApi::webSocket(
    const std::string& path, const Query& query, const std::vector<std::string>& protocols,
    std::stop_token stop) const
{
    std::unique_ptr<net::WebSocketStream> stream;
    // A container's bytes are not JSON: a server refuses to send them as that.
    auto request = requestOf("GET", path, query);
    request.headers.clear();
    const auto once = [&](const net::HttpClient& client,
                          const net::HttpRequest& ready) -> Result<net::HttpResponse> {
        SANDBENCH_TRY(auto opened, net::openWebSocket(client, ready, protocols, stop));
        stream = std::move(opened.stream);
        return std::move(opened.response);
    };
    SANDBENCH_TRY(const auto response, attempt(request, once, stop));
    if (stream)
        return stream;
    return errorOfStatus(response.status, response.body, connection());
}

Result<std::vector<Right>> KubeApi::missingRights(
    const std::vector<Right>& rights, const std::string& namespaceName, std::stop_token stop) const
{
    std::vector<Right> missing;
    for (const auto& right : rights) {
        if (right.sinceMinor > minorVersion())
            continue;
        const auto slash = right.resource.find('/');
        Json attributes
            = {{"namespace", namespaceName},
               {"verb", right.verb},
               {"group", right.group},
               {"resource", right.resource.substr(0, slash)}};
        if (slash != std::string::npos)
            attributes["subresource"] = right.resource.substr(slash + 1);
        const Json review
            = {{"apiVersion", "authorization.k8s.io/v1"},
               {"kind", "SelfSubjectAccessReview"},
               {"spec", {{"resourceAttributes", std::move(attributes)}}}};
        SANDBENCH_TRY(
            const auto answer,
            post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review, stop));
        if (!jsonBool(jsonField(answer, "status"), "allowed"))
            missing.push_back(right);
    }
    return missing;
}

} // namespace sandbench::kubernetes
