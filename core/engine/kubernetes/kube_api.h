// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/kubernetes/kube_connection.h"
#include "core/engine/kubernetes/kube_login.h"
#include "core/net/http_client.h"
#include "core/net/websocket_stream.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::kubernetes {

/// Values are percent-encoded by KubeApi; a key may come more than once.
using Query = std::vector<std::pair<std::string, std::string>>;

/// A right that somebody needs: {"create", "", "pods"}, {"get", "", "pods/exec"}.
struct Right
{
    std::string verb, group, resource;
    std::string purpose; ///< "to make sandboxes"
    int sinceMinor = 0; ///< Older clusters (1.N) do not ask for it.

    /// "create pods", "get pods/exec", "create networkpolicies.networking.k8s.io"
    std::string text() const;
};

/// The API of one cluster, with its user's credentials. Every call blocks and obeys its stop token
/// within 100 ms. Answers are untrusted and bounded. Thread: any; calls may overlap.
///
/// Errors: HttpClient's, and what a Status means: NotFound (404), AlreadyExists (409),
/// PermissionDenied (401: token expired or refused, with what to do; 403: the missing verb,
/// resource and namespace by name), ResourceExhausted (quota exceeded), InvalidArgument (400, 422
/// with the fields), Timeout (504), Unavailable (429, 5xx).
/// Source: Kubernetes API conventions; API v1 of Kubernetes 1.20 and later.
class KubeApi
{
public:
    /// Asks for the version, with a credential plugin's token where there is one.
    static Result<std::shared_ptr<KubeApi>>
    connect(const KubeConnection& connection, std::stop_token stop);

    const KubeConnection& connection() const { return m_connection; }
    /// "Kubernetes v1.20.2"
    const std::string& serverName() const { return m_serverName; }
    /// 20 of 1.20
    int minorVersion() const { return m_minor; }

    /// @p patience: how long the server may be silent.
    Result<Json>
    get(const std::string& path, const Query& query, std::stop_token stop,
        std::chrono::milliseconds patience = std::chrono::seconds(45)) const;
    Result<Json> post(const std::string& path, const Json& body, std::stop_token stop) const;
    /// @p options: a DeleteOptions body.
    Result<Json> remove(const std::string& path, const Json& options, std::stop_token stop) const;
    /// A JSON merge patch. Source: RFC 7396.
    Result<Json> patch(const std::string& path, const Json& change, std::stop_token stop) const;

    /// Events {"type", "object"} of a list, as they come, until @p onEvent returns false. Ended:
    /// the server closed it or was silent; watch again from the last resourceVersion seen (that of
    /// bookmarks, too). Expired: that version is too old (410 Gone); list again. Errors: also those
    /// of @p onEvent; ConnectionLost where it broke, which is as Ended.
    enum class WatchEnd { Enough, Ended, Expired };
    using OnEvent = std::function<Result<bool>(const Json& event)>;
    Result<WatchEnd> watch(
        const std::string& path, const Query& query, const OnEvent& onEvent,
        std::stop_token stop) const;

    /// A WebSocket to a subresource such as "/api/v1/namespaces/n/pods/p/exec". Errors: also those
    /// of the Status that refused it.
    Result<std::unique_ptr<net::WebSocketStream>> webSocket(
        const std::string& path, const Query& query, const std::vector<std::string>& protocols,
        std::stop_token stop) const;

    /// Those of @p rights that this user does not have in @p namespaceName. Source:
    /// SelfSubjectAccessReview, authorization.k8s.io/v1.
    Result<std::vector<Right>> missingRights(
        const std::vector<Right>& rights, const std::string& namespaceName,
        std::stop_token stop) const;

private:
    using Attempt
        = std::function<Result<net::HttpResponse>(const net::HttpClient&, const net::HttpRequest&)>;

    explicit KubeApi(const KubeConnection& connection)
        : m_connection(connection)
        , m_login(connection)
    {
    }
    Result<void> greet(std::stop_token stop);
    Result<net::HttpResponse>
    attempt(const net::HttpRequest& request, const Attempt& once, std::stop_token stop) const;
    Result<net::HttpResponse> send(const net::HttpRequest& request, std::stop_token stop) const;
    Result<Json> ask(const net::HttpRequest& request, std::stop_token stop) const;
    net::HttpRequest signedBy(net::HttpRequest request, const Login& login) const;
    std::shared_ptr<const net::HttpClient> clientFor(const Login& login) const;

    const KubeConnection m_connection;
    std::string m_serverName;
    int m_minor = 0;
    mutable KubeLogin m_login;
    mutable std::mutex m_mutex; ///< Of the rest.
    mutable std::shared_ptr<const net::HttpClient> m_client;
    mutable std::string m_clientCert;
};

/// What sandboxes need, in the order of their use.
const std::vector<Right>& rightsOfSandboxes();
/// What the rest is better with: network policies, events, lists of sandboxes.
const std::vector<Right>& furtherRights();
/// What sandboxes that a Job makes need besides.
const std::vector<Right>& rightsOfJobs();
/// What those need besides that take a pod of a warm pool.
const std::vector<Right>& rightsOfClaims();

/// The Error of a Status (or of another body) that came with @p status. No I/O.
Error errorOfStatus(int status, std::string_view body, const KubeConnection& connection);

/// What a cluster's refusal to make a pod means for people, where it is none of rights but of rules
/// for pods: NotFound (RuntimeClass, PriorityClass), InvalidArgument (a LimitRange's bounds),
/// PermissionDenied with what to leave away (Pod Security Standards). Any other @p refused comes
/// back as it is. No I/O. Source: admission plug-ins of Kubernetes 1.20 and later.
Error explainRefusal(const Error& refused);

} // namespace sandbench::kubernetes
