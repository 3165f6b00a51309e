// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/batch/batch_place.h"
#include "core/net/endpoint.h"

#include <memory>
#include <string>

namespace sandbench::batch {

/// A server of a batch as people name it.
struct NamedServer
{
    std::string address; ///< "https://one:8900" or "unix:///run/one.sock".
    std::string token; ///< Empty = none.
};

/// Errors: InvalidArgument.
Result<net::Endpoint> serverEndpoint(const NamedServer& server);

/// @p said: of all sandboxes, as workspace::readSandbox() takes it. Errors: InvalidArgument.
Result<std::unique_ptr<Place>> makeServerPlace(const NamedServer& server, Json said);

/// @p said of a sandbox by typed texts, with numbers where a server takes those.
Json withNumbers(Json said);

/// Whether everybody on the way to it can read its token; false without one.
bool showsToken(const NamedServer& server);

/// What the file @p path holds, which is one line. Errors: those of reading it; InvalidArgument.
Result<std::string> readServerToken(const std::string& path);

} // namespace sandbench::batch
