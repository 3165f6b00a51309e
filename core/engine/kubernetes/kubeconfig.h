// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/kubernetes/kube_connection.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::kubernetes {

/// What a kubeconfig says of a cluster.
struct KubeCluster
{
    std::string name, file;
    std::string server; ///< "https://10.0.0.1:6443/k8s/clusters/c-1"
    std::string ca; ///< Path, or text of PEM.
    std::string tlsServerName, proxy;
    bool skipsTlsCheck = false;
    std::optional<Error> refusal; ///< Why it cannot be used, though it is written well.
};

/// Of a user.
struct KubeUser
{
    std::string name, file;
    std::string cert, key; ///< Paths, or texts of PEM.
    Credentials credentials;
    std::optional<Error> refusal;
};

struct KubeContext
{
    std::string name, file, cluster, user, namespaceName;
};

/// One kubeconfig, or several that were merged; in the order of the files.
struct Kubeconfig
{
    std::string currentContext;
    std::vector<KubeCluster> clusters;
    std::vector<KubeUser> users;
    std::vector<KubeContext> contexts;
};

/// Reads YAML or JSON of at most 1 MiB. Relative paths in it become relative to the folder of
/// @p file. No I/O. Errors: InvalidArgument naming @p file and the field.
/// Source: kubernetes.io, "Kubeconfig (v1)" of the reference of client authentication.
Result<Kubeconfig> parseKubeconfig(std::string_view text, const std::string& file);

/// What @p later says that @p into does not: the first file that names something wins.
void mergeKubeconfig(Kubeconfig& into, Kubeconfig later);

} // namespace sandbench::kubernetes
