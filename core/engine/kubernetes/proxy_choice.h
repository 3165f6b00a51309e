// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/net/endpoint.h"

#include <map>
#include <string>

namespace sandbench::kubernetes {

/// The proxy that the environment names for @p endpoint, as kubectl takes it: HTTPS_PROXY for TLS
/// and HTTP_PROXY else (also in small letters), not for what NO_PROXY names, and never for this
/// machine. Empty = none. No I/O.
/// Source: documentation of Go's golang.org/x/net/http/httpproxy.
std::string
proxyOfEnvironment(const net::Endpoint& endpoint, const std::map<std::string, std::string>& env);

} // namespace sandbench::kubernetes
