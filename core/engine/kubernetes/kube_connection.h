// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/surroundings.h"
#include "core/net/endpoint.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::kubernetes {

/// A program that gives credentials. Source: client-go credential plugins,
/// client.authentication.k8s.io/v1 and v1beta1.
struct CredentialPlugin
{
    std::string command; ///< Looked up in PATH, or a path; relative to the file that names it.
    std::vector<std::string> arguments;
    std::map<std::string, std::string> env; ///< Besides our own.
    std::string apiVersion, installHint;
    bool providesClusterInfo = false;
    bool needsTerminal = false; ///< interactiveMode: Always; we have no terminal to give.
};

/// Who we are to a cluster; empty = nobody. A client certificate is in the endpoint.
struct Credentials
{
    std::string token;
    std::string tokenFile; ///< Beats token; read again while we run, since it is replaced.
    std::string user, password;
    std::optional<CredentialPlugin> plugin;
    std::string impersonatedUser; ///< "as"
    std::string impersonatedUid; ///< "as-uid"
    std::vector<std::string> impersonatedGroups; ///< "as-groups"
    std::map<std::string, std::vector<std::string>> impersonatedExtra; ///< "as-user-extra"
};

/// One way to a cluster, and how we came to know of it.
struct KubeConnection
{
    std::string context; ///< "prod", "in-cluster"
    std::string cluster, user; ///< Their names in the file.
    net::Endpoint endpoint; ///< Kind::Tls or Kind::Tcp, with what its certificate is checked by.
    std::string basePath; ///< Before every path, such as "/k8s/clusters/c-1"; mostly empty.
    std::string namespaceName = "default";
    Credentials credentials;
    std::string source; ///< The file that named it, or "this pod's service account".
    std::vector<std::string> warnings; ///< "the cluster's certificate is not checked …"
    std::vector<std::string> advice; ///< "every user of this machine can read …": for doctor.

    /// "https://10.0.0.1:6443/k8s/clusters/c-1"
    std::string address() const;
    /// "https://10.0.0.1:6443, context prod (from ~/.kube/config)", for EngineStatus::connection.
    std::string text() const;
};

using KubeSurroundings = Surroundings;

/// Every context that the kubeconfig files name, the current one first; in a pod without any such
/// file, its service account ("in-cluster"). Other contexts than the current one are left out where
/// they cannot be used. Does not connect and runs no plugin. Errors: InvalidArgument naming file
/// and field, Unavailable where there is no file at all, saying how to get one.
/// Source: kubernetes.io, "Organizing cluster access using kubeconfig files"; client-go's merging
/// rules (the first file that sets a value wins).
Result<std::vector<KubeConnection>> findContexts(const KubeSurroundings& surroundings);

/// @p wanted: empty = the current one, or the only one; "in-cluster" also where there are files.
/// Errors: also NotFound with the known names.
Result<KubeConnection>
chooseContext(const std::string& wanted, const KubeSurroundings& surroundings);

/// A DNS label, as the API wants it: at most 63 of a-z, 0-9 and "-" inside.
bool isNamespaceName(std::string_view text);

} // namespace sandbench::kubernetes
