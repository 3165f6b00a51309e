// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/exec_stream.h"

namespace sandbench::kubernetes {

Result<std::unique_ptr<ExecStream>> ExecStream::open(
    const KubeApi& api, const ExecTarget& target, const std::vector<std::string>& command,
    std::stop_token stop)
{
    Query query;
    for (const auto& word : command)
        query.emplace_back("command", word);
    for (const char* stream : {"stdin", "stdout", "stderr"})
        query.emplace_back(stream, "true");
    query.emplace_back("tty", "false");
    if (!target.container.empty())
        query.emplace_back("container", target.container);
    const auto path = "/api/v1/namespaces/" + net::percentEncode(target.namespaceName) + "/pods/"
        + net::percentEncode(target.pod) + "/exec";
    SANDBENCH_TRY(
        auto socket,
        api.webSocket(
            path, query, {std::string(kChannelProtocol5), std::string(kChannelProtocol4)},
            std::move(stop)));
    if (socket->protocol().empty())
        return Error(
            ErrorCode::Unsupported,
            "the cluster knows neither version 4 nor 5 of exec's channels; it must be Kubernetes "
            "1.20 or later");
    return std::make_unique<ExecStream>(std::move(socket));
}

} // namespace sandbench::kubernetes
