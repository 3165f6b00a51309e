// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_mutex.h"
#include "core/engine/kubernetes/credential_plugin.h"
#include "core/engine/kubernetes/kube_connection.h"

#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace sandbench::kubernetes {

/// How requests say who they are, right now.
struct Login
{
    std::string authorization; ///< "Bearer …", "Basic …"; empty = none, or a certificate.
    std::string cert, key; ///< Of a plugin, texts of PEM; empty = the endpoint's own.

    bool operator==(const Login&) const = default;
};

/// Keeps somebody logged in: token files are read again, plugins asked again before what they gave
/// ends. A token wins over a plugin, as in kubectl. Thread: any.
class KubeLogin
{
public:
    explicit KubeLogin(KubeConnection connection);

    /// Errors: those of askPlugin(), and PermissionDenied or NotFound of the token's file.
    Result<Login> current(std::stop_token stop);
    /// The cluster refused @p login: what there is by now, the plugin asked anew. The same again
    /// where there is nothing newer.
    Result<Login> afterRefusalOf(const Login& login, std::stop_token stop);
    /// The heads that make us somebody else ("as").
    std::vector<std::pair<std::string, std::string>> impersonation() const;

private:
    Result<Login> askedLogin(const Login* refused, std::stop_token stop);

    const KubeConnection m_connection;
    StoppableMutex m_asking; ///< Of the rest: one plugin at a time.
    std::optional<PluginCredentials> m_given;
};

} // namespace sandbench::kubernetes
