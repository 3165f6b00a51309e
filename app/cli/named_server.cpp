// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/named_server.h"

#include "app/cli/text.h"

namespace sandbench::cli {

Result<batch::NamedServer> readNamedServer(const std::string& address, const std::string& tokenFile)
{
    batch::NamedServer server{address, {}};
    if (!tokenFile.empty()) {
        SANDBENCH_TRY(server.token, batch::readServerToken(tokenFile).within("--server-token"));
    }
    SANDBENCH_TRY(const auto endpoint, batch::serverEndpoint(server).within("--server"));
    if (batch::showsToken(server))
        note("warning: the token travels in clear text to server " + printable(endpoint.text()));
    return server;
}

} // namespace sandbench::cli
