// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/kubernetes/kube_connection.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench::kubernetes {

/// What a credential plugin gave.
struct PluginCredentials
{
    std::string token;
    std::string cert, key; ///< Texts of PEM, both or none.
    std::optional<std::int64_t> expiresAt; ///< Units: seconds since 1970. Absent = not known.
};

/// The ExecCredential that a plugin printed, untrusted, in @p apiVersion. No I/O.
/// Errors: Protocol. Source: client.authentication.k8s.io/v1 and v1beta1, ExecCredential.
Result<PluginCredentials> parseExecCredential(std::string_view text, const std::string& apiVersion);

/// KUBERNETES_EXEC_INFO for a plugin of @p connection. @p ca: the text of PEM that its cluster is
/// checked by, for plugins that want to know. No I/O.
std::string execInfoOf(const KubeConnection& connection, const std::string& ca);

/// Runs the plugin of @p connection with @p env and its own variables; it has no terminal.
/// Errors: Unavailable (missing, failed, with its last line and the file's hint), Timeout,
/// Cancelled, Protocol.
Result<PluginCredentials> askPlugin(
    const KubeConnection& connection, const std::map<std::string, std::string>& env,
    std::stop_token stop, std::chrono::milliseconds patience = std::chrono::seconds(15));

} // namespace sandbench::kubernetes
