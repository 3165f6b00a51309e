// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kubernetes/kube_connection.h"
#include "core/net/http_client.h"
#include "tests/support/hostile_http_server.h"

#include <functional>
#include <mutex>
#include <stop_token>

namespace sandbench::test {

/// Stands between us and a real cluster, and spoils what a test wants spoiled. Thread: any.
class ClusterProxy
{
public:
    explicit ClusterProxy(const kubernetes::KubeConnection& real);
    ~ClusterProxy();

    /// As the real one, but without TLS and through here.
    kubernetes::KubeConnection connection() const;
    /// Called with every request: true = it was answered there, and the cluster never hears of it.
    using Fault = std::function<bool(Conversation&)>;
    void setFault(Fault fault);
    /// Every connection breaks now; new ones are possible.
    void cutAll() { m_server.cutAll(); }

private:
    void serve(Conversation& peer);
    void forwardWatch(
        const Conversation& peer, const net::HttpRequest& request, std::stop_token stop) const;
    void forwardUpgrade(
        const Conversation& peer, const net::HttpRequest& request, std::stop_token stop) const;

    const kubernetes::KubeConnection m_real;
    const net::HttpClient m_client;
    std::stop_source m_stop;
    std::mutex m_mutex;
    Fault m_fault;
    HostileHttpServer m_server; ///< Its threads use the rest.
};

} // namespace sandbench::test
